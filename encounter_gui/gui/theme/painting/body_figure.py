"""The body as shapes: one closed path per location, with the place of its label, from our own SVG."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from xml.parsers import expat

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import Message, say
from encounter_gui.gui.theme.path_data import painter_path

_MAX_BYTES = 256 * 1024
_MAX_ELEMENTS = 500
_ELEMENTS = frozenset({"svg", "g", "path", "circle", "title", "desc"})
_ARM_MARGIN = 8.0


class BodyFigure(Struct, frozen=True, kw_only=True, eq=False):
    """A body drawing in its own units: paths and label anchors by location, in the order of the file.

    Where two hit areas overlap, a click inside a drawn shape beats one in the margin around an arm.
    """

    paths: Mapping[str, QPainterPath]
    hit_areas: Mapping[str, QPainterPath]
    anchors: Mapping[str, QPointF]
    view_box: QRectF

    def location_at(self, point: QPointF) -> str:
        """Returns the location at a point in the figure's units, or "" beside the body."""
        for areas in (self.paths, self.hit_areas):
            for location, path in areas.items():
                if path.contains(point):
                    return location
        return ""


def read_figure(path: Path) -> BodyFigure:
    """Returns the figure in a file.

    Raises:
        DataError: The file cannot be read, or is not a drawing of the plain kind we use.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise _refusal(path.name, say("figure.too_large", file=path.name, limit=_MAX_BYTES))
        return parse_figure(path.read_bytes(), file=path.name)
    except OSError as error:
        reason = error.strerror or ""
        raise _refusal(
            path.name, say("figure.unreadable", file=path.name, reason=reason)
        ) from error


def parse_figure(data: bytes, *, file: str) -> BodyFigure:
    """Returns the figure in an SVG: elements ``loc-<location>`` and ``anchor-<location>``.

    Only plain paths, circles and groups are taken: nothing that could refer to, repeat or load anything.

    Raises:
        DataError: Too large, malformed, an element that is not allowed, or a location without its anchor.
    """
    if len(data) > _MAX_BYTES:
        raise _refusal(file, say("figure.too_large", file=file, limit=_MAX_BYTES))
    reader = _Reader(file)
    reader.read(data)
    return reader.figure()


class _Reader:
    """Collects paths and anchors from expat's events; refuses the file at the first unknown element."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._count = 0
        self._view_box = QRectF()
        self._paths: dict[str, QPainterPath] = {}
        self._anchors: dict[str, QPointF] = {}
        self._parser = expat.ParserCreate()
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._element

    def read(self, data: bytes) -> None:
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            place = Place(file=self._file, pointer=f"line {error.lineno}, column {error.offset}")
            reason = expat.errors.messages[error.code]
            raise DataError(
                place, say("figure.malformed", file=self._file, reason=reason)
            ) from error
        finally:
            # The handlers are bound methods: without this the parser and the reader keep each other alive.
            self._parser.StartDoctypeDeclHandler = None
            self._parser.StartElementHandler = None

    def figure(self) -> BodyFigure:
        if not self._paths or self._view_box.isEmpty():
            raise self._wrong("figure.empty")
        missing = sorted(self._paths.keys() ^ self._anchors.keys())
        if missing:
            raise self._wrong("figure.no_anchor", location=missing[0])
        return BodyFigure(
            paths=MappingProxyType(self._paths),
            hit_areas=MappingProxyType({k: _hit_area(k, p) for k, p in self._paths.items()}),
            anchors=MappingProxyType(self._anchors),
            view_box=self._view_box,
        )

    def _doctype(self, *_: object) -> None:
        raise self._wrong("figure.doctype")

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > _MAX_ELEMENTS or name not in _ELEMENTS:
            raise self._wrong("figure.element", element=name)
        for key in attributes:
            if key.endswith("href") or key in ("style", "transform") or key.startswith("on"):
                raise self._wrong("figure.attribute", attribute=key)
        self._take(name, attributes)

    def _take(self, name: str, attributes: dict[str, str]) -> None:
        kind, _, location = attributes.get("id", "").partition("-")
        try:
            if name == "svg":
                self._view_box = QRectF(*(float(part) for part in attributes["viewBox"].split()))
            elif name == "path" and kind == "loc":
                self._paths[location] = painter_path(attributes["d"])
            elif name == "circle" and kind == "anchor":
                self._anchors[location] = QPointF(float(attributes["cx"]), float(attributes["cy"]))
        except (KeyError, ValueError, TypeError) as error:
            raise self._wrong("figure.value", element=name, reason=str(error)) from error

    def _wrong(self, key: str, **params: str) -> DataError:
        pointer = f"line {self._parser.CurrentLineNumber}"
        place = Place(file=self._file, pointer=pointer)
        return DataError(place, say(key, file=self._file, **params))


def _hit_area(location: str, path: QPainterPath) -> QPainterPath:
    if not location.startswith("arm"):
        return path
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * _ARM_MARGIN)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return path.united(stroker.createStroke(path))


def _refusal(file: str, message: Message) -> DataError:
    return DataError(Place(file=file), message)
