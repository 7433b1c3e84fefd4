"""Tests any instance of the service over HTTP: see README.md."""
