"""What stands around every request: settings, errors, keys, quotas, logs, metrics."""
