"""Settlement: who pays whom for finished hands, and why.

Each pair of players is settled separately, in points. The pairs are then paid in money, one after
the other in the order in which a table settles, so that the stake rule decides what happens when a
stack runs out or a player may win no more. Points are whole numbers, money is exact decimals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.hands import strength_of
from ofcapi.engine.game.rules import ROWS, CompiledRules
from ofcapi.engine.game.score import FoulReason, describe_row, score

StakeRule = Literal[
    "uncapped", "pay_what_you_have", "win_up_to_running_stack", "win_up_to_starting_stack"
]
STAKE_RULES: tuple[StakeRule, ...] = (
    "uncapped",
    "pay_what_you_have",
    "win_up_to_running_stack",
    "win_up_to_starting_stack",
)
SCOOP_POINTS = 3
MAJORITY_POINTS = 1


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's finished hand.

    ``stack`` is the money in front of the player, required under every stake rule but
    ``uncapped``; ``in_fantasyland`` is the number of cards of their Fantasyland hand, 0 for an
    ordinary hand.
    """

    name: str
    board: Board
    stack: Decimal | None = None
    in_fantasyland: int = 0


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a point is worth, how losses and wins are limited, and the most to lose in a match."""

    point_value: Decimal = Decimal(1)
    rule: StakeRule = "uncapped"
    match_cap: Decimal | None = None


@dataclass(frozen=True, slots=True)
class PairPoints:
    """Two players' result in points, from the first one's side.

    ``rows`` are 1, 0 or -1 for top, middle, bottom; ``scoop`` the bonus for three rows (2-4
    scoring: for at least two); ``foul`` what a foul itself pays; ``royalties`` those of either
    player that count in this pair.
    """

    rows: tuple[int, int, int]
    scoop: int
    foul: int
    royalties: tuple[int, int]

    @property
    def points(self) -> int:
        return sum(self.rows) + self.scoop + self.foul + self.royalties[0] - self.royalties[1]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players' result in points and money, from the first one's side, and why.

    ``owed`` is points times the point value; ``paid`` is what is paid under the stake rule.
    """

    players: tuple[int, int]
    result: PairPoints
    owed: Decimal
    paid: Decimal
    explanation: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One player's result of a hand: ``stack`` is the player's stack after settling."""

    name: str
    foul: FoulReason | None
    royalties: tuple[int, int, int]
    points: int
    money: Decimal
    stack: Decimal | None
    enters: bool
    stays: bool
    fantasyland_cards: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A settled hand; ``next_button`` is the seat of the button in the hand that follows."""

    button: int
    seats: tuple[SeatResult, ...]
    pairs: tuple[Pair, ...]
    next_button: int

    @property
    def fantasyland_next(self) -> bool:
        return any(seat.fantasyland_cards for seat in self.seats)


@dataclass(frozen=True, slots=True)
class FinishedBoard:
    """What settling needs to know about a finished board, computed once."""

    strengths: tuple[int, int, int]
    royalties: tuple[int, int, int]
    foul: FoulReason | None
    enters: bool
    stays: bool
    fantasyland_cards: int


def finished(board: Board, rules: CompiledRules, in_fantasyland: int = 0) -> FinishedBoard:
    """A finished board ready to settle."""
    result = score(board, rules, in_fantasyland=in_fantasyland)
    top, middle, bottom = map(strength_of, board.rows)
    return FinishedBoard(
        (top, middle, bottom),
        result.royalties,
        result.reason,
        result.enters,
        result.stays,
        result.fantasyland_cards,
    )


def pair_points(first: FinishedBoard, second: FinishedBoard, rules: CompiledRules) -> PairPoints:
    """What two finished boards owe each other, in points from the first one's side.

    Source: "Settlement" in docs/rules.md.
    """
    penalty = rules.rules.foul_points
    if first.foul and second.foul:
        return PairPoints((0, 0, 0), 0, 0, (0, 0))
    if first.foul:
        return PairPoints((0, 0, 0), 0, -penalty, (0, sum(second.royalties)))
    if second.foul:
        return PairPoints((0, 0, 0), 0, penalty, (sum(first.royalties), 0))
    order = rules.arrays.order
    places = [
        (int(order[row, mine]), int(order[row, theirs]))
        for row, (mine, theirs) in enumerate(zip(first.strengths, second.strengths, strict=True))
    ]
    top, middle, bottom = [(mine > theirs) - (mine < theirs) for mine, theirs in places]
    rows = (top, middle, bottom)
    if rules.rules.royalties_paid == "row_winner":
        royalties = (
            sum(points for points, won in zip(first.royalties, rows, strict=True) if won > 0),
            sum(points for points, won in zip(second.royalties, rows, strict=True) if won < 0),
        )
    else:
        royalties = (sum(first.royalties), sum(second.royalties))
    return PairPoints(rows, _scoop(rows, rules), 0, royalties)


