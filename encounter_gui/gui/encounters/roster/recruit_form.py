"""The selected line of the roster: how many, as what, and what about it differs from the library."""

import re

from msgspec import structs
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Condition, Side
from encounter_gui.gui.encounters.plan.plan_view import (
    Line,
    PlanView,
    differences,
    field_names,
    stepped_count,
)
from encounter_gui.gui.encounters.roster.tag_row import TagRow
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import mark_wrong
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.prep.rosters import is_count, loadouts
from encounter_gui.rules.model.prepared import LibraryCreature, Recruit

_SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_COUNT_WIDTH = 64
_VALUE_WIDTH = 56
_NUMBER = re.compile(r"-?\d{1,6}")


class RecruitForm(QWidget):
    """Edits one recruit of this encounter; the library stays as it is unless somebody asks otherwise."""

    changed = Signal(int, object)
    """The place of a recruit, and the ``Recruit`` it becomes."""
    to_wave_requested = Signal(int, int)
    """A recruit's place, and the wave it is to come with; one past the last: a new one."""
    update_requested = Signal(int)
    """This recruit is to be as the library has it again."""
    into_library_requested = Signal(int)
    """What differs here is to be written into the library."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._plan_view: PlanView | None = None
        self._place = -1
        self.count = QLineEdit(self)
        self.count.setMaxLength(LONGEST)
        self.fewer = self._small("minus", "gui.encounters.fewer")
        self.more = self._small("plus", "gui.encounters.more")
        self.side = QComboBox(self)
        self.name = QLineEdit(self)
        self.group = QLineEdit(self)
        self.overlay = QComboBox(self)
        self.hidden = QCheckBox(texts.text_of("gui.encounters.hidden_box"), self)
        self.gear = QCheckBox(texts.text_of("gui.encounters.gear_box"), self)
        self.condition = QComboBox(self)
        self.tags = TagRow(icons, texts, self)
        self.field = QComboBox(self)
        self.value = QLineEdit(self)
        self.value.setMaxLength(LONGEST)
        self.differences = TagRow(icons, texts, self)
        self.update_copy = QPushButton(texts.text_of("gui.encounters.update_copy"), self)
        self.into_library = QPushButton(texts.text_of("gui.encounters.into_library"), self)
        self.wave = QToolButton(self)
        self._waves = QMenu(self.wave)
        self.unfold = QToolButton(self)
        self._more_part = QWidget(self)
        self._lay_out()
        self._connect()
        self.show_recruit(None, None)

    # ---- laying out

    def _small(self, icon: str, key: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(self._icons.icon(icon))
        button.setProperty("bordered", "true")
        button.setAccessibleName(self._texts.text_of(key))
        button.setToolTip(plain_tip(self._texts.text_of(key)))
        return button

    def _lay_out(self) -> None:
        texts = self._texts
        self.count.setFixedWidth(_COUNT_WIDTH)
        self.count.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.value.setFixedWidth(_VALUE_WIDTH)
        for widget, key in (
            (self.count, "count"), (self.side, "side"), (self.name, "name"), (self.group, "group"),
            (self.overlay, "overlay"), (self.condition, "condition"), (self.field, "field"),
            (self.value, "value"),
        ):  # fmt: skip
            widget.setAccessibleName(texts.text_of(f"gui.encounters.{key}"))
            widget.setToolTip(plain_tip(texts.text_of(f"gui.encounters.{key}_help")))
        self.gear.setToolTip(plain_tip(texts.text_of("gui.encounters.gear_box_help")))
        self.group.setPlaceholderText(texts.text_of("gui.encounters.group"))
        self.value.setPlaceholderText(texts.text_of("gui.encounters.value"))
        self.unfold.setText(texts.text_of("gui.encounters.details"))
        self.unfold.setCheckable(True)
        self.wave.setText(texts.text_of("gui.encounters.to_wave"))
        self.wave.setProperty("menu", "true")
        self.wave.setMenu(self._waves)
        self.wave.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        column = column_layout(self, margins=(10, 8, 10, 8), spacing=6)
        column.addLayout(_row(self.fewer, self.count, self.more, self.side, stretched=3))
        column.addLayout(_row(self.overlay, self.hidden, self.unfold, stretched=0))
        column.addWidget(self._more_part)
        self._lay_out_more()

    def _lay_out_more(self) -> None:
        grid = QGridLayout(self._more_part)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.addLayout(_row(self.name, self.group, stretched=0), 0, 0)
        grid.addLayout(_row(self.condition, self.gear, stretched=0), 1, 0)
        grid.addWidget(self.tags, 2, 0)
        grid.addLayout(_row(self.field, self.value, stretched=0), 3, 0)
        grid.addWidget(self.differences, 4, 0)
        for button in (self.update_copy, self.into_library):
            button.setProperty("small", "true")
        grid.addLayout(_row(self.update_copy, self.into_library, self.wave, stretched=-1), 5, 0)
        self._more_part.hide()

    def _connect(self) -> None:
        self.fewer.clicked.connect(lambda: self._step(-1))
        self.more.clicked.connect(lambda: self._step(1))
        self.count.editingFinished.connect(self._set_count)
        self.name.editingFinished.connect(self._set_texts)
        self.group.editingFinished.connect(self._set_texts)
        self.side.activated.connect(lambda: self._emit(side=self.side.currentData()))
        self.overlay.activated.connect(lambda: self._emit(overlay=str(self.overlay.currentData())))
        self.hidden.clicked.connect(lambda on: self._emit(is_hidden=on))
        self.gear.clicked.connect(lambda on: self._emit(draws_gear=on))
        self.condition.activated.connect(self._add_condition)
        self.tags.removed.connect(self._remove_condition)
        self.value.returnPressed.connect(self._set_value)
        self.differences.removed.connect(self._forget_value)
        self.unfold.toggled.connect(self._more_part.setVisible)
        self.update_copy.clicked.connect(lambda: self.update_requested.emit(self._place))
        self._waves.triggered.connect(
            lambda action: self.to_wave_requested.emit(self._place, action.data())
        )
        self.into_library.clicked.connect(lambda: self.into_library_requested.emit(self._place))

    # ---- state downward

    def show_recruit(self, plan_view: PlanView | None, line: Line | None) -> None:
        """Shows a line of the roster; nothing for a party or a wave."""
        is_recruit = plan_view is not None and line is not None and line.kind == "recruit"
        self.setVisible(is_recruit)
        if plan_view is None or line is None or not is_recruit:
            self._plan_view, self._place = None, -1
            return
        was, self._plan_view, self._place = self._plan_view, plan_view, line.place
        if was is None or was.ruleset != plan_view.ruleset or was.encounter != plan_view.encounter:
            self._fill_lists(plan_view)
        self._fill(plan_view, plan_view.plan.recruits[line.place])

    def _fill_lists(self, plan_view: PlanView) -> None:
        text_of = self._texts.text_of
        self.side.clear()
        self.side.addItem(text_of("gui.encounters.side_own"), None)
        for side in _SIDES:
            self.side.addItem(text_of(f"gui.side.{side}"), side)
        self.overlay.clear()
        self.overlay.addItem(text_of("gui.encounters.overlay_none"), "")
        for each in plan_view.overlays:
            self.overlay.addItem(each.name, each.key)
        self.condition.clear()
        self.condition.addItem(text_of("gui.encounters.condition"), "")
        for known in plan_view.ruleset.conditions:
            if known.by_hand:
                self.condition.addItem(known.name, known.key)
        self.field.clear()
        for key, name in field_names(plan_view.ruleset):
            self.field.addItem(name, key)

    def _fill(self, plan_view: PlanView, recruit: Recruit) -> None:
        entry = self.entry
        _write(self.count, recruit.count)
        _write(self.name, recruit.name)
        _write(self.group, recruit.group)
        own_name = entry.name if entry is not None else recruit.creature
        self.name.setPlaceholderText(own_name)
        self.side.setCurrentIndex(max(0, self.side.findData(recruit.side)))
        if entry is not None:
            own = self._texts.text_of(f"gui.side.{entry.creature.side}")
            self.side.setItemText(0, self._texts.text_of("gui.encounters.side_as", side=own))
        self.overlay.setCurrentIndex(max(0, self.overlay.findData(recruit.overlay)))
        self.hidden.setChecked(recruit.is_hidden)
        self.gear.setChecked(recruit.draws_gear)
        drawn = loadouts(entry.creature, plan_view.ruleset) if entry is not None else {}
        self.gear.setVisible(bool(drawn) or recruit.draws_gear)
        names = {each.key: each.name for each in plan_view.ruleset.conditions}
        self.tags.show_tags(
            (each.key, names.get(each.key, each.key)) for each in recruit.conditions
        )
        different = differences(recruit, entry, plan_view.ruleset)
        self.differences.show_tags(
            (
                key,
                self._texts.text_of(
                    "gui.encounters.difference", name=name, here=str(here), there=str(there)
                ),
            )
            for key, name, here, there in different
        )
        self.update_copy.setVisible(bool(different))
        self.into_library.setVisible(bool(different) and recruit.own is not None)
        self.fewer.setEnabled(recruit.count != "1")
        self._fill_waves(plan_view)

    def _fill_waves(self, plan_view: PlanView) -> None:
        menu = self._waves
        menu.clear()
        for place, wave in enumerate(plan_view.plan.waves):
            menu.addAction(wave.name.replace("&", "&&")).setData(place)
        menu.addAction(self._texts.text_of("gui.encounters.new_wave")).setData(
            len(plan_view.plan.waves)
        )

    @property
    def entry(self) -> LibraryCreature | None:
        """What the library holds of it; None: no longer anything."""
        plan_view = self._plan_view
        return plan_view.entries[self._place] if plan_view is not None else None

    @property
    def recruit(self) -> Recruit | None:
        """What is shown."""
        plan_view = self._plan_view
        return plan_view.plan.recruits[self._place] if plan_view is not None else None

    # ---- intents upward

    def _emit(self, **changes: object) -> None:
        recruit = self.recruit
        if recruit is not None:
            made = structs.replace(recruit, **changes)
            if made != recruit:
                self.changed.emit(self._place, made)

    def _step(self, by: int) -> None:
        if self.recruit is not None:
            self._emit(count=stepped_count(self.recruit.count, by))

    @Slot()
    def _set_count(self) -> None:
        text = self.count.text().replace(" ", "").casefold()
        is_right = is_count(text)
        mark_wrong(self.count, is_wrong=not is_right)
        if is_right:
            self._emit(count=text)

    @Slot()
    def _set_texts(self) -> None:
        self._emit(name=self.name.text().strip(), group=self.group.text().strip())

    @Slot()
    def _add_condition(self) -> None:
        key = str(self.condition.currentData() or "")
        self.condition.setCurrentIndex(0)
        if key and self.recruit is not None:
            others = tuple(each for each in self.recruit.conditions if each.key != key)
            self._emit(conditions=(*others, Condition(key=key)))

    @Slot(str)
    def _remove_condition(self, key: str) -> None:
        if self.recruit is not None:
            left = tuple(each for each in self.recruit.conditions if each.key != key)
            self._emit(conditions=left)

    @Slot()
    def _set_value(self) -> None:
        text = self.value.text().strip().replace("−", "-")
        if self.recruit is None or not _NUMBER.fullmatch(text):
            return
        sheet = {**self.recruit.sheet, str(self.field.currentData()): int(text)}
        self.value.clear()
        self._emit(sheet=sheet)

    @Slot(str)
    def _forget_value(self, key: str) -> None:
        if self.recruit is not None:
            self._emit(sheet={k: v for k, v in self.recruit.sheet.items() if k != key})


def _row(*widgets: QWidget, stretched: int) -> QHBoxLayout:
    row = row_layout(spacing=6)
    for place, widget in enumerate(widgets):
        row.addWidget(widget, 1 if place == stretched else 0)
    if stretched < 0:
        row.addStretch(1)
    return row


def _write(field: QLineEdit, text: str) -> None:
    """What is being typed is not overwritten."""
    if not field.hasFocus() or not field.isModified():
        field.setText(text)
