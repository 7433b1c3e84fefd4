"""Computed results: cached or new they are the same, with any names of the suits."""

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from itertools import permutations
from threading import Event
from time import monotonic
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ofcapi.engine.game.encoding import digest
from ofcapi.engine.play import exact
from ofcapi.engine.play.best_play import best_play
from ofcapi.engine.play.exact import OutOfTimeError
from ofcapi.http.app import create_app
from ofcapi.http.service.problems import Problem
from ofcapi.http.service.settings import Settings
from ofcapi.http.work.slots import BusyError, Slots
from ofcapi.http.work.workshop import Work, Workshop
from tests.http.problem import faults, problem

LONG = 60.0
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
CARDS = re.compile(r"([2-9TJQKA][cdhs]|/)*")
SUITS = [dict(zip("cdhs", names, strict=True)) for names in permutations("cdhs")]

Question = dict[str, Any]


@pytest.fixture(scope="module")
def fresh(client: FlaskClient) -> FlaskClient:
    """A service without a cache."""
    return create_app(Settings(cache_bytes=1)).test_client()


def board(cards: list[str], *ends: int) -> str:
    """A board of the first cards; its rows end at these places."""
    begins = (0, *ends[:-1])
    return "/".join("".join(cards[a:b]) for a, b in zip(begins, ends, strict=True))


def with_flush_draw(cards: list[str], at: int) -> list[str]:
    """The cards with four of one suit at a place, so that suits matter."""
    suited = [card for card in cards if card[1] == cards[0][1]][:4]
    others = [card for card in cards if card not in suited]
    return others[:at] + suited + others[at:]


@st.composite
def odds(draw: st.DrawFn) -> tuple[str, Question]:
    cards = with_flush_draw(draw(st.permutations(DECK)), 7)
    return "/v1/odds", {
        "board": board(cards, 2, 7, 11),
        "dead": cards[24 : draw(st.integers(min_value=24, max_value=40))],
        "opponents": [board(cards[11:], 3, 8, 13)] * draw(st.integers(min_value=0, max_value=1)),
        "objective": draw(st.sampled_from(["points", "fantasyland"])),
    }


@st.composite
def sampled(draw: st.DrawFn) -> tuple[str, Question]:
    cards = with_flush_draw(draw(st.permutations(DECK)), 5)
    return "/v1/odds", {
        "board": board(cards, 1, 5, 9),
        "dead": cards[9:12],
        "method": "sampled",
        "samples": 4,
        "budget_ms": 20_000,
    }


@st.composite
def placements(draw: st.DrawFn) -> tuple[str, Question]:
    cards = with_flush_draw(draw(st.permutations(DECK)), 7)
    dealt, dead = cards[11:14], cards[14:15]
    return "/v1/placements", {"board": board(cards, 2, 7, 11), "dealt": dealt, "dead": dead}


@st.composite
def sampled_placements(draw: st.DrawFn) -> tuple[str, Question]:
    cards = with_flush_draw(draw(st.permutations(DECK)), 5)
    return "/v1/placements", {
        "board": board(cards, 2, 4, 9),
        "dealt": cards[9:12],
        "dead": cards[12:14],
        "method": "sampled",
        "samples": 4,
        "budget_ms": 20_000,
    }


@st.composite
def draws(draw: st.DrawFn) -> tuple[str, Question]:
    cards = with_flush_draw(draw(st.permutations(DECK)), 5)
    rules = draw(st.sampled_from(["pineapple", "deuce-to-seven"]))
    return "/v1/draws", {"board": board(cards, 2, 5, 9), "dead": cards[9:14], "rules": rules}


@st.composite
def sets(draw: st.DrawFn) -> tuple[str, Question]:
    cards = draw(st.permutations(DECK))
    opponents = [board(cards[17:], 3, 8, 13)] * draw(st.integers(min_value=0, max_value=1))
    return "/v1/fantasyland/set", {"cards": cards[:14], "opponents": opponents}


@st.composite
def stays(draw: st.DrawFn) -> tuple[str, Question]:
    cards = draw(st.permutations(DECK))
    dead = cards[: draw(st.integers(min_value=1, max_value=6))]
    return "/v1/fantasyland/odds", {"cards": 14, "dead": dead, "samples": 10, "budget_ms": 20_000}


