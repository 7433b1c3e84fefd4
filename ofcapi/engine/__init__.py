"""Poker without HTTP: cards, rows, rules, boards and what follows from them."""
