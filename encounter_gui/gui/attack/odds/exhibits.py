"""Which widget shows which kind of exhibit."""

from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.odds.comparison_rows import ComparisonRows
from encounter_gui.gui.charts.bar_rows import BarRows
from encounter_gui.gui.charts.face_chart import FaceChart
from encounter_gui.gui.charts.heat_chart import HeatChart
from encounter_gui.gui.charts.outcome_chart import OutcomeChart
from encounter_gui.gui.charts.spread_chart import SpreadChart
from encounter_gui.gui.charts.within_chart import WithinChart
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import (
    Bars,
    Comparison,
    FaceGrid,
    HeatStrip,
    LaterBars,
    LaterWithin,
    OddsChart,
    Outcomes,
    Spread,
    Within,
)

ExhibitWidget = (
    ComparisonRows | SpreadChart | WithinChart | OutcomeChart | BarRows | HeatChart | FaceChart
)

_WIDGETS: dict[type[OddsChart], type[ExhibitWidget]] = {
    Comparison: ComparisonRows,
    Spread: SpreadChart,
    Within: WithinChart,
    Outcomes: OutcomeChart,
    Bars: BarRows,
    HeatStrip: HeatChart,
    FaceGrid: FaceChart,
}


_LATER: dict[type[OddsChart], type[OddsChart]] = {LaterWithin: Within, LaterBars: Bars}


def kind_of(exhibit: OddsChart) -> type[OddsChart]:
    """Returns the kind of an exhibit; one whose chances come later is of the same kind as when they are there."""
    kind = type(exhibit)
    return _LATER.get(kind, kind)


def made_for(
    kind: type[OddsChart], icons: Icons, texts: MessageCatalog, parent: QWidget
) -> ExhibitWidget:
    """Returns a new, hidden widget for a kind of exhibit."""
    widget = _WIDGETS[kind](icons, texts, parent)
    widget.hide()
    return widget


def show_exhibit(widget: ExhibitWidget, exhibit: OddsChart | None) -> None:
    """Shows an exhibit in a widget made for its kind; None: none.

    Raises:
        TypeError: The widget was made for another kind.
    """
    match widget, exhibit:
        case ComparisonRows(), Comparison() | None:
            widget.show_comparison(exhibit)
        case SpreadChart(), Spread() | None:
            widget.show_spread(exhibit)
        case WithinChart(), Within() | None:
            widget.show_within(exhibit)
        case OutcomeChart(), Outcomes() | None:
            widget.show_outcomes(exhibit)
        case BarRows(), Bars() | None:
            widget.show_bars(exhibit)
        case HeatChart(), HeatStrip() | None:
            widget.show_strip(exhibit)
        case FaceChart(), FaceGrid() | None:
            widget.show_grid(exhibit)
        case _:
            raise TypeError(f"{type(widget).__name__} cannot show {type(exhibit).__name__}")