questions = st.one_of(
    odds(), sampled(), placements(), sampled_placements(), draws(), sets(), stays()
)


def turned(value: Any, suits: dict[str, str]) -> Any:
    """The same JSON data with the suits of all cards renamed."""
    if isinstance(value, dict):
        return {name: turned(member, suits) for name, member in value.items()}
    if isinstance(value, list):
        return [turned(member, suits) for member in value]
    if isinstance(value, str) and CARDS.fullmatch(value):
        return re.sub("[cdhs]", lambda suit: suits[suit[0]], value)
    return value


def in_order(value: Any) -> Any:
    """The same JSON data with cards in the order of the deck."""
    if isinstance(value, dict):
        return {name: in_order(member) for name, member in value.items()}
    if isinstance(value, list):
        if set(map(str, value)) <= set(DECK):
            return sorted(value, key=DECK.index)
        return [in_order(member) for member in value]
    if isinstance(value, str) and CARDS.fullmatch(value):
        return [sorted(re.findall("..", row), key=DECK.index) for row in value.split("/")]
    return value


@pytest.mark.slow
# A request takes too long for shrinking.
@settings(deadline=None, max_examples=80, phases=(Phase.reuse, Phase.generate))
@given(questions, st.sampled_from(SUITS))
def test_kept_and_fresh_answers_are_the_same_under_every_name(
    client: FlaskClient, fresh: FlaskClient, asked: tuple[str, Question], suits: dict[str, str]
) -> None:
    path, question = asked
    first = client.post(path, json=question)
    assert first.status_code == 200, first.get_data(as_text=True)
    again = client.post(path, json=question)
    assert again.headers["Cache-Status"] == "ofcapi; hit"
    without = fresh.post(path, json=question)
    assert without.headers["Cache-Status"] == "ofcapi; fwd=miss"
    assert first.data == again.data == without.data
    named = turned(question, suits)
    other = client.post(path, json=named)
    assert other.headers["Cache-Status"] == "ofcapi; hit"
    assert fresh.post(path, json=named).data == other.data
    # Suits with the same cards in the request may change places in the response.
    alike = [names for names in SUITS if in_order(turned(question, names)) == in_order(named)]
    answers = [in_order(turned(first.get_json(), names)) for names in alike]
    assert in_order(other.get_json()) in answers


def test_answers_keep_the_order_of_the_board(client: FlaskClient) -> None:
    given = ["JdQs", "2cKhKd9h5d", "6dAhAs8h"]
    question: Question = {"board": "/".join(given), "dealt": "Ad3h9c", "limit": 1}
    answer = client.post("/v1/placements", json=question).get_json()
    assert answer["board"] == question["board"]
    (best,) = answer["placements"]
    rows = zip(("top", "middle", "bottom"), given, strict=True)
    after = [row + "".join(best["place"].get(name, [])) for name, row in rows]
    assert best["board"].split("/") == after


def test_what_is_no_part_of_the_question(client: FlaskClient) -> None:
    """Cards may be dead or on a board that is not played on, in any order, with any limit."""
    ask = {"board": "QsJd/KhKd9h5d2c/AhAs8h6c", "dealt": "Ad3h9c"}
    client.post("/v1/placements", json={**ask, "dead": "4c7s"})
    for other in (
        {"dead": "7s4c"},
        {"opponents": ["7s//4c"], "opponents_played": False},
        {"dead": "4c7s", "limit": 1, "budget_ms": 5000},
        {
            "dead": "4c",
            "opponents": ["//7s"],
            "opponents_played": False,
            "seed": 5,
            "samples": 50,
        },
        {"dead": "4c7s", "values": {"foul": -6}},
    ):
        response = client.post("/v1/placements", json={**ask, **other})
        assert response.headers["Cache-Status"] == "ofcapi; hit"
    for other in ({"dead": "4c"}, {"dead": "4c7s", "objective": "royalties"}):
        response = client.post("/v1/placements", json={**ask, **other})
        assert response.headers["Cache-Status"] == "ofcapi; fwd=miss; stored"


