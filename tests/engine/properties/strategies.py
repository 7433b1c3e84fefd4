"""Random rule sets, boards and positions for the properties.

Boards have few ranks, so that pairs, flushes, ties and fouls are common, and most of them are in an
order that is probably legal.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.options import rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import (
    BOARD_SIZE,
    ENTRY_KEYS,
    FANTASYLAND_CARDS,
    FIVE_CARD_ROYALTY_KEYS,
    LOW_ENTRY_KEYS,
    LOW_ROYALTY_KEYS,
    ROW_SIZES,
    TOP_ROYALTY_KEYS,
    CompiledRules,
    compile_rules,
)
from ofcapi.engine.worth.values import Objective, Values

OBJECTIVES = (
    Objective("points"),
    Objective("no_foul"),
    Objective("fantasyland"),
    Objective("royalties"),
    Objective("row", 0, "pair_8"),
    Objective("row", 2, "flush"),
    Objective("row", 2, "full_house"),
)
TICKETS = tuple((cards, Fraction(cards * 7 - 5, 10)) for cards in FANTASYLAND_CARDS)
values = st.sampled_from([Values(Fraction(-6), TICKETS), Values(Fraction(-1, 2))])
suit_orders = st.permutations(range(4))


def examples(share: int) -> settings:
    """A number of examples per hundred of the profile's, for slow tests."""
    return settings(max_examples=share * settings().max_examples // 100)


@st.composite
def option_changes(draw: st.DrawFn, preset: str) -> dict[str, Any]:
    """Changed options that a preset allows, often none."""
    low = PRESETS[preset].middle == "deuce_to_seven"
    points = st.integers(0, 30)
    cards = st.sampled_from(FANTASYLAND_CARDS)
    middle_keys = LOW_ROYALTY_KEYS if low else FIVE_CARD_ROYALTY_KEYS
    hand = st.sampled_from([None, "pair", "three_of_a_kind", "three_of_a_kind_8"])
    land = st.fixed_dictionaries(
        {
            "entry": st.dictionaries(st.sampled_from(LOW_ENTRY_KEYS if low else ENTRY_KEYS), cards),
            "stay": st.fixed_dictionaries(
                {
                    "top": hand,
                    "middle": st.sampled_from([None, *middle_keys]),
                    "bottom": hand,
                }
            ),
            "stay_cards": st.one_of(cards, st.just("same")),
        }
    )
    options: dict[str, st.SearchStrategy[Any]] = {
        "scoring": st.sampled_from(["1-6", "2-4"]),
        "foul_points": points,
        "royalties_paid": st.sampled_from(["both", "row_winner"]),
        "royalties": st.fixed_dictionaries(
            {},
            optional={
                "top": st.dictionaries(st.sampled_from(TOP_ROYALTY_KEYS), points),
                "middle": st.dictionaries(st.sampled_from(middle_keys), points),
                "bottom": st.dictionaries(st.sampled_from(FIVE_CARD_ROYALTY_KEYS), points),
            },
        ),
        "fantasyland": st.one_of(st.none(), land),
    }
    if not low:
        options["row_order"] = st.sampled_from(["at_least", "strict"])
    changes: dict[str, Any] = draw(st.fixed_dictionaries({}, optional=options))
    return changes


@st.composite
def rule_sets(draw: st.DrawFn, presets: Sequence[str] = tuple(PRESETS)) -> CompiledRules:
    """A preset, as it is or with changed options."""
    preset = draw(st.sampled_from(presets))
    changes = draw(st.one_of(st.just({}), option_changes(preset)))
    return compile_rules(rules_from(preset, changes))


@st.composite
def decks(draw: st.DrawFn, ranks: int) -> list[int]:
    """The cards of a number of ranks, shuffled."""
    kept = set(draw(st.permutations(range(13)))[:ranks])
    return draw(st.permutations([card for card in DECK if card // 4 in kept]))


def arrange(cards: Sequence[int]) -> Board:
    """Thirteen cards as a board that is probably legal: more frequent ranks go to lower rows."""
    often = Counter(card // 4 for card in cards)
    ordered = sorted(cards, key=lambda card: (often[card // 4], card))
    return Board(tuple(ordered[:3]), tuple(ordered[3:8]), tuple(ordered[8:]))


@st.composite
def finished_boards(draw: st.DrawFn, deck: Sequence[int] = DECK) -> Board:
    """Thirteen cards of a deck, three times in four in an order that is probably legal."""
    cards = draw(st.permutations(deck))[:BOARD_SIZE]
    if draw(st.integers(0, 3)):
        return arrange(cards)
    return Board(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))


@dataclass(frozen=True)
class Position:
    """An unfinished board, the cards that may come, and the finished boards of opponents."""

    board: Board
    unseen: tuple[int, ...]
    opponents: tuple[Board, ...] = ()


@st.composite
def positions(draw: st.DrawFn, slots: int, unseen: int, most_opponents: int = 0) -> Position:
    """A board with given numbers of open slots and unseen cards."""
    deck = draw(decks(ranks=9))
    whole = arrange(deck[:BOARD_SIZE])
    homes = [row for row, size in enumerate(ROW_SIZES) for _ in range(size)]
    gone = Counter(draw(st.permutations(homes))[:slots])
    # The highest cards of a row are removed, so that fouls and royalties stay open.
    board = Board(*(cards[: len(cards) - gone[row]] for row, cards in enumerate(whole.rows)))
    free = [card for card in deck if card not in board.cards]
    coming, rest = free[:unseen], free[unseen:]
    rest += [card for card in DECK if card not in deck]
    opponents = []
    for _ in range(draw(st.integers(0, min(most_opponents, len(rest) // BOARD_SIZE)))):
        other = draw(finished_boards(rest))
        rest = [card for card in rest if card not in other.cards]
        opponents.append(other)
    return Position(board, tuple(sorted(coming)), tuple(opponents))


def renamed(card: int, suits: Sequence[int]) -> int:
    """A card with its suit renamed."""
    return card // 4 * 4 + suits[card % 4]


def renamed_board(board: Board, suits: Sequence[int]) -> Board:
    """A board with every suit renamed, its cards in the same order."""
    return Board(*(tuple(renamed(card, suits) for card in row) for row in board.rows))