def _scoop(rows: tuple[int, int, int], rules: CompiledRules) -> int:
    won, lost = rows.count(1), rows.count(-1)
    if rules.rules.scoring == "2-4":
        return MAJORITY_POINTS * ((won >= 2) - (lost >= 2))
    return SCOOP_POINTS * ((won == 3) - (lost == 3))


def settling_order(seats: int, button: int) -> list[int]:
    """The seats in the order in which they settle: left of the button first, the button last.

    >>> settling_order(3, button=0)
    [1, 2, 0]
    """
    return [(button + step) % seats for step in range(1, seats + 1)]


class _Purse:
    """One player's money while a hand is being settled.

    ``loss_left`` is how much the player may still lose under the match cap, None without a cap.
    """

    def __init__(self, stack: Decimal | None, loss_left: Decimal | None) -> None:
        self.start = self.stack = stack
        self.loss_left = loss_left
        self.won = self.net = Decimal(0)

    @property
    def left_to_win(self) -> Decimal:
        """What the player may still win if they can win at most their starting stack."""
        return (self.start or Decimal(0)) - self.won

    def move(self, amount: Decimal) -> None:
        self.net += amount
        self.won += max(amount, Decimal(0))
        if self.stack is not None:
            self.stack += amount
        if self.loss_left is not None:
            self.loss_left += amount


def settle_hand(
    seats: Sequence[Seat],
    rules: CompiledRules,
    button: int,
    stakes: Stakes,
    net_before: Sequence[Decimal] | None = None,
) -> Hand:
    """Settle one hand.

    ``seats`` in seat order, ``button`` an index of it. ``net_before`` is what each player has won
    or lost in the match before this hand; it matters under a match cap only.

    Boards must be finished, and stacks are required if the stake rule uses them.
    """
    boards = [finished(seat.board, rules, seat.in_fantasyland) for seat in seats]
    cap = stakes.match_cap
    before = net_before or [Decimal(0)] * len(seats)
    purses = [
        _Purse(seat.stack, None if cap is None else cap + net)
        for seat, net in zip(seats, before, strict=True)
    ]
    order = settling_order(len(seats), button)
    pairs = []
    points = [0] * len(seats)
    for place, first in enumerate(order):
        for second in order[place + 1 :]:
            result = pair_points(boards[first], boards[second], rules)
            points[first] += result.points
            points[second] -= result.points
            owed = result.points * stakes.point_value
            winner, loser = (first, second) if owed >= 0 else (second, first)
            paid, limit = _paid(abs(owed), purses[winner], purses[loser], stakes.rule)
            purses[winner].move(paid)
            purses[loser].move(-paid)
            names = seats[first].name, seats[second].name
            told = _explain(names, (boards[first], boards[second]), result, rules)
            if limit:
                told.append(_limited(seats[winner].name, seats[loser].name, paid, limit))
            signed = paid if winner == first else -paid
            pairs.append(Pair((first, second), result, owed, signed, tuple(told)))
    results = tuple(
        SeatResult(
            seat.name,
            board.foul,
            board.royalties,
            total,
            purse.net,
            purse.stack,
            board.enters,
            board.stays,
            board.fantasyland_cards,
        )
        for seat, board, total, purse in zip(seats, boards, points, purses, strict=True)
    )
    stays_put = any(result.fantasyland_cards for result in results)
    next_button = button if stays_put else (button + 1) % len(seats)
    return Hand(button, results, tuple(pairs), next_button)


