# Each target makes its own virtual environment; a bare machine with Python >= 3.11 and pip is enough.
.PHONY: demo test test-all bench docs clean
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

demo: $(VENV)/.base
	$(BIN)/allonym demo

test: $(VENV)/.dev
	scripts/check

test-all: $(VENV)/.dev
	scripts/check --all

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/run.py

docs: $(VENV)/.docs
	$(BIN)/sphinx-build -W -q -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

clean:
	rm -rf $(VENV) .bootstrap docs/_build dist build allonym-demo

# Debian ships Python without venv unless asked; virtualenv from the package index does as well.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "allonym needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); $(PYTHON) -m pip install -q --target .bootstrap virtualenv && PYTHONPATH=.bootstrap $(PYTHON) -m virtualenv -q $(VENV); }

$(VENV)/.base: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.base

$(VENV)/.docs: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[docs]'
	@touch $@
