"""In which order rows stand: by turn, or sorted by a column."""

from collections.abc import Iterable

from msgspec import Struct

from encounter_gui.rules.view import Column, Row, SortKey

_TURN_ORDER_KINDS = ("mark", "band")
INITIATIVE = "init"
"""The key of the column that gives the order of turns."""
_WORDS = ("name", "text")


class RowOrder(Struct, frozen=True, kw_only=True):
    """The key of the column sorted by and whether the largest comes first; "" is the order of turns, as given."""

    key: str = ""
    is_descending: bool = False

    @classmethod
    def by(cls, column: Column, *, is_descending: bool) -> "RowOrder":
        """Returns the order by a column; mark, band and initiative mean the order of turns."""
        if is_turn_order(column):
            return cls()
        return cls(key=column.key, is_descending=is_descending)

    def clicked(self, column: Column) -> "RowOrder":
        """Returns the order after a click on a header: its natural one, the other way round, then turns again.

        Words naturally rise, amounts fall; the stable number rises, as it is more name than amount.
        """
        falls = column.kind not in _WORDS and column.key != "number"
        if column.key != self.key:
            return self.by(column, is_descending=falls)
        if self.is_descending == falls:
            return self.by(column, is_descending=not falls)
        return RowOrder()

    def apply(self, rows: Iterable[Row]) -> list[Row]:
        """Returns rows in this order; equals stay in the order of turns."""
        if not self.key:
            return list(rows)
        return sorted(rows, key=self._sort_key, reverse=self.is_descending)

    def is_by(self, column: Column, columns: Iterable[Column]) -> bool:
        """Returns whether a column is the one that rows stand in the order of: of turns, by the first that means it."""
        if self.key:
            return column.key == self.key
        return column == next((one for one in columns if tells_turns(one)), None)

    def _sort_key(self, row: Row) -> SortKey:
        cell = row.cells.get(self.key)
        if self.key == "number" or cell is None:
            return row.number, ""
        return cell.sort_key()


def is_turn_order(column: Column) -> bool:
    """Returns whether sorting by a column means the order of turns."""
    return column.kind in _TURN_ORDER_KINDS or column.key == INITIATIVE


def tells_turns(column: Column) -> bool:
    """Returns whether a column shows initiative: a number for each, or the band of a side or block."""
    return column.kind == "band" or column.key == INITIATIVE
