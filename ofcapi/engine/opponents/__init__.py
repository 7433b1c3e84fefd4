"""Opponents whose boards are not finished: how they end."""