def test_opponents_are_alike_in_every_order(client: FlaskClient) -> None:
    ask = {"board": "QsJd/KhKd9h5d2c/AhAs8h6c"}
    one, other = "Ac2s3s/4s5s7s7d8s/9s9cTsTcJs", "Kc2d3d/4d4h5h6h7h/TdThJhQhQc"
    first = client.post("/v1/odds", json={**ask, "opponents": [one, other]})
    second = client.post("/v1/odds", json={**ask, "opponents": [other, one]})
    assert second.headers["Cache-Status"] == "ofcapi; hit"
    assert first.data == second.data


@pytest.mark.slow
def test_the_way_to_the_answer_belongs_to_the_question(client: FlaskClient) -> None:
    """With a budget too short for an exact result, a cached exact result is not used."""
    ask = {"rules": "classic", "board": "Qh3s/7c7d9s/AhKh5h", "samples": 4}
    exactly = client.post("/v1/odds", json={**ask, "budget_ms": 20_000})
    assert exactly.get_json()["method"] == "exact"
    quick = client.post("/v1/odds", json={**ask, "budget_ms": 1, "method": "auto"})
    assert quick.get_json()["method"] == "sampled"


@pytest.mark.slow
def test_a_part_of_an_answer_is_not_for_the_next(client: FlaskClient) -> None:
    ask = {"board": "Qh/7c7d/AsKs", "samples": 80}
    cut = client.post("/v1/odds", json={**ask, "budget_ms": 1})
    assert (cut.get_json()["complete"], cut.headers["Cache-Status"]) == (False, "ofcapi; fwd=miss")
    whole = client.post("/v1/odds", json={**ask, "budget_ms": 20_000})
    assert whole.get_json()["complete"] is True
    assert whole.headers["Cache-Status"] == "ofcapi; fwd=miss; stored"
    kept = client.post("/v1/odds", json={**ask, "budget_ms": 1})
    assert (kept.data, kept.headers["Cache-Status"]) == (whole.data, "ofcapi; hit")


