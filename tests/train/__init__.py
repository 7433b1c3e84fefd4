"""The making of the networks, on a small scale."""
