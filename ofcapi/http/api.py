"""Every operation of the API, in the order in which the document lists them."""

from ofcapi.http import drawing, health, rule_sets, scoring, settling

OPERATIONS = (
    *scoring.OPERATIONS,
    *settling.OPERATIONS,
    *drawing.OPERATIONS,
    *rule_sets.OPERATIONS,
    *health.OPERATIONS,
)
