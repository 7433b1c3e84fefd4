"""Fantasyland hands: the best set, and the odds before the cards are seen."""
