"""Play before the exact horizon: policies, and odds as estimates."""
