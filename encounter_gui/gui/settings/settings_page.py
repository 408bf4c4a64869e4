"""The settings page: a window beside the fight in which every choice holds at once."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.settings.settings_view import STARTS, TEXT_SIZES, SettingsView
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label
from encounter_gui.gui.toolbar.turn_timer import TIMERS
from encounter_gui.gui.widgets.layouts import FlowLayout, column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.session.rollers import ROLLERS, SIDES, Roller

_SIZE = 720, 620
_WORDS = 190
_THEMES = ("dark", "light", "high_contrast", "system")


class SettingsPage(QDialog):
    """Shows how the program is set; what is chosen goes up, and comes back in another view."""

    game_chosen = Signal(str)
    start_chosen = Signal(str)
    language_chosen = Signal(str)
    theme_chosen = Signal(str)
    text_size_chosen = Signal(int)
    """The new size in percent: the window is opened anew with it."""
    roller_chosen = Signal(str, str)
    """A side, and who rolls for it."""
    declares_chosen = Signal(bool)
    timer_chosen = Signal(str)
    """What the timer of a turn counts, as ``TIMERS`` names it."""
    column_chosen = Signal(str, bool)
    """The key of a column of the game that is played, and whether it is shown."""

    def __init__(
        self,
        settings_view: SettingsView,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes what is set, icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self._labels: list[tuple[QLabel, str, str]] = []
        column = set_up_dialog(self, texts.text_of("gui.settings.title"))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        area.setWidget(inside)
        self._sections = column_layout(inside, margins=(0, 0, 8, 0), spacing=6)
        column.addWidget(area, 1)
        self._area = area
        self._fill(settings_view)
        self._sections.addStretch(1)
        note = self._label(texts.text_of("gui.settings.at_once"), "small", "text.muted")
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.accept)
        foot = buttons(close)
        foot.insertWidget(0, note, 1)
        column.addLayout(foot)
        self.resize(*_SIZE)
        icons.recoloured.connect(self._dress)

    # ---- building

    def _fill(self, shown: SettingsView) -> None:
        self._add_program(shown)
        self._add_looks(shown)
        self._add_dice(shown)
        self._add_columns(shown)

    def _add_program(self, shown: SettingsView) -> None:
        grid = self._section("program")
        self.game = self._list(shown.games, shown.game)
        self.game.activated.connect(lambda place: self.game_chosen.emit(shown.games[place][0]))
        self._row(grid, "game", self.game)
        self.start = self._segments("start", STARTS, shown.start)
        self.start.idClicked.connect(lambda place: self.start_chosen.emit(STARTS[place]))
        self._row(grid, "start", self._last_line)
        self.language = self._list(shown.languages, shown.language)
        self.language.setEnabled(len(shown.languages) > 1)
        self.language.activated.connect(
            lambda place: self.language_chosen.emit(shown.languages[place][0])
        )
        self._row(grid, "language", self.language)

    def _add_looks(self, shown: SettingsView) -> None:
        grid = self._section("looks")
        self.theme = self._segments("theme", _THEMES, shown.theme)
        self.theme.idClicked.connect(lambda place: self.theme_chosen.emit(_THEMES[place]))
        self._row(grid, "theme", self._last_line)
        sizes = [str(size) for size in TEXT_SIZES]
        self.text_size = self._segments("size", sizes, str(shown.text_size), is_number=True)
        self.text_size.idClicked.connect(
            lambda place: self.text_size_chosen.emit(TEXT_SIZES[place])
        )
        self._row(grid, "size", self._last_line)
        for place, size in enumerate(TEXT_SIZES):
            if size > shown.largest_text:
                self.text_size.button(place).setEnabled(False)
                tip = plain_tip(self._texts.text_of("gui.settings.size.too_large"))
                self.text_size.button(place).setToolTip(tip)

    def lead_to_text_size(self) -> None:
        """Puts the keyboard on the text size that is chosen."""
        chosen = self.text_size.checkedButton()
        if chosen is not None:
            self._area.ensureWidgetVisible(chosen)
            chosen.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _add_dice(self, shown: SettingsView) -> None:
        grid = self._section("dice")
        self.rollers: dict[Side, QButtonGroup] = {}
        for side in SIDES:
            name = f"roller_{side}"
            group = self._segments(name, ROLLERS, shown.rollers.get(side, "dice"), "roller")
            group.idClicked.connect(partial(self._choose_roller, side))
            self.rollers[side] = group
            self._row(grid, name, self._last_line, note=side == SIDES[0])
        self.declares = QCheckBox(self._texts.text_of("gui.settings.declares.box"), self)
        self.declares.setChecked(shown.declares)
        self.declares.toggled.connect(self.declares_chosen)
        self._row(grid, "declares", self.declares)
        self.timer = self._segments("timer", TIMERS, shown.turn_timer)
        self.timer.idClicked.connect(lambda place: self.timer_chosen.emit(TIMERS[place]))
        self._row(grid, "timer", self._last_line)

    def _add_columns(self, shown: SettingsView) -> None:
        grid = self._section("columns")
        self.columns: dict[str, QCheckBox] = {}
        if not shown.columns:
            note = self._label(
                self._texts.text_of("gui.settings.columns.none"), "body", "text.muted"
            )
            grid.addWidget(note, 0, 0, 1, 2)
            return
        boxes = QWidget(self)
        flow = FlowLayout(boxes, gap=14)
        for each in shown.columns:
            box = QCheckBox(each.title, boxes)
            box.setToolTip(each.tip)
            box.setChecked(each.is_shown)
            box.toggled.connect(partial(self._choose_column, each.key))
            self.columns[each.key] = box
            flow.addWidget(box)
        title = self._texts.text_of("gui.settings.columns.of", game=shown.columns_of)
        grid.addWidget(
            self._label(title, "body", "text.secondary"), 0, 0, Qt.AlignmentFlag.AlignTop
        )
        grid.addWidget(boxes, 0, 1)

    def _section(self, name: str) -> QGridLayout:
        title = self._label(
            self._texts.text_of(f"gui.settings.section.{name}"), "title", "text.primary"
        )
        if self._sections.count():
            self._sections.addSpacing(10)
        self._sections.addWidget(title)
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, _WORDS)
        grid.setColumnStretch(1, 1)
        self._sections.addLayout(grid)
        return grid

    def _row(self, grid: QGridLayout, name: str, editor: QWidget, *, note: bool = True) -> None:
        row = grid.rowCount()
        words = self._texts.text_of(f"gui.settings.{name}")
        label = self._label(words, "body", "text.secondary")
        label.setWordWrap(False)
        label.setBuddy(editor)
        editor.setAccessibleName(words)
        grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(editor, row, 1, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if note:
            text = self._texts.text_of(f"gui.settings.{name}.note")
            grid.addWidget(self._label(text, "small", "text.muted"), row + 1, 1)

    def _list(self, entries: Sequence[tuple[str, str]], chosen: str) -> QComboBox:
        chooser = QComboBox(self)
        for key, name in entries:
            chooser.addItem(name, key)
        chooser.setCurrentIndex(max(0, chooser.findData(chosen)))
        chooser.setMinimumWidth(220)
        return chooser

    def _segments(
        self,
        name: str,
        keys: Sequence[str],
        chosen: str,
        family: str = "",
        *,
        is_number: bool = False,
    ) -> QButtonGroup:
        """Returns the group of a row of buttons; ``_last_line`` is the row."""
        group = QButtonGroup(self)
        line = QWidget(self)
        row = row_layout(line, spacing=0)
        last = len(keys) - 1
        for place, key in enumerate(keys):
            button = QToolButton(line)
            words = (
                f"{key} %"
                if is_number
                else self._texts.text_of(f"gui.settings.{family or name}.{key}")
            )
            button.setText(words)
            button.setObjectName(f"{name}_{key}")
            button.setCheckable(True)
            button.setChecked(key == chosen)
            button.setProperty("segment", {0: "first", last: "last"}.get(place, "middle"))
            group.addButton(button, place)
            row.addWidget(button)
        self._last_line = line
        return group

    def _label(self, text: str, font: str, role: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(font != "title")
        self._labels.append((label, font, role))
        return label

    # ---- looks and choices

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet forgets what was set before it saw the labels."""
        super().showEvent(event)
        self._dress()

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        for label, font, role in self._labels:
            dress_label(label, theme, font, role)

    def _choose_roller(self, side: Side, place: int) -> None:
        roller: Roller = ROLLERS[place]
        self.roller_chosen.emit(side, roller)

    def _choose_column(self, key: str, is_shown: bool) -> None:
        self.column_chosen.emit(key, is_shown)
