"""A field of the attack form with few options: a row of segments, one of them pressed."""

from math import ceil

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QLabel,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.attack.fields.plan_mark import PlanMark, tip_of
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import set_look
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import FormField, Option

_PADDING = 22  # of a segment, both sides with its line, as the style sheet has it
_NARROWEST = 26
_LABEL_GAP = 8


class SegmentChooser(QWidget):
    """Shows one chooser of look ``segments``. Its label is shown where the options are bare numbers.

    Where the plan decides it, a click on any segment decides it by hand; another on the same gives it back.
    """

    chosen = Signal(str, str)
    """The chooser's key and the option's."""
    returned = Signal(str)
    """The chooser's key: the plan is to decide again."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._chooser: FormField | None = None
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._spare: list[QAbstractButton] = []
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._row = row_layout(self, spacing=0)
        self._row.addWidget(self._label)
        self._row.addSpacing(0)
        self._mark = PlanMark(icons, texts, self)
        self._row.addWidget(self._mark)
        self._mark.clicked.connect(self._press_mark)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group.buttonClicked.connect(self._click)

    @property
    def buttons(self) -> tuple[QAbstractButton, ...]:
        """Returns the segments, in order."""
        return tuple(self._group.buttons())

    def show_chooser(self, field: FormField) -> None:
        """Shows these options, in place: segments are made anew only when their number differs."""
        if field == self._chooser:
            return
        self._chooser = field
        self.setAccessibleName(field.label)
        self._label.setText(field.label)
        self._label.setVisible(are_bare(field.options))
        self._label.setContentsMargins(0, 0, _LABEL_GAP, 0)
        self._mark.show_mark(field)
        self._match_count(len(field.options))
        for index, option in enumerate(field.options):
            self._show_option(index, option, field)

    def _match_count(self, count: int) -> None:
        while len(self._group.buttons()) > count:
            button = self._group.buttons()[-1]
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()
            self._spare.append(button)
        while len(self._group.buttons()) < count:
            button = self._spare.pop() if self._spare else QToolButton(self)
            button.setCheckable(True)
            self._group.addButton(button)
            self._row.insertWidget(self._row.indexOf(self._mark), button)
            button.show()

    def _show_option(self, index: int, option: Option, field: FormField) -> None:
        button = self._group.buttons()[index]
        _set_place(button, index, len(field.options))
        button.setText(option.text.replace("&", "&&"))
        button.setEnabled(not option.why_not)
        by_plan = tip_of(self._texts, field.by_plan, field.plan_says)
        tips = (option.why_not or option.note, by_plan if option.key == field.chosen else "")
        button.setToolTip(plain_tip("\n".join(each for each in tips if each)))
        words = " ".join(part for part in (option.text, option.note) if part)
        name = say("gui.attack.option", label=field.label, option=words)
        button.setAccessibleName(self._texts.text(name))
        button.setAccessibleDescription(option.why_not or tips[1])
        # As wide as it is when pressed and bold: choosing must not move its neighbours.
        button.setFixedWidth(_segment_width(self._icons.theme, option))
        button.setChecked(option.key == field.chosen)
        _make_stop(button, is_stop=_is_stop(field, index))

    @Slot(QAbstractButton)
    def _click(self, button: QAbstractButton) -> None:
        if self._chooser is not None:
            option = self._chooser.options[self._group.buttons().index(button)]
            self._decide(self._chooser, option.key)

    @Slot()
    def _press_mark(self) -> None:
        if self._chooser is not None:
            self._decide(self._chooser, self._chooser.chosen)

    def _decide(self, field: FormField, option: str) -> None:
        if field.by_plan == "overruled" and option == field.chosen:
            self.returned.emit(field.key)
        else:
            self.chosen.emit(field.key, option)


def segments_width(theme: Theme, field: FormField) -> int:
    """Returns how wide a chooser is as a row of segments, with its label if it is shown."""
    label = theme.fonts.width(field.label, "body") + _LABEL_GAP + 2
    width = sum(_segment_width(theme, option) for option in field.options)
    return width + (ceil(label) if are_bare(field.options) else 0)


def _segment_width(theme: Theme, option: Option) -> int:
    wide = theme.fonts.width(option.text, "body", weight=600) + _PADDING
    return max(_NARROWEST, round(wide))


def are_bare(options: tuple[Option, ...]) -> bool:
    """Returns whether the options say nothing without their question."""
    return all(not any(letter.isalpha() for letter in option.text) for option in options)


def _is_stop(field: FormField, index: int) -> bool:
    """Whether Tab stops here: at the chosen segment, as in any row of radio buttons."""
    chosen = [each for each, option in enumerate(field.options) if option.key == field.chosen]
    return index == (chosen[0] if chosen else 0)


def _make_stop(button: QWidget, *, is_stop: bool) -> None:
    policy = Qt.FocusPolicy.TabFocus if is_stop else Qt.FocusPolicy.NoFocus
    if not button.hasFocus():
        button.setFocusPolicy(policy)


def _set_place(button: QWidget, index: int, count: int) -> None:
    place = (
        "only"
        if count == 1
        else "first"
        if index == 0
        else "last"
        if index == count - 1
        else "middle"
    )
    set_look(button, "segment", place)
