"""Every operation of the API, in the order in which the document lists them."""

from ofcapi.http import health, rule_sets, scoring, settling

OPERATIONS = (*scoring.OPERATIONS, *settling.OPERATIONS, *rule_sets.OPERATIONS, *health.OPERATIONS)
