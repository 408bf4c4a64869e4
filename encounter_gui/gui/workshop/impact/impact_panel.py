"""The panel at the right of the rules workshop: what a change makes, part by part."""

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.ground import Ground
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.workshop.impact.affected_part import AffectedPart
from encounter_gui.gui.workshop.impact.attack_part import AttackPart
from encounter_gui.gui.workshop.impact.examples_part import ExamplesPart
from encounter_gui.gui.workshop.impact.forecast_part import ForecastPart
from encounter_gui.gui.workshop.impact.impact_controller import ImpactController, ImpactReader
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.tables import Row, TableDef

_MARGINS = (12, 10, 10, 10)


class ImpactPanel(QFrame):
    """Shows what a draft changes against the newest version; it follows the row that is looked at."""

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        reader: ImpactReader,
        parent: QWidget | None = None,
    ) -> None:
        """Takes icons with the theme, the words, and where what is looked at comes from."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.setProperty("dock", "true")
        self.setAccessibleName(texts.text_of("gui.impact.title"))
        self.controller = ImpactController(reader, texts, self)
        self.title: QLabel = plain_label(texts.text_of("gui.impact.title"), self, wraps=False)
        self.against: QLabel = plain_label("", self, wraps=False)
        self.attack = AttackPart(icons, texts, self)
        self.forecast = ForecastPart(icons, texts, self)
        self.affected = AffectedPart(icons, texts, self)
        self.examples = ExamplesPart(icons, texts, self)
        self._lay_out()
        self._connect()
        self._dress()

    def _lay_out(self) -> None:
        head = row_layout(None, self.title, STRETCH, self.against)
        inner = Ground(self._icons, self)
        column_layout(
            inner,
            self.attack,
            self.forecast,
            self.affected,
            self.examples,
            STRETCH,
            spacing=10,
            margins=(0, 0, 4, 0),
        )
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inner)
        column_layout(self, head, (self.area, 1), margins=_MARGINS, spacing=8)

    def _connect(self) -> None:
        controller = self.controller
        controller.began.connect(self._begin)
        controller.cast_changed.connect(self.attack.show_cast)
        controller.attack_changed.connect(self.attack.show_impact)
        controller.refused.connect(self.attack.show_reason)
        controller.forecast_changed.connect(self.forecast.show_step)
        controller.affected_changed.connect(self.affected.show_affected)
        controller.examples_changed.connect(self.examples.show_step)
        controller.ended.connect(self._end)
        self.attack.chosen.connect(controller.choose)
        self._icons.recoloured.connect(self._dress)

    def show_change(
        self,
        before: DraftView,
        after: DraftView,
        row: Row | None,
        table: TableDef | None,  # noqa: ARG002 - the row says which table it is of
    ) -> None:
        """Shows what a draft changes against a version; ``row`` of ``table`` is what is looked at."""
        self.controller.show_change(before, after, row)

    def refresh(self) -> None:
        """Has the campaign looked at anew with the next change."""
        self.controller.refresh()

    def stop(self) -> None:
        """Works nothing more out: the page is left, or the campaign is closed."""
        self.controller.stop()

    @Slot(bool)
    def _begin(self, is_changed: bool) -> None:
        version = self.controller.version
        key = "gui.impact.against" if version else "gui.impact.against_book"
        self.against.setText(self._texts.text_of(key, version=version))
        self.attack.mute(is_stale=True)
        for part in (self.forecast, self.affected, self.examples):
            part.setVisible(is_changed)
            part.mute(is_stale=True)

    @Slot()
    def _end(self) -> None:
        for part in (self.attack, self.forecast, self.affected, self.examples):
            part.mute(is_stale=False)

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        dress_label(self.title, theme, "title", "text.primary")
        dress_label(self.against, theme, "small", "text.muted")

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PolishRequest:
            self._dress()
