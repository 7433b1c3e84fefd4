"""Any instance of the service, seen from outside: see README.md."""
