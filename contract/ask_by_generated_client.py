"""Calls the service with the generated Python client: ``ask_by_generated_client.py ADDRESS``.

``test_clients`` generates the client and runs this program with it.
"""

import sys

from ofcapi_client import Client
from ofcapi_client.api.odds import draws, placements
from ofcapi_client.api.rules import show_rules
from ofcapi_client.api.scoring import score, score_by_query, settle
from ofcapi_client.models import (
    DrawsRequest,
    PlacementsRequest,
    PlayerRequest,
    Problem,
    RulesChoiceType1,
    ScoreRequest,
    SettlementRequest,
)

BOARD = "QhQd2s/KhKdKs4c3d/9cTcJcQcKc"
OTHER = "Js8c3s/JhJd9h5d2c/AhAsQs7c4d"

with Client(base_url=sys.argv[1]) as client:
    rules = show_rules.sync("classic", client=client)
    assert rules.fantasyland.entry.additional_properties["QQ"] == 13

    strict = RulesChoiceType1.from_dict({"preset": "pineapple", "row_order": "strict"})
    posted = score.sync(client=client, body=ScoreRequest(board=BOARD, rules=strict))
    assert posted.royalties.total == 24
    assert posted.rows.bottom.category == "straight_flush"
    assert score_by_query.sync(client=client, board=BOARD).royalties == posted.royalties

    players = [PlayerRequest(board=BOARD), PlayerRequest(board=OTHER)]
    settled = settle.sync(client=client, body=SettlementRequest(players=players))
    assert [player.points for player in settled.players] == [30, -30]

    drawn = draws.sync(client=client, body=DrawsRequest(board="7s//AhKh5h2h", dead="QdJc"))
    flush = drawn.rows.bottom.at_least.additional_properties["flush"]
    assert (flush.numerator, flush.denominator) == (27508344045, 28760021745)

    question = PlacementsRequest(board="QhQd2s/KhKdKs4c3d/9cTcJc", dealt="Qc2c3h")
    best = placements.sync(client=client, body=question).placements[0]
    assert best.place.additional_properties == {"bottom": ["2c", "Qc"]}

    refused = score.sync(client=client, body=ScoreRequest(board="Qx//"))
    assert isinstance(refused, Problem)
    assert refused.errors[0].pointer == "/board/top/0"
