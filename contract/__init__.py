"""Compares openapi.yaml with a running service, using third-party tools: ``make contract``.

The tools are not part of the service's own environment. The Python tools are in ``.venv-contract``
(requirements.txt), the linter is in ``node_modules`` here (package.json), the typed client in
``examples/typescript``.
"""
