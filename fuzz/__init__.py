"""Tries random and broken input on everything that reads input: ``make fuzz``."""
