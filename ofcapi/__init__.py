"""Open-Face Chinese poker odds: an engine that knows poker, and an HTTP service around it."""

__version__ = "0.1.0"
