"""One attack by exact odds, before and after: who attacks whom, the numbers, and what the damage comes to."""

from collections import Counter

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.fields.list_chooser import ListChooser
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.workshop.impact.before_after_chart import BeforeAfterChart
from encounter_gui.gui.workshop.impact.impact_lines import ImpactLines
from encounter_gui.play.impact.attack import AttackImpact
from encounter_gui.play.impact.fighters import Fighter
from encounter_gui.play.impact.following import Cast
from encounter_gui.rules.view import FormField, Option

_CHART = 126
_NARROWEST = 96
"""Of the choosers: two of them stand side by side in the panel."""


class AttackPart(QWidget):
    """Shows an attack; another attacker and another target can be chosen."""

    chosen = Signal(str, str)
    """The keys of who attacks and who is attacked, as the game master has chosen them."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._fighters: tuple[Fighter, ...] = ()
        self._keys = {"who": "", "target": ""}
        exact = texts.text_of("gui.impact.exact")
        self.head = SectionHead(icons, texts.text_of("gui.impact.attack"), exact, self)
        self.choosers = {key: ListChooser(icons, texts, self) for key in self._keys}
        self.to: QLabel = plain_label(texts.text_of("gui.impact.to"), self, wraps=False)
        self.made_of: QLabel = plain_label("", self)
        self.lines = ImpactLines(icons, texts, self)
        self.chart = BeforeAfterChart(icons, texts, self)
        self.chart.setFixedHeight(_CHART)
        who, target = self.choosers.values()
        column_layout(
            self,
            self.head,
            row_layout(None, (who, 1), self.to, (target, 1), spacing=6),
            self.made_of,
            self.lines,
            self.chart,
            spacing=6,
        )
        for chooser in self.choosers.values():
            chooser.chosen.connect(self._choose)
            chooser.hide()
        self.to.hide()
        icons.recoloured.connect(self._dress)
        self._dress()

    @Slot(object)
    def show_cast(self, cast: Cast) -> None:
        """Offers everybody who can attack and be attacked."""
        self._fighters = cast.fighters

    @Slot(object)
    def show_impact(self, impact: AttackImpact) -> None:
        """Shows an attack before and after."""
        self._show_choosers(impact.question.who.key, impact.question.target.key)
        self.made_of.setText(impact.made_of)
        self.head.show_note(self._texts.text_of(_note(impact)))
        there = impact.before is not None or impact.after is not None
        title = self._texts.text_of("gui.impact.attack")
        self.lines.show_lines(title, impact.lines if there else ())
        before, after = impact.charts
        self.chart.show_pair(before, after)
        self.chart.setVisible(there and not impact.is_same)
        self.mute(is_stale=False)

    @Slot(str)
    def show_reason(self, words: str) -> None:
        """Says why there is no attack to be shown."""
        self.made_of.setText(words)
        self.head.show_note("")
        self.lines.show_lines(self._texts.text_of("gui.impact.attack"), ())
        self.chart.hide()

    def mute(self, *, is_stale: bool) -> None:
        """Shows whether the numbers are being worked out anew."""
        self.lines.mute(is_stale=is_stale)
        self.chart.mute(is_stale=is_stale)

    def _show_choosers(self, who: str, target: str) -> None:
        self._keys = {"who": who, "target": target}
        names = Counter(each.name for each in self._fighters)
        options = tuple(
            Option(
                key=each.key,
                text=each.name,
                side=each.side,
                note=self._texts.text_of(f"gui.impact.origin.{each.origin}")
                if names[each.name] > 1
                else "",
            )
            for each in self._fighters
        )
        for key, chooser in self.choosers.items():
            label = self._texts.text_of(f"gui.impact.{key}")
            field = FormField(
                key=key, label=label, look="list", options=options, chosen=self._keys[key]
            )
            chooser.show_chooser(field)
            chooser.setMinimumWidth(_NARROWEST)
            chooser.show()
        self.to.show()

    @Slot(str, str)
    def _choose(self, key: str, option: str) -> None:
        self._keys[key] = option
        self.chosen.emit(self._keys["who"], self._keys["target"])

    @Slot()
    def _dress(self) -> None:
        dress_label(self.to, self._icons.theme, "body", "text.muted")
        dress_label(self.made_of, self._icons.theme, "small", "text.secondary")


def _note(impact: AttackImpact) -> str:
    """Returns the key of what stands at the right of the title."""
    if impact.before is None and impact.after is None:
        return "gui.impact.no_attack"
    if impact.before is None:
        return "gui.impact.only_after"
    if impact.after is None:
        return "gui.impact.only_before"
    return "gui.impact.same" if impact.is_same else "gui.impact.exact"