@pytest.mark.parametrize("method", ["auto", "exact"])
def test_a_deadline_in_the_middle(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The clock jumps past the deadline while an exact answer is computed."""
    app = create_app(Settings()).test_client()
    url = f"/v1/odds?board=Qh/7c7d9s/AhKh5h2h9h&dead=3cQs&method={method}&samples=400"
    with monkeypatch.context() as patched:
        looks = iter([0.0] * 5)
        patched.setattr(exact, "monotonic", lambda: next(looks, float("inf")))
        late = app.get(url)
        assert next(looks, None) is None
    if method == "exact":
        assert faults(late, 422) == {("/method", "over_budget")}
    else:
        assert late.get_json()["method"] == "sampled"
        assert late.headers["Cache-Control"] == "no-store"
        assert "ETag" not in late.headers
    whole = app.get(url)
    assert whole.get_json()["method"] == "exact"
    assert whole.headers["Cache-Status"] == "ofcapi; fwd=miss; stored"
    assert whole.headers["Cache-Control"] == "public, max-age=86400"


def test_equal_questions_at_once_are_computed_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[object] = []
    began, waiting = Event(), Event()
    wait = Slots.wait

    def play(*args: Any, **options: Any) -> Any:
        computed.append(args)
        began.set()
        assert waiting.wait(LONG)
        return best_play(*args, **options)

    def wait_seen(slots: Slots) -> AbstractContextManager[None]:
        waiting.set()
        return wait(slots)

    monkeypatch.setattr(Slots, "wait", wait_seen)
    monkeypatch.setattr("ofcapi.http.endpoints.playing.best_play", play)
    app = create_app(Settings())
    question = {"board": "QsJd/KhKd9h5d2c/AhAs8h6d", "dead": "3c4d7s", "budget_ms": 20_000}
    other = turned(question, SUITS[-1])
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(app.test_client().post, "/v1/odds", json=question)
        assert began.wait(LONG)
        second = pool.submit(app.test_client().post, "/v1/odds", json=other)
        answers = [first.result(LONG), second.result(LONG)]
    assert [answer.headers["Cache-Status"] for answer in answers] == [
        "ofcapi; fwd=miss; stored",
        "ofcapi; fwd=miss; collapsed",
    ]
    assert answers[1].get_json() == turned(answers[0].get_json(), SUITS[-1])
    assert len(computed) == 1


def test_validators_are_those_of_the_callers_cards(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "/v1/draws?board=7s//AhKh5h2h&dead=QdJc"
    first = client.get(url)
    etag = first.headers["ETag"]
    renamed = client.get("/v1/draws?board=7h//AsKs5s2s&dead=QdJc", headers={"If-None-Match": etag})
    assert renamed.status_code == 200
    assert renamed.headers["Cache-Status"] == "ofcapi; hit"
    assert renamed.headers["ETag"] != etag
    assert renamed.data != first.data
    # Nothing is computed or looked up.
    monkeypatch.setattr("ofcapi.http.work.workshop.Workshop.do", None)
    same = client.get(url, headers={"If-None-Match": etag})
    assert (same.status_code, same.data) == (304, b"")


def test_quick_answers_have_no_cache_status(client: FlaskClient) -> None:
    assert "Cache-Status" not in client.post("/v1/score", json={"board": "//"}).headers
    assert "Cache-Status" not in client.get("/v1/fantasyland/odds?cards=14").headers


@pytest.mark.slow
def test_the_cache_is_bounded(client: FlaskClient) -> None:
    app = create_app(Settings(cache_bytes=50_000))
    shop: Workshop = app.extensions["ofcapi.workshop"]
    ask = app.test_client()
    for rank in range(200):
        dead = DECK[rank % 13 : rank % 13 + 20]
        question = {"cards": 14, "dead": dead, "samples": 2, "seed": rank}
        status = ask.post("/v1/fantasyland/odds", json=question).headers["Cache-Status"]
        assert status == "ofcapi; fwd=miss; stored"
        assert shop.cache.size <= 50_000
    assert shop.cache.size > 40_000


def work(compute: Callable[[float], Any], **options: Any) -> Work[Any]:
    key = digest(options.pop("key", "question"))
    return Work(
        key, options.pop("budget", 60_000), compute, lambda found: {"found": found}, **options
    )


def late(deadline: float) -> Any:
    raise OutOfTimeError


@pytest.fixture
def shop() -> Workshop:
    return Workshop(Settings(slots=1, queue=1))


def test_other_work_where_the_time_is_too_short(shop: Workshop) -> None:
    instead = work(lambda deadline: "sampled", key="other way")
    done = shop.do(work(late, instead=instead))
    assert (done.answer, done.lasting) == ({"found": "sampled"}, False)
    done = shop.do(work(lambda deadline: "exact", instead=instead))
    assert (done.answer, done.lasting) == ({"found": "exact"}, True)


def test_no_other_work(shop: Workshop) -> None:
    over = Problem(422, "would take longer")
    with pytest.raises(Problem, match="take longer"):
        shop.do(work(late, instead=over))
    with pytest.raises(BusyError, match="time of the batch"):
        shop.do(work(late, instead=over), until=monotonic() + LONG / 2)


def test_waiting_counts(shop: Workshop) -> None:
    """A computation that takes too long after the wait is not started."""
    long = work(late, budget=100, seconds=LONG, instead=Problem(422, "would take longer"))
    with shop.slots.hold(monotonic() + LONG):
        with pytest.raises(BusyError, match="became free in time"):
            shop.do(long)
        instead = work(lambda deadline: "sampled", key="other way", budget=100)
        with pytest.raises(BusyError, match="became free in time"):
            shop.do(work(late, budget=100, seconds=LONG, instead=instead))


def test_the_deadline_is_the_callers(shop: Workshop) -> None:
    begin = monotonic()
    found = shop.do(work(lambda deadline: deadline, budget=5_000)).answer["found"]
    assert begin + 5 <= found <= monotonic() + 5
    until = begin + 1
    assert shop.do(work(lambda deadline: deadline, key=2), until).answer["found"] == until
    with pytest.raises(BusyError, match="Too little time"):
        shop.do(work(late, key=3), until=begin - 1)
    assert shop.do(work(late, key=2), until=begin - 1).cache_status == "ofcapi; hit"


def test_faults_found_while_computing(client: FlaskClient) -> None:
    question = {
        "board": "Qh/7c7d9s/AhKh5h2h9h",
        "objective": "royalties",
        "rules": {"royalties": {"bottom": {"flush": 1000}, "middle": {"full_house": 1000}}},
        "values": {"foul": -999.9999, "fantasyland": {"14": 999.9999}},
    }
    for _ in range(2):
        assert problem(client.post("/v1/odds", json=question), 422)["errors"]
    assert json.loads(client.get("/livez").data) == {"status": "live"}
