"""Figures as measured: ``make bench`` for all, ``python -m benchmarks.scoring`` for a section."""
