"""Benchmarks: ``make bench`` for all, ``python -m benchmarks.scoring`` for one section."""
