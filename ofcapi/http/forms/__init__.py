"""Requests and responses: how they are read, checked and documented."""
