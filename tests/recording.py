"""Requests over every endpoint whose answers are recorded, so that a change of any is noticed.

``python -m tests.recording`` records them anew, after a change that is meant to change answers. The
difference of tests/data/recorded.jsonl then shows which answers changed. Sampled requests name
their seed, so every answer follows from the request alone.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from ofcapi.engine.game.cards import CARD_NAMES
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.warm_up import warm_up
from ofcapi.http.app import create_app
from ofcapi.http.service.settings import Settings

RECORDED = Path(__file__).parent / "data" / "recorded.jsonl"

_SIZES = {"top": 3, "middle": 5, "bottom": 5}
_LAND = [name for name, rules in PRESETS.items() if rules.fantasyland]


class Request(NamedTuple):
    """One request: ``members`` are the query of a GET, the body of a POST."""

    method: str
    path: str
    members: Any


class _Deck:
    """A shuffled deck that boards and hands are dealt from."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.left = list(CARD_NAMES)
        random.shuffle(self.left)

    def cards(self, count: int) -> str:
        dealt, self.left = self.left[:count], self.left[count:]
        return "".join(dealt)

    def board(self, placed: int, sensible: bool = True) -> str:
        """A board of so many cards; a sensible one has its high cards at the bottom."""
        slots = [row for row, size in _SIZES.items() for _ in range(size)]
        homes = self.random.sample(slots, placed)
        hand = [self.left.pop() for _ in range(placed)]
        if sensible:
            homes.sort(key=list(_SIZES).index)
            hand.sort(key=lambda name: "23456789TJQKA".index(name[0]))
        rows = dict.fromkeys(_SIZES, "")
        for home, card in zip(homes, hand, strict=True):
            rows[home] += card
        return "/".join(rows.values())


def requests() -> Iterator[Request]:
    """Every request, the same ones each time."""
    random = Random(2)
    yield Request("GET", "/v1/rules", {})
    for name in PRESETS:
        yield Request("GET", f"/v1/rules/{name}", {})
    yield from _scores(random)
    yield from _settlements(random)
    yield from _draws(random)
    yield from _best_play(random)
    yield from _sampled(random)
    yield from _fantasyland(random)
    yield from _opponents(Random(3))
    yield from _refused()
    yield Request("POST", "/v1/batch", {"requests": _batch(random)})


def _scores(random: Random) -> Iterator[Request]:
    for number in range(60):
        deck = _Deck(random)
        board = deck.board(13 if number % 2 else random.randrange(14), number % 3 > 0)
        members: dict[str, Any] = {"rules": random.choice(list(PRESETS)), "board": board}
        if number % 4 == 0:
            members["dead"] = deck.cards(random.randrange(12))
        if number % 5 == 0:
            members["in_fantasyland"] = random.choice([True, 14])
        if number % 3 == 0 and "in_fantasyland" not in members:
            yield Request("GET", "/v1/score", members)
        else:
            yield Request("POST", "/v1/score", members)
    changed = {"preset": "pineapple", "royalties": {"top": {"66": 3}}, "row_order": "strict"}
    yield Request("POST", "/v1/score", {"rules": changed, "board": "666/AAKKQ/AAKKQ"})


def _settlements(random: Random) -> Iterator[Request]:
    stakes = [
        "uncapped", "pay_what_you_have", "win_up_to_running_stack", "win_up_to_starting_stack",
    ]  # fmt: skip
    for number in range(40):
        seats = 2 + number % 2
        rules: Any = random.choice([name for name in PRESETS if name != "side-by-side"])
        if number % 3 == 0:
            rules = {"preset": rules, "scoring": "2-4", "royalties_paid": "row_winner"}
        deck = _Deck(random)
        players = [
            {"name": f"seat {seat}", "board": deck.board(13), "stack": random.randrange(60)}
            for seat in range(seats)
        ]
        members = {"rules": rules, "players": players, "point_value": 0.5}
        members |= {"stakes": stakes[number % 4], "button": random.randrange(seats)}
        yield Request("POST", "/v1/settlement", members)
    for _ in range(4):
        hands = []
        for _ in range(3):
            deck = _Deck(random)
            hands.append([{"name": name, "board": deck.board(13)} for name in ("Ann", "Bo")])
        members = {"rules": "pineapple", "hands": hands, "match_cap": 20}
        yield Request("POST", "/v1/settlement", members)


def _draws(random: Random) -> Iterator[Request]:
    for number in range(30):
        deck = _Deck(random)
        members: dict[str, Any] = {
            "rules": random.choice(list(PRESETS)),
            "board": deck.board(random.randrange(14)),
            "dead": deck.cards(random.randrange(6)),
        }
        if number % 3 == 0:
            members["cards_to_come"] = random.randrange(1, 9)
        yield Request("GET" if number % 2 else "POST", "/v1/draws", members)


