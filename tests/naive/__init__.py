"""Plain-Python twins: the slow and simple way to every number of the compiled loops."""
