"""Trains the networks of the policy ``outlook``: deals, labels, fits. For development only."""
