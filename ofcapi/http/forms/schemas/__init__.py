"""The schemas of requests and responses, from which openapi.yaml is written."""
