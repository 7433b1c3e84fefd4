"""Requests and answers: what is read, checked and documented."""
