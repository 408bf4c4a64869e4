"""A part below a panel is as low as its words let it be in the width of the column, not in the width it had before."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from encounter_gui.gui.large.large_panels import LargePanels

WIDE, NARROW = 400, 100
LOW, HIGH = 30, 210


class Strip(QWidget):
    """Seven times as high where it is narrow, as words are that wrap; it knows once it has been laid out."""

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.setFixedHeight(LOW if self.width() > NARROW else HIGH)
        self.updateGeometry()


def test_opened_after_one_that_covers_the_log_the_plan_is_not_low(qtbot: QtBot) -> None:
    """The field after the declarations: the strip wrapped as if it were narrow, and the log took half of the plan."""
    column = QSplitter(Qt.Orientation.Vertical)
    qtbot.addWidget(column)
    table, bench, log = QLabel("table"), QLabel("bench"), QWidget()
    inside = QVBoxLayout(log)
    inside.setContentsMargins(0, 0, 0, 0)
    strip = Strip()
    inside.addWidget(strip)
    inside.addWidget(QLabel("a line"))
    for part in (table, bench, log):
        column.addWidget(part)
    panels = LargePanels(column, {"table": table, "bench": bench, "log": log}, table)
    covers, field = QLabel("covers"), QLabel("field")
    panels.add(covers, ("bench", "log"))
    panels.add(field, ("bench",), lowered=("log",))
    column.resize(WIDE, 600)
    column.show()
    qtbot.waitExposed(column)
    column.setSizes([200, 200, 200])
    panels.open(covers)
    strip.resize(NARROW, HIGH)  # hidden, it has been laid out elsewhere
    panels.open(field)
    line = log.minimumSizeHint().height() - LOW
    assert log.height() <= LOW + line + column.handleWidth()
    before = field.height()
    strip.hide()
    qtbot.waitUntil(lambda: field.height() >= before + LOW - column.handleWidth())
    assert log.height() <= line + column.handleWidth()
