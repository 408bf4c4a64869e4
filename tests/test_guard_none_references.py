"""PySide6 6.12.0 gives away one reference to None on every void call and aborts the process after some thousands."""

import sys

import pytest
from PySide6.QtGui import QColor, QPainter, QPixmap


@pytest.mark.usefixtures("qapp")
@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="None is immortal and uncounted from 3.12 on"
)
def test_a_thousand_void_calls_keep_the_references_to_none() -> None:
    """Fails with PySide6 6.12.0 on Python 3.11, where every painted row brings the crash closer."""
    canvas = QPixmap(9, 9)
    painter = QPainter(canvas)
    colour = QColor()
    before = sys.getrefcount(None)
    for _ in range(1000):
        painter.setPen(colour)
    after = sys.getrefcount(None)
    painter.end()
    assert after > before - 200
