"""Properties that must hold between results of the engine, tried on random positions.

The tests here need no known results: each compares one result with another that must follow from
it. ``make unit`` tries the same positions every time; ``--hypothesis-profile=search`` tries new
ones.
"""
