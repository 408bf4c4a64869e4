"""The tab with the figure: hit by pointing, chances laid over it, and what matters most below it."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.body.body_diagram import BodyDiagram
from encounter_gui.gui.body.hit_field import HitField
from encounter_gui.gui.status.sections.fact_flow import FactFlow
from encounter_gui.gui.status.sections.level_row import LevelRow
from encounter_gui.gui.status.sections.sheet_surface import SheetSurface
from encounter_gui.gui.status.sections.sheet_view import SheetView
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import BodyView, Fact, Odds, PlaceOdds, Section, SettableValue

_FIGURE_HEIGHT = 292
_NAMES, _SLENDER = 170, 0.44
"""The width of the names at both sides of a figure in logical pixels, and its own as a share of its height."""
_HIGHEST_FIGURE = 16_777_215  # no limit
_EDGE = 6
_BELOW_BADGE = 14


class BodyPage(QWidget):
    """Shows one body. With locations, a click or a key opens a field for damage at one of them."""

    struck = Signal(str, str, int, bool)
    """Who is hit, the key of the place, damage before armor, and whether what it leads to is rolled at once.

    ``end_hit`` or ``refuse_hit`` says what came of it.
    """
    hit_left = Signal()
    """The field that ``begin_hit`` opened is closed again."""

    def __init__(
        self, icons: Icons, figure: BodyFigure, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, the figure, and the texts."""
        super().__init__(parent)
        self._texts = texts
        self._body: BodyView | None = None
        self._sections: tuple[Section, ...] = ()
        self._values: tuple[SettableValue, ...] = ()
        self._odds: Odds | None = None
        self._target = ""
        self._is_from_outside = False
        self._has_sheet_below = True
        self.diagram = BodyDiagram(icons, figure, texts, self)
        self.levels = LevelRow(icons, texts, self)
        self.facts = FactFlow(icons, self)
        self.stats = SheetSurface(icons, texts, self)
        self.sections = SheetView(icons, texts, self)
        self.odds_button = QToolButton(self.diagram)
        self.hit_field = HitField(icons, texts, self)
        self._lay_out()
        self._connect()
        self.show_body(None)

    def _lay_out(self) -> None:
        text_of = self._texts.text_of
        self.odds_button.setText(text_of("gui.body.odds"))
        self.odds_button.setCheckable(True)
        self.odds_button.setProperty("segment", "only")
        self.odds_button.setAccessibleName(text_of("gui.body.odds_name"))
        self.sections.setAccessibleName(text_of("gui.body.sections"))
        policy = QSizePolicy.Policy
        self.sections.setSizePolicy(policy.Expanding, policy.Ignored)
        self._column = column_layout(self, spacing=0)
        for widget in (self.diagram, self.levels, self.facts, self.stats, self.sections):
            self._column.addWidget(widget)
        self._column.addStretch(0)

    def _connect(self) -> None:
        self.diagram.location_pointed.connect(self._open_at)
        self.diagram.installEventFilter(self)
        self.odds_button.toggled.connect(self._lay_odds)
        self.hit_field.hit.connect(self._strike)
        self.hit_field.place_typed.connect(self.diagram.select)
        self.hit_field.turned.connect(self._turn)
        self.hit_field.dismissed.connect(self._leave)

    # ---- state downward

    def show_body(self, body: BodyView | None) -> None:
        """Shows a figure; None: nobody's. What is being typed goes with whom it was about."""
        is_same = body is not None and self._body is not None and body.who == self._body.who
        if not is_same or (body is not None and not body.asks):
            self._close_field()
        self._body = body
        has_parts = body is not None and bool(body.parts)
        facts = body.facts if body else ()
        self.diagram.show_body(body)
        self.levels.show_levels(body.levels if body else ())
        self.facts.show_facts(body.who if body else "", _flowing(body) if has_parts else ())
        self.stats.show_sections((Section(title="", stats=() if has_parts else facts),))
        self.stats.setVisible(bool(facts) and not has_parts)
        self._fit(has_parts=has_parts)
        self._fill()
        self._lay_odds()

    def _fit(self, *, has_parts: bool) -> None:
        """A figure with places leaves room for the sheet below it; one without has it all."""
        has_sheet = has_parts and self._has_sheet_below
        highest = _HIGHEST_FIGURE
        if has_parts:  # the names of its places stand beside it, and it must not grow over them
            slender = round((self.width() - _NAMES) / _SLENDER)
            highest = _FIGURE_HEIGHT if has_sheet else max(_FIGURE_HEIGHT, slender)
        self.diagram.setMaximumHeight(highest)
        self.sections.setVisible(has_sheet)
        self._column.setStretchFactor(self.diagram, 0 if has_sheet else 1)
        self._column.setStretchFactor(self.sections, 1)

    def show_sheet_below(self, *, is_shown: bool) -> None:
        """Shows the sheet below the figure, or gives the figure its room: the sheet stands beside it."""
        if is_shown != self._has_sheet_below:
            self._has_sheet_below = is_shown
            self._fit(has_parts=self._body is not None and bool(self._body.parts))
            self._fill()

    def show_sections(
        self, sections: Sequence[Section], values: Sequence[SettableValue] = ()
    ) -> None:
        """Shows the sheet below the figure, but for what it offers to do; ``values`` can be set in it."""
        self._sections, self._values = tuple(sections), tuple(values)
        self._fill()

    def _fill(self) -> None:
        if self._body is not None and self._body.parts and self._has_sheet_below:
            plain = (replace(section, offers=()) for section in self._sections)
            bare = Section(title="")
            self.sections.show_sections(
                [each for each in plain if replace(each, title="", note="") != bare],
                self._values,
            )

    def show_odds(self, odds: Odds | None) -> None:
        """Takes the odds of what is on the bench."""
        self._odds = odds
        self._lay_odds()

    def aim_at(self, target: str) -> None:
        """Takes whom the bench aims at; empty: nobody."""
        if target != self._target:
            self._target = target
            self._lay_odds()

    @Slot()
    def _lay_odds(self) -> None:
        """Over the figure lies what is known of it, if that is wanted."""
        places = self._places()
        is_wanted = self._knows_places(places) and self.odds_button.isChecked()
        self.odds_button.setVisible(self._knows_places(places))
        key = "gui.body.odds_help" if places else "gui.body.odds_none"
        name = self._body.name if self._body is not None else ""
        words = self._texts.text(say(key, name=name))
        self.odds_button.setToolTip(plain_tip(words))
        self.odds_button.setAccessibleDescription(words)
        self.diagram.show_odds(places if is_wanted else None)
        remark = self._texts.text(say("gui.body.odds_remark", name=name))
        self.diagram.show_remark(remark if is_wanted and not places else "")

    def _knows_places(self, places: Sequence[PlaceOdds]) -> bool:
        """Whether this ruleset hits places at all: some have them only for what a wound comes to."""
        body = self._body
        return body is not None and bool(body.parts) and bool(body.asks or places)

    def _places(self) -> tuple[PlaceOdds, ...]:
        is_target = self._body is not None and self._body.who == self._target
        return self._odds.places if is_target and self._odds is not None else ()

    # ---- hitting

    def begin_hit(self) -> None:
        """Opens the field for any place that is typed; the keyboard goes back where it came from afterwards."""
        if self._body is None or not self._body.can_be_hit:
            return
        self._is_from_outside = True
        title = self._texts.text(say("gui.hit.who", name=self._body.name))
        self.hit_field.open_at(self._body.parts, "", title, self._body.asks)
        self._put_field()

    @Slot(str)
    def _open_at(self, place: str) -> None:
        body = self._body
        if body is None or not body.can_be_hit:
            return
        if self.hit_field.isHidden():
            self._is_from_outside = False
        part = next(part for part in body.parts if part.key == place)
        self.hit_field.open_at(body.parts, place, part.name, body.asks)
        self._put_field()

    def _put_field(self) -> None:
        """Puts the field below the place it is about, or below all of them; all of it in sight."""
        field, spot = self.hit_field, self.diagram.spot_of(self.hit_field.pointed)
        if spot is None:
            bottom = self.diagram.geometry().bottom()
            top = QPoint(self.width() // 2, bottom - field.height())
        else:
            top = self.diagram.viewport().mapTo(self, spot) + QPoint(0, _BELOW_BADGE)
        right, bottom = self.width() - field.width() - _EDGE, self.height() - field.height() - _EDGE
        x = max(_EDGE, min(top.x() - field.width() // 2, right))
        field.move(x, max(_EDGE, min(top.y(), bottom)))

    @Slot(int)
    def _turn(self, key: int) -> None:
        """Means the place beside the one that is meant, or beside the middle of the figure."""
        place = self.diagram.beside(self.hit_field.pointed, key)
        if place:
            self.diagram.select(place)
            self._open_at(place)

    @Slot(str, int, bool)
    def _strike(self, place: str, damage: int, is_settled: bool) -> None:
        if self._body is not None:
            self.struck.emit(self._body.who, place, damage, is_settled)

    def end_hit(self) -> None:
        """The blow is in the log: the field closes."""
        self.hit_field.close_empty()
        self._leave()

    def _close_field(self) -> None:
        """Closes it unasked; the keyboard goes back only if it was in there."""
        had_focus = self.hit_field.field.hasFocus()
        self.hit_field.close_empty()
        if had_focus:
            self._leave()

    def refuse_hit(self, sentence: str) -> None:
        """The blow cannot be: the field says why and keeps what was typed."""
        self.hit_field.complain(sentence)

    @Slot()
    def _leave(self) -> None:
        if self._is_from_outside:
            self._is_from_outside = False
            self.hit_left.emit()
        else:
            self.diagram.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._has_sheet_below:
            self._fit(has_parts=self._body is not None and bool(self._body.parts))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The button stands in the figure's corner, whatever makes that larger or smaller.
        if event.type() == QEvent.Type.Resize:
            size = self.odds_button.sizeHint()
            top = self.diagram.height() - size.height() - _EDGE
            self.odds_button.setGeometry(_EDGE + 4, top, size.width(), size.height())
            if self.hit_field.isVisible():
                self._put_field()
        return super().eventFilter(watched, event)


def _flowing(body: BodyView | None) -> tuple[Fact, ...]:
    """How the whole body is and what protects it, then its facts."""
    if body is None:
        return ()
    whole = Fact(name="", value=body.text, note=body.armor)
    return (whole, *body.facts) if body.text or body.armor else body.facts
