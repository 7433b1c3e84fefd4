"""The training of the networks, on a small scale."""
