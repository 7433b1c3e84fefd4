# The two main commands: `make run` serves, `make test` tests. Both set up .venv first.
PYTHON ?= python3
export HOST ?= 127.0.0.1
export PORT ?= 8000

.PHONY: run test lint types unit page blackbox contract contract-long fuzz mutation openapi screenshots
.PHONY: bench bench-long clean

run: .venv/run
	.venv/bin/gunicorn app:app

test: lint types page unit

lint: .venv/dev
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .

types: .venv/dev
	.venv/bin/mypy

unit: .venv/dev
	.venv/bin/python -m pytest --cov --cov-report=term

# Needs Node.js 20 with npm: skipped if that is missing, except in CI.
page:
	@if npm --version > /dev/null 2>&1 && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'; then \
	  $(MAKE) --no-print-directory tests/page/node_modules/.package-lock.json && \
	  npm test --prefix tests/page --silent; \
	else \
	  echo "make page: NOT RUN, it needs Node.js 20 or newer with npm"; [ -z "$$CI" ]; \
	fi

# Tests the instance at OFCAPI_URL, or one that it starts: tests/blackbox/README.md.
blackbox: .venv/dev
	.venv/bin/python -m pytest tests/blackbox

# Needs Node.js 20 with npm, and Java 17 for the Kotlin client.
contract: .venv/dev .venv-contract/tools
	.venv/bin/python -m pytest contract

contract-long:
	CONTRACT_EXAMPLES=1000 CONTRACT_SEED=$${CONTRACT_SEED:-$$(date +%s)} $(MAKE) contract

# To run longer: make fuzz FUZZ_SECONDS=3600
FUZZ_SECONDS ?= 60
fuzz: .venv/dev
	.venv/bin/python -m fuzz $(FUZZ_SECONDS)

# Can be stopped and continued: docs/proof.md.
mutation: .venv/mutation
	.venv/bin/mutmut run
	.venv/bin/mutmut results

openapi: .venv/dev
	.venv/bin/python -m ofcapi.http.document > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

screenshots: .venv/dev
	SCREENSHOTS=docs .venv/bin/python -m pytest tests/browser/test_screenshots.py

bench: .venv/bench
	.venv/bin/python -m benchmarks.page

bench-long: .venv/bench
	.venv/bin/python -m benchmarks.page --long

clean:
	rm -rf .venv .venv-contract contract/node_modules tests/page/node_modules examples/typescript/node_modules

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "ofcapi needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
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
