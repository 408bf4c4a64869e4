"""What a game that is being made comes to: one attack each way, with its exact odds."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.spread_chart import SpreadChart
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label, set_look
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout
from encounter_gui.play.rulesets.first_look import FirstLook
from encounter_gui.rules.view import Spread

_WIDTH = 280


class LookPanel(QWidget):
    """Two attacks in words, and the chart of the harm of the first."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._texts = texts
        title = plain_label(texts.text_of("gui.new_game.look"), self)
        set_look(title, "look", "heading")
        self.lines = plain_label("", self)
        self.lines.setAccessibleName(texts.text_of("gui.new_game.look"))
        self.chart = SpreadChart(icons, texts, self)
        self.setFixedWidth(_WIDTH)
        column_layout(self, title, self.lines, self.chart, STRETCH, spacing=8)
        self.show_looks(())

    def show_looks(self, looks: Sequence[FirstLook]) -> None:
        """Shows attacks; none: that there is something to mend first."""
        text_of = self._texts.text_of
        if looks:
            self.lines.setText("\n\n".join(map(self._words, looks)))
        else:
            self.lines.setText(text_of("gui.new_game.no_look"))
        spread = _spread(looks[0]) if looks else None
        self.chart.show_spread(spread)
        self.chart.setVisible(spread is not None)

    def _words(self, look: FirstLook) -> str:
        text_of = self._texts.text_of
        head = text_of("gui.new_game.who", who=look.attacker, target=look.target)
        if look.odds is None:
            return f"{head}\n{text_of('gui.new_game.no_odds')}"
        numbers = [
            f"{each.label} {percent(each.probability)}" for each in look.odds.headline_numbers
        ]
        spread = _spread(look)
        if spread is not None:
            numbers.append(text_of("gui.new_game.mean", mean=f"{spread.mean:.1f}"))
        return f"{head}\n{', '.join(numbers)}"


def _spread(look: FirstLook) -> Spread | None:
    charts = look.odds.charts if look.odds is not None else ()
    return next((each for each in charts if isinstance(each, Spread)), None)
