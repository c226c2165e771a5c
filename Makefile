# make demo   sets everything up, records and grades the built-in world, prints the table
# make test   sets everything up and runs every check: lint, types, tests
PYTHON ?= $(shell for one in python3.11 python3.12 python3.13 python3; do \
	$$one -c "" 2>/dev/null && command -v $$one && break; done)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint types bench format clean

demo: $(VENV)/.demo
	$(BIN)/bdproxy demo

test: lint types
	$(BIN)/bdproxy setup
	$(BIN)/pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev
	$(BIN)/bdproxy setup
	$(BIN)/python -m benchmarks

# The stamps are written last, so an installation that was cut short is done again.
$(VENV)/.demo: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/.demo

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
