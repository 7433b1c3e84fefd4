"""All operations of the API, in the order of openapi.yaml."""

from ofcapi.http.endpoints import (
    batch,
    drawing,
    fantasyland,
    health,
    playing,
    rule_sets,
    scoring,
    settling,
)

_ALONE = (
    *scoring.OPERATIONS,
    *settling.OPERATIONS,
    *drawing.OPERATIONS,
    *playing.OPERATIONS,
    *fantasyland.OPERATIONS,
    *rule_sets.OPERATIONS,
    *health.OPERATIONS,
)

OPERATIONS = (*_ALONE, batch.batch_of(_ALONE))
