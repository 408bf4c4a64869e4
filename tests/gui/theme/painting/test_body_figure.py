"""The body: which location a point hits, and that a stranger's drawing can do no harm."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF

from encounter_gui.core.errors import DataError
from encounter_gui.gui.theme.painting.body_figure import BodyFigure, parse_figure, read_figure

LOCATIONS = ["head", "torso", "arm-right", "arm-left", "leg-right", "leg-left"]
HEAD = (
    '<path id="loc-head" d="M 0,0 L 10,0 L 10,10 Z"/><circle id="anchor-head" cx="5" cy="5" r="1"/>'
)


def svg(inside: str, *, attributes: str = 'viewBox="0 0 20 20"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inside}</svg>'.encode()


@pytest.fixture(scope="module")
def figure(resources: Path) -> BodyFigure:
    """The figure that ships."""
    return read_figure(resources / "body" / "figure.svg")


def test_it_has_six_locations_in_order(figure: BodyFigure) -> None:
    """Head, torso, arms, legs; each with a path and an anchor."""
    assert list(figure.paths) == LOCATIONS
    assert list(figure.anchors) == LOCATIONS
    assert figure.view_box.size().toTuple() == (260, 600)


@pytest.mark.parametrize("location", LOCATIONS)
def test_an_anchor_hits_its_own_location(figure: BodyFigure, location: str) -> None:
    """A label stands on the part it names."""
    assert figure.location_at(figure.anchors[location]) == location


def test_beside_the_body_nothing_is_hit(figure: BodyFigure) -> None:
    """A click on the paper around the figure is no hit."""
    assert figure.location_at(QPointF(5, 5)) == ""


def test_arms_are_easier_to_hit_than_they_look(figure: BodyFigure) -> None:
    """Six units outside the right arm still mean the arm, twelve do not."""
    edge = figure.paths["arm-right"].boundingRect().left()
    middle = 325.0
    assert not figure.paths["arm-right"].contains(QPointF(edge - 6, middle))
    assert figure.location_at(QPointF(edge - 6, middle)) == "arm-right"
    assert figure.location_at(QPointF(edge - 12, middle)) == ""


def test_the_margin_of_an_arm_yields_to_the_torso(figure: BodyFigure) -> None:
    """Where both would answer, the shape that is drawn there wins."""
    assert figure.location_at(QPointF(90, 140)) == "torso"


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "figure.malformed"),
        (b"<svg", "figure.malformed"),
        (svg(""), "figure.empty"),
        (svg(HEAD, attributes=""), "figure.value"),
        (svg(HEAD, attributes='viewBox="0 0 20"'), "figure.value"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + svg(HEAD), "figure.doctype"),
        (svg(HEAD + '<use href="#loc-head"/>'), "figure.element"),
        (svg(HEAD + '<image href="file:///etc/hostname"/>'), "figure.element"),
        (svg(HEAD + "<script>1</script>"), "figure.element"),
        (svg(HEAD + "<style>a{}</style>"), "figure.element"),
        (svg(HEAD + "<foreignObject/>"), "figure.element"),
        (svg(HEAD + "<g xmlns:x='http://www.w3.org/1999/xlink' x:href='#a'/>"), "figure.attribute"),
        (svg(HEAD + '<g transform="scale(9)"/>'), "figure.attribute"),
        (svg(HEAD + '<g onload="x()"/>'), "figure.attribute"),
        (svg(HEAD + "<g/>" * 600), "figure.element"),
        (svg('<path id="loc-head" d="m 0,0 l 1,1"/>'), "figure.value"),
        (svg('<path id="loc-head" d="M 0,0 C 1,1"/>'), "figure.value"),
        (svg('<path id="loc-head"/>'), "figure.value"),
        (svg('<path id="loc-head" d="M 0,0 L 1,1 Z"/>'), "figure.no_anchor"),
        (b" " * 300_000 + svg(HEAD), "figure.too_large"),
    ],
)
def test_a_hostile_or_broken_drawing_is_refused(content: bytes, key: str) -> None:
    """Nothing is loaded, repeated, run or guessed; the message says what was wrong."""
    with pytest.raises(DataError) as error:
        parse_figure(content, file="body.svg")
    assert error.value.message.key == key
    assert error.value.place.file == "body.svg"


def test_a_large_file_is_not_even_read(tmp_path: Path) -> None:
    """The size is asked for first."""
    path = tmp_path / "body.svg"
    path.write_bytes(b" " * 300_000)
    with pytest.raises(DataError, match=r"too_large"):
        read_figure(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing drawing is a message."""
    with pytest.raises(DataError, match=r"unreadable"):
        read_figure(tmp_path / "body.svg")


def test_a_small_drawing_of_ones_own(resources: Path) -> None:
    """Any plain drawing with locations and anchors will do."""
    figure = parse_figure(svg(HEAD), file="body.svg")
    assert figure.location_at(QPointF(8, 3)) == "head"
