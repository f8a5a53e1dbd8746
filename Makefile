# ringtrue: `make demo` and `make test` are all a fresh machine needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help setup services demo test check bench docs storm clean
.DEFAULT_GOAL := help

help:  ## what there is to make
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /\1\t/' | expand -t 10

setup: $(READY)  ## virtual environment with everything the project needs

$(READY): pyproject.toml constraints.txt tools/setup.sh
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh tools/setup.sh
	@touch $@

demo: setup  ## the main job on embedded data
	@$(BIN)/ringtrue demo

services:
	@sh tools/services.sh

test: setup services  ## all tests
	@$(BIN)/python -m pytest -n 2 --dist loadfile -q

check: setup  ## style, types, import layers, generated documents; a report of the tree
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tools/docs.py --check
	@$(BIN)/python tools/tree.py

bench: setup  ## speed against peers as ratios, coverage and error rates by simulation
	@for bench in benchmarks/*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

docs: setup  ## write the generated documents anew
	@$(BIN)/python tools/docs.py

storm: setup services  ## property tests with many more examples
	@HYPOTHESIS_PROFILE=storm $(BIN)/python -m pytest -n 2 --dist loadfile -q

clean:  ## remove what was made
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache demo-out
