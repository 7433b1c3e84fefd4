# The two main commands: `make run` serves, `make test` tests. Both set up .venv first.
# `make help` lists all of them, by the words after `##`.
PYTHON ?= python3
export HOST ?= 127.0.0.1
export PORT ?= 8000

.PHONY: run test lint types unit page blackbox contract contract-long fuzz mutation openapi screenshots
.PHONY: bench bench-long clean
.PHONY: help quick

run: .venv/run ## Serve on http://127.0.0.1:8000
	.venv/bin/gunicorn app:app

test: lint types page unit ## All of `lint`, `types`, `page` and `unit`

help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' Makefile

# Leaves out tests marked `slow`, and folders in which most tests take long.
LONG_FOLDERS = benchmarks blackbox browser engine/properties train deploy
quick: lint types ## A faster selection of `test`, under a minute
	.venv/bin/python -m pytest -q -m "not slow" $(addprefix --ignore=tests/,$(LONG_FOLDERS))

lint: .venv/dev ## Format and style, by ruff
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .

types: .venv/dev ## Types, by mypy
	.venv/bin/mypy

unit: .venv/dev ## All tests, with coverage
	.venv/bin/python -m pytest --cov --cov-report=term

# Needs Node.js 20 with npm: skipped if that is missing, except in CI.
page: ## Types, style and tests of the page at /table (its JavaScript)
	@if npm --version > /dev/null 2>&1 && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'; then \
	  $(MAKE) --no-print-directory tests/page/node_modules/.package-lock.json && \
	  npm test --prefix tests/page --silent; \
	else \
	  echo "make page: NOT RUN, it needs Node.js 20 or newer with npm"; [ -z "$$CI" ]; \
	fi

# Tests the instance at OFCAPI_URL, or one that it starts: tests/blackbox/README.md.
blackbox: .venv/dev ## The checked cases over HTTP, against OFCAPI_URL if it is set
	.venv/bin/python -m pytest tests/blackbox

# Needs Node.js 20 with npm, and Java 17 for the Kotlin client.
contract: .venv/dev .venv-contract/tools ## openapi.yaml against the service, linters and generated clients
	.venv/bin/python -m pytest contract

contract-long: ## The same with 1,000 examples and a new seed
	CONTRACT_EXAMPLES=1000 CONTRACT_SEED=$${CONTRACT_SEED:-$$(date +%s)} $(MAKE) contract

# To run longer: make fuzz FUZZ_SECONDS=3600
FUZZ_SECONDS ?= 60
fuzz: .venv/dev ## Bad input, for FUZZ_SECONDS
	.venv/bin/python -m fuzz $(FUZZ_SECONDS)

# Can be stopped and continued: docs/proof.md.
mutation: .venv/mutation ## Whether the tests notice changes of the code
	.venv/bin/mutmut run
	.venv/bin/mutmut results

openapi: .venv/dev ## Write openapi.yaml from the code
	.venv/bin/python -m ofcapi.http.document > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

screenshots: .venv/dev ## Take the pictures of docs/table.md (needs Chromium)
	SCREENSHOTS=docs .venv/bin/python -m pytest tests/browser/test_screenshots.py

bench: .venv/bench ## Measure, and write docs/benchmarks.md
	.venv/bin/python -m benchmarks.page

bench-long: .venv/bench ## The same with what takes longer
	.venv/bin/python -m benchmarks.page --long

clean: ## Remove what was installed
	rm -rf .venv .venv-contract contract/node_modules tests/page/node_modules examples/typescript/node_modules

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' || \
	  { echo "ofcapi needs Python 3.11 to 3.14; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	touch $@

.venv/run: .venv/python requirements.txt
	.venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

.venv/dev: .venv/python requirements.txt requirements-dev.txt
	.venv/bin/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

.venv/mutation: .venv/dev requirements-mutation.txt
	.venv/bin/pip install --quiet --disable-pip-version-check -r requirements-mutation.txt
	touch $@

tests/page/node_modules/.package-lock.json: tests/page/package-lock.json
	npm ci --prefix tests/page --no-audit --no-fund --silent

.venv-contract/tools: .venv/python contract/requirements.txt contract/package-lock.json examples/typescript/package-lock.json
	.venv/bin/python -m venv .venv-contract
	.venv-contract/bin/pip install --quiet --disable-pip-version-check -r contract/requirements.txt
	npm ci --prefix contract --no-audit --no-fund --silent
	npm ci --prefix examples/typescript --no-audit --no-fund --silent
	touch $@

# If a peer cannot be installed, the page says so.
.venv/bench: .venv/dev requirements-bench.txt
	grep '^[a-z]' requirements-bench.txt | while read -r peer; do \
	  .venv/bin/pip install --quiet --disable-pip-version-check "$$peer" || true; done
	touch $@
