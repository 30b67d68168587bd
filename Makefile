# Every target sets up what it needs in .venv by itself; only python3 (3.11 or newer) and make must be there.

PYTHON ?= python3
ARGS ?=
UV := uv==0.13.7

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
LOCK := .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"
COMPILE := $(LOCK) --extra serve pyproject.toml
# PyTorch has builds of very different sizes under one version, so no hash can stand for it: locks leave it out.
TORCH := torch==2.13.0
WITHOUT_TORCH := --overrides .venv-lock/without-torch.txt

PAGE := src/tatze/web/static/index.html
PAGE_SOURCES := $(shell find web/src web/public docs/rules -type f) $(wildcard web/*.ts web/*.js web/*.html) \
	$(wildcard src/tatze/games/*/words.*.json src/tatze/bots/words.*.json src/tatze/games/*/lessons/words.*.json)

.PHONY: help
help: ## show this list
	@echo "Tatze. The first run sets up .venv; after that every target starts at once."
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo 'Options go through ARGS:  make terminal ARGS="--players 3 --lang de"'

.PHONY: play
play: web ## play in the browser
	@$(BIN)/tatze $(ARGS)

.PHONY: web
web: $(PAGE) ## build the page

.PHONY: docs
docs: .venv/dev.stamp ## build the documentation, which a server shows at /docs
	$(BIN)/python tools/docs_site.py

.PHONY: terminal
terminal: .venv/run.stamp ## play Linko in the terminal
	@$(BIN)/tatze play linko $(ARGS)

# These tests are measured: together they must reach the branches of core, games and server (tests/coverage_floor.py).
# The others would take several times as long under measurement, and reach nothing more.
MEASURED := $(addprefix tests/,core games lessons terminal cli client server test_playthroughs.py test_wrong_calls.py)
# Tests wait for servers and browsers half of their time, so three of them share two cores.
WORKERS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); test $$n -gt 3 || n=3; test $$n -lt 8 || n=8; echo $$n)
PYTEST := pytest -n $(WORKERS) --durations 10

.PHONY: test
test: check web browser ## run all checks and all tests
	$(BIN)/python web/make_fixtures.py
	$(BIN)/python web/node.py vitest run
ifeq ($(ARGS),)
	$(BIN)/$(PYTEST) $(addprefix --ignore=,$(MEASURED))
	$(BIN)/coverage erase
	$(BIN)/coverage run -m $(PYTEST) $(MEASURED)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage json --quiet -o .coverage.json
	$(BIN)/python tests/coverage_floor.py .coverage.json
else
	$(BIN)/$(PYTEST) $(ARGS)
endif

.PHONY: check
check: .venv/dev.stamp .venv/torch.stamp web/node_modules/dev.stamp ## check style, types and imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy src tests examples/class_bots.py $(wildcard bench/*.py tools/*.py web/*.py)
	$(BIN)/lint-imports --no-logo
	$(BIN)/python web/make_types.py --check
	$(BIN)/python tools/module_tables.py --check
	$(BIN)/python tools/type_completeness.py
	$(BIN)/python tools/docs_site.py
	$(BIN)/python web/node.py svelte-check --fail-on-warnings

.PHONY: examples
examples: .venv-examples/stamp ## train small agents with other libraries
	PYTHONPATH=src .venv-examples/bin/python examples/masked_ppo.py --steps 12288
	PYTHONPATH=src .venv-examples/bin/python examples/rllib_ppo.py

.PHONY: dist
dist: .venv-release/stamp .venv/dev.stamp web browser ## build the files of a release, and play from the wheel
	$(BIN)/python tools/page_again.py
	$(BIN)/python tools/docs_site.py --fresh
	.venv-release/bin/python tools/dist.py
	$(BIN)/python tools/try_wheel.py

.PHONY: lock
lock: ## write requirements/ anew from pyproject.toml (ARGS=--upgrade for newer versions)
	@test -x .venv-lock/bin/uv || { $(PYTHON) -m venv .venv-lock && .venv-lock/bin/python -m pip -q install $(UV); }
	$(COMPILE) --extra compiled --extra push --group build --output-file requirements/run.txt $(ARGS)
	$(COMPILE) --extra compiled --extra nodes --extra push --constraints requirements/run.txt \
		--output-file requirements/serve.txt $(ARGS)
	@echo "torch; python_version < '3'" > .venv-lock/without-torch.txt
	$(COMPILE) --extra compiled --extra push --group dev $(WITHOUT_TORCH) --constraints requirements/run.txt \
		--output-file requirements/dev.txt $(ARGS)
	$(LOCK) --extra compiled --extra envs --group examples $(WITHOUT_TORCH) pyproject.toml \
		--output-file requirements/examples.txt $(ARGS)
	$(LOCK) --group release --output-file requirements/release.txt $(ARGS)

.PHONY: clean
clean: ## remove everything that was set up or built
	rm -rf web/node_modules web/fixtures src/tatze/web/static src/tatze/web/docs
	rm -rf .venv .venv-examples .venv-lock .venv-release build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .coverage.*
	find . -name __pycache__ -prune -exec rm -rf {} +

# run is what playing needs; dev is a superset of it with the same versions.
.venv/run.stamp .venv/dev.stamp: .venv/%.stamp: requirements/%.txt pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Tatze needs Python 3.11 or newer: no $(PYTHON) found."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Tatze needs Python 3.11 or newer: $(PYTHON) is older. Name another: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) lacks venv: install it first (on Debian and Ubuntu: apt install python3-venv)."; exit 1; }
	@echo "Setting up .venv from requirements/$*.txt ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) --no-deps --require-hashes --requirement requirements/$*.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch .venv/run.stamp $@

# The tests train a little.
.venv/torch.stamp: .venv/dev.stamp
	@$(PIP) $(TORCH)
	@touch $@

# The examples that train with other libraries have an environment of their own.
.venv-examples/stamp: requirements/examples.txt
	@echo "Setting up .venv-examples from requirements/examples.txt ..."
	@$(PYTHON) -m venv .venv-examples
	@.venv-examples/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --require-hashes --requirement $<
	@.venv-examples/bin/python -m pip --disable-pip-version-check --quiet install $(TORCH)
	@touch $@

# What builds and checks the files of a release has an environment of its own.
.venv-release/stamp: requirements/release.txt
	@$(PYTHON) -m venv .venv-release
	@.venv-release/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement $<
	@touch $@

$(PAGE): .venv/run.stamp web/node_modules/run.stamp $(PAGE_SOURCES)
	@echo "Building the page ..."
	@$(BIN)/python web/node.py vite build --logLevel warn

# Node comes with .venv. What building needs is less than what checking and testing need.
web/node_modules/run.stamp: web/package-lock.json | .venv/run.stamp
	@$(BIN)/python web/node.py npm ci --omit=dev --ignore-scripts --loglevel=error
	@touch $@

web/node_modules/dev.stamp: web/package-lock.json | .venv/dev.stamp
	@$(BIN)/python web/node.py npm ci --ignore-scripts --loglevel=error
	@touch web/node_modules/run.stamp $@

# The tests look for Chromium where Debian puts it, or where CHROMIUM says.
.PHONY: browser
browser:
	@$(BIN)/python tests/web/chromium.py
