"""The comparison in the place of bench and log: variants at the left, what would change them at the right."""

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QLabel, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.odds.remark_line import RemarkLine
from encounter_gui.gui.compare.measure import (
    BY_ONE_ATTACK,
    MEASURES,
    MOST_ATTACKS,
    Measure,
    as_before,
    best_first,
    is_filled,
)
from encounter_gui.gui.compare.variant_rows import VariantRows
from encounter_gui.gui.compare.what_if_rows import WhatIfRows
from encounter_gui.gui.large.large_panel import LargePanel, scrolled
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import add_items, row_layout
from encounter_gui.gui.widgets.line_edit import NumberField
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.rules.view import AttackComparison

_LEAST_WITH_WORDS, _LEAST_WITH_ENTER = 760, 640
_TOPICS = ("ways", "aims")

_MOST_HEIGHT, _AROUND = 430, 80
"""The height in which all ways to attack of most weapons are seen, and what head and foot take of it."""


class ComparePanel(LargePanel):
    """Shows one comparison; what is picked sets the bench, and the comparison follows it.

    Attacks in a row are filled in while it is seen. Where they decide about the order, rows keep their places until the
    last of them has come, and then until the mouse has left: nobody clicks on what was another row a moment ago.
    """

    picked = Signal(dict)
    """``FormChoices``: what the bench is to be set to."""
    entered = Signal()
    """What is set is wanted on the bench: the comparison closes."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(icons, texts, "gui.compare.title", parent)
        self._comparison = AttackComparison()
        self._topic = "ways"
        self._is_sorted = True
        """Whether the rows stand where their values say."""
        self.measure = Measure()
        self.rows = VariantRows(icons, texts)
        self.what_if = WhatIfRows(icons, texts)
        self.who = RemarkLine(icons, self)
        self.topics = {each: QToolButton(self) for each in _TOPICS}
        self.by = QComboBox(self)
        self.attacks = NumberField(self)
        self.copy = QToolButton(self)
        self.enter = ShortcutButton(icons, "", self)
        self._lay_out()
        self._connect()

    def show_comparison(self, comparison: AttackComparison) -> None:
        """Shows another comparison, in place."""
        self._comparison = comparison
        if not comparison.aims:
            self._topic = "ways"
        for name, button in self.topics.items():
            button.setChecked(name == self._topic)
        self.topics["aims"].setEnabled(bool(comparison.aims))
        pair = "  →  ".join(filter(None, (comparison.actor, comparison.target)))
        self.who.say(" · ".join(filter(None, (pair, comparison.line))))
        self._show()

    @property
    @override
    def most_height(self) -> int:
        rows = max(self.rows.sizeHint().height(), self.what_if.sizeHint().height())
        return max(_MOST_HEIGHT, rows + _AROUND)

    @override
    def take_focus(self) -> None:
        """Takes the keyboard to the variants."""
        self.rows.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show(self, *, is_asked: bool = False) -> None:
        """Shows everything anew; ``is_asked``: somebody wants the rows sorted, wherever the mouse is."""
        shown, measure = self._comparison, self.measure
        variants = shown.aims if self._topic == "aims" else shown.ways
        is_held = not is_filled(shown) or (self._is_pointed_at() and not is_asked)
        rows = [each.measures for each in variants] + [each.measures for each in shown.what_if]
        waits = any(map(measure.comes_later, rows))
        self._is_sorted = not is_held or (measure.key != "within" and not waits)
        if not self._is_sorted:
            variants = as_before(best_first(variants, BY_ONE_ATTACK), self.rows.variants)
            what_if = as_before(best_first(shown.what_if, BY_ONE_ATTACK), self.what_if.rows)
        else:
            variants, what_if = best_first(variants, measure), best_first(shown.what_if, measure)
        self.rows.show_variants(variants, shown.targets, measure)
        self.what_if.show_what_if(what_if, shown.now, measure)
        self.attacks.setVisible(self.rows.has_attacks_in_a_row)
        text = shown.reason or self._texts.text_of(
            f"gui.compare.foot.{'within' if measure.key == 'within' else 'one'}",
            attacks=measure.attacks,
            target=shown.target,
        )
        self.foot.say(text)

    def _is_pointed_at(self) -> bool:
        return self.rows.underMouse() or self.what_if.underMouse()

    @Slot()
    def _sort_at_last(self) -> None:
        """The mouse has left the rows, which may now go where they belong."""
        if not self._is_sorted and is_filled(self._comparison) and not self._is_pointed_at():
            self._show()

    # ---- intents

    @Slot()
    def _choose_topic(self) -> None:
        self._topic = next(name for name, each in self.topics.items() if each.isChecked())
        self._show(is_asked=True)

    @Slot(int)
    def _choose_measure(self, place: int) -> None:
        self.measure = Measure(MEASURES[place], self.measure.attacks)
        self._show(is_asked=True)

    @Slot(int)
    def _choose_attacks(self, attacks: int) -> None:
        self.measure = Measure(self.measure.key, attacks)
        place = MEASURES.index("within")
        self.by.setItemText(place, self._texts.text_of("gui.compare.by.within", attacks=attacks))
        self._show(is_asked=True)

    @Slot(str)
    def _sort_by(self, key: str) -> None:
        place = next(at for at, each in enumerate(MEASURES) if each == key)
        self.by.setCurrentIndex(place)
        self._choose_measure(place)

    @Slot()
    def _open_copies(self) -> None:
        chart = self.what_if if self.what_if.hasFocus() else self.rows
        menu = chart.reader.make_menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.copy.mapToGlobal(QPoint(0, self.copy.height())))

    # ---- laying out

    def _lay_out(self) -> None:
        texts = self._texts
        group = QButtonGroup(self)
        for name, button in self.topics.items():
            button.setText(texts.text_of(f"gui.compare.{name}"))
            button.setAccessibleName(button.text())
            button.setCheckable(True)
            button.setProperty("segment", "first" if name == _TOPICS[0] else "last")
            group.addButton(button)
        for key in MEASURES:
            self.by.addItem(Measure(key).name(texts))
        self.by.setCurrentIndex(MEASURES.index(self.measure.key))
        self.by.setAccessibleName(texts.text_of("gui.compare.best_first"))
        self.attacks.setRange(1, MOST_ATTACKS)
        self.attacks.setValue(self.measure.attacks)
        self.attacks.setAccessibleName(texts.text_of("gui.compare.attacks"))
        self.attacks.setToolTip(texts.text_of("gui.compare.attacks"))
        self.copy.setIcon(self._icons.icon("copy"))
        self.copy.setToolTip(texts.text_of("gui.compare.copy"))
        self.copy.setAccessibleName(texts.text_of("gui.compare.copy"))
        self.enter.show_words(texts.text_of("gui.compare.enter"))
        best = self._best = QLabel(texts.text_of("gui.compare.best_first"), self)
        best.setBuddy(self.by)
        best.setProperty("role", "muted")
        add_items(self.head_row, (self.who, 1), row_layout(None, *self.topics.values(), spacing=0))
        add_items(
            self.head_row, best, self.by, self.attacks, self.copy, self.enter, self.close_button
        )
        self.body_row.addWidget(scrolled(self.rows, texts.text_of("gui.compare.title")), 2)
        self.body_row.addWidget(scrolled(self.what_if, texts.text_of("gui.compare.what_ifs")), 1)
        self.who.setMinimumWidth(40)
        self.who.setFixedHeight(15)

    def _connect(self) -> None:
        for button in self.topics.values():
            button.clicked.connect(self._choose_topic)
        self.by.activated.connect(self._choose_measure)
        self.attacks.valueChanged.connect(self._choose_attacks)
        self.copy.clicked.connect(self._open_copies)
        self.enter.clicked.connect(self.entered)
        self.rows.picked.connect(self.picked)
        self.rows.sorted_by.connect(self._sort_by)
        self.rows.left.connect(self._sort_at_last)
        self.what_if.left.connect(self._sort_at_last)
        self.what_if.picked.connect(self.picked)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window what can be done without goes: Enter in the bench's own place does the same."""
        super().resizeEvent(event)
        self._best.setVisible(self.width() >= _LEAST_WITH_WORDS)
        self.enter.setVisible(self.width() >= _LEAST_WITH_ENTER)
