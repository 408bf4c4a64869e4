"""What stands in the place of the editor while nobody is in the encounter yet: three steps to a fight."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton

_STEPS = 3
_PICTURE = QSize(668, 176)
_FRAME = 200.0
_BETWEEN = 34.0
_NARROW = 600
_FOUND = (("foe", 74), ("foe", 60), ("foe", 82), ("ally", 66), ("pc", 52))
_LISTED = (("pc", 60, "4"), ("foe", 78, "1"), ("foe", 64, "1d4"), ("neutral", 60, "1"))
_ORDER = (("pc", 48), ("foe", 60), ("pc", 40), ("foe", 64))


class FirstStepsPage(QScrollArea):
    """Says how people come into an encounter, and offers the shortest ways."""

    party_requested = Signal()
    import_requested = Signal()
    sample_requested = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        text_of = texts.text_of
        self.setAccessibleName(text_of("gui.steps.title"))
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self._title = self._label(text_of("gui.steps.title"))
        self._below = self._label(text_of("gui.steps.below"))
        self._heads = tuple(
            StepHead(str(place), text_of(f"gui.steps.{place}"), icons)
            for place in range(1, _STEPS + 1)
        )
        self._words = tuple(self._label("") for _ in self._heads)
        self.party = self._button("gui.steps.party", "")
        self.bring_in = self._button("gui.steps.import", "Ctrl I")
        self.sample = self._button("gui.steps.sample", "")
        self.party.clicked.connect(self.party_requested)
        self.bring_in.clicked.connect(self.import_requested)
        self.sample.clicked.connect(self.sample_requested)
        self._foot = self._label(text_of("gui.steps.foot"))
        self._lay_out()
        self.show_examples(("",), "")
        icons.recoloured.connect(self._dress)

    def show_examples(
        self, names: tuple[str, ...], sample: str, *, has_party: bool = False
    ) -> None:
        """Shows the steps with creatures of the game as examples, and the name of its sample fight; empty: none."""
        one, other = names[0], names[-1]
        for place, label in enumerate(self._words, 1):
            label.setText(self._texts.text_of(f"gui.steps.{place}.text", one=one, other=other))
        self.sample.show_words(self._texts.text_of("gui.steps.sample", sample=sample))
        self.sample.setVisible(bool(sample))
        self.party.setVisible(has_party)

    def _label(self, text: str) -> QLabel:
        label = plain_label(text)
        label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        label.setMinimumWidth(40)  # its own wish would push the columns out of a narrow window
        return label

    def _button(self, key: str, cap: str) -> ShortcutButton:
        button = ShortcutButton(self._icons, cap)
        button.show_words(self._texts.text_of(key, sample=""))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAutoDefault(True)
        return button

    def _lay_out(self) -> None:
        self._picture = StepsPicture(self._icons)
        steps = self._steps = QGridLayout()
        steps.setHorizontalSpacing(round(_BETWEEN))
        steps.setVerticalSpacing(6)
        self._is_narrow: bool | None = None
        self._place_steps(is_narrow=False)
        offers = row_layout(None, self.party, self.bring_in, self.sample, STRETCH, spacing=8)
        content = QWidget()
        content.setMaximumWidth(_PICTURE.width())
        column_layout(
            content, self._title, self._below, 20, self._picture, 16, steps, 24, offers, spacing=0
        )
        inside = QWidget()
        inside.setAutoFillBackground(False)
        row = row_layout(None, STRETCH, (content, 1000), STRETCH, margins=(20, 12, 20, 12))
        whole = column_layout(inside)
        whole.addStretch(2)
        whole.addLayout(row)
        whole.addStretch(3)
        whole.addWidget(self._foot)
        self._foot.setContentsMargins(16, 10, 16, 12)
        self.setWidget(inside)

    def _place_steps(self, *, is_narrow: bool) -> None:
        """Puts the steps side by side, or where there is no room for that one below the other."""
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        for place, (head, words) in enumerate(zip(self._heads, self._words, strict=True)):
            for row, part in enumerate((head, words)):
                if is_narrow:
                    self._steps.addWidget(part, 2 * place + row, 0)
                else:
                    self._steps.addWidget(part, row, place)
            self._steps.setColumnStretch(place, 0 if is_narrow and place else 1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_steps(is_narrow=event.size().width() < _NARROW)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet forgets what was set before it saw the labels."""
        super().showEvent(event)
        self._dress()

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        labels = ((self._title, "round", "text.primary"), (self._below, "body", "text.secondary"))
        words = tuple((label, "body", "text.secondary") for label in self._words)
        for label, font, role in (*labels, *words, (self._foot, "body", "text.muted")):
            dress_label(label, theme, font, role)


class StepHead(QWidget):
    """The number of a step in a ring, and its name."""

    def __init__(
        self, number: str, words: str, icons: Icons, parent: QWidget | None = None
    ) -> None:
        """Takes number and name."""
        super().__init__(parent)
        self._number, self._words, self._icons = number, words, icons
        self.setAccessibleName(f"{number} {words}")
        icons.recoloured.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        width = 28 + theme.fonts.width(self._words, "row", weight=600) + 2
        return QSize(round(width), max(20, round(theme.metrics("row").height()) + 2))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        ring = QRectF(0, round(self.height() / 2 - 9), 18, 18)
        with painting(painter):
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawEllipse(inset(ring))
        painter.setFont(theme.font("small", weight=600))
        painter.setPen(theme.colour("text.primary"))
        painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, self._number)
        painter.setFont(theme.font("row", weight=600))
        room = QRectF(28, 0, self.width() - 28, self.height())
        metrics = theme.metrics("row", weight=600)
        words = metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, room.width() + 1)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)


