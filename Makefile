# Two commands matter: `make run` serves, `make test` proves. Both set up .venv first.
PYTHON ?= python3
export HOST ?= 127.0.0.1
export PORT ?= 8000

.PHONY: run test lint types unit openapi screenshots bench bench-long clean

run: .venv/run
	.venv/bin/gunicorn app:app

test: lint types unit

lint: .venv/dev
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .

types: .venv/dev
	.venv/bin/mypy

unit: .venv/dev
	.venv/bin/python -m pytest --cov --cov-report=term

openapi: .venv/dev
	.venv/bin/python -m ofcapi.http.document > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

screenshots: .venv/dev
	SCREENSHOTS=docs .venv/bin/python -m pytest tests/browser/test_screenshots.py

bench: .venv/bench
	.venv/bin/python -m benchmarks.page

bench-long: .venv/bench
	.venv/bin/python -m benchmarks.page --long

clean:
	rm -rf .venv

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

# A peer that does not install here is named in the page.
.venv/bench: .venv/dev requirements-bench.txt
	grep '^[a-z]' requirements-bench.txt | while read -r peer; do \
	  .venv/bin/pip install --quiet --disable-pip-version-check "$$peer" || true; done
	touch $@
