"""Every operation of the API, in the order in which the document lists them."""

from ofcapi.http import health, rule_sets, scoring

OPERATIONS = (*scoring.OPERATIONS, *rule_sets.OPERATIONS, *health.OPERATIONS)
