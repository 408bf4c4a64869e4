"""The forecast of the last encounter, before and after."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.forecast.forecast_run import Chance
from encounter_gui.gui.forecast.forecast_words import half
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.gui.workshop.impact.forecast_bars import ForecastBars
from encounter_gui.play.impact.run import ForecastStep


class ForecastPart(QWidget):
    """Shows who holds the field before and after, or why nothing can be said of it."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.head = SectionHead(icons, texts.text_of("gui.impact.forecast"), parent=self)
        self.bars = ForecastBars(icons, texts, self)
        self.reason: QLabel = plain_label("", self)
        column_layout(self, self.head, self.bars, self.reason, spacing=4)
        self.reason.hide()
        self.hide()
        icons.recoloured.connect(self._dress)
        self._dress()

    @Slot(object)
    def show_step(self, step: ForecastStep) -> None:
        """Shows a forecast from so many fights."""
        texts, impact = self._texts, step.impact
        title = texts.text_of("gui.impact.forecast")
        if step.name:
            title = texts.text_of("gui.impact.forecast_of", name=step.name)
        self.head.show_title(title)
        self.bars.show_impact(title, impact)
        self.reason.setText(step.reason)
        self.reason.setVisible(bool(step.reason))
        note = ""
        if impact is not None:
            share = impact.after.pc
            chance = Chance(share=share.share, low=share.low, high=share.high)
            note = texts.text_of("gui.impact.holds", half=half(chance))
            if impact.is_same and impact.is_whole:
                note = texts.text_of("gui.impact.same")
        self.head.show_note(note)
        self.mute(is_stale=False)

    def mute(self, *, is_stale: bool) -> None:
        """Shows whether the forecast is being worked out anew."""
        self.bars.mute(is_stale=is_stale)

    @Slot()
    def _dress(self) -> None:
        dress_label(self.reason, self._icons.theme, "small", "text.muted")