_OBJECTIVES: tuple[Any, ...] = (
    "points", "points", "no_foul", "fantasyland", "royalties",
    {"row": "bottom", "at_least": "flush"},
)  # fmt: skip


def _board_question(random: Random, rules: str, placed: int, dealt: int) -> dict[str, Any]:
    deck = _Deck(random)
    members: dict[str, Any] = {"rules": rules, "board": deck.board(placed)}
    if dealt:
        members["dealt"] = deck.cards(dealt)
    members["dead"] = deck.cards(random.randrange(8))
    members["objective"] = random.choice(_OBJECTIVES)
    if random.random() < 0.3:
        members["opponents"] = [deck.board(13)]
        if random.random() < 0.3:
            members["opponents"] += [deck.board(9)]
            members["opponents_played"] = False
    if random.random() < 0.3:
        members["values"] = {"foul": -random.randrange(12), "fantasyland": {"14": 8.25}}
    return members


def _best_play(random: Random) -> Iterator[Request]:
    """Exact odds and placements."""
    kept = {name: rules.deal.kept for name, rules in PRESETS.items()}
    dealt = {name: rules.deal.dealt for name, rules in PRESETS.items()}
    for number in range(70):
        name = random.choice(list(PRESETS))
        members = _board_question(random, name, 13 if number % 10 == 0 else 13 - kept[name], 0)
        yield Request("POST", "/v1/odds", {**members, "method": "exact"})
    for name in ("pineapple", "deuce-to-seven", "turbo", "classic", "ultimate"):
        for _ in range(2):
            members = _board_question(random, name, 9, 0)
            exact = {**members, "method": "exact", "budget_ms": 20_000}
            yield Request("POST", "/v1/odds", exact)
    for number in range(50):
        name = random.choice(list(PRESETS))
        placed = 13 - kept[name]
        members = _board_question(random, name, placed, dealt[name])
        limit = {"limit": 3} if number % 2 else {}
        yield Request("POST", "/v1/placements", {**members, "method": "exact", **limit})
    for name in ("pineapple", "turbo"):
        members = _board_question(random, name, 9, dealt[name])
        yield Request("POST", "/v1/placements", {**members, "budget_ms": 20_000, "limit": 3})


def _opponents(random: Random) -> Iterator[Request]:
    """Opponents who have not finished, whom nobody knows, and who are in Fantasyland."""
    drawn = {"samples": 40, "seed": 7, "budget_ms": 20_000}
    for name in PRESETS:
        deck, deal = _Deck(random), PRESETS[name].deal
        board, others = deck.board(13 - deal.kept), [deck.board(13 - 2 * deal.kept), deck.board(9)]
        members: dict[str, Any] = {"rules": name, "board": board, **drawn}
        yield Request("POST", "/v1/odds", {**members, "opponents": others[:1]})
        yield Request("POST", "/v1/odds", {**members, "players": 2})
        if PRESETS[name].players[1] > 2:
            yield Request("POST", "/v1/odds", {**members, "opponents": others})
        dealt = deck.cards(deal.dealt)
        members = {**members, "dealt": dealt, "opponents": others[:1]}
        yield Request("POST", "/v1/placements", {**members, "limit": 3})
        if name in _LAND:
            members = {"rules": name, "board": board, "opponents": [{"fantasyland": 14}], **drawn}
            yield Request("POST", "/v1/odds", members)
            hand = {"cards": deck.cards(14), "rules": name, "opponents": others[:1], **drawn}
            yield Request("POST", "/v1/fantasyland/set", hand)


def _sampled(random: Random) -> Iterator[Request]:
    for number in range(24):
        name = random.choice(list(PRESETS))
        placed = (5, 7, 9)[number % 3]
        opening = number % 4 == 0
        deal = PRESETS[name].deal
        more = {"method": "sampled", "samples": 4, "seed": number, "budget_ms": 20_000}
        if number % 2:
            members = _board_question(random, name, placed, 0)
            yield Request("POST", "/v1/odds", {**members, **more})
        else:
            count = deal.opening if opening else deal.dealt
            members = _board_question(random, name, 0 if opening else placed, count)
            yield Request("POST", "/v1/placements", {**members, **more, "limit": 2})


