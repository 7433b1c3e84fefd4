"""What a board is worth long before its end: a small network over the features of its rows.

The network estimates the points that good play makes of a board at the end of a street. Its first
layer is a sum of one part for each row, one for the cards to come and one for the order of the
rows, so that the ways to place a deal share the parts of their rows: three dealt cards are
placed in 7 ways in a row, and the 27 ways on the board cost 21 rows and 27 additions.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.endings import OPEN, place_card
from ofcapi.engine.kernels.features import (
    CATEGORY,
    FINISHED,
    FIRST_RANK,
    ORDER_FEATURES,
    PARTS,
    SHARED_FEATURES,
    STRENGTH,
    Coming,
    describe_coming,
    describe_order,
    describe_row,
)
from ofcapi.engine.kernels.shapes import HandTables, RuleArrays

NO_ROOM = -1e9


class Look(NamedTuple):
    """Working space of ``value_ways``: rows by the set of dealt cards placed in them, and sums.

    known, fits (3, sets) bool; sums (3, sets, units), summaries (3, sets, 16), shared, total and
    hidden (units,), features (88,) float32; rows (3, 4) and held (3, 13) int64
    """

    known: NDArray[np.bool_]
    fits: NDArray[np.bool_]
    sums: NDArray[np.float32]
    summaries: NDArray[np.float32]
    shared: NDArray[np.float32]
    total: NDArray[np.float32]
    hidden: NDArray[np.float32]
    features: NDArray[np.float32]
    rows: NDArray[np.int64]
    held: NDArray[np.int64]


class Network(NamedTuple):
    """The weights of one street: two hidden layers, float32.

    first (features, h), first_bias (h,), second (h, g), second_bias (g,), last (g,), last_bias (1,)
    """

    first: NDArray[np.float32]
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    last_bias: NDArray[np.float32]


@kernel
def beats_finished(upper: NDArray[np.float32], lower: NDArray[np.float32]) -> bool:
    """Whether what a row has made beats a finished row that must not be weaker."""
    if lower[FINISHED] == 0:
        return False
    if upper[FINISHED] > 0:
        return bool(upper[STRENGTH] > lower[STRENGTH])
    if upper[CATEGORY] == lower[CATEGORY]:
        return bool(upper[CATEGORY] > 0 and upper[FIRST_RANK] > lower[FIRST_RANK])
    return bool(upper[CATEGORY] > lower[CATEGORY])


@kernel
def must_foul(
    top: NDArray[np.float32], middle: NDArray[np.float32], bottom: NDArray[np.float32]
) -> bool:
    """Whether a board with high rows is a foul with any cards to come, by its finished rows."""
    return (
        beats_finished(top, middle) or beats_finished(middle, bottom) or beats_finished(top, bottom)
    )


@kernel
def add_part(
    values: NDArray[np.float32], weights: NDArray[np.float32], sums: NDArray[np.float32]
) -> None:
    """Add values times weights (values, sums) to the sums, those that are not 0 by fours.

    Four lines of weights at a time, because the sums are then read and written a quarter as often.
    """
    chosen = np.empty(values.size, dtype=np.int64)
    count = 0
    for place in range(values.size):
        if values[place] != 0:
            chosen[count] = place
            count += 1
    place = 0
    while place + 4 <= count:
        one, two = chosen[place], chosen[place + 1]
        three, four = chosen[place + 2], chosen[place + 3]
        line_one, line_two, line_three, line_four = (
            weights[one], weights[two], weights[three], weights[four],
        )  # fmt: skip
        value_one, value_two, value_three, value_four = (
            values[one], values[two], values[three], values[four],
        )  # fmt: skip
        for unit in range(sums.size):
            sums[unit] += (value_one * line_one[unit] + value_two * line_two[unit]) + (
                value_three * line_three[unit] + value_four * line_four[unit]
            )
        place += 4
    while place < count:
        value, line = values[chosen[place]], weights[chosen[place]]
        for unit in range(sums.size):
            sums[unit] += value * line[unit]
        place += 1


@kernel
def finish_network(
    network: Network, sums: NDArray[np.float32], hidden: NDArray[np.float32]
) -> float:
    """The network's answer from the sums of its first layer, in points; the sums are used up."""
    for unit in range(sums.size):
        sums[unit] = max(sums[unit], np.float32(0))
    hidden[:] = network.second_bias
    add_part(sums, network.second, hidden)
    answer = network.last_bias[0]
    for unit in range(hidden.size):
        answer += max(hidden[unit], np.float32(0)) * network.last[unit]
    return float(answer)


@kernel
def hold_card(held: NDArray[np.int64], row: int, card: int) -> None:
    """Count a card among the ranks that a row holds, in place; ``held`` (3, 13)."""
    held[row, card >> 2] += 1


@kernel
def value_ways(
    tables: HandTables, arrays: RuleArrays, rows: NDArray[np.int64], held: NDArray[np.int64],
    dealt: NDArray[np.int64], ways: NDArray[np.int64], coming: Coming, network: Network,
    look: Look, values: NDArray[np.float64]
) -> None:  # fmt: skip
    """What the network makes of each way to place dealt cards, ``values`` (w,), in points.

    ways  (w, 3) int64: bit sets of the dealt cards that go to each row; a way without room on the
          board is worth ``NO_ROOM``. Three dealt cards take 21 rows and 27 sums: 60 microseconds.
    """
    units = network.first_bias.size
    known, sums, summaries = look.known, look.sums, look.summaries
    known[:] = False
    shared = look.shared[:units]
    shared[:] = network.first_bias
    describe_coming(coming, look.features[:SHARED_FEATURES])
    add_part(look.features[:SHARED_FEATURES], network.first[PARTS[3] : PARTS[4]], shared)
    placed, own = look.rows, look.held
    for way in range(ways.shape[0]):
        room = True
        for row in range(3):
            chosen = ways[way, row]
            if not known[row, chosen]:
                placed[row], own[row] = rows[row], held[row]
                count = 0
                for place in range(dealt.size):
                    if (chosen >> place) & 1:
                        count += 1
                        if count <= rows[row, OPEN]:
                            place_card(tables, placed, row, dealt[place])
                            hold_card(own, row, dealt[place])
                look.fits[row, chosen] = count <= rows[row, OPEN]
                known[row, chosen] = True
                if look.fits[row, chosen]:
                    part = look.features[: PARTS[row + 1] - PARTS[row]]
                    describe_row(
                        tables, arrays, row, placed, own, coming, part, summaries[row, chosen]
                    )
                    line = sums[row, chosen, :units]
                    line[:] = 0
                    add_part(part, network.first[PARTS[row] : PARTS[row + 1]], line)
            room = room and look.fits[row, chosen]
        values[way] = NO_ROOM
        if not room:
            continue
        top, middle, bottom = ways[way, 0], ways[way, 1], ways[way, 2]
        if must_foul(summaries[0, top], summaries[1, middle], summaries[2, bottom]):
            values[way] = coming.foul
            continue
        total = look.total[:units]
        for unit in range(units):
            total[unit] = (
                shared[unit] + sums[0, top, unit] + sums[1, middle, unit] + sums[2, bottom, unit]
            )
        part = look.features[:ORDER_FEATURES]
        describe_order(
            summaries[0, top], summaries[1, middle], summaries[2, bottom], coming.foul, part
        )
        add_part(part, network.first[PARTS[4] : PARTS[5]], total)
        values[way] = finish_network(network, total, look.hidden[: network.second_bias.size])
