"""The value of the best Fantasyland set agrees with the score and the settlement of its board."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ofcapi.engine.fantasyland.sets import best_sets
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, CompiledRules
from ofcapi.engine.game.score import cards_after_staying, score
from ofcapi.engine.game.settlement import Seat, Stakes, settle_hand
from tests.engine.properties.strategies import arrange, examples, finished_boards, rule_sets

tickets = st.integers(-10, 60).map(lambda fifths: Fraction(fifths, 5))


@given(st.data(), st.sampled_from(FANTASYLAND_CARDS), tickets)
@examples(60)
def test_a_set_is_worth_its_settlement_and_its_ticket(
    data: st.DataObject, cards: int, ticket: Fraction
) -> None:
    rules = data.draw(rule_sets())
    deck = data.draw(st.permutations(DECK))
    dealt, rest = deck[:cards], deck[cards:]
    opponents = []
    for _ in range(data.draw(st.integers(0, 2))):
        opponents.append(data.draw(finished_boards(rest)))
        rest = [card for card in rest if card not in opponents[-1].cards]
    values = dict.fromkeys(FANTASYLAND_CARDS, ticket)
    found = best_sets(dealt, rules, "points", values, opponents)
    for one in (found.best, found.best_royalties, found.best_staying):
        if one is None:
            continue
        scored = score(one.board, rules, in_fantasyland=cards)
        assert (one.royalties, one.stays) == (scored.royalties, scored.stays)
        assert one.legal == (scored.foul == "legal")
        assert sorted(one.board.cards + one.discards) == sorted(dealt)
        seats = [Seat("setter", one.board, None, cards), *(Seat("", board) for board in opponents)]
        pairs = settle_hand(seats, rules, 0, Stakes()).pairs
        settled = sum(
            pair.result.points * (1 if pair.players[0] == 0 else -1)
            for pair in pairs
            if 0 in pair.players
        )
        alone = sum(scored.royalties) if one.legal else -rules.rules.foul_points
        assert one.points == (settled if opponents else alone) + ticket * one.stays
        assert one.points <= found.best.points
        assert sum(one.royalties) <= sum(found.best_royalties.royalties)


@given(rule_sets(), st.permutations(DECK), tickets)
def test_no_other_set_that_a_player_might_try_is_better(
    rules: CompiledRules, deck: list[int], ticket: Fraction
) -> None:
    cards = 14
    values = dict.fromkeys(FANTASYLAND_CARDS, ticket)
    best = best_sets(deck[:cards], rules, "points", values).best
    for left_out in range(cards):
        tried = arrange([card for card in deck[:cards] if card != deck[left_out]])
        scored = score(tried, rules, in_fantasyland=cards)
        if scored.foul == "legal":
            staying = scored.stays and cards_after_staying(rules, cards) > 0
            assert sum(scored.royalties) + ticket * staying <= best.points
