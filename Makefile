# Everything starts from python3 (3.11+, with venv) and make. The stamp file makes a second run set nothing up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
UV_VERSION := 0.13.8

.PHONY: help install test lint demo ui lock bench faults browser-test cluster-test clean
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 24

install: $(STAMP) ## set up .venv from requirements.lock

# --no-deps because pip cannot hash-check extras such as gql[requests]; `pip check` proves the set complete.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: $(PYTHON) is older than 3.11. Fix: make PYTHON=python3.11 (or newer)." >&2; exit 2; }
	@echo "Setting up $(VENV) (once, about a minute) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m pip check --disable-pip-version-check
	@touch $@

test: lint ## lint, type check, import contract, then all tests
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not slow"

lint: $(STAMP) ## ruff, mypy, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

ui: $(STAMP) ## the Dagster UI on the same data directory
	$(BIN)/wikidata-repair-eval ui

demo: $(STAMP) ## run the pipeline, as far as it goes, on the embedded source
	$(BIN)/wikidata-repair-eval demo

bench: $(STAMP) ## benchmarks (ratios within one run)
	$(BIN)/python -m benchmarks

faults: $(STAMP) ## the long fault and kill tests
	$(BIN)/python -m pytest -n 2 -m slow
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not slow" wikidata_repair_eval_tests/faults

browser-test: $(STAMP) ## look at the UI and the case browser with a real browser (needs Chromium)
	$(BIN)/python -m pytest wikidata_repair_eval_tests/browser

cluster-test: $(STAMP) ## PostgreSQL, Spark, Dask and S3 on one machine
	$(BIN)/python -m pytest wikidata_repair_eval_tests/cluster

lock: ## pin pyproject's dependencies anew, with hashes and without index addresses
	@test -x $(VENV)-lock/bin/uv || { $(PYTHON) -m venv $(VENV)-lock && $(VENV)-lock/bin/pip install --quiet uv==$(UV_VERSION); }
	$(VENV)-lock/bin/uv pip compile --quiet --generate-hashes --universal --no-emit-index-url --no-header \
	  --python-version 3.11 --extra dev pyproject.toml --output-file requirements.lock

clean: ## remove what the targets above made, but not data/
	rm -rf $(VENV) $(VENV)-lock .mypy_cache .ruff_cache .import_linter_cache .hypothesis
