"""What an import would bring, before anything is kept: counts, every creature, what was refused and why."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import set_up_dialog
from encounter_gui.gui.theme.icons import Icons, beside_icon
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.transfer.candidate_details import CandidateDetails
from encounter_gui.gui.transfer.candidate_model import COLUMNS, CandidateModel
from encounter_gui.gui.transfer.candidates import CandidateChoice, ImportDecision, first_choice
from encounter_gui.gui.transfer.column_mapping import ColumnMapping
from encounter_gui.gui.transfer.import_job import ImportOptions, ImportResult
from encounter_gui.gui.transfer.rules_text import arriving_lines, arriving_text
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.interchange.imported import FoundExtra
from encounter_gui.play.transfer.imports import Preview
from encounter_gui.play.transfer.planned_encounters import PlannedEncounter
from encounter_gui.play.workshop.taking_in import Arriving
from encounter_gui.rules.model.games.ruleset_info import ListedRuleset
from encounter_gui.rules.model.ruleset import Ruleset

_SIZE = (1240, 660)
_WIDTHS = (200, 58, 146, 236, 76)
_DETAILS_WIDTH = 296
_LOWER_HEIGHT = 150
_MOST_LINES = 12
_MOST_NAMED = 6
"""Most names of encounters and things in the line that asks for them."""


class ImportDialog(QDialog):
    """Shows progress while files are read, then what was found."""

    wishes_changed = Signal(object)
    """``ImportOptions``: the same files are to be proposed otherwise."""
    accepted_choices = Signal(tuple)
    """``tuple[CandidateChoice, ...]``: what becomes of each; the dialog closes."""
    cancelled = Signal()
    """It was closed without keeping anything."""

    def __init__(
        self,
        listed: Sequence[ListedRuleset],
        rulesets: Callable[[str], Ruleset | None],
        options: ImportOptions,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the rulesets there are, what returns one by its id, how creatures are to be taken over at first."""
        super().__init__(parent)
        self._listed = listed
        self.options: ImportOptions = options
        """How creatures are to be taken over."""
        self._icons = icons
        self._texts = texts
        self.import_result: ImportResult | None = None
        """What is shown; None while it is being read."""
        self.model = CandidateModel(rulesets, icons, texts, self)
        self.table = QTableView(self)
        self.details = CandidateDetails(rulesets, icons, texts, self)
        self.columns = ColumnMapping(texts, self)
        self.refused = QPlainTextEdit(self)
        self.counts = plain_label("", self)
        self.progress = QProgressBar(self)
        self.fallback = QComboBox(self)
        self.for_all = QCheckBox(texts.text_of("gui.imports.for_all"), self)
        self.likes = QComboBox(self)
        self.with_encounters = QCheckBox(self)
        self.with_gear = QCheckBox(self)
        self.with_rules = QCheckBox(self)
        self.keep = QPushButton(self)
        self.keep.setProperty("primary", "true")
        self.cancel = QPushButton(texts.text_of("gui.cancel"), self)
        self._pages = QStackedWidget(self)
        self._show_columns = QToolButton(self)
        self._show_refused = QToolButton(self)
        self._lower = QStackedWidget(self)
        self._lay_out()
        self._connect()
        self.show_progress(0, 0)

    # ---- laying out

    def _lay_out(self) -> None:
        texts = self._texts
        column = set_up_dialog(self, texts.text_of("gui.imports.title"))
        self._pages.addWidget(self._waiting())
        self._pages.addWidget(self._preview())
        column.addWidget(self._pages, 1)
        line = row_layout(
            None, self._show_columns, self._show_refused, STRETCH, self.cancel, self.keep
        )
        self.keep.setDefault(True)
        column.addLayout(line)
        self.resize(*_SIZE)

    def _waiting(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.addStretch(1)
        self._reading = plain_label(self._texts.text_of("gui.imports.reading"), page)
        column.addWidget(self._reading)
        self.progress.setAccessibleName(self._texts.text_of("gui.imports.reading"))
        add_items(column, self.progress, STRETCH)
        return page

    def _preview(self) -> QWidget:
        page = QWidget()
        column = column_layout(page, self.counts, self._targets(), spacing=8)
        for box in (self.with_rules, self.with_encounters, self.with_gear):
            box.hide()
            column.addWidget(box)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(12)
        split.addWidget(self.table)
        split.addWidget(self.details)
        split.setStretchFactor(0, 1)
        split.setSizes([_SIZE[0] - _DETAILS_WIDTH, _DETAILS_WIDTH])
        column.addWidget(split, 1)
        self.refused.setReadOnly(True)
        self.refused.setAccessibleName(self._texts.text_of("gui.imports.refused"))
        self._lower.addWidget(self.columns)
        self._lower.addWidget(self.refused)
        self._lower.setFixedHeight(_LOWER_HEIGHT)
        self._lower.hide()
        column.addWidget(self._lower)
        self._dress_table()
        return page

    def _targets(self) -> QHBoxLayout:
        texts = self._texts
        row = QHBoxLayout()
        label = QLabel(texts.text_of("gui.imports.fallback"), self)
        label.setBuddy(self.fallback)
        for each in self._listed:
            self.fallback.addItem(each.name, each.id)
        self.fallback.setAccessibleName(texts.text_of("gui.imports.fallback"))
        self.fallback.setCurrentIndex(max(0, self.fallback.findData(self.options.fallback)))
        add_items(row, label, self.fallback, self.for_all, STRETCH)
        self._likes_label = QLabel(texts.text_of("gui.imports.likes"), self)
        self._likes_label.setBuddy(self.likes)
        self.likes.addItem(texts.text_of("gui.imports.likes.each"), "")
        for fate in ("skip", "both", "replace"):
            self.likes.addItem(texts.text_of(f"gui.imports.fate.{fate}"), fate)
        self.likes.setAccessibleName(texts.text_of("gui.imports.likes"))
        add_items(row, self._likes_label, self.likes)
        return row

    def _dress_table(self) -> None:
        table, header = self.table, self.table.horizontalHeader()
        table.setModel(self.model)
        table.setAccessibleName(self._texts.text_of("gui.imports.creatures"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setAlternatingRowColors(True)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(round(self._icons.theme.size("row_list")) - 2)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place, width in enumerate(_WIDTHS):
            header.resizeSection(place, width)
        header.setStretchLastSection(True)

    def _connect(self) -> None:
        self.cancel.clicked.connect(self.reject)
        self.keep.clicked.connect(self._keep)
        self.rejected.connect(self.cancelled)
        self.fallback.activated.connect(self._wish)
        self.for_all.toggled.connect(self._wish)
        self.likes.activated.connect(self._decide_likes)
        self.with_encounters.toggled.connect(self._count)
        self.with_gear.toggled.connect(self._count)
        self.with_rules.toggled.connect(self._count)
        self.columns.changed.connect(self._mean)
        self.model.choices_changed.connect(self._count)
        self.table.selectionModel().currentRowChanged.connect(self._show_current)
        self.details.fate_chosen.connect(self._decide)
        for place, button in enumerate((self._show_columns, self._show_refused)):
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIcon(self._icons.icon(("table", "warning")[place]))
            button.clicked.connect(self._show_lower)
        self._show_columns.setText(beside_icon(self._texts.text_of("gui.imports.columns")))

    # ---- what it shows

    @Slot(int, int)
    def show_progress(self, done: int, total: int) -> None:
        """Shows how many of the files have been read; all of them: the creatures are being worked out."""
        is_busy = done >= total
        self.progress.setRange(0, 0 if is_busy else total)
        self.progress.setValue(done)
        key = "gui.imports.working" if is_busy else "gui.imports.reading"
        self._reading.setText(self._texts.text_of(key))
        if self.import_result is None:
            self._pages.setCurrentIndex(0)
        self.keep.setEnabled(False)

    @Slot(str)
    def show_failure(self, text: str) -> None:
        """Says why nothing at all could be read."""
        self._reading.setText(text)
        self.progress.hide()
        self.cancel.setText(self._texts.text_of("gui.close"))
        self._count()

    @property
    def failure(self) -> str:
        """Returns what it says instead of a preview; empty: there is one."""
        return self._reading.text() if self.import_result is None else ""

    @property
    def planned(self) -> tuple[PlannedEncounter, ...]:
        """Returns the encounters that are to be made of the creatures."""
        preview = self.import_result.preview if self.import_result is not None else None
        return preview.planned if preview is not None and self.with_encounters.isChecked() else ()

    @property
    def gear(self) -> tuple[FoundExtra, ...]:
        """Returns the things that are to be taken into the campaign's own gear."""
        preview = self.import_result.preview if self.import_result is not None else None
        return preview.gear if preview is not None and self.with_gear.isChecked() else ()

    @property
    def rules(self) -> tuple[Arriving, ...]:
        """Returns the own rules that are to be taken in."""
        preview = self.import_result.preview if self.import_result is not None else None
        new = (each for each in preview.rules if each.arrival != "same") if preview else ()
        return tuple(new) if self.with_rules.isChecked() else ()

    def show_readout(self, import_result: ImportResult) -> None:
        """Shows what was found; choices made before stay where the same creatures were found again."""
        before = {(c.name, c.candidate.proposal.found.origin.sha256): c for c in self.model.choices}
        choices = [first_choice(each) for each in import_result.preview.candidates]
        self.import_result = import_result
        self.options = import_result.options
        self.model.show_choices(_kept(choice, before) for choice in choices)
        self.columns.show_tables(import_result.columns, import_result.options.columns)
        self._show_columns.setVisible(bool(import_result.columns))
        self._fill_refused()
        self._ask_beside()
        has_likes = any(choice.like is not None for choice in choices)
        self.table.setColumnHidden(COLUMNS.index("fate"), not has_likes)
        self.likes.setVisible(has_likes)
        self._likes_label.setVisible(has_likes)
        self._pages.setCurrentIndex(1)
        self._count()
        if choices:
            self.table.setCurrentIndex(self.model.index(0, 0))
        self.table.setFocus()

    def _ask_beside(self) -> None:
        """Asks whether encounters are made of the creatures, and whether things of tables are taken in."""
        if self.import_result is None:
            return
        preview, texts = self.import_result.preview, self._texts
        names = ", ".join(each.name for each in preview.planned[:_MOST_NAMED])
        things = ", ".join(each.extra.name for each in preview.gear[:_MOST_NAMED])
        for box, key, count, said in (
            (self.with_encounters, "gui.imports.make_encounters", len(preview.planned), names),
            (self.with_gear, "gui.imports.take_gear", len(preview.gear), things),
        ):
            rest = " …" if count > _MOST_NAMED else ""
            text = texts.text_of(key, count=count, names=f"{said}{rest}")
            is_new = box.isHidden()
            box.setText(text.replace("&", "&&"))
            box.setVisible(count > 0)
            if is_new:
                box.setChecked(count > 0 and (box is self.with_gear or not preview.is_known))
        self._ask_rules(preview)

    def _ask_rules(self, preview: Preview) -> None:
        """Asks whether own rules of the files are taken in; those in place of others only if somebody says so."""
        new = [each for each in preview.rules if each.arrival != "same"]
        said = ", ".join(arriving_text(each, self._texts) for each in new)
        is_new = self.with_rules.isHidden()
        text = self._texts.text_of("gui.imports.take_rules", rules=said)
        self.with_rules.setText(text.replace("&", "&&"))
        lines = [line for each in new for line in arriving_lines(each, self._texts)]
        self.with_rules.setToolTip(plain_tip("\n".join(lines[:_MOST_LINES])))
        self.with_rules.setVisible(bool(new))
        if is_new:
            self.with_rules.setChecked(bool(new) and not any(each.asks for each in new))

    def _fill_refused(self) -> None:
        if self.import_result is None:
            return
        preview, texts = self.import_result.preview, self._texts
        lines = [
            ": ".join(
                [*(part for part in (each.file, each.pointer) if part), texts.text(each.error)]
            )
            for each in preview.files
            if each.error is not None
        ]
        lines += [f"{each.file}: {texts.text(each.reason)}" for each in preview.skipped]
        lines += [texts.text(each) for each in preview.warnings]
        self.refused.setPlainText("\n".join(lines))
        self._show_refused.setVisible(bool(lines))
        self._show_refused.setText(texts.text_of("gui.imports.refused_count", count=len(lines)))
        if lines and not preview.candidates:
            self._show_refused.setChecked(True)
            self._lower.setCurrentIndex(1)
            self._lower.show()

    @Slot()
    def _count(self) -> None:
        import_result, texts = self.import_result, self._texts
        taken = sum(choice.is_taken for choice in self.model.choices)
        encounters = len(import_result.preview.encounters) if import_result is not None else 0
        extras = len(import_result.preview.extras) if import_result is not None else 0
        rules = len(self.rules)
        wanted = taken + encounters + extras + len(self.planned) + len(self.gear) + rules
        parts = (
            ("creatures", taken),
            ("encounters", encounters + len(self.planned)),
            ("extras", extras + len(self.gear)),
            ("rules", rules),
        )
        words = [
            texts.text_of(f"gui.imports.keep.{name}", count=count) for name, count in parts if count
        ]
        self.keep.setText(texts.text_of("gui.imports.keep", what=", ".join(words)).strip())
        self.keep.setEnabled(import_result is not None and wanted > 0)
        if import_result is None:
            return
        found = self.model.choices
        there = sum(choice.candidate.twin is not None for choice in found)
        left_out = len(import_result.preview.skipped)
        broken = sum(each.error is not None for each in import_result.preview.files)
        numbers = (
            ("found", len(found)), ("new", len(found) - there), ("there", there),
            ("encounters", encounters + len(self.planned)), ("extras", extras + len(self.gear)),
            ("left_out", left_out), ("refused", broken),
        )  # fmt: skip
        self.counts.setText(
            " · ".join(
                texts.text_of(f"gui.imports.count.{key}", count=count)
                for key, count in numbers
                if count or key == "found"
            )
        )
        self._show_current()

    @Slot()
    def _show_current(self) -> None:
        row = self.table.currentIndex().row()
        choices = self.model.choices
        self.details.show_choice(choices[row] if 0 <= row < len(choices) else None)

    @Slot()
    def _show_lower(self) -> None:
        sender = self.sender()
        for place, button in enumerate((self._show_columns, self._show_refused)):
            if button is sender:
                self._lower.setCurrentIndex(place)
            else:
                button.setChecked(False)
        self._lower.setVisible(self._show_columns.isChecked() or self._show_refused.isChecked())

    # ---- what is decided

    def _rows(self) -> list[int]:
        return sorted(index.row() for index in self.table.selectionModel().selectedRows())

    @Slot(str)
    def _decide(self, fate: ImportDecision) -> None:
        self.model.set_fate(self._rows() or [self.table.currentIndex().row()], fate)

    @Slot()
    def _decide_likes(self) -> None:
        fate = self.likes.currentData()
        if fate:
            rows = [at for at, each in enumerate(self.model.choices) if each.like is not None]
            self.model.set_fate(rows, fate)

    @Slot()
    def _wish(self) -> None:
        chosen = str(self.fallback.currentData())
        target = chosen if self.for_all.isChecked() else ""
        self._want(ImportOptions(fallback=chosen, target=target, columns=self.options.columns))

    @Slot(tuple, object)
    def _mean(self, headers: tuple[str, ...], meant: Mapping[str, str]) -> None:
        options = self.options
        columns = {**options.columns, tuple(headers): dict(meant)}
        self._want(ImportOptions(fallback=options.fallback, target=options.target, columns=columns))

    def _want(self, options: ImportOptions) -> None:
        self.options = options
        self.keep.setEnabled(False)
        self.wishes_changed.emit(options)

    @Slot()
    def _keep(self) -> None:
        # The controller reads what is shown once more: the dialog closes after that.
        self.accepted_choices.emit(self.model.choices)
        self.accept()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space takes in or leaves out all that are selected."""
        if event.key() == Qt.Key.Key_Space and self.table.hasFocus():
            self.model.toggle(self._rows())
        else:
            super().keyPressEvent(event)


def _kept(
    choice: CandidateChoice, before: Mapping[tuple[str, str], CandidateChoice]
) -> CandidateChoice:
    """Returns the choice that was made of the same creature before, if it still can be made."""
    old = before.get((choice.name, choice.candidate.proposal.found.origin.sha256))
    if old is None or old.fate not in choice.fates:
        return choice
    return CandidateChoice(candidate=choice.candidate, fate=old.fate)
