"""The position of a board in the deal: what is still to come, and whether a street is complete."""

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.rules import BOARD_SIZE, Rules


def cards_to_come(board: Board, rules: Rules, dealt: int = 0) -> int:
    """How many more cards the player of a board will see, discards included.

    The ``dealt`` cards that the player already holds are not counted. For a board in the middle of
    a street that whole street is still to come; for one with fewer cards than the opening, the rest
    of the opening is.

    >>> from ofcapi.engine.game.board import parse_board
    >>> from ofcapi.engine.game.presets import PRESETS
    >>> board = parse_board("Qh/4c4d/AhKh")[0]
    >>> cards_to_come(board, PRESETS["pineapple"]), cards_to_come(board, PRESETS["classic"])
    (12, 8)
    >>> cards_to_come(board, PRESETS["pineapple"], dealt=3)
    9
    """
    deal = rules.deal
    kept = 0
    if dealt:
        kept = deal.kept if board.cards else deal.opening
    open_slots = max(board.open_slots - kept, 0)
    placed = BOARD_SIZE - open_slots
    if placed < deal.opening:
        return deal.opening - placed + deal.streets * deal.dealt
    return -(-open_slots // deal.kept) * deal.dealt


def street_ends(rules: Rules) -> tuple[int, ...]:
    """The numbers of cards that a board holds at the ends of streets, the opening first.

    >>> from ofcapi.engine.game.presets import PRESETS
    >>> street_ends(PRESETS["pineapple"])
    (5, 7, 9, 11, 13)
    """
    deal = rules.deal
    return tuple(range(deal.opening, BOARD_SIZE + 1, deal.kept))


def not_at_street_end(board: Board, rules: Rules) -> str | None:
    """Why a board is not at the end of a street, None if it is.

    >>> from ofcapi.engine.game.board import parse_board
    >>> from ofcapi.engine.game.presets import PRESETS
    >>> not_at_street_end(parse_board("Qh/4c4d/AhKh2h")[0], PRESETS["pineapple"])
    'a pineapple board holds 5, 7, 9, 11 or 13 cards at the end of a street; this one holds 6'
    """
    ends = street_ends(rules)
    placed = BOARD_SIZE - board.open_slots
    if placed in ends:
        return None
    *most, last = map(str, ends)
    return (
        f"a {rules.deal.name} board holds {', '.join(most)} or {last} cards "
        f"at the end of a street; this one holds {placed}"
    )


def dealt_next(board: Board, rules: Rules) -> int:
    """How many cards the player of a board is dealt next: the opening, a street's, or none."""
    if board.complete:
        return 0
    return rules.deal.dealt if board.cards else rules.deal.opening