class StepsPicture(QWidget):
    """The three steps as a picture of the program's own marks; hidden from screen readers, which get the steps."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self.setFixedHeight(_PICTURE.height())
        self.setMinimumWidth(240)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        scale = min(1.0, self.width() / _PICTURE.width())
        painter.translate(0, (self.height() - _PICTURE.height() * scale) / 2)
        painter.scale(scale, scale)
        for place, paint in enumerate((self._find, self._list, self._begin)):
            box = QRectF(place * (_FRAME + _BETWEEN), 0, _FRAME, _PICTURE.height())
            self._frame(painter, box, "line.divider")
            paint(painter, box)
            if place:
                arrow = QRectF(box.left() - _BETWEEN / 2 - 11, box.center().y() - 11, 22, 22)
                muted = self._icons.theme.colour("text.muted")
                self._icons.paint(painter, "arrow_right", arrow, muted)

    def _find(self, painter: QPainter, box: QRectF) -> None:
        theme = self._icons.theme
        field = QRectF(box.left() + 16, 16, 168, 24)
        self._frame(painter, field, "text.primary", ground="surface.sunken")
        glass = QRectF(field.left() + 8, field.top() + 4, 16, 16)
        self._icons.paint(painter, "search", glass, theme.colour("text.secondary"))
        for place, (side, width) in enumerate(_FOUND):
            row = QRectF(box.left() + 9, 47 + 23 * place, 182, 22)
            is_chosen = place == 1
            if is_chosen:
                painter.fillRect(row, theme.colour("surface.row_selected"))
                for y in (row.top(), row.bottom() - 1):
                    painter.fillRect(
                        QRectF(row.left(), y, row.width(), 1), theme.colour("accent.interactive")
                    )
                plus = QRectF(row.right() - 20, row.center().y() - 7, 14, 14)
                self._icons.paint(painter, "plus", plus, theme.colour("accent.interactive"))
            at = QPointF(row.left() + 8, row.center().y())
            self._name(painter, at, side, width, is_bold=is_chosen)

    def _list(self, painter: QPainter, box: QRectF) -> None:
        theme = self._icons.theme
        for place, (side, width, count) in enumerate(_LISTED):
            y = 23 + 27.0 * place
            self._name(painter, QPointF(box.left() + 18, y), side, width)
            painter.setFont(theme.font("row", weight=700))
            painter.setPen(theme.colour("text.primary"))
            room = QRectF(box.right() - 60, y - 12, 44, 24)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(room, right, count)
            line = QRectF(box.left() + 12, y + 13, 176, 1)
            painter.fillRect(line, theme.colour("line.subtle"))
        field = QRectF(box.left() + 16, 134, 168, 26)
        self._frame(painter, field, "accent.focus", ground="surface.sunken", width=2)
        painter.fillRect(
            QRectF(field.left() + 12, field.top() + 6, 1.5, 14), theme.colour("text.primary")
        )

    def _begin(self, painter: QPainter, box: QRectF) -> None:
        theme = self._icons.theme
        for place, (side, _) in enumerate(_ORDER):
            slot = QRectF(box.left() + 16 + 43.5 * place, 16, 38, 20)
            is_now = place == 0
            role = "accent.now_edge" if is_now else "line.divider"
            self._frame(painter, slot, role, ground="accent.now" if is_now else "")
            sign = QRectF(slot.center().x() - 5, slot.center().y() - 5, 10, 10)
            ink = theme.colour("text.on_now") if is_now else None
            marks.paint_faction(painter, theme, sign, side, colour=ink)
        for place, (side, width) in enumerate(_ORDER):
            row = QRectF(box.left() + 1, 45 + 29 * place, 198, 28)
            if place == 0:
                painter.fillRect(row, theme.colour("surface.row_now"))
                bar = QRectF(row.left(), row.top(), 4, row.height())
                painter.fillRect(bar, theme.colour("accent.now_edge"))
            self._name(
                painter, QPointF(row.left() + 16, row.center().y()), side, width, is_bold=place == 0
            )
            for cell in range(3):
                at = QRectF(row.right() - 78 + 22 * cell, row.center().y() - 8, 18, 16)
                marks.paint_wound_cell(painter, theme, at, 0)

    def _frame(
        self, painter: QPainter, box: QRectF, role: str, *, ground: str = "", width: float = 1
    ) -> None:
        theme = self._icons.theme
        with painting(painter):
            if ground:
                painter.setBrush(theme.colour(ground))
            painter.setPen(pen(theme.colour(role), width))
            painter.drawRoundedRect(inset(box, width / 2), 5, 5)

    def _name(
        self, painter: QPainter, at: QPointF, side: str, width: float, *, is_bold: bool = False
    ) -> None:
        """Paints a side's shape and a bar where a name would stand."""
        theme = self._icons.theme
        marks.paint_faction(painter, theme, QRectF(at.x(), at.y() - 5.5, 11, 11), side)
        bar = QRectF(at.x() + 22, at.y() - 3, width, 6)
        with painting(painter):
            painter.setBrush(theme.colour("text.primary" if is_bold else "line.divider"))
            painter.drawRoundedRect(bar, 3, 3)
