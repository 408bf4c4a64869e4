"""The middle of the workshop: which entries and columns of a table are shown, and what is typed over them."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QLineEdit

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.list_rows import Index
from encounter_gui.gui.workshop.page_head import ALL, OWN, WRONG
from encounter_gui.gui.workshop.shown_values import ShownDraft
from encounter_gui.gui.workshop.values.numbers_table import NumbersTable
from encounter_gui.gui.workshop.values.rules_model import ShownTable
from encounter_gui.gui.workshop.workshop_page import WorkshopPage
from encounter_gui.play.workshop.adding import amount_to_add, typed_into
from encounter_gui.play.workshop.mistakes import Spot, spot_at
from encounter_gui.play.workshop.names import column_title, table_name
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Place
from encounter_gui.rules.files.tables import Column, Row, TableDef
from encounter_gui.rules.model.text_format import without_value

_REST = 60
"""Milliseconds after a letter until what is typed is tried: a word is tried once, not letter by letter."""

Change = Callable[[DraftView, str], object]
"""Keeps another draft; the words say what was changed."""


class ValuesController(QObject):
    """Shows one table of a draft, and makes drafts of what is typed."""

    turned = Signal()
    """Another table is shown."""
    looked = Signal()
    """Another entry is looked at, or something else is being typed over it."""

    def __init__(
        self, page: WorkshopPage, icons: Icons, texts: MessageCatalog, change: Change
    ) -> None:
        """Takes the page, icons with the theme, the words, and what keeps another draft."""
        super().__init__(page)
        self._page, self._icons, self._texts, self._change = page, icons, texts, change
        self._shown: ShownDraft | None = None
        self.key = ""
        self._which = ALL
        self._has_all_columns = False
        self.at: Place = ()
        """The place of the entry the keyboard is on; empty: on none."""
        self._column: Place = ()
        self.tried: DraftView | None = None
        """What the draft would be with what is being typed; None: nothing is."""
        self._typed: tuple[Place, Column, str] | None = None
        self._pause = QTimer(self, singleShot=True, interval=_REST)
        self._pause.timeout.connect(self._try_typed)
        self._join()

    def _join(self) -> None:
        page = self._page
        page.side.search.textChanged.connect(self._search)
        page.side.search.moved.connect(page.setFocus)
        page.side.tables.chosen.connect(self.show_table)
        page.head.shown_changed.connect(self._show_which)
        page.head.columns.clicked.connect(self._toggle_columns)
        page.head.new_like.clicked.connect(self.add_like)
        page.head.new.clicked.connect(self.add_new)
        page.table.rules.edited.connect(self._edit)
        page.table.back_requested.connect(self._go_back)
        page.table.width_changed.connect(self._fit_columns)
        page.table.row_changed.connect(self._show_row)
        page.table.cells.typing.connect(self._follow_typing)
        page.table.cells.refusal = self._refusal
        page.numbers_search.textChanged.connect(self._show_numbers)
        page.numbers_search.moved.connect(page.numbers.setFocus)
        for table in (page.numbers, page.all_numbers):
            table.numbers.edited.connect(partial(self._edit_number, table))
            table.back_requested.connect(self._numbers_back)
            table.cells.refusal = partial(self._refuse_number, table)
        page.all_numbers.row_changed.connect(self._show_number)

    # ---- showing

    def show(self, shown: ShownDraft) -> None:
        """Shows another draft; table, entry and column stay where they can."""
        self._shown, self.tried, self._typed = shown, None, None
        keys = [each.key for each in shown.draft.tables]
        if self.key not in keys:
            self.key = next(iter(keys), "")
        self.show_again()

    def close(self) -> None:
        """Lets go of the draft; another one begins with its first table and all entries."""
        self._shown = self.tried = self._typed = None
        self.key, self.at, self._column = "", (), ()
        self._has_all_columns = False
        self._show_everything()

    @property
    def shown(self) -> ShownDraft:
        """The draft that is shown.

        Raises:
            LookupError: none is.
        """
        if self._shown is None:
            raise LookupError("no draft is shown")
        return self._shown

    @property
    def table(self) -> TableDef | None:
        """The table that is shown."""
        return self.shown.table(self.key)

    @property
    def row(self) -> Row | None:
        """The entry the keyboard is on; None: on none."""
        table = self.table
        rows = self.shown.rows(table) if table is not None else ()
        return next((each for each in rows if each.place == self.at), None)

    @property
    def column(self) -> Column | None:
        """The column the keyboard is on; None: on none of values."""
        view = self._page.table
        return view.rules.column_at(view.currentIndex().column())

    def show_again(self) -> None:
        """Shows table and numbers as they are now."""
        self._show_values()
        self._show_numbers()

    def _show_values(self) -> None:
        shown, page, table = self.shown, self._page, self.table
        if table is None:
            return
        rows, wrong = self._rows(table), shown.wrong_in(table)
        page.head.show_table(
            table_name(table, self._texts),
            self._count_text(len(rows), len(shown.rows(table)), shown.own_in(table)),
            len(wrong),
            can_grow=table.can_grow,
        )
        is_numbers = table.key == "numbers"
        page.show_values(is_numbers=is_numbers, nothing="" if rows else self._nothing())
        if is_numbers:
            page.head.show_columns(0, are_all=False)
            page.all_numbers.show_lines(shown.number_lines(rows), self.at)
            return
        if not self._column and self.column is not None:
            self._column = self.column.path
        columns = self._columns(table)
        page.head.show_columns(len(table.columns) - len(columns), are_all=self._has_all_columns)
        places = {each.place: each for each in wrong}
        page.table.rules.show(
            ShownTable(draft=shown.draft, table=table, rows=rows, columns=columns, wrong=places)
        )
        self._stay(rows)
        self._show_changes()

    def _rows(self, table: TableDef) -> tuple[Row, ...]:
        shown = self.shown
        rows = shown.found(table, self._page.side.search.text())
        if self._which == OWN:
            return tuple(each for each in rows if each.place in shown.own)
        if self._which == WRONG:
            wrong = {each.row.place for each in shown.wrong_in(table) if each.row is not None}
            return tuple(each for each in rows if each.place in wrong)
        return rows

    @Slot()
    def _fit_columns(self) -> None:
        """Shows as many columns as fit the width there is now, unless a value is being typed."""
        focus = QApplication.focusWidget()
        is_typing = isinstance(focus, QLineEdit) and self._page.table.isAncestorOf(focus)
        if self._shown is not None and not is_typing:
            self._show_values()

    def _columns(self, table: TableDef) -> tuple[Column, ...]:
        if self._has_all_columns or table.section == "tables":
            return table.columns
        room = self._page.table.viewport().width()
        return self.shown.columns(table, self._icons.theme, room)

    def _stay(self, rows: tuple[Row, ...]) -> None:
        """Keeps the keyboard on the entry and the column it was on."""
        view = self._page.table
        column, self._column = self._column, ()
        if not rows:
            return
        row = next((at for at, each in enumerate(rows) if each.place == self.at), 0)
        self.at = rows[row].place
        shown = view.rules.shown
        place = 0
        if shown is not None:
            paths = [each.path for each in shown.columns]
            place = len(shown.keys) + (paths.index(column) if column in paths else 0)
        current = view.currentIndex()
        if (current.row(), current.column()) != (row, place) or not current.isValid():
            view.go_to(row, place)

    def _count_text(self, found: int, count: int, own: int) -> str:
        key = "counts_found" if found != count else "counts_own" if own else "counts"
        return self._texts.text_of(f"gui.workshop.{key}", found=found, count=count, own=own)

    def _nothing(self) -> str:
        key = {OWN: "nothing_own", WRONG: "nothing_wrong"}.get(self._which, "nothing")
        if self._page.side.search.text().strip():
            key = "nothing"
        return self._texts.text_of(f"gui.workshop.{key}")

    @Slot()
    def _show_numbers(self) -> None:
        if self._shown is None or self.table is None:
            return
        shown, page = self.shown, self._page
        rows = shown.numbers_of(self.table)
        page.show_numbers_of_table(is_shown=bool(rows))
        words = page.numbers_search.text().casefold().split()
        found = [
            each
            for each in rows
            if all(word in f"{each.rule} {each.text} {each.name}".casefold() for word in words)
        ]
        numbers = shown.numbers
        own = sum(each.place in shown.own for each in rows)
        count = len(shown.rows(numbers)) if numbers is not None else 0
        page.numbers_count.setText(
            self._texts.text_of("gui.workshop.numbers.used", count=len(rows), all=count, own=own)
        )
        page.numbers.show_lines(shown.number_lines(found), page.numbers.current_place)

    # ---- the entry that is looked at

    @Slot()
    def _show_row(self) -> None:
        view = self._page.table
        row = view.rules.row_at(view.currentIndex().row())
        if row is not None and self._shown is not None and row.place != self.at:
            self.at, self.tried = row.place, None
            self._show_changes()
            self.looked.emit()

    @Slot()
    def _show_number(self) -> None:
        place = self._page.all_numbers.current_place
        if place and place != self.at and self._shown is not None:
            self.at, self.tried = place, None
            self.looked.emit()

    def _show_changes(self) -> None:
        row, table = self.row, self.table
        changes = self.shown.changes_of(table, row) if row is not None and table is not None else ()
        self._page.line.show_changes(row.name if row is not None else "", changes)

    # ---- which table and entries

    @Slot(str)
    def show_table(self, key: str) -> None:
        """Shows a table."""
        if key == self.key or self._shown is None:
            return
        self._page.commit_typed()
        self._turn_to(key)

    def _turn_to(self, key: str) -> None:
        if key != self.key:
            self.key, self.at, self._column, self.tried = key, (), (), None
            self._has_all_columns = False
            first = self.shown.table(key)
            if first is not None:
                self._column = first.columns[0].path
        self.show_again()
        self.turned.emit()

    def step_table(self, by: int) -> None:
        """Shows the table so many after this one in the list; negative: before it."""
        keys = [each.key for each in self.shown.draft.tables]
        place = keys.index(self.key) + by if self.key in keys else 0
        self.show_table(keys[max(0, min(place, len(keys) - 1))])

    @Slot(str)
    def _search(self) -> None:
        """Shows what is found; where the table has nothing of it, the first table that has."""
        if self._shown is None:
            return
        shown, sought, key = self.shown, self._page.side.search.text(), self.key
        table = self.table
        if sought.strip() and table is not None and not shown.found(table, sought):
            tables = (each for each in shown.draft.tables if shown.found(each, sought))
            key = next((each.key for each in tables), key)
        self._turn_to(key)

    @Slot(int)
    def _show_which(self, which: int) -> None:
        self._which = which
        if self._shown is not None:
            self._show_values()
            self.looked.emit()

    def _show_everything(self) -> None:
        """Shows all entries: those of a search or a choice would hide the one that is wanted."""
        self._which = ALL
        self._page.head.segment(ALL).setChecked(True)
        search = self._page.side.search
        was = search.blockSignals(True)
        search.clear()
        search.blockSignals(was)

    @Slot()
    def _toggle_columns(self) -> None:
        self._has_all_columns = not self._has_all_columns
        self._show_values()

    # ---- what is wrong

    def next_mistake(self) -> None:
        """Takes the keyboard to the next value in error."""
        self._go_round(self.shown.mistakes)

    @property
    def changed_here(self) -> tuple[Place, ...]:
        """The places of the selected entries at which the book has changed under an own value."""
        return tuple(
            each for each in self.shown.changed if self.at and each[: len(self.at)] == self.at
        )

    def next_changed(self) -> None:
        """Takes the keyboard to the next own value under which the book has changed."""
        self._go_round([spot_at(self.shown.draft, each) for each in self.shown.changed])

    def keep_mine(self) -> None:
        """Keeps the own values of the entry under which the book has changed: they are not told of any more."""
        row = self.row
        if row is None or not self.changed_here:
            return
        self._page.setFocus()
        what = self._texts.text_of("gui.workshop.did.keep", name=row.name)
        self._change(self.shown.draft.kept(row.place), what)

    def _go_round(self, spots: Iterable[Spot]) -> None:
        shown = [each for each in spots if each.table is not None and each.row is not None]
        if not shown:
            return
        column = self.column if self.key != "numbers" else None
        here = (*self.at, *(column.path if column is not None else ()))
        held = (here and each.place[: len(here)] == here for each in shown)
        at = next((at for at, is_here in enumerate(held) if is_here), -1)
        self._go_to(shown[(at + 1) % len(shown)])

    def _go_to(self, spot: Spot) -> None:
        if spot.table is None or spot.row is None:
            return
        self._show_everything()
        self.key, self.at, self.tried = spot.table.key, spot.row.place, None
        self._column = spot.column.path if spot.column is not None else ()
        self.show_again()
        if self.key == "numbers":
            self._page.all_numbers.go_to(self.at)
        self.turned.emit()
        self._page.setFocus()

    # ---- typing

    def _refusal(self, index: Index, text: str) -> str:
        rules = self._page.table.rules
        row, column = rules.row_at(index.row()), rules.column_at(index.column())
        if row is None or column is None or amount_to_add(text) is not None:
            return ""
        return self.shown.refusal(row.place, column, text.strip().removeprefix("="))

    def _refuse_number(self, table: NumbersTable, index: Index, text: str) -> str:
        numbers, lines = self.shown.numbers, table.numbers.lines
        if numbers is None or not 0 <= index.row() < len(lines):
            return ""
        return self.shown.refusal(lines[index.row()].row.place, numbers.columns[0], text.strip())

    @Slot(object, str)
    def _follow_typing(self, index: Index, text: str) -> None:
        rules = self._page.table.rules
        row, column = rules.row_at(index.row()), rules.column_at(index.column())
        if row is not None and column is not None:
            self._typed = (row.place, column, text)
            self._pause.start()

    @Slot()
    def _try_typed(self) -> None:
        """Shows what a value would change that is still being typed; it is not kept yet."""
        if self._typed is not None and self._shown is not None:
            place, column, text = self._typed
            self.tried = typed_into(self.shown.draft, (place,), column, text)
            self.looked.emit()

    @Slot(int, int, str)
    def _edit(self, row: int, column_at: int, text: str) -> None:
        model, table = self._page.table.rules, self.table
        entry, column = model.row_at(row), model.column_at(column_at)
        if entry is None or column is None or table is None:
            return
        places = self._page.table.selected_places
        if entry.place not in places:
            places = (entry.place,)
        title = column_title(table, column, self._texts)
        key = "type" if len(places) == 1 else "type_many"
        what = self._texts.text_of(
            f"gui.workshop.did.{key}", name=entry.name, what=title, count=len(places)
        )
        self._type(places, column, text, title, what)

    def _type(
        self, places: tuple[Place, ...], column: Column, text: str, title: str, what: str
    ) -> None:
        self._pause.stop()
        draft = typed_into(self.shown.draft, places, column, text)
        if draft is not None:
            self._change(draft, what)
            return
        key = "gui.workshop.cannot_add"
        self._page.foot.say(self._texts.text_of(key, by=text.strip(), what=title))

    def _edit_number(self, table: NumbersTable, row: int, text: str) -> None:
        numbers, lines = self.shown.numbers, table.numbers.lines
        if numbers is None or not 0 <= row < len(lines):
            return
        place, places = lines[row].row.place, table.selected_places
        places = places if place in places else (place,)
        sentence = without_value(lines[row].row.text or lines[row].row.name)
        self._type(places, numbers.columns[0], text, sentence, sentence)

    # ---- back to the book

    @Slot(bool)
    def _go_back(self, is_whole: bool) -> None:
        """The current value of the selected entries, or all of each, goes back to the book; new ones are taken out."""
        view, draft, column = self._page.table, self.shown.draft, self.column
        places, is_name = view.selected_places, view.currentIndex().column() == 0
        for place in places:
            if is_whole or column is None or (is_name and draft.is_new(place)):
                draft = draft.back(place)
            else:
                draft = draft.back((*place, *column.path))
        self._back_to(draft, places)

    def _back_to(self, draft: DraftView, places: tuple[Place, ...]) -> None:
        table = self.table
        if not places or table is None:
            return
        names = {each.place: each.name for each in self.shown.rows(table)}
        name = names.get(places[0], places[0][-1])
        key = "back" if len(places) == 1 else "back_many"
        what = self._texts.text_of(f"gui.workshop.did.{key}", name=name, count=len(places))
        self._change(draft, what)

    @Slot(tuple)
    def _numbers_back(self, places: tuple[Place, ...]) -> None:
        draft = self.shown.draft
        for place in places:
            draft = draft.back(place)
        self._back_to(draft, places)

    # ---- new entries

    @Slot()
    def add_like(self) -> None:
        """Makes a new entry with the values of the one the keyboard is on."""
        row = self.row
        if row is not None:
            self._add(self._texts.text_of("gui.workshop.new_name", name=row.name), row)

    @Slot()
    def add_new(self) -> None:
        """Makes a new entry with nothing but a name."""
        self._add(self._texts.text_of("gui.workshop.new_entry"), None)

    def _add(self, name: str, like: Row | None) -> None:
        table = self.table
        if table is None or not table.can_grow:
            return
        draft, place = self.shown.draft.added(table, name, like)
        self._show_everything()
        self.at, self._column = place, table.columns[0].path
        if self._change(draft, self._texts.text_of("gui.workshop.did.new", name=name)):
            self._page.table.setFocus()
            self._page.table.edit_current()
