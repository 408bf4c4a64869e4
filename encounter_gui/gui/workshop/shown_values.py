"""What is shown of a draft: which entries, which columns fit, which numbers a table uses, how much is own and wrong."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.workshop.side.tables_list import TableLine
from encounter_gui.gui.workshop.values.change_line import Change
from encounter_gui.gui.workshop.values.numbers_table import NumberLine
from encounter_gui.gui.workshop.values.rules_delegate import BACK_ROOM, DOT_ROOM, MOST_TITLE
from encounter_gui.play.workshop.cells import as_read
from encounter_gui.play.workshop.mistakes import Mistake, entry_of, mistakes
from encounter_gui.play.workshop.names import column_heading, column_title, table_name
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Place
from encounter_gui.rules.files.tables import Column, Row, TableDef
from encounter_gui.rules.model.text_format import around_value, plain, with_sign

_NAME, _LEAST, _MOST, _AROUND = 260.0, 36.0, 190.0, 18.0
"""The most a first column takes, the least and most of others, and what is around a value, in logical pixels."""
_BESIDE_NAME = 52.0


class ShownDraft:
    """One draft with all that is counted and looked for in it; each is worked out once, when it is first needed."""

    def __init__(self, draft: DraftView, texts: MessageCatalog) -> None:
        """Takes the draft, and the words."""
        self.draft = draft
        self._texts = texts
        self._rows: dict[str, tuple[Row, ...]] = {}
        self._sought: dict[str, tuple[str, ...]] = {}

    def rows(self, table: TableDef) -> tuple[Row, ...]:
        """Returns the entries of a table."""
        if table.key not in self._rows:
            self._rows[table.key] = self.draft.rows(table)
        return self._rows[table.key]

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """What is wrong, in the order of the tables."""
        return mistakes(self.draft, self._texts)

    @cached_property
    def own(self) -> frozenset[Place]:
        """The places of entries that have something of their own."""
        return frozenset(entry_of(each) for each in self.draft.own_places())

    @cached_property
    def changed(self) -> Mapping[Place, object]:
        """Where the book has changed under an own value, with what it said before."""
        return dict(self.draft.changed_in_the_book)

    def table(self, key: str) -> TableDef | None:
        """Returns the table of a key; None: there is none in this draft."""
        return next((each for each in self.draft.tables if each.key == key), None)

    def wrong_in(self, table: TableDef) -> tuple[Mistake, ...]:
        """Returns what is wrong in a table."""
        found = (each for each in self.mistakes if each.table is not None)
        return tuple(
            each for each in found if each.table is not None and each.table.key == table.key
        )

    def own_in(self, table: TableDef) -> int:
        """Returns how many entries of a table have something of their own."""
        return sum(each.place in self.own for each in self.rows(table))

    def found(self, table: TableDef, sought: str) -> tuple[Row, ...]:
        """Returns the entries in whose names, ids, rules and values every word of a search stands."""
        words = sought.casefold().split()
        rows = self.rows(table)
        if not words:
            return rows
        lines = self._lines(table)
        return tuple(
            row
            for row, line in zip(rows, lines, strict=True)
            if all(word in line for word in words)
        )

    def _lines(self, table: TableDef) -> tuple[str, ...]:
        if table.key not in self._sought:
            self._sought[table.key] = tuple(self._line(table, row) for row in self.rows(table))
        return self._sought[table.key]

    def _line(self, table: TableDef, row: Row) -> str:
        values = (self.draft.text(row, column) for column in table.columns)
        words = (row.name, *row.place[1:], row.rule, row.text, *values)
        return " ".join(words).replace("−", "-").casefold()

    def table_lines(self, sought: str) -> tuple[TableLine, ...]:
        """Returns the tables as the list shows them, with how many entries are found if something is sought."""
        return tuple(
            TableLine(
                key=each.key,
                name=table_name(each, self._texts),
                count=len(self.rows(each)),
                own=self.own_in(each),
                wrong=len(self.wrong_in(each)),
                found=len(self.found(each, sought)) if sought.strip() else None,
            )
            for each in self.draft.tables
        )

    def changes_of(self, table: TableDef, row: Row) -> tuple[Change, ...]:
        """Returns what an entry has of its own, value by value; nothing of one that the book does not have."""
        draft = self.draft
        places = {each: (*row.place, *each.path) for each in table.columns}
        own = (each for each, place in places.items() if draft.is_own(place))
        return tuple(
            (
                column_title(table, each, self._texts) if each.path else row.kind,
                self._book(each, places[each]),
                as_read(each, draft.text(row, each)),
            )
            for each in own
            if not draft.is_new(row.place)
        )

    def _book(self, column: Column, place: Place) -> str:
        """Returns what the book says, and what it said when the value was changed if that was something else."""
        book = as_read(column, self.draft.cell(column, self.draft.base.value(place)))
        if place not in self.changed:
            return book
        was = as_read(column, self.draft.cell(column, self.changed[place]))
        return self._texts.text_of("gui.workshop.book_was", value=book or "–", was=was or "–")

    def refusal(self, entry: Place, column: Column, text: str) -> str:
        """Returns why a text cannot be read in a column of an entry, and what would count then; empty: it can."""
        place = (*entry, *column.path)
        draft = self.draft.typed((place,), column, text)
        if place not in dict(draft.unread):
            return ""
        found = (each for each in mistakes(draft, self._texts) if each.place[: len(place)] == place)
        return next((each.words for each in found), "")

    # ---- columns

    def columns(self, table: TableDef, theme: Theme, room: float) -> tuple[Column, ...]:
        """Returns the columns that fit a width in logical pixels, in their order.

        They are those with own values, then those with a short name, which are looked for first, then those that tell
        the most entries apart.
        """
        rows = self.rows(table)
        marked = set(self._marked(table))
        rooms = {
            each.key: self._width(table, each, rows, theme)
            + (DOT_ROOM if each.key in marked else 0)
            for each in table.columns
        }
        telling = {each.key: self._telling(each, rows) for each in table.columns}
        wanted = {each.key for each in table.columns[:1]} | marked
        left = (
            room
            - BACK_ROOM
            - self._name_width(rows, theme)
            - sum(rooms[key] for key in wanted if key != table.columns[0].key)
        )
        others = sorted(
            (each for each in table.columns if each.key not in wanted and telling[each.key]),
            key=lambda each: (0,) if each.field.short else (1, -telling[each.key]),
        )
        is_short_left = False
        for each in others:
            if rooms[each.key] > left:
                is_short_left |= bool(each.field.short)
            elif each.field.short or not is_short_left:
                wanted.add(each.key)
                left -= rooms[each.key]
        return tuple(each for each in table.columns if each.key in wanted)

    def _name_width(self, rows: Sequence[Row], theme: Theme) -> float:
        longest = max((each.name for each in rows), key=len, default="")
        return min(_NAME, theme.fonts.width(longest, "row", weight=600) + _BESIDE_NAME)

    def _marked(self, table: TableDef) -> Iterable[str]:
        """Returns the keys of columns in which something is own or wrong; of new entries only what is wrong."""
        wrong = {each.column.key for each in self.wrong_in(table) if each.column is not None}
        own = [
            each
            for each in self.draft.own_places()
            if each[0] == table.section and not self.draft.is_new(entry_of(each))
        ]
        entries = {each.place for each in self.rows(table)}
        paths = [each[2:] for each in own if entry_of(each) in entries]
        for column in table.columns:
            size = len(column.path)
            if column.key in wrong or any(each[:size] == column.path for each in paths):
                yield column.key

    def _telling(self, column: Column, rows: Sequence[Row]) -> int:
        """Returns how many different values a column has."""
        values = (self.draft.value((*row.place, *column.path)) for row in rows)
        return len({str(each) for each in values if each is not None})

    def _width(self, table: TableDef, column: Column, rows: Sequence[Row], theme: Theme) -> float:
        words = {self.draft.text(row, column) for row in rows}
        longest = max(words, key=len, default="")
        title = theme.fonts.width(column_heading(table, column, self._texts), "small")
        title = min(title, MOST_TITLE)
        width = max(title, theme.fonts.width(longest, "body")) + _AROUND
        return min(_MOST, max(_LEAST, width))

    # ---- numbers of the rules

    @property
    def numbers(self) -> TableDef | None:
        """The table of the numbers of the rules."""
        return self.table("numbers")

    def numbers_of(self, table: TableDef) -> tuple[Row, ...]:
        """Returns the numbers whose rules a table names, by its columns or its entries."""
        numbers = self.numbers
        if numbers is None or table.key == numbers.key:
            return ()
        rules = {each.field.rule for each in table.columns} | {
            each.rule for each in self.rows(table)
        }
        return tuple(each for each in self.rows(numbers) if each.rule and each.rule in rules)

    def number_lines(self, rows: Sequence[Row]) -> tuple[NumberLine, ...]:
        """Returns numbers as they are shown."""
        numbers = self.numbers
        if numbers is None:
            return ()
        wrong = {entry_of(each.place): each.words for each in self.wrong_in(numbers)}
        return tuple(self._number_line(numbers, row, wrong) for row in rows)

    def _number_line(self, numbers: TableDef, row: Row, wrong: Mapping[Place, str]) -> NumberLine:
        column, draft = numbers.columns[0], self.draft
        place = (*row.place, *column.path)
        number = draft.result.ruleset.numbers.get(row.place[1])
        _, _, has_sign = around_value(row.text)
        value = draft.text(row, column)
        book = draft.base.value(place) if draft.is_own(place) else None
        is_typed = place in dict(draft.unread)
        now = draft.value(place)
        span = ""
        if number is not None:
            span = self._texts.text_of(
                "gui.workshop.range", least=plain(number.least), most=plain(number.most)
            )
        book_words = _read(book, has_sign=has_sign)
        if book_words and place in self.changed:
            was = _read(self.changed[place], has_sign=has_sign) or "–"
            book_words = self._texts.text_of("gui.workshop.book_was", value=book_words, was=was)
        return NumberLine(
            row=row,
            value=value,
            shown=value if is_typed else _read(now, has_sign=has_sign),
            book=book_words,
            range=span,
            mistake=wrong.get(row.place, ""),
        )


def _read(value: object, *, has_sign: bool) -> str:
    """Returns a number as it is read in its sentence; empty for none."""
    if not isinstance(value, int):
        return ""
    return with_sign(value) if has_sign else plain(value)
