"""Shows the own rules of the open campaign on their page, and carries out what is asked there."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QLineEdit

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.workshop.page_head import ALL, OWN, WRONG
from encounter_gui.gui.workshop.rules_document import RulesDocument
from encounter_gui.gui.workshop.shown_values import ShownDraft
from encounter_gui.gui.workshop.side.versions_list import version_lines
from encounter_gui.gui.workshop.values.rules_model import ShownTable
from encounter_gui.gui.workshop.workshop_page import WorkshopPage
from encounter_gui.play.workshop.adding import added_text, amount_to_add
from encounter_gui.play.workshop.cells import cell_text, read_cell, refusal
from encounter_gui.play.workshop.mistakes import Mistake
from encounter_gui.play.workshop.names import column_name, column_title, table_name
from encounter_gui.play.workshop.workshop import DraftView, Workshop
from encounter_gui.rules.files.layers import Place
from encounter_gui.rules.files.tables import Column, Row, TableDef
from encounter_gui.rules.model.own_rules import OwnRules

if TYPE_CHECKING:
    from encounter_gui.gui.theme.icons import Icons
    from encounter_gui.gui.workshop.impact_slot import ShowsChange
    from encounter_gui.gui.workshop.values.numbers_table import NumbersTable

_REST = 60
"""Milliseconds after a letter until what is typed is tried: a word is tried once, not letter by letter."""


class WorkshopController(QObject):
    """Joins the page with the own rules of one game."""

    saved = Signal(object)
    """``OwnRules``: there is a new version."""
    share_requested = Signal(object)
    """``Workshop``: its rules are to be written into a file."""
    trial_requested = Signal(object)
    """``Workshop``: a copy of the fight is to go on by its draft."""
    history_requested = Signal()
    rule_requested = Signal(str)
    """The id of a rule that is to be read."""
    left = Signal()
    renamed = Signal(str)
    """What the rules are called now."""
    steps_changed = Signal()
    """There is something else to undo or to redo."""

    def __init__(
        self,
        page: WorkshopPage,
        impact: "ShowsChange",
        icons: "Icons",
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes the page, what shows the difference that a draft makes, icons with the theme, and the words."""
        super().__init__(parent)
        self.page, self._impact, self._icons, self._texts = page, impact, icons, texts
        self.document: RulesDocument | None = None
        self._shown: ShownDraft | None = None
        self._saved: DraftView | None = None
        self._key = ""
        self._which = ALL
        self._has_all_columns = False
        self._at: Place = ()
        self._column: Place | None = None
        self._tried: DraftView | None = None
        self._pause = QTimer(self, singleShot=True, interval=_REST)
        self._pause.timeout.connect(self._try_typed)
        self._typed: tuple[Place, Column, str] | None = None
        self._join()

    def _join(self) -> None:
        page = self.page
        page.asked.connect(self._do)
        page.side.renamed.connect(self._rename)
        page.side.search.textChanged.connect(self._search)
        page.side.search.moved.connect(self._to_found)
        page.side.tables.chosen.connect(self.show_table)
        page.side.versions.restore_requested.connect(self.restore)
        page.side.versions.reset_requested.connect(self.reset)
        page.head.shown_changed.connect(self._show_which)
        page.head.columns.clicked.connect(self._toggle_columns)
        page.head.new_like.clicked.connect(self.add_like)
        page.head.new.clicked.connect(self.add_new)
        page.table.rules.edited.connect(self._edit)
        page.table.back_requested.connect(self._go_back)
        page.table.width_changed.connect(self._fit_columns)
        page.table.row_changed.connect(self._show_row)
        page.table.cells.typing.connect(self._follow_typing)
        page.table.cells.refusal = self._refusal_in_table
        page.numbers_search.textChanged.connect(self._show_numbers)
        page.numbers_search.moved.connect(page.numbers.setFocus)
        for table in (page.numbers, page.all_numbers):
            table.numbers.edited.connect(partial(self._edit_number, table))
            table.back_requested.connect(self._numbers_back)
            table.row_changed.connect(partial(self._show_number, table))
        page.foot.next_mistake_requested.connect(self.next_mistake)
        page.foot.history.clicked.connect(self.history_requested)
        page.foot.share.clicked.connect(self._share)
        page.foot.attempt.clicked.connect(self._try)
        page.foot.save.clicked.connect(self.save)

    # ---- which rules

    def open(self, workshop: Workshop) -> None:
        """Shows the own rules for a game."""
        self.close()
        document = self.document = RulesDocument(workshop, self._texts, self)
        document.changed.connect(self._follow)
        document.refused.connect(self._refuse)
        document.steps.indexChanged.connect(self.steps_changed)
        self._saved = None
        self._follow()

    def close(self) -> None:
        """Lets go of the rules; all of it is in the file."""
        if self.document is not None:
            self.document.deleteLater()
        self.document = self._shown = self._saved = self._tried = None

    @property
    def is_open(self) -> bool:
        """Whether the rules of a game are shown."""
        return self.document is not None

    @property
    def shown(self) -> ShownDraft:
        """The draft with all that is counted in it.

        Raises:
            LookupError: no rules are open.
        """
        if self._shown is None:
            raise LookupError("no rules are open")
        return self._shown

    @property
    def table(self) -> TableDef | None:
        """The table that is shown."""
        return self.shown.table(self._key)

    def _doc(self) -> RulesDocument:
        if self.document is None:
            raise LookupError("no rules are open")
        return self.document

    # ---- showing

    @Slot()
    def _follow(self) -> None:
        """Shows the draft as it is now."""
        document = self._doc()
        self._tried, self._typed = None, None
        self._shown = ShownDraft(document.draft, self._texts)
        newest = next(iter(document.workshop.versions), None)
        if self._saved is None or newest is None or self._saved_version != newest.version:
            self._saved = document.workshop.saved
        self._saved_version = newest.version if newest is not None else 0
        tables = document.draft.tables
        if not any(each.key == self._key for each in tables):
            self._key = tables[0].key if tables else ""
        self._show_all()

    _saved_version = -1

    def _show_all(self) -> None:
        self._show_side()
        self._show_values()
        self._show_numbers()
        self._show_foot()
        self._show_impact()

    def _show_side(self) -> None:
        document, page, shown = self._doc(), self.page, self.shown
        workshop, draft = document.workshop, document.draft
        newest = self._saved_version
        word = "draft_word" if workshop.is_changed else "version_word" if newest else "book_word"
        game = draft.base.ruleset
        page.side.show_name(
            draft.rules.name,
            self._texts.text_of(f"gui.workshop.{word}", version=newest),
            self._texts.text_of("gui.workshop.extends", game=game.name, id=game.id),
        )
        page.show_tables(shown.table_lines(page.side.search.text()), self._key)
        lines = version_lines(workshop.versions, self.change_count, game.name, self._texts)
        page.side.versions.show_lines(lines, can_reset=bool(draft.own_places()))
        self.renamed.emit(draft.rules.name)

    @property
    def change_count(self) -> int:
        """How many places of the draft differ from the newest version."""
        draft, saved = self.shown.draft, self._saved
        if saved is None:
            return len(draft.own_places())
        places = {*draft.own_places(), *saved.own_places()}
        typed = dict(draft.unread)
        return sum(each in typed or draft.value(each) != saved.value(each) for each in places)

    def _rows(self, table: TableDef) -> tuple[Row, ...]:
        shown = self.shown
        rows = shown.found(table, self.page.side.search.text())
        if self._which == OWN:
            return tuple(each for each in rows if each.place in shown.own)
        if self._which == WRONG:
            wrong = {each.row.place for each in shown.wrong_in(table) if each.row is not None}
            return tuple(each for each in rows if each.place in wrong)
        return rows

    def _show_values(self) -> None:
        shown, page, table = self.shown, self.page, self.table
        if table is None:
            return
        rows = self._rows(table)
        wrong = shown.wrong_in(table)
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
            page.all_numbers.show_lines(shown.number_lines(rows), self._at)
            return
        columns = self._columns(table)
        page.head.show_columns(len(table.columns) - len(columns), are_all=self._has_all_columns)
        model = page.table.rules
        current = page.table.currentIndex()
        if self._column is None and current.isValid():
            column = model.column_at(current.column())
            self._column = column.path if column is not None else None
        places = {each.place: each for each in wrong}
        model.show(
            ShownTable(draft=shown.draft, table=table, rows=rows, columns=columns, wrong=places)
        )
        self._stay(rows)
        self._show_changes()

    @Slot()
    def _fit_columns(self) -> None:
        """Shows as many columns as fit the width there is now, unless a value is being typed."""
        focus = QApplication.focusWidget()
        is_typing = isinstance(focus, QLineEdit) and self.page.table.isAncestorOf(focus)
        if self._shown is not None and not is_typing:
            self._show_values()

    def _columns(self, table: TableDef) -> tuple[Column, ...]:
        if self._has_all_columns or table.section == "tables":
            return table.columns
        room = self.page.table.viewport().width()
        return self.shown.columns(table, self._icons.theme, room)

    def _stay(self, rows: tuple[Row, ...]) -> None:
        """Keeps the keyboard on the entry and the column it was on."""
        view, model = self.page.table, self.page.table.rules
        if not rows:
            return
        row = next((at for at, each in enumerate(rows) if each.place == self._at), 0)
        column = 0
        if self._column is not None and model.shown is not None:
            paths = [each.path for each in model.shown.columns]
            at = paths.index(self._column) if self._column in paths else 0
            column = at + len(model.shown.keys)
        self._column = None
        if not view.currentIndex().isValid() or view.currentIndex().row() != row:
            view.go_to(row, column)
        self._at = rows[row].place

    def _count_text(self, found: int, count: int, own: int) -> str:
        key = "counts_found" if found != count else "counts_own" if own else "counts"
        return self._texts.text_of(f"gui.workshop.{key}", found=found, count=count, own=own)

    def _nothing(self) -> str:
        key = {OWN: "nothing_own", WRONG: "nothing_wrong"}.get(self._which, "nothing")
        if self.page.side.search.text().strip():
            key = "nothing"
        return self._texts.text_of(f"gui.workshop.{key}")

    @Slot()
    def _show_numbers(self) -> None:
        if self._shown is None or self.table is None:
            return
        shown, page = self.shown, self.page
        rows = shown.numbers_of(self.table)
        page.show_numbers_of_table(is_shown=bool(rows))
        words = page.numbers_search.text().casefold().split()
        found = [
            each
            for each in rows
            if all(word in f"{each.rule} {each.text} {each.name}".casefold() for word in words)
        ]
        numbers = shown.numbers
        if numbers is not None:
            own = sum(each.place in shown.own for each in rows)
            page.numbers_count.setText(
                self._texts.text_of(
                    "gui.workshop.numbers.used",
                    count=len(rows),
                    all=len(shown.rows(numbers)),
                    own=own,
                )
            )
        page.numbers.show_lines(shown.number_lines(found), page.numbers.current_place)

    def _show_foot(self) -> None:
        document, shown, foot = self._doc(), self.shown, self.page.foot
        wrong = shown.mistakes
        foot.show_mistakes(len(wrong), self._where(wrong[0]) if wrong else "")
        usable = shown.draft.result.usable.data
        can_save = usable != document.workshop.start.data or (
            shown.draft.rules.name != document.workshop.start.name
        )
        foot.show_version(document.next_version, can_save=can_save, is_part=bool(wrong))

    def _where(self, mistake: Mistake) -> str:
        name = mistake.row.name if mistake.row is not None else ".".join(mistake.place)
        if mistake.table is None or mistake.column is None:
            return name
        return f"{name}, {column_title(mistake.table, mistake.column, self._texts)}"

    def _show_impact(self) -> None:
        if self._saved is None:
            return
        draft = self._tried or self.shown.draft
        self._impact.show_change(self._saved, draft, self.current_row, self.table)

    # ---- the entry that is looked at

    @property
    def current_row(self) -> Row | None:
        """The entry the keyboard is on; None: on none."""
        table = self.table
        if table is None:
            return None
        rows = self.shown.rows(table)
        return next((each for each in rows if each.place == self._at), None)

    @Slot()
    def _show_row(self) -> None:
        row = self.page.table.rules.row_at(self.page.table.currentIndex().row())
        if row is not None and self._shown is not None and row.place != self._at:
            self._at = row.place
            self._show_changes()
            self._show_impact()

    def _show_number(self, table: "NumbersTable") -> None:
        if table is self.page.all_numbers and table.current_line is not None:
            self._at = table.current_line.row.place
            self._show_impact()

    def _show_changes(self) -> None:
        row, table = self.current_row, self.table
        if row is None or table is None:
            self.page.line.show_changes("", ())
            return
        draft = self.shown.draft
        changes = []
        for column in table.columns:
            place = (*row.place, *column.path)
            if draft.is_own(place) and not draft.is_new(row.place):
                book = cell_text(column, draft.base.value(place))
                title = column_title(table, column, self._texts) if column.path else row.kind
                changes.append((title, book, draft.text(row, column)))
        self.page.line.show_changes(row.name, tuple(changes))

    # ---- keys

    @Slot(str)
    def _do(self, use: str) -> None:
        deeds: dict[str, Callable[[], object]] = {
            "find": self._find,
            "like": self.add_like,
            "save": self.save,
            "mistake": self.next_mistake,
            "table_before": partial(self._step_table, -1),
            "table_after": partial(self._step_table, 1),
            "rule": self._show_rule,
            "leave": self.left.emit,
        }
        if self._shown is not None:
            deeds[use]()

    def _find(self) -> None:
        page = self.page
        field = page.numbers_search if page.is_in_numbers and page.numbers.hasFocus() else None
        field = field or page.side.search
        field.setFocus()
        field.selectAll()

    def _step_table(self, by: int) -> None:
        keys = [each.key for each in self.shown.draft.tables]
        place = keys.index(self._key) + by if self._key in keys else 0
        self.show_table(keys[max(0, min(place, len(keys) - 1))])

    @Slot(str)
    def show_table(self, key: str) -> None:
        """Shows a table."""
        if key == self._key or self._shown is None:
            return
        self.page.commit_typed()
        self._key, self._at, self._column = key, (), ()
        self._has_all_columns = False
        self._show_all()

    @Slot(str)
    def _search(self) -> None:
        if self._shown is None:
            return
        shown, sought = self.shown, self.page.side.search.text()
        table = self.table
        if sought.strip() and table is not None and not shown.found(table, sought):
            found = (each for each in shown.draft.tables if shown.found(each, sought))
            self._key = next((each.key for each in found), self._key)
        self._show_all()

    @Slot()
    def _to_found(self) -> None:
        self.page.setFocus()

    @Slot(int)
    def _show_which(self, which: int) -> None:
        self._which = which
        if self._shown is not None:
            self._show_values()
            self._show_impact()

    @Slot()
    def _toggle_columns(self) -> None:
        self._has_all_columns = not self._has_all_columns
        self._show_values()

    def _show_rule(self) -> None:
        page = self.page
        line = next(
            (
                each.current_line
                for each in (page.numbers, page.all_numbers)
                if each.hasFocus() and each.current_line is not None
            ),
            None,
        )
        row = line.row if line is not None else self.current_row
        column = page.table.rules.column_at(page.table.currentIndex().column())
        rule = row.rule if row is not None else ""
        if not rule and column is not None:
            rule = column.field.rule
        if rule:
            self.rule_requested.emit(rule)

    def next_mistake(self) -> None:
        """Takes the keyboard to the next value in error."""
        wrong = self.shown.mistakes
        shown = [each for each in wrong if each.table is not None and each.row is not None]
        if not shown:
            return
        here = self._place_now()
        places = [each.place for each in shown]
        at = next((at for at, place in enumerate(places) if _holds(place, here)), -1)
        self._go_to(shown[(at + 1) % len(shown)])

    def _place_now(self) -> Place:
        view = self.page.table
        column = view.rules.column_at(view.currentIndex().column())
        is_table = self._key != "numbers"
        return (*self._at, *(column.path if is_table and column is not None else ()))

    def _go_to(self, mistake: Mistake) -> None:
        if mistake.table is None or mistake.row is None:
            return
        self._key, self._at = mistake.table.key, mistake.row.place
        self._column = mistake.column.path if mistake.column is not None else ()
        self._which = ALL
        self.page.head.segment(ALL).setChecked(True)
        was = self.page.side.search.blockSignals(True)
        self.page.side.search.clear()
        self.page.side.search.blockSignals(was)
        self._show_all()
        view = self.page.table
        if self._key == "numbers":
            self.page.all_numbers.go_to(self._at)
        elif mistake.column is not None:
            view.go_to(view.currentIndex().row(), max(view.rules.place_of(mistake.column), 0))
        self.page.setFocus()

    # ---- typing

    def _refusal_in_table(self, index: QModelIndex, text: str) -> str:
        column, table = self.page.table.rules.column_at(index.column()), self.table
        if column is None or table is None or amount_to_add(text) is not None:
            return ""
        said = text.strip().removeprefix("=")
        try:
            read_cell(column, said)
        except ValueError:
            return refusal(column, said, column_name(table, column, self._texts), self._texts)
        return ""

    @Slot(object, str)
    def _follow_typing(self, index: QModelIndex, text: str) -> None:
        row, column = (
            self.page.table.rules.row_at(index.row()),
            self.page.table.rules.column_at(index.column()),
        )
        if row is not None and column is not None:
            self._typed = (row.place, column, text)
            self._pause.start()

    @Slot()
    def _try_typed(self) -> None:
        """Shows what a value would change that is still being typed; it is not kept yet."""
        if self._typed is None or self._shown is None:
            return
        place, column, text = self._typed
        self._tried = self._changed((place,), column, text)
        self._show_impact()

    @Slot(int, int, str)
    def _edit(self, row: int, column_at: int, text: str) -> None:
        model, table = self.page.table.rules, self.table
        entry, column = model.row_at(row), model.column_at(column_at)
        if entry is None or column is None or table is None:
            return
        places = self.page.table.selected_places
        if entry.place not in places:
            places = (entry.place,)
        draft = self._changed(places, column, text)
        title = column_title(table, column, self._texts)
        if draft is None:
            self.page.foot.say(
                self._texts.text_of("gui.workshop.cannot_add", by=text.strip(), what=title)
            )
            return
        key = "type" if len(places) == 1 else "type_many"
        what = self._texts.text_of(
            f"gui.workshop.did.{key}", name=entry.name, what=title, count=len(places)
        )
        self._doc().change(draft, what)

    def _changed(self, places: tuple[Place, ...], column: Column, text: str) -> DraftView | None:
        """Returns the draft after something was typed; None: it cannot be added to any of these.

        ``+1`` in several entries is added to each of them, and in one to dice; ``=`` before it sets the value itself.
        """
        draft, by = self.shown.draft, amount_to_add(text)
        cells = [(*place, *column.path) for place in places]
        is_plain = column.field.kind in ("number", "row") and len(places) == 1
        if by is None or is_plain or column.shape != "value":
            said = text.strip()
            return draft.typed(
                cells, column, said.removeprefix("=") if column.shape == "value" else said
            )
        sums = [
            (cell, added_text(column, cell_text(column, draft.value(cell, column.default)), by))
            for cell in cells
        ]
        if all(each is None for _, each in sums):
            return None
        for cell, each in sums:
            draft = draft.typed([cell], column, each) if each is not None else draft
        return draft

    def _edit_number(self, table: "NumbersTable", row: int, text: str) -> None:
        numbers = self.shown.numbers
        lines = table.numbers.lines
        if numbers is None or not 0 <= row < len(lines):
            return
        places = table.selected_places
        place = lines[row].row.place
        places = places if place in places else (place,)
        draft = self._changed(places, numbers.columns[0], text)
        if draft is not None:
            self._doc().change(draft, lines[row].sentence)

    # ---- back to the book

    @Slot(bool)
    def _go_back(self, is_whole: bool) -> None:
        """The current value of the selected entries, or all of each, goes back to the book; new ones are taken out."""
        view = self.page.table
        column = view.rules.column_at(view.currentIndex().column())
        draft, places = self.shown.draft, view.selected_places
        at_name = view.currentIndex().column() == 0
        for place in places:
            is_all = is_whole or at_name or column is None
            draft = draft.back(place if is_all else (*place, *column.path))
        self._back_to(draft, places)

    def _back_to(self, draft: DraftView, places: tuple[Place, ...]) -> None:
        if not places:
            return
        table = self.table
        rows = self.shown.rows(table) if table is not None else ()
        name = next((each.name for each in rows if each.place == places[0]), places[0][-1])
        key = "back" if len(places) == 1 else "back_many"
        what = self._texts.text_of(f"gui.workshop.did.{key}", name=name, count=len(places))
        self._doc().change(draft, what)

    @Slot(tuple)
    def _numbers_back(self, places: tuple[Place, ...]) -> None:
        draft = self.shown.draft
        for place in places:
            draft = draft.back(place)
        self._back_to(draft, places)

    @Slot()
    def reset(self) -> None:
        """Has the draft say nothing of its own; versions stay."""
        draft = self.shown.draft.back(())
        self._doc().change(draft, self._texts.text_of("gui.workshop.did.reset"))

    # ---- new entries, names

    @Slot()
    def add_like(self) -> None:
        """Makes a new entry with the values of the one the keyboard is on."""
        row = self.current_row
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
        self._at, self._column = place, table.columns[0].path
        self._which = ALL
        self.page.head.segment(ALL).setChecked(True)
        self.page.side.search.clear()
        what = self._texts.text_of("gui.workshop.did.new", name=name)
        if self._doc().change(draft, what):
            self.page.table.setFocus()
            self.page.table.edit_current()

    @Slot(str)
    def _rename(self, name: str) -> None:
        what = self._texts.text_of("gui.workshop.did.rename", name=name)
        self._doc().change(self.shown.draft.renamed(name), what)

    # ---- versions

    @Slot()
    def save(self) -> None:
        """Keeps what is right of the draft as the next version."""
        document = self._doc()
        if not self.page.foot.save.isEnabled():
            self.page.foot.say(self._texts.text_of("gui.workshop.save_nothing"))
            return
        version, is_part = document.next_version, bool(self.shown.mistakes)
        if document.save():
            key = "saved_part" if is_part else "saved"
            self.page.foot.say(self._texts.text_of(f"gui.workshop.{key}", version=version))
            self.saved.emit(document.workshop.versions[0])

    @Slot(object)
    def restore(self, version: OwnRules) -> None:
        """Makes an earlier version the newest again."""
        if self._doc().restore(version):
            self.saved.emit(self._doc().workshop.versions[0])

    @Slot()
    def _share(self) -> None:
        self.share_requested.emit(self._doc().workshop)

    @Slot()
    def _try(self) -> None:
        self.trial_requested.emit(self._doc().workshop)

    @Slot(object)
    def _refuse(self, error: AppError) -> None:
        self._follow()
        self.page.foot.say(self._texts.text(error.message))


def _holds(place: Place, here: Place) -> bool:
    """Whether the keyboard is where something is wrong: at its place, or at the value around it."""
    return bool(here) and place[: len(here)] == here
