"""Best play: the question, the ways to place cards, exact answers."""
