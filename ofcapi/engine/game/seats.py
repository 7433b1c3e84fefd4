"""The seats of a hand: how many there may be, which boards fit together, who is in Fantasyland."""

from collections.abc import Iterator, Sequence

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK_SIZE
from ofcapi.engine.game.faults import CardLists, Fault, board_lists, impossible, repeats
from ofcapi.engine.game.rules import BOARD_SIZE, Rules
from ofcapi.engine.game.streets import cards_to_come, not_at_street_end


def entry_sizes(rules: Rules) -> list[int]:
    """The numbers of cards with which Fantasyland can be entered, ascending."""
    return sorted({cards for _, cards in rules.fantasyland.entry} if rules.fantasyland else ())


def cards_held(in_fantasyland: bool | int, rules: Rules) -> int:
    """The number of cards of the Fantasyland hand in play, 0 for an ordinary hand.

    ``in_fantasyland`` is that number, or true for the only or smallest one of the rules.
    """
    if in_fantasyland is True:
        return (entry_sizes(rules) or [0])[0]
    return int(in_fantasyland)


def fantasyland_hand_faults(
    in_fantasyland: bool | int, rules: Rules | None, *path: str | int
) -> list[Fault]:
    """What is impossible about a hand in Fantasyland under a rule set, None where it is unread."""
    if not in_fantasyland or rules is None:
        return []
    land = rules.fantasyland
    if land is None:
        detail = f"the rule set {rules.preset} has no Fantasyland"
    elif in_fantasyland is True and land.stay_cards == "same" and len(entry_sizes(rules)) > 1:
        sizes = ", ".join(map(str, entry_sizes(rules)))
        detail = f"the number of cards is required under these rules: one of {sizes}"
    else:
        return []
    return [impossible("contradiction", detail, *path, "in_fantasyland")]


def hand_faults(
    boards: Sequence[Board | None],
    in_fantasyland: Sequence[bool | int],
    rules: Rules | None,
    *path: str | int,
) -> Iterator[Fault]:
    """What is impossible about a hand to be settled, by seat; what could not be read is None."""
    if rules is not None:
        yield from _seat_faults(len(boards), rules, *path)
    lists: CardLists = []
    for seat, board in enumerate(boards):
        if board is not None:
            if board.open_slots > 0:
                placed = BOARD_SIZE - board.open_slots
                detail = f"the board has {placed} of 13 cards; only finished hands can be settled"
                yield impossible("unfinished_board", detail, *path, seat, "board")
            own = board_lists(board, *path, seat, "board")
            lists += own
            if rules is not None and rules.deal.same_cards:
                yield from repeats(own)
        yield from fantasyland_hand_faults(in_fantasyland[seat], rules, *path, seat)
    if rules is None or not rules.deal.same_cards:
        yield from repeats(lists)


def _seat_faults(players: int, rules: Rules, *path: str | int) -> Iterator[Fault]:
    least, most = rules.players
    if least <= players <= most:
        return
    seats = f"{least}" if least == most else f"{least} to {most}"
    detail = f"{rules.preset} is for {seats} players, not {players}"
    needed = players * (rules.deal.opening + rules.deal.streets * rules.deal.dealt)
    if needed > DECK_SIZE and players > most:
        detail += f": {needed} cards would be dealt"
    yield impossible("wrong_seat_count", detail, *path)


def opponent_faults(
    opponents: Sequence[Board | int | None],
    rules: Rules | None,
    players: int | None,
    *,
    played: bool,
) -> Iterator[Fault]:
    """What is impossible about opponents: boards, or the cards of a Fantasyland hand.

    ``played`` says whether those that are not finished are played on; ``players`` is how many sit
    at the table, None for those who are given. What could not be read is None.
    """
    if not played:
        if players is not None:
            detail = "players asks for opponents to be played, and opponents_played is false"
            yield impossible("contradiction", detail, "players")
        for seat, one in enumerate(opponents):
            if isinstance(one, int):
                detail = "a Fantasyland hand has to be played, and opponents_played is false"
                yield impossible("contradiction", detail, "opponents", seat)
        return
    if rules is None:
        return
    for seat, one in enumerate(opponents):
        if isinstance(one, int):
            if rules.fantasyland is None:
                detail = f"the rule set {rules.preset} has no Fantasyland"
                yield impossible("contradiction", detail, "opponents", seat)
        elif one is not None and one.cards:
            why = not_at_street_end(one, rules)
            if why:
                detail = f"{why}. With opponents_played false its cards are just dead cards"
                yield impossible("not_at_street_end", detail, "opponents", seat)
    if players is None:
        return
    if players <= len(opponents):
        detail = f"with the opponents given there are at least {len(opponents) + 1} players"
        yield impossible("wrong_seat_count", detail, "players")
    elif players > rules.players[1]:
        detail = f"{rules.preset} is for {rules.players[1]} players at most"
        yield impossible("wrong_seat_count", detail, "players")


def deal_faults(
    needed: int,
    unseen: int,
    opponents: Sequence[Board | int | None],
    rules: Rules,
    players: int | None,
) -> Iterator[Fault]:
    """A fault where the deck does not hold what all players will be dealt.

    ``needed`` cards will come to the asking player; for the others see ``opponent_faults``.
    """
    if rules.deal.same_cards or max(players or 0, 1 + len(opponents)) > rules.players[1]:
        return
    unknown = max(0, (players or 0) - 1 - len(opponents))
    to_come = [one for one in opponents if isinstance(one, int)]
    to_come += [cards_to_come(one, rules) for one in opponents if isinstance(one, Board)]
    to_come += unknown * [cards_to_come(Board(), rules)]
    total = needed + sum(to_come)
    if total > unseen:
        detail = f"{total} more cards would be dealt to all players, but only {unseen} are unseen"
        yield impossible("too_few_unseen", detail, "opponents" if opponents else "players")
