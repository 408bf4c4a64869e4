"""What rules as arithmetic take and return: one number, or arrays of them. The types are for checking alone.

Whoever names them imports them for checking only, so that the table needs no numpy to play.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = int | npt.NDArray[np.int64] | npt.NDArray[Any]
    Bools = bool | npt.NDArray[np.bool_] | npt.NDArray[Any]
