"""The history of own rules: the draft, the versions, and the book, with the way back to each."""

from datetime import datetime
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.own_rules import OwnRules

_HEIGHT = 40
_LINE = 18
_MOST_SEEN = 5
"""How many lines are seen without scrolling."""
_LEFT = 33


class VersionLine(Struct, frozen=True, kw_only=True):
    """A line of the history: its name, when it was, what is told of it, and what it leads back to.

    ``rules`` is the version that can be restored; None: the draft, or, if it ``is_book``, the game itself.
    """

    title: str
    when: str = ""
    note: str = ""
    rules: OwnRules | None = None
    is_book: bool = False

    @property
    def is_draft(self) -> bool:
        """Whether it is what is worked on now."""
        return self.rules is None and not self.is_book


def version_lines(
    versions: tuple[OwnRules, ...], changes: int, book: str, texts: MessageCatalog
) -> tuple[VersionLine, ...]:
    """Returns the lines of a history; ``changes`` are those of the draft since the newest version."""
    newest = versions[0].version if versions else 0
    since = "draft_since" if newest else "draft_since_book"
    since = f"{since}_one" if changes == 1 else since
    note = texts.text_of(f"gui.workshop.{since}", count=changes, version=newest)
    if not changes:
        note = texts.text_of("gui.workshop.draft_same")
    draft = VersionLine(
        title=texts.text_of("gui.workshop.draft"), when=texts.text_of("gui.workshop.now"), note=note
    )
    kept = (
        VersionLine(
            title=texts.text_of("gui.workshop.version", version=each.version),
            when=_date(each.at),
            note=_origin(each, texts),
            rules=each,
        )
        for each in versions
    )
    end = VersionLine(title=texts.text_of("gui.workshop.the_book"), note=book, is_book=True)
    return (draft, *kept, end)


def _date(at: str) -> str:
    try:
        moment = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return ""
    return f"{moment.day} {moment:%b}"


def _origin(rules: OwnRules, texts: MessageCatalog) -> str:
    who = rules.author or texts.text_of("gui.workshop.you")
    said = texts.text_of(f"gui.workshop.source.{rules.source}", who=who)
    return f"{said} · {rules.note}" if rules.note else said


class _Line(QWidget):
    """One line, with its place on the string of versions painted at its left."""

    def __init__(self, icons: Icons, line: VersionLine, ends: tuple[bool, bool]) -> None:
        super().__init__()
        self._icons, self._line = icons, line
        self._is_first, self._is_last = ends
        self.setFixedHeight(_HEIGHT)
        said = ", ".join(each for each in (line.title, line.when, line.note) if each)
        self.setAccessibleName(said)
        self.setToolTip(plain_tip(said))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, line = QPainter(self), self._icons.theme, self._line
        at = QPointF(19.5, 17.5)
        with painting(painter):
            painter.setPen(pen(theme.colour("line.control"), 1))
            if not self._is_first:
                painter.drawLine(QPointF(at.x(), 0), at)
            if not self._is_last:
                painter.drawLine(at, QPointF(at.x(), self.height()))
            colour = theme.colour("accent.interactive" if line.is_draft else "surface.dock")
            painter.setBrush(colour)
            ink = "accent.interactive" if line.is_draft else "text.muted"
            painter.setPen(pen(theme.colour(ink), 1.5))
            painter.drawEllipse(at, 4.5, 4.5)
        room = QRectF(_LEFT, 1, self.width() - _LEFT - 90, _LINE)
        if line.is_draft:
            room.setWidth(self.width() - _LEFT - 8)
        write(painter, theme, room, line.title, weight=600, role="text.primary")
        taken = theme.fonts.width(line.title, "body", weight=600) + 6
        write(painter, theme, room.adjusted(taken, 0, 0, 0), line.when, role="text.muted")
        below = QRectF(_LEFT, _LINE, self.width() - _LEFT - 8, _LINE - 2)
        write(painter, theme, below, line.note, font="small", role="text.muted")


class VersionsList(QScrollArea):
    """Shows the history; Restore makes a version the newest again, Reset all goes back to the book."""

    restore_requested = Signal(object)
    """``OwnRules``: this version is to be the newest again."""
    reset_requested = Signal()
    """Nothing is to be own any more."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self._lines: tuple[VersionLine, ...] = ()
        self.buttons: list[QPushButton] = []
        """Restore, from the newest version on, then Reset all."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(texts.text_of("gui.workshop.history"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_lines(self, lines: tuple[VersionLine, ...], *, can_reset: bool) -> None:
        """Shows a history; ``can_reset``: something is own."""
        if lines == self._lines:
            for button in self.buttons[-1:]:
                button.setEnabled(can_reset)
            return
        self._lines = lines
        self.buttons = []
        inner = QWidget()
        rows: list[QWidget] = []
        for place, line in enumerate(lines):
            ends = place == 0, place == len(lines) - 1
            row = _Line(self._icons, line, ends)
            if not line.is_draft:
                button = self._button(line)
                row_layout(
                    row, STRETCH, (button, 0, Qt.AlignmentFlag.AlignTop), margins=(0, 0, 6, 0)
                )
                self.buttons.append(button)
            rows.append(row)
        column_layout(inner, *rows, STRETCH, spacing=0, margins=(0, 4, 0, 4))
        self.setWidget(inner)
        inner.setAutoFillBackground(False)  # Qt has just turned it on
        self.viewport().setAutoFillBackground(False)
        self.updateGeometry()
        for button in self.buttons[-1:]:
            button.setEnabled(can_reset)

    def _button(self, line: VersionLine) -> QPushButton:
        key = "reset" if line.is_book else "restore"
        button = QPushButton(self._texts.text_of(f"gui.workshop.{key}"))
        button.setProperty("link", "true")
        button.setFixedHeight(20)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        name = self._texts.text_of(f"gui.workshop.{key}_name", name=line.title)
        button.setAccessibleName(name)
        button.setToolTip(plain_tip(name))
        if line.rules is not None:
            button.clicked.connect(partial(self.restore_requested.emit, line.rules))
        else:
            button.clicked.connect(self.reset_requested)
        return button

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, _HEIGHT * min(len(self._lines), _MOST_SEEN) + 8)
