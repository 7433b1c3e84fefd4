"""openapi.yaml held against a running service by tools that others wrote: ``make contract``.

The tools are no part of the service's own environment. Python's are in ``.venv-contract``
(requirements.txt), the linter is in ``node_modules`` here (package.json), the typed client in
``examples/typescript``.
"""
