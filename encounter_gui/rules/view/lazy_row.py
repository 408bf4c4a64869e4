"""The cells of a row of the combatant table, worked out only where they are looked at."""

from collections.abc import Callable, Iterator, Mapping

from typing_extensions import override

from encounter_gui.rules.view import Cell


class LazyRow(Mapping[str, Cell]):
    """The cells of a row, made when the first is asked for: of a long table only what is seen costs anything.

    Two are equal where what they are made from is the very same, which is told without making them.
    """

    __slots__ = ("_cells", "_keys", "_make", "_source")

    def __init__(
        self,
        keys: tuple[str, ...],
        source: object,
        make: Callable[[], Mapping[str, Cell]],
    ) -> None:
        """Takes the keys of the columns, what tells one row's source from another, and how to make the cells."""
        self._keys = keys
        self._source = source
        self._make = make
        self._cells: Mapping[str, Cell] | None = None

    @override
    def __getitem__(self, key: str) -> Cell:
        """Returns the cell of a column."""
        return self._made[key]

    @override
    def get(self, key: str, default: Cell | None = None) -> Cell | None:  # type: ignore[override]  # one default only
        """Returns the cell of a column, or ``default`` where the row has none."""
        return self._made.get(key, default)

    @override
    def __iter__(self) -> Iterator[str]:
        """Yields the keys of the columns."""
        return iter(self._keys)

    @override
    def __len__(self) -> int:
        """Returns the number of columns."""
        return len(self._keys)

    @override
    def __eq__(self, other: object) -> bool:
        """Returns whether the cells are the same."""
        if not isinstance(other, LazyRow):
            return NotImplemented
        return self._source == other._source or self._made == other._made

    __hash__ = None  # type: ignore[assignment]  # equal ones may be made from different states

    @property
    def is_made(self) -> bool:
        """Whether anybody has asked for a cell yet."""
        return self._cells is not None

    @property
    def _made(self) -> Mapping[str, Cell]:
        if self._cells is None:
            self._cells = self._make()
        return self._cells
