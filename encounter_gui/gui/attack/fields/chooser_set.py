"""The choosers of an attack form, reused from one form to the next."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Literal, assert_never

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.attack.fields.list_chooser import ListChooser
from encounter_gui.gui.attack.fields.number_chooser import NumberChooser
from encounter_gui.gui.attack.fields.segment_chooser import SegmentChooser, are_bare
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import FormField, Option

ChooserWidget = ListChooser | SegmentChooser | NumberChooser


class ChooserSet(QObject):
    """Makes and keeps a widget for each chooser; those that stay keep theirs, and with it focus and open lists."""

    chosen = Signal(str, str)
    """The chooser's key and the option's."""
    returned = Signal(str)
    """The key of a chooser that the plan is to decide again."""

    def __init__(self, icons: Icons, texts: MessageCatalog, home: QWidget) -> None:
        """Takes the widget that choosers are to be children of."""
        super().__init__(home)
        self._icons = icons
        self._texts = texts
        self._home = home
        self._height = 0
        self._widgets: dict[tuple[str, str], ChooserWidget] = {}
        self._spare: dict[tuple[str, str], ChooserWidget] = {}

    def use_height(self, height: int) -> None:
        """Makes lists as low as what they stand among; before they are shown."""
        self._height = height

    def widget(self, key: str) -> ChooserWidget | None:
        """Returns the widget of a chooser; None if it is not shown here."""
        return next((widget for (name, _), widget in self._widgets.items() if name == key), None)

    def __iter__(self) -> Iterator[tuple[str, ChooserWidget]]:
        """Yields keys and widgets, in order."""
        return ((key, widget) for (key, _), widget in self._widgets.items())

    def show_choosers(self, fields: Sequence[FormField], folded: Collection[str] = ()) -> bool:
        """Shows these, the folded ones as lists; returns whether they are other widgets than before."""
        shown = [self._fold(each) if each.key in folded else each for each in fields]
        is_other = [(each.key, each.look) for each in shown] != list(self._widgets)
        if is_other:
            self._match(shown)
        for field in shown:
            self._widgets[field.key, field.look].show_chooser(field)
        return is_other

    def order_tabs(self) -> None:
        """Makes Tab go through them in order."""
        order_tabs(self.stops)

    @property
    def stops(self) -> Sequence[QWidget]:
        """Returns what Tab stops at, now or when it is chosen."""
        return [stop for widget in self._widgets.values() for stop in _stops(widget)]

    def _fold(self, field: FormField) -> FormField:
        """The same question as a list; bare numbers carry it with them."""
        options = field.options
        if are_bare(options):
            options = tuple(self._with_label(field.label, option) for option in options)
        return replace(field, look="list", options=options)

    def _with_label(self, label: str, option: Option) -> Option:
        words = say("gui.attack.option", label=label, option=option.text)
        return replace(option, text=self._texts.text(words))

    def _match(self, fields: Sequence[FormField]) -> None:
        # A question that is not asked now is asked again soon, by somebody else: making its widget anew takes long.
        old, self._widgets = self._spare | self._widgets, {}
        for field in fields:
            key = (field.key, field.look)
            self._widgets[key] = old.pop(key) if key in old else self._made(field.look)
        for widget in old.values():
            widget.hide()
        self._spare = old

    def _made(self, look: Literal["list", "segments", "number"]) -> ChooserWidget:
        widget: ChooserWidget
        match look:
            case "list":
                widget = ListChooser(self._icons, self._texts, self._home)
                if self._height:
                    widget.setFixedHeight(self._height)
            case "segments":
                widget = SegmentChooser(self._icons, self._texts, self._home)
            case "number":
                widget = NumberChooser(self._icons, self._texts, self._home)
            case _:
                assert_never(look)
        widget.chosen.connect(self.chosen)
        widget.returned.connect(self.returned)
        return widget


def order_tabs(stops: Sequence[QWidget]) -> None:
    """Makes Tab go from each to the next, also from and to segments that are not stops right now."""
    policies = [stop.focusPolicy() for stop in stops]
    for stop in stops:
        stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Qt ignores an order of what takes no focus
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)
    for stop, policy in zip(stops, policies, strict=True):
        stop.setFocusPolicy(policy)


def _stops(widget: ChooserWidget) -> Sequence[QWidget]:
    match widget:
        case SegmentChooser():
            return widget.buttons
        case NumberChooser():
            return (widget.spin,)
        case ListChooser():
            return (widget,)
        case _:
            assert_never(widget)
