"""The head of the panel of changes by hand: how much, which way, where, from what, and the button that counts."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.crowds.amount_field import AmountField
from encounter_gui.gui.crowds.choice_row import ChoiceRow
from encounter_gui.gui.crowds.crowd_row import CrowdRow
from encounter_gui.gui.damage.damage_plan import ChangeKind, DamageShown
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.commands import Share

_AMOUNT, _SOURCE_MOST, _SOURCE_LEAST = 76, 196, 70
_PADDING = 10
_PLACES = 3
_SOURCE_WISH = 110
_TITLED = 720
_KEPT_WIDE: tuple[tuple[int, ...], ...] = ((0, 1, 2), (0, 2), (0,), (1,), ())
"""Which rows keep their segments, tried one after the other: places (the last) give way after ways."""
_STEPS = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}
_Held = Qt.KeyboardModifier
_HELD = _Held.ShiftModifier | _Held.ControlModifier | _Held.AltModifier | _Held.MetaModifier
_EXTENDING: dict[Qt.KeyboardModifier, Share] = {
    _Held.ShiftModifier: "1",
    _Held.ShiftModifier | _Held.ControlModifier: "1/2",
}
_TIMES = ("x", "X", "*", "×")
"""Typed behind the amount: how many of a group comes next."""
_ICON = {"damage": "blocked", "heal": "plus", "set": "edit"}


class DamageHead(QWidget):
    """Says what is typed and chosen for all targets together."""

    text_edited = Signal(str)
    """The amount as typed, with its sign."""
    count_edited = Signal(str)
    """How many of the groups among the chosen rows are meant, as typed."""
    which_chosen = Signal(str)
    """Which of them."""
    way_chosen = Signal(str)
    """The key of the way it goes."""
    gauge_chosen = Signal(str)
    """The key of the gauge it is taken from, or that is healed or set."""
    place_chosen = Signal(str)
    """The key of the place where all are hit; empty: as the rules find it."""
    source_edited = Signal(str)
    """Where it comes from, for the log."""
    stepped_down = Signal()
    """The keyboard goes down to the targets."""
    extended = Signal(int, str)
    """The next row of the table above (-1) or below (+1) becomes a target as well, and its share."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        text_of = texts.text_of
        self._icons = icons
        self._texts = texts
        self._kind: ChangeKind = "damage"
        self._is_fitting = False
        self._title = QLabel(self)
        self.amount = AmountField(icons, text_of("gui.damage.each"), self)
        self.crowd = CrowdRow(icons, texts, self)
        self.gauge = ChoiceRow(icons, text_of("gui.damage.gauge"), parent=self)
        self.way = ChoiceRow(icons, text_of("gui.damage.way"), parent=self)
        more = text_of("gui.damage.place.more")
        self.place = ChoiceRow(
            icons, text_of("gui.damage.head.place"), more, most=_PLACES, parent=self
        )
        self.source = QLineEdit(self)
        self.apply_button = ShortcutButton(icons, "↵", self)
        self.cancel_button = ShortcutButton(icons, "Esc", self)
        self._dress()
        self._lay_out()
        self.amount.textEdited.connect(self.text_edited)
        self.crowd.count_edited.connect(self.count_edited)
        self.crowd.which_chosen.connect(self.which_chosen)
        self.source.textEdited.connect(self.source_edited)
        self.way.chosen.connect(self.way_chosen)
        self.gauge.chosen.connect(self.gauge_chosen)
        self.place.chosen.connect(self.place_chosen)
        for field in (self.amount, self.crowd.count, self.source):
            field.installEventFilter(self)
        for button in (self.apply_button, self.cancel_button):
            button.installEventFilter(self)

    def _dress(self) -> None:
        text_of, theme = self._texts.text_of, self._icons.theme
        self._title.setFont(theme.font("row", weight=700))
        self.amount.setMaxLength(8)
        self.amount.setFixedWidth(_AMOUNT)
        self.amount.setAccessibleName(text_of("gui.fight.changes.field"))
        self.amount.setAccessibleDescription(text_of("gui.fight.changes.hint"))
        self.amount.setToolTip(plain_tip(text_of("gui.fight.changes.hint")))
        self.source.setPlaceholderText(text_of("gui.damage.source"))
        self.source.setToolTip(text_of("gui.damage.source"))
        self.source.setAccessibleName(text_of("gui.damage.source.name"))
        self.source.setMaxLength(min(LONGEST, 120))
        self.source.setMaximumWidth(_SOURCE_MOST)
        self.source.setMinimumWidth(_SOURCE_LEAST)
        self.source.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.cancel_button.setProperty("flat", "true")
        self.cancel_button.show_words(text_of("gui.fight.changes.cancel"))
        self.apply_button.show_primary(is_primary=True)

    def _lay_out(self) -> None:
        row = row_layout(self, margins=(_PADDING + 22, 3, _PADDING - 2, 3), spacing=8)
        parts = (
            self._title,
            self.amount,
            self.crowd.count,
            self.crowd.which,
            self.gauge,
            self.way,
            self.place,
        )
        for part in parts:
            row.addWidget(part)
        row.addWidget(self.source, 1)
        row.addStretch(1)
        row.addWidget(self.apply_button)
        row.addWidget(self.cancel_button)

    def show_damage(self, shown: DamageShown) -> None:
        """Shows what is chosen, and what can be."""
        plan, preview = shown.plan, shown.preview
        self._is_fitting = True  # rows that come and go must not be fitted one by one
        self._kind = plan.kind
        self._title.setText(self._texts.text_of(f"gui.damage.title.{plan.kind}"))
        if self.amount.text() != plan.text:
            self.amount.setText(plan.text)
        if self.source.text() != plan.source:
            self.source.setText(plan.source)
        self.crowd.show_crowds(
            shown.crowd_sizes, plan.count, plan.which, is_wrong=shown.is_count_wrong
        )
        is_damage = plan.kind == "damage"
        gauges = preview.gauges if plan.way == "raw" else ()
        if not is_damage:
            gauges = shown.settable
        main = gauges[0][0] if gauges else ""
        self.gauge.show_options(gauges, plan.gauge or main)
        self.way.show_options(preview.ways if is_damage else (), plan.way)
        places = (("", preview.place_words), *preview.places) if preview.places else ()
        is_placed = is_damage and plan.way != "raw"
        self.place.show_options(places if is_placed else (), plan.place)
        self.source.setVisible(is_damage)
        count = len(plan.reached)
        key = "one" if count == 1 else "many" if count else "none"
        words = self._texts.text(say(f"gui.fight.changes.apply.{key}", count=count))
        self.apply_button.show_words(words)
        self.apply_button.setEnabled(bool(plan.is_readable and count and not shown.complaint))
        self._is_fitting = False
        self.fit()

    def fit(self) -> None:
        """Lets answers become menus where the width does not hold them all: as few of them as can be."""
        if self._is_fitting:
            return
        self._is_fitting = True
        self._title.setVisible(self.width() >= _TITLED)
        buttons = (self._title, self.apply_button, self.cancel_button)
        room = self.width() - sum(
            each.sizeHint().width() for each in buttons if not each.isHidden()
        )
        room -= _AMOUNT + 2 * _PADDING + 22 + 8 * 8
        room -= 0 if self.source.isHidden() else _SOURCE_WISH
        room -= self.crowd.wanted_width()
        rows = [each for each in (self.gauge, self.way, self.place) if not each.isHidden()]
        sizes = (_narrow(rows, kept) for kept in _KEPT_WIDE)
        for narrow, width in sizes:
            if width <= room or len(narrow) == len(rows):
                for row in rows:
                    row.show_narrow(is_narrow=row in narrow)
                break
        self._is_fitting = False

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            # Escape must not reach the window's own shortcuts while something is typed here.
            if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and watched in (self.amount, self.crowd.count):
                return self._press(event) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def _press(self, event: QKeyEvent) -> bool:
        """Does what a key does in a number beside what it does in every field; returns whether it does anything."""
        share, step = _EXTENDING.get(event.modifiers() & _HELD), _STEPS.get(event.key())
        if share is not None and step is not None:
            self.extended.emit(step, share)
        elif event.key() == Qt.Key.Key_Down:
            self.stepped_down.emit()
        elif event.text() and event.text() in _TIMES and self.crowd.is_asked:
            self.crowd.take_focus()
        else:
            return False
        return True

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        side = 15
        box = self.rect().adjusted(_PADDING, 0, 0, 0)
        box.setWidth(side)
        colour = theme.colour("accent.interactive")
        self._icons.paint(painter, _ICON[self._kind], box.toRectF(), colour)

    @Slot()
    def take_focus(self) -> None:
        """Puts the keyboard into the amount."""
        self.amount.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.amount.end(False)  # Qt's own order: without selecting


def _narrow(rows: Sequence[ChoiceRow], kept: tuple[int, ...]) -> tuple[list[ChoiceRow], int]:
    """Returns which of these rows become menus, and how wide all are then; ``kept`` counts from the last."""
    narrow = [row for place, row in enumerate(reversed(rows)) if place not in kept]
    width = sum(row.narrow_width() if row in narrow else row.wide_width() for row in rows)
    return narrow, width
