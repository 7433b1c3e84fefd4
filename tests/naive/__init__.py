"""Plain-Python versions of the compiled loops: slow and simple, for comparison."""
