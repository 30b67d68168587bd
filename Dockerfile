# The page, built by Node; the wheel with the page in it; and a small image that has neither Node nor a compiler.

FROM node:24-slim AS page
WORKDIR /build
COPY web/package.json web/package-lock.json web/
RUN cd web && npm ci --ignore-scripts --no-audit --no-fund
COPY web web
COPY src/tatze src/tatze
COPY docs docs
RUN cd web && npm run build

FROM python:3.13-slim AS wheel
WORKDIR /build
COPY requirements requirements
RUN pip install --no-cache-dir --require-hashes --requirement requirements/serve.txt --target /site
COPY . .
COPY --from=page /build/src/tatze/web/static src/tatze/web/static
RUN PYTHONPATH=/site pip wheel --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.13-slim
LABEL org.opencontainers.image.title="Tatze" org.opencontainers.image.licenses="MIT"
RUN useradd --system --uid 10001 --home-dir /data --create-home tatze
COPY requirements/serve.txt /tmp/serve.txt
RUN pip install --no-cache-dir --require-hashes --requirement /tmp/serve.txt && rm /tmp/serve.txt
COPY --from=wheel /wheels /tmp/wheels
RUN pip install --no-cache-dir --no-deps /tmp/wheels/*.whl && rm -r /tmp/wheels
USER tatze
WORKDIR /data
VOLUME /data
ENV TATZE_DATA=/data TATZE_CACHE=/data/cache TATZE_HOST=0.0.0.0 PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["tatze"]
CMD ["serve"]
