# Every target sets up what it needs in .venv by itself; only python3 (3.11 or newer) and make must be there.

PYTHON ?= python3
ARGS ?=
UV := uv==0.13.7

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
COMPILE := .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" pyproject.toml

.PHONY: help
help: ## show this list
	@echo "Tatze. The first run sets up .venv; after that every target starts at once."
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo 'Options go through ARGS:  make play ARGS="--players 3 --lang de"'

.PHONY: play
play: terminal ## play Linko

.PHONY: terminal
terminal: .venv/run.stamp ## play Linko in the terminal
	@$(BIN)/tatze play linko $(ARGS)

.PHONY: test
test: check ## run all checks and all tests
	$(BIN)/pytest -n auto --maxprocesses 8 --durations 10 $(ARGS)

.PHONY: check
check: .venv/dev.stamp ## check style, types and imports
	$(BIN)/ruff check .
	$(BIN)/mypy src tests $(wildcard bench/*.py)
	$(BIN)/lint-imports --no-logo

.PHONY: lock
lock: ## write requirements/ anew from pyproject.toml (ARGS=--upgrade for newer versions)
	@test -x .venv-lock/bin/uv || { $(PYTHON) -m venv .venv-lock && .venv-lock/bin/python -m pip -q install $(UV); }
	$(COMPILE) --extra compiled --group build --output-file requirements/run.txt $(ARGS)
	$(COMPILE) --extra compiled --group dev --constraints requirements/run.txt --output-file requirements/dev.txt $(ARGS)

.PHONY: clean
clean: ## remove everything that was set up or built
	rm -rf .venv .venv-lock build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
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
	@$(PIP) --require-hashes --requirement requirements/$*.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch .venv/run.stamp $@
