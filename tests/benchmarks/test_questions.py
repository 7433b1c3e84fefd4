"""The service answers the requests that it is measured with."""

from itertools import islice

import pytest
from flask.testing import FlaskClient

from benchmarks import questions

KINDS = {
    "score": questions.scores(2),
    "settlement": questions.settlements(2),
    "draws": list(islice(questions.draws(), 2)),
    "set": list(islice(questions.fantasyland_sets(), 2)),
    "placements": list(islice(questions.last_placements(), 2)),
    "odds": [request for pair in islice(questions.exact_odds(25), 2) for request in pair],
    "last street": list(islice(questions.other_odds("pineapple", 2, 4, 5, 3), 2)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_answered(kind: str, client: FlaskClient) -> None:
    for request in KINDS[kind]:
        head, _, body = request.partition(b"\r\n\r\n")
        method, path, _ = head.decode().split(" ", 2)
        answer = client.open(path, method=method, data=body, content_type="application/json")
        assert answer.status_code == 200, answer.text


def test_questions_differ() -> None:
    asked = questions.mixed(300)
    assert len(set(asked)) == len(asked) == 300
    for requests in KINDS.values():
        assert len(set(requests)) == len(requests)
