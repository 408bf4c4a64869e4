"""Which rows belong together: runs of neighbours whose band cells are equal, in whatever order rows stand."""

from collections.abc import Sequence

from encounter_gui.rules.view import BandCell, Column, Row


def band_key(columns: Sequence[Column]) -> str:
    """Returns the key of the column that holds the bands, always the first; "" if there is none."""
    return columns[0].key if columns and columns[0].kind == "band" else ""


def band_at(rows: Sequence[Row], place: int, key: str) -> BandCell | None:
    """Returns the band a row belongs to; None outside the rows, and for a row without one."""
    cell = rows[place].cells.get(key) if 0 <= place < len(rows) else None
    return cell if isinstance(cell, BandCell) else None


def starts_run(rows: Sequence[Row], place: int, key: str) -> bool:
    """Returns whether the row at a place is the first of its run."""
    return place == 0 or band_at(rows, place - 1, key) != band_at(rows, place, key)


def ends_run(rows: Sequence[Row], place: int, key: str) -> bool:
    """Returns whether the row at a place is the last of its run."""
    return place == len(rows) - 1 or starts_run(rows, place + 1, key)


def neighbour_after_step(rows: Sequence[Row], place: int, step: int, key: str) -> str | None:
    """Returns before whom (id) a row comes that goes up (−1) or down (1) by one in its band.

    "" is the last of the band; None: it is at the end of its band already.
    """
    to = place + step
    if not 0 <= to < len(rows) or band_at(rows, to, key) != band_at(rows, place, key):
        return None
    if step < 0:
        return rows[to].who
    return "" if ends_run(rows, to, key) else rows[to + 1].who
