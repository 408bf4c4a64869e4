"""A process that shows 1,000 rows in a bare Qt table, says when they were first painted, and ends: what Qt alone takes.

Argument: the moment the process was started (``time.time()``). Prints milliseconds on the clock and of
the processor, and the resident megabytes then.
"""

import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

_ROWS, _COLUMNS, _HEIGHT = 1000, 8, 28


def main(begun: float) -> int:
    """Shows the table."""
    from PySide6.QtCore import QAbstractTableModel, QEvent, QObject, Qt
    from PySide6.QtWidgets import QApplication, QHeaderView, QTableView
    from typing_extensions import override

    from tests.benchmarks.first_paint import resident

    class Rows(QAbstractTableModel):
        @override
        def rowCount(self, *_: Any) -> int:
            return _ROWS

        @override
        def columnCount(self, *_: Any) -> int:
            return _COLUMNS

        @override
        def data(self, index: Any, role: int = 0) -> Any:
            return (
                f"{index.row()} {index.column()}" if role == Qt.ItemDataRole.DisplayRole else None
            )

    class FirstPaint(QObject):
        @override
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                watched.removeEventFilter(self)
                print((time.time() - begun) * 1000, time.process_time() * 1000, resident())
                sys.stdout.flush()
                application.quit()
            return False

    application = QApplication(["bare-table"])
    application.setStyle("Fusion")
    rows, table = Rows(), QTableView()
    table.setModel(rows)
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.verticalHeader().setDefaultSectionSize(_HEIGHT)
    table.resize(1366, 768)
    first = FirstPaint()
    table.viewport().installEventFilter(first)
    table.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
