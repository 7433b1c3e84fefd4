"""Laws that the engine's answers keep between each other, tried on random positions.

No test here knows a right number: each holds one answer against another that must follow from it.
``make unit`` tries the same positions every time; ``--hypothesis-profile=search`` looks for new
ones.
"""
