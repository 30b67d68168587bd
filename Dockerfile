# The page, built by Node; the wheel with the page in it; an environment with warm compiled code; and an image that has that
# environment alone: no Node, no compiler, no tools for building. Compiled bots bring LLVM, as a library. The warm code is for
# the kind of processor that builds the image; on another one it is compiled again, while simpler bots stand in. The page is the
# same for every processor, so the machine that builds makes it, without emulation.

FROM --platform=$BUILDPLATFORM node:24-slim AS page
WORKDIR /build
COPY web/package.json web/package-lock.json web/
RUN cd web && npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY web web
COPY src/tatze src/tatze
COPY docs docs
RUN cd web && npx vite build --logLevel warn

FROM python:3.13-slim AS environment
WORKDIR /build
COPY requirements requirements
RUN python -m venv /builder && /builder/bin/pip install --no-cache-dir --require-hashes --requirement requirements/release.txt
RUN python -m venv --without-pip /tatze && \
    pip --python /tatze/bin/python install --no-cache-dir --require-hashes --requirement requirements/serve.txt
COPY . .
COPY --from=page /build/src/tatze/web/static src/tatze/web/static
RUN /builder/bin/python -m build --no-isolation --wheel --outdir /wheels . && \
    pip --python /tatze/bin/python install --no-cache-dir --no-deps /wheels/*.whl
# Compiled ahead, the bots that search wait for nothing in their first game.
RUN TATZE_CACHE=/tatze/cache /tatze/bin/tatze warm

FROM python:3.13-slim
LABEL org.opencontainers.image.title="Tatze" org.opencontainers.image.licenses="MIT AND OFL-1.1 AND BSD-2-Clause AND BSD-3-Clause"
RUN pip uninstall --yes pip && useradd --system --uid 10001 --home-dir /data --create-home tatze
COPY --from=environment --chown=tatze:tatze /tatze /tatze
USER tatze
WORKDIR /data
VOLUME /data
ENV PATH=/tatze/bin:$PATH TATZE_DATA=/data TATZE_CACHE=/tatze/cache TATZE_HOST=0.0.0.0 PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["tatze"]
CMD ["serve"]
