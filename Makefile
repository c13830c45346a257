# Everything is made from the lock file with Python and make alone. Once .venv stands, only the first check (generators of
# clients), image-steps and lock need the network.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
# One more than there are cores: many tests wait.
JOBS ?= $(shell expr $$(nproc) + 1)
# A caller's own environment must not leak into ours.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV
# Each clone has its own matches, so two can run side by side.
export ALEHOUSE_DATA ?= $(CURDIR)/.alehouse
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help run test check long rules cards-stubs rules-mutants contract contract-kept deploy-kept image-steps examples openapi lexicons bench lock format clean

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 16

# The first Python in the supported range, python3 itself before the numbered ones.
$(PY):
	@for python in $${PYTHON:-} python3 python3.13 python3.12 python3.11; do \
	    if "$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null; then \
	        echo "Creating $(VENV) with $$("$$python" --version)"; \
	        rm -rf $(VENV); exec "$$python" -m venv $(VENV); \
	    fi; \
	done; \
	echo "Alehouse needs Python 3.11, 3.12 or 3.13; found $$(python3 --version 2>&1). Set PYTHON=/path/to/python." >&2; exit 1

$(READY): $(PY) requirements-dev.lock pyproject.toml
	@$(PY) -m pip install -qq --require-hashes -r requirements-dev.lock
	@$(PY) -m pip install -qq --no-deps --no-build-isolation --no-index --editable .
	@touch $@

run: $(READY) ## Start Redis, the API and the workers; Ctrl-C stops them all
	@# A Ctrl-C while Python itself starts is held back until somebody can take it.
	@held=$$(env --block-signal=INT echo env --block-signal=INT 2>/dev/null || true); exec $$held $(PY) -m service.cli up

test: $(READY) ## Every test but those of clients that need Node or a generator, the same examples each time
	$(PY) -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

check: $(READY) ## Format, lint, types, imports, the contract, the clients made of it, and what strangers may send
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo
	@$(MAKE) --no-print-directory contract-kept
	@$(MAKE) --no-print-directory deploy-kept
	$(PY) -m tests.contract.fuzzing
	ALEHOUSE_CLIENTS=1 $(PY) -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m clients tests/contract

deploy-kept: $(READY)
	$(VENV)/bin/hadolint deploy/Dockerfile
	$(VENV)/bin/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	@mkdir -p build/kubernetes
	@if command -v kubectl > /dev/null; then \
	    for overlay in deploy/kubernetes/overlays/*; do \
	        kubectl kustomize $$overlay > build/kubernetes/$$(basename $$overlay).yaml || exit 1; \
	    done; \
	    $(VENV)/bin/kubernetes-validate --strict --quiet build/kubernetes/*.yaml; \
	else \
	    echo "SKIPPED: kubectl is not here, so the overlays are not put together."; \
	fi
	@$(VENV)/bin/kubernetes-validate --strict --quiet $(filter-out %/kustomization.yaml,$(wildcard deploy/kubernetes/base/*.yaml))

image-steps: $(READY) ## The steps of the Dockerfile without Docker: a wheel, the locked packages, no rights, nothing writable
	@$(PY) -m tests.image

contract-kept: $(READY)
	@$(PY) -m service.cli openapi | diff -u openapi.yaml - \
	    || { echo "openapi.yaml differs from the routes and schemas: run 'make openapi' and commit it." >&2; exit 1; }
	$(PY) -m openapi_spec_validator openapi.yaml
	@$(PY) -m tests.contract.breaking

contract: $(READY) contract-kept ## Each documented answer and the test that produces it; none may lack one
	@$(PY) -m tests.contract.answers

examples: $(READY) ## Gather the contract's examples anew, from real answers
	$(PY) -m tests.contract.harvest
	@$(MAKE) --no-print-directory openapi

openapi: $(READY) ## Write openapi.yaml anew
	$(PY) -m service.cli openapi > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

lexicons: $(READY) ## Make the shipped lexicons anew from their sources
	@$(PY) -m tests.lexicons.making

long: $(READY) ## The same tests at full numbers, from a fresh seed that it prints
	@$(PY) -m tests.long -n $(JOBS)

rules: $(READY) ## Each rule of the ledgers is shown by a passing test
	@$(PY) -m tests.rules

cards-stubs: $(READY) ## Each card's effect, taken away, turns its tests red
	@$(PY) -m tests.rules.stubs

rules-mutants: $(READY) ## A sample of mutants of the rules; lists the survivors
	@$(PY) -m tests.rules.mutants

bench: $(READY) ## One table of what things cost, each beside its baseline; ROUNDS=20 measures longer
	@ALEHOUSE_BENCH_ROUNDS=$(ROUNDS) $(PY) -m tests.bench

format: $(READY) ## Put the code into its form
	$(PY) -m ruff check --fix-only --quiet .
	$(PY) -m ruff format .

lock: ## Resolve the lock files anew, for every supported Python
	@test -x .lock/bin/uv || { python3 -m venv .lock && .lock/bin/pip install -qq 'uv==0.13.9'; }
	@.lock/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command 'make lock' \
	    $(LOCK_FLAGS) pyproject.toml -o requirements.lock
	@.lock/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command 'make lock' \
	    $(LOCK_FLAGS) -c requirements.lock --extra otel --group dev pyproject.toml -o requirements-dev.lock

clean: ## Remove what was made, but not the matches in the data folder
	rm -rf $(VENV) .lock build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage* openapi.yaml.new
	find service workers schemas tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