def _fantasyland(random: Random) -> Iterator[Request]:
    for number in range(34):
        deck = _Deck(random)
        members: dict[str, Any] = {
            "rules": random.choice(_LAND),
            "cards": deck.cards(13 + number % 5),
            "objective": ("points", "points", "royalties", "stay")[number % 4],
        }
        if number % 3 == 0:
            members["opponents"] = [deck.board(13)]
        yield Request("POST", "/v1/fantasyland/set", members)
    for name in _LAND:
        # The table does not hold these: they are sampled.
        sampled = name in ("progressive-pagat", "deuce-to-seven", "pagat")
        more = {"samples": 60, "seed": 1} if sampled else {}
        yield Request("GET", "/v1/fantasyland/odds", {"cards": 14, "rules": name, **more})
    for cards in range(13, 18):
        dead = _Deck(random).cards(4)
        members = {"cards": cards, "dead": dead, "samples": 60, "seed": cards}
        yield Request("POST", "/v1/fantasyland/odds", members)


def _refused() -> Iterator[Request]:
    """Requests with faults; of their answers everything is recorded but the wording."""
    board = "QsJd/KhKd9h5d2c/AhAs8h6d"
    for path, members in (
        ("/v1/score", {"board": "QhQh/Kh/Kx"}),
        ("/v1/score", {"board": "QhJh3h2c//", "rules": "omaha", "more": 1}),
        ("/v1/score", {"board": "Qh/Kh", "dead": ["Qh", 7]}),
        ("/v1/score", {}),
        ("/v1/odds", {"board": "QsJd/KhKd9h5d2c/AhAs8h", "dead": "Qs"}),
        ("/v1/odds", {"board": "QsJd/KhKd9h5d2c/AhAs8h"}),
        ("/v1/odds", {"board": board, "opponents": ["Qs//", "Ac//", "2d//"]}),
        ("/v1/odds", {"board": board, "objective": {"row": "top", "at_least": "flush"}}),
        ("/v1/odds", {"board": board, "objective": "win", "values": {"foul": "no", "x": 1}}),
        ("/v1/odds", {"board": board, "budget_ms": 10**9, "samples": 10**9}),
        ("/v1/odds", {"board": board, "values": {"foul": -1000, "fantasyland": {"18": 1}}}),
        ("/v1/odds", {"board": "Qs//AhKh5h2h", "method": "exact"}),
        ("/v1/placements", {"board": board, "dealt": "2h3h"}),
        ("/v1/placements", {"board": board + "2h2s", "dealt": "2h3h4h"}),
        ("/v1/placements", {"board": "Qs/Qd/", "dealt": "2h3h4h"}),
        ("/v1/placements", {"board": "", "dealt": "2h3h4h"}),
        ("/v1/draws", {"board": board, "cards_to_come": 50}),
        ("/v1/settlement", {"players": [{"name": "a", "board": board}]}),
        ("/v1/settlement", {"players": [], "stakes": "free", "point_value": -1}),
        ("/v1/fantasyland/set", {"cards": "AhKh", "opponents": ["Qs//"]}),
        ("/v1/fantasyland/set", {"cards": "AhKh", "rules": "classic-no-fantasyland"}),
        ("/v1/fantasyland/odds", {"cards": 18}),
        ("/v1/batch", {"requests": [{"path": "/v1/nothing"}, {"path": "/v1/score", "body": 3}]}),
    ):
        yield Request("POST", path, members)
    yield Request("GET", "/v1/rules/omaha", {})
    yield Request("GET", "/v1/nothing", {})
    yield Request("GET", "/v1/settlement", {})


def _batch(random: Random) -> list[Any]:
    own = [
        request
        for make in (_scores, _draws, _fantasyland)
        for request in list(make(random))[:6]
        if request.method == "POST"
    ]
    return [{"path": request.path, "body": request.members} for request in own]


def ask(client: FlaskClient, request: Request) -> dict[str, Any]:
    """What is recorded of a request's answer."""
    if request.method == "GET":
        response = client.get(request.path, query_string=request.members)
    else:
        response = client.post(request.path, json=request.members)
    return {"status": response.status_code, "answer": _without_words(response.get_json())}


def _without_words(answer: Any) -> Any:
    """An answer without the wording of faults, which may be improved at any time."""
    if isinstance(answer, Mapping):
        words = {"title", "detail"} if "pointer" in answer or "status" in answer else set()
        return {name: _without_words(part) for name, part in answer.items() if name not in words}
    if isinstance(answer, list):
        return [_without_words(part) for part in answer]
    return answer


def main() -> None:
    """Record every answer."""
    warm_up()
    client = create_app(Settings()).test_client()
    with RECORDED.open("w", encoding="utf-8") as file:
        for request in requests():
            recorded = {"request": list(request), **ask(client, request)}
            file.write(json.dumps(recorded, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
