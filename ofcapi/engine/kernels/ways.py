"""The fixed order in which ways to place cards are listed, here and nowhere else.

Of equally good ways the first counts. Ways are ordered by the cards that are kept, as ascending
places among the dealt ones, then by their rows from the top, the card at the first place deciding
first.
"""

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel


@kernel
def list_rows(room: NDArray[np.int64], ways: NDArray[np.int64]) -> int:
    """Fill ``ways`` with the rows that kept cards can go to, in order; returns how many there are.

    room  (3,) int64, the open slots of top, middle and bottom
    ways  (3**k, k) int64, filled from the front: the row of each of k cards
    """
    kept = ways.shape[1]
    size = 0
    left = np.empty(3, dtype=np.int64)
    for number in range(ways.shape[0]):
        left[:] = room
        digits, fits = number, True
        for place in range(kept - 1, -1, -1):
            row = digits % 3
            digits //= 3
            ways[size, place] = row
            left[row] -= 1
            fits &= left[row] >= 0
        size += fits
    return size
