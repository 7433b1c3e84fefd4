"""Measured figures: ``make bench`` runs all, ``python -m benchmarks.scoring`` one."""