def _paid(
    owed: Decimal, winner: _Purse, loser: _Purse, rule: StakeRule
) -> tuple[Decimal, str | None]:
    """How much of the debt the loser pays, and in words what limits it."""
    limits: list[tuple[Decimal, str]] = []
    if loser.loss_left is not None:
        limits.append((loser.loss_left, "{loser} reaches the cap of the match"))
    if rule != "uncapped" and winner.stack is not None and loser.stack is not None:
        limits.append((loser.stack, "{loser} has no more"))
        if rule == "win_up_to_running_stack":
            limits.append((winner.stack, "{winner} wins no more than his stack"))
        if rule == "win_up_to_starting_stack":
            limits.append((winner.left_to_win, "{winner} has then won the stack he started with"))
            if loser.left_to_win <= 0:
                limits.append((Decimal(0), "{loser} is complete"))
    amount, reason = min(limits, key=lambda limit: limit[0], default=(owed, ""))
    if amount >= owed:
        return owed, None
    return amount, reason


def _limited(winner: str, loser: str, paid: Decimal, reason: str) -> str:
    why = reason.format(winner=winner, loser=loser)
    return f"{loser} pays {winner} only {format_money(paid)}: {why}"


def format_money(amount: Decimal) -> str:
    """An amount without an exponent or trailing zeros.

    >>> format_money(Decimal("2.50")), format_money(Decimal("1E+2"))
    ('2.5', '100')
    """
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _explain(
    names: tuple[str, str],
    boards: tuple[FinishedBoard, FinishedBoard],
    result: PairPoints,
    rules: CompiledRules,
) -> list[str]:
    first, second = boards
    if first.foul and second.foul:
        return [f"{names[0]} and {names[1]} both foul: nothing is paid between them"]
    for fouled, name, other in ((first, *names), (second, names[1], names[0])):
        if fouled.foul:
            earned = sum((first if fouled is second else second).royalties)
            pays = f"pays {rules.rules.foul_points}"
            pays += f" and the {earned} royalties of {other}" if earned else f" to {other}"
            return [f"{name} fouls: {pays} ({fouled.foul.detail})"]
    told = [
        _row_words(names, row, won, first.strengths[row], second.strengths[row], rules)
        for row, won in enumerate(result.rows)
    ]
    if result.scoop:
        name = names[0] if result.scoop > 0 else names[1]
        rows = (
            "all three rows" if 0 not in result.rows and abs(sum(result.rows)) == 3 else "two rows"
        )
        told.append(f"{name} wins {rows}: {abs(result.scoop)} more")
    if any(result.royalties):
        told.append(
            f"royalties: {names[0]} {result.royalties[0]}, {names[1]} {result.royalties[1]}"
        )
    if result.points:
        payer, payee = (names[1], names[0]) if result.points > 0 else names
        points = abs(result.points)
        told.append(f"{payer} pays {payee} {points} point{'s' if points > 1 else ''}")
    else:
        told.append("nothing is paid")
    return told


def _row_words(
    names: tuple[str, str], row: int, won: int, mine: int, theirs: int, rules: CompiledRules
) -> str:
    if won == 0:
        return f"the {ROWS[row]} is tied at {describe_row(mine, row, rules, True)}"
    name, strong, weak = (names[0], mine, theirs) if won > 0 else (names[1], theirs, mine)
    words = [describe_row(strength, row, rules) for strength in (strong, weak)]
    if words[0] == words[1]:
        words = [describe_row(strength, row, rules, True) for strength in (strong, weak)]
    return f"{name} wins the {ROWS[row]}: {words[0]} against {words[1]}"


@dataclass(frozen=True, slots=True)
class Running:
    """One player's totals of a match up to and including a hand."""

    points: int
    money: Decimal


def settle_match(
    hands: Sequence[Sequence[Seat]], rules: CompiledRules, button: int, stakes: Stakes
) -> list[tuple[Hand, tuple[Running, ...]]]:
    """Settle the hands of one match in order, each with the running totals after it.

    ``hands`` have the same players in the same seats. Stacks and the button carry over from each
    hand to the next.
    """
    settled: list[tuple[Hand, tuple[Running, ...]]] = []
    totals = [Running(0, Decimal(0)) for _ in hands[0]]
    stacks = [seat.stack for seat in hands[0]]
    for seats in hands:
        playing = [
            Seat(seat.name, seat.board, stack, seat.in_fantasyland)
            for seat, stack in zip(seats, stacks, strict=True)
        ]
        hand = settle_hand(playing, rules, button, stakes, [total.money for total in totals])
        totals = [
            Running(total.points + seat.points, total.money + seat.money)
            for total, seat in zip(totals, hand.seats, strict=True)
        ]
        stacks = [seat.stack for seat in hand.seats]
        button = hand.next_button
        settled.append((hand, tuple(totals)))
    return settled
