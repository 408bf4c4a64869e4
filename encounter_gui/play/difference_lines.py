"""In what two rulesets differ, in the words people read: the table, the entry and the column, before and after."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.rulesets.differences import Difference
from encounter_gui.play.workshop.cells import cell_text
from encounter_gui.rules.files.tables import Column, Row, TableDef, rows_of, tables_of
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.model.text_format import without_value


class DifferenceLine(Struct, frozen=True, kw_only=True):
    """One place in which rules differ. ``column`` empty: the whole entry was added, or is gone."""

    table: str
    entry: str
    column: str = ""
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        """The line as one text: ``Combat rifle, Hit: 0 → 1``."""
        place = ", ".join(each for each in (self.entry or self.table, self.column) if each)
        return f"{place}: {self.before or '–'} → {self.after or '–'}"


class DifferenceWords:
    """Puts differences between two rulesets of one game into words."""

    def __init__(self, before: Ruleset, after: Ruleset, texts: MessageCatalog) -> None:
        """Takes the rulesets that differ, and the words."""
        self._rulesets = (before, after)
        self._texts = texts
        self._rows = (*_places(before), *_places(after))

    def lines(self, differences: Iterable[Difference]) -> tuple[DifferenceLine, ...]:
        """Returns a line for each difference, in their order."""
        return tuple(map(self._line, differences))

    def _line(self, difference: Difference) -> DifferenceLine:
        found = next((each for each in self._rows if _is_in(difference.place, each[1])), None)
        if found is None:
            return DifferenceLine(
                table=self._texts.text_of("workshop.differences.other"),
                entry=difference.place,
                before=_plain(difference.before),
                after=_plain(difference.after),
            )
        table, row = found
        name = self._texts.text_or(f"workshop.table.{table.key}", table.key)
        rest = difference.place.removeprefix(".".join(row.place)).removeprefix(".")
        entry = without_value(row.text or row.name) if table.section == "numbers" else row.name
        before, after = _plain(difference.before), _plain(difference.after)
        if difference.kind != "changed" and not rest:
            key = f"workshop.differences.{difference.kind}"
            word = self._texts.text_of(key)
            is_new = difference.kind == "added"
            return DifferenceLine(
                table=name,
                entry=entry,
                before="" if is_new else before,
                after=after if is_new else word,
            )
        column = table.column(tuple(rest.split("."))) if rest else table.columns[0]
        if column is None:
            return DifferenceLine(table=name, entry=entry, column=rest, before=before, after=after)
        was, now = (_shown(each, table, row, column) for each in self._rulesets)
        return DifferenceLine(
            table=name,
            entry=entry,
            column="" if table.section in ("numbers", "tables") else self._column(table, column),
            before=was,
            after=now,
        )

    def _column(self, table: TableDef, column: Column) -> str:
        """Returns what a column is called, without how its values are written."""
        key = ".".join(column.path)
        name = column.field.name or self._texts.text_or(
            f"workshop.column.{table.section}.{key}", key
        )
        for mark in ",;:":
            name = name.partition(mark)[0]
        return name


def _places(ruleset: Ruleset) -> Iterator[tuple[TableDef, Row]]:
    for table in tables_of(ruleset):
        for row in rows_of(ruleset, table):
            yield table, row


def _is_in(place: str, row: Row) -> bool:
    whole = ".".join(row.place)
    return place == whole or place.startswith(f"{whole}.")


def _shown(ruleset: Ruleset, table: TableDef, row: Row, column: Column) -> str:
    """Returns a cell of a ruleset as it is shown; empty where the ruleset says nothing there."""
    value: object = getattr(ruleset, table.section)
    for name in (*row.place[1:], *column.path):
        value = _below(value, name)
    return cell_text(column, column.default if value is None else value)


def _below(value: object, name: str) -> object:
    if isinstance(value, Mapping):
        return value.get(name)
    if isinstance(value, tuple):
        return next(
            (each for each in value if name in _names_of(each)),
            None,
        )
    return getattr(value, name, None)


def _names_of(entry: object) -> tuple[str, ...]:
    return tuple(str(getattr(entry, each)) for each in ("key", "level") if hasattr(entry, each))


def _plain(text: str) -> str:
    """Returns a value without the quotes in which files hold texts."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
