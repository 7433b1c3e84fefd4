"""The operations of the API, a module a subject."""
