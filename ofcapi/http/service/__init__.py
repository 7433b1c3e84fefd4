"""What applies to every request: settings, errors, keys, quotas, logs, metrics."""
