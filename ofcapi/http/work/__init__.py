"""Computations: once, in time, in a slot."""
