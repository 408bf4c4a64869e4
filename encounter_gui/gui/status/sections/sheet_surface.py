"""A sheet as one painted surface: its parts have fixed places, and only those that differ are painted anew."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import zip_longest

from msgspec.structs import replace
from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.section_parts import paint_section
from encounter_gui.gui.status.sections.section_words import sheet_words
from encounter_gui.gui.status.sections.sheet_button import SheetButton, line_look, paint_line
from encounter_gui.gui.status.sections.sheet_layout import (
    NO_REST,
    ButtonValue,
    Fold,
    Rest,
    SheetLayout,
    lay_out,
)
from encounter_gui.gui.theme.ground import fills_ground, paint_ground
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.pictures import Pictures
from encounter_gui.rules.view import ActionOption, Section, SettableValue


class SheetSurface(QWidget):
    """Shows sections: headings, gauges, figures, dice, lines, columns, offers. What can be used is a button over it."""

    offer_taken = Signal(object)
    """The command of an offer."""
    value_opened = Signal(str)
    """The key of a value that is to be set."""
    arrow_pressed = Signal(object, int, int)
    """From this ``SheetButton`` the keyboard shall go to the next value: steps to the right, and down."""
    grown = Signal()
    """The rest of the sheet is shown, or hidden again."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._pictures = Pictures()
        self._sections: tuple[Section, ...] = ()
        self._values: Mapping[str, SettableValue] = {}
        self._rest = NO_REST
        self._is_unfolded = False
        self._layout = SheetLayout()
        self._width = self.width()
        self._buttons: list[SheetButton] = []
        fills_ground(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self._draw_anew)
        icons.loaded.connect(self._draw_anew)

    @property
    def sections(self) -> tuple[Section, ...]:
        """Returns what it shows."""
        return self._sections

    @property
    def places(self) -> tuple[QRect, ...]:
        """Returns where each section is painted, without its offers."""
        return tuple(place for _, place in self._layout.sections)

    @property
    def buttons(self) -> tuple[SheetButton, ...]:
        """Returns what can be used, from the top."""
        return tuple(self._buttons[: len(self._layout.buttons)])

    @property
    def values(self) -> Mapping[str, SettableValue]:
        """Returns what can be set, by key, be it seen or below the fold."""
        return self._values

    @property
    def rest(self) -> Rest:
        """Returns what is below the fold."""
        return self._rest

    def show_sections(
        self,
        sections: Sequence[Section],
        values: Sequence[SettableValue] = (),
        rest: Rest = NO_REST,
    ) -> None:
        """Shows these, in place; ``values`` can be set where they are shown. Equal ones cost nothing.

        The sections of ``rest`` stand below a fold, which stays as it is from one sheet to the next.
        """
        by_key = {value.key: value for value in values}
        rest = replace(rest, is_open=self._is_unfolded)
        if (tuple(sections), by_key, rest) == (self._sections, self._values, self._rest):
            return
        self._sections, self._values, self._rest = tuple(sections), by_key, rest
        self.setAccessibleDescription(sheet_words(self._texts, sections))
        self._place(self.width())

    @Slot()
    def fold(self) -> None:
        """Shows what is below the fold, or hides it again."""
        self._is_unfolded = not self._is_unfolded
        self._rest = replace(self._rest, is_open=self._is_unfolded)
        self._place(self.width())
        self.grown.emit()

    def step(self, button: SheetButton, right: int, down: int) -> SheetButton | None:
        """Returns the next value from a button on, that many places to the right or lines down; None: none is there."""
        values = [each for each in self.buttons if isinstance(each.value, SettableValue)]
        at = button.geometry().center()
        if right:
            place = values.index(button) + right
            return values[place] if 0 <= place < len(values) else None
        beyond = [each for each in values if (each.geometry().center().y() - at.y()) * down > 2]
        distance = lambda each: (  # noqa: E731
            abs(each.geometry().center().y() - at.y()),
            abs(each.geometry().center().x() - at.x()),
        )
        return min(beyond, key=distance, default=None)

    def fit(self, room: QSize) -> None:
        """Takes a width, and the height that its sections need there, at least that of the room."""
        if room.width() != self._width:
            self._place(room.width())
        self.resize(room.width(), max(room.height(), self._layout.height))

    def _place(self, width: int) -> None:
        """Has painted anew what stands elsewhere, or is something else."""
        self._width, before = width, self._layout
        theme = self._icons.theme
        self._layout = lay_out(theme, self._sections, self._values, width, self._rest)
        for old, new in zip_longest(before.sections, self._layout.sections):
            if old != new:
                for _, place in filter(None, (old, new)):
                    self.update(place)
        if before.buttons != self._layout.buttons:
            self._place_buttons()
        if before.height != self._layout.height:
            self.updateGeometry()

    def _place_buttons(self) -> None:
        """The keyboard stays at what it was at, wherever that stands now."""
        focused = next((each for each in self._buttons if each.hasFocus()), None)
        kept = _identity(focused.value) if focused is not None else None
        while len(self._buttons) < len(self._layout.buttons):
            self._buttons.append(self._made())
        for button in self._buttons[len(self._layout.buttons) :]:
            button.hide()
        for button, (value, place) in zip(self._buttons, self._layout.buttons, strict=False):
            button.show_value(value)
            button.setGeometry(place)
            button.show()
        if focused is not None and (focused.isHidden() or _identity(focused.value) != kept):
            for button in self.buttons:
                if _identity(button.value) == kept:
                    button.setFocus(Qt.FocusReason.OtherFocusReason)
                    break

    def _made(self) -> SheetButton:
        button = SheetButton(self._icons, self._texts, self)
        button.offer_taken.connect(self.offer_taken)
        button.value_opened.connect(self.value_opened)
        button.folded.connect(self.fold)
        button.arrow_pressed.connect(self.arrow_pressed)
        QWidget.setTabOrder(self._buttons[-1] if self._buttons else self, button)
        return button

    @Slot()
    def _draw_anew(self) -> None:
        """Other colours and fonts, or icons that were not there yet."""
        self._pictures.clear()
        self._place(self._width)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, self._layout.height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._layout.height)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.width() != self._width:
            self._place(self.width())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_ground(self, event, self._icons)
        painter, region = QPainter(self), event.region()
        for value, place in (*self._layout.sections, *self._layout.buttons):
            if region.intersects(place) and not isinstance(value, SettableValue):
                key = value if isinstance(value, Section) else line_look(value)
                self._pictures.paint(painter, key, place, partial(self._draw, value, place))

    def _draw(self, value: Section | ActionOption | Fold, place: QRect, painter: QPainter) -> None:
        painter.fillRect(place, self._icons.theme.colour("surface.dock"))
        if isinstance(value, Section):
            paint_section(painter, self._icons.theme, value, QRectF(place))
        else:
            paint_line(painter, self._icons, value, QRectF(place))


def _identity(value: ButtonValue) -> tuple[type, str]:
    return type(value), value.key
