"""The plan of an encounter as a picture of its own: PNG, or SVG."""

from math import ceil
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QPainter

from encounter_gui.core.errors import refuse
from encounter_gui.gui.printing.pages.plan_page import paint_plan
from encounter_gui.gui.printing.pages.printer_pen import PagePainter
from encounter_gui.play.transfer.atomic_file import save
from encounter_gui.reports.document import PlanDrawing
from encounter_gui.reports.render.plan_svg import plan_svg

_LONGEST = 1_200.0
_MOST_STEP = 24.0
_SHARP = 2
_EDGE, _FOOT = 2.0, 28.0


def write_plan(
    page_painter: PagePainter,
    drawing: PlanDrawing | None,
    path: Path,
    *,
    overwrite: bool = False,
) -> None:
    """Writes a plan as the picture that the ending of the file's name says.

    Raises:
        AppError: there is no plan or no such ending, or the file cannot be written or must not be replaced.
    """
    if drawing is None:
        raise refuse("print.no_plan")
    match path.suffix.lower():
        case ".png":
            data = plan_png(page_painter, drawing)
        case ".svg":
            data = plan_svg(drawing, is_file=True).encode()
        case _:
            raise refuse("print.no_picture_ending", file=path.name)
    save(path, data, overwrite=overwrite)


def plan_png(page_painter: PagePainter, drawing: PlanDrawing) -> bytes:
    """Returns a plan as PNG: its longer side at most 2,400 pixels, a step of a small one no more than 48."""
    scale = min(_LONGEST / max(drawing.width, drawing.height), _MOST_STEP / drawing.step)
    scale = max(scale, _LONGEST / 4 / max(drawing.width, drawing.height))
    width, height = drawing.width * scale + 2 * _EDGE, drawing.height * scale + _EDGE + _FOOT
    image = QImage(ceil(width * _SHARP), ceil(height * _SHARP), QImage.Format.Format_RGB32)
    image.fill(page_painter.theme.colour("surface.window"))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(_SHARP, _SHARP)
    painter.translate(_EDGE, _EDGE)
    paint_plan(page_painter, painter, drawing, scale)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # The stub wants a text where Qt takes the name of a format in bytes or text.
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())
