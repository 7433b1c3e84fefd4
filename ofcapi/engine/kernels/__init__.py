"""The compiled loops, in one place. They take arrays and named tuples of arrays."""
