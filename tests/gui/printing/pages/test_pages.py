"""Printed pages, read back: texts, fonts, page counts, and pictures of what was painted."""

import dataclasses
import resource
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from encounter_gui import paths
from encounter_gui.core.errors import RuleError
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.gui.printing.pages.blocks import placed_blocks, slabs_of
from encounter_gui.gui.printing.pages.page_blocks import PageBlock, stack
from encounter_gui.gui.printing.pages.pagination import pages_of
from encounter_gui.gui.printing.pages.paper import DPI, PAPERS, Paper
from encounter_gui.gui.printing.pages.printer_pen import PagePainter, boxes_height, boxes_width
from encounter_gui.gui.printing.pages.tables import column_widths, table_slabs
from encounter_gui.gui.printing.pdf import write_pdf
from encounter_gui.gui.theme.painting.body_figure import read_figure
from encounter_gui.gui.theme.theme_file import read_theme
from encounter_gui.play.transfer.atomic_file import save
from encounter_gui.reports.content.composer import REPORTS, Choices, compose
from encounter_gui.reports.content.report_context import ReportContext
from encounter_gui.reports.document import (
    Beside,
    Boxes,
    Column,
    Document,
    Flow,
    Name,
    Table,
    Turns,
    Words,
    WriteIn,
)
from encounter_gui.reports.render.text_formats import TEXTS
from tests.helpers.pdf_text import texts_of
from tests.reports.conftest import played

RESOURCES = paths.data_folder("resources")


@pytest.fixture(scope="module")
def bridge():
    return played("canal-bridge")


@pytest.fixture
def ink(qapp):
    return PagePainter(read_theme(RESOURCES / "themes", "print"))


@pytest.fixture
def drawing():
    return read_figure(RESOURCES / "body" / "figure.svg")


def document(fight, *reports, **choices):
    made = Choices(reports=reports or REPORTS, **choices)
    return compose(
        fight.system,
        fight.context,
        fight.entries,
        made,
        ReportContext(campaign="Ćma", date="21 November 2026"),
    )


def laid(made, ink, drawing, paper=None):
    return pages_of(made, paper or Paper(), ink, drawing, paths.message_catalog())


def crowd(fight, count):
    """The same fight with so many in it, long names among them."""
    first = next(iter(fight.context.state.combatants.values()))
    long = "Lieutenant-Colonel Maximiliana Featherstonehaugh-Oyelaran of the Harbour Watch"
    more = [
        ev.CombatantAdded(
            combatant=replace(
                first,
                id=f"x_{n}",
                number=50 + n,
                name=f"{long} {n}" if n % 7 == 0 else f"Guard {n}",
            )
        )
        for n in range(count)
    ]
    return dataclasses.replace(
        fight, context=replace(fight.context, state=fold(fight.context.state, more))
    )


@pytest.mark.parametrize(
    "paper", [pytest.param(name, marks=() if name == "A4" else pytest.mark.deep) for name in PAPERS]
)
def test_a_document_becomes_a_pdf_that_can_be_read(bridge, ink, drawing, paper, tmp_path):
    sheet = Paper(name=paper)
    pages = laid(document(bridge), ink, drawing, sheet)
    path = tmp_path / "a.pdf"
    write_pdf(pages, sheet, path, "Canal bridge")
    reader = PdfReader(path)
    assert len(reader.pages) == len(pages)
    width, height = (float(side) for side in reader.pages[0].mediabox[2:])
    assert (width, height) == pytest.approx(
        (sheet.size.width() * 72 / DPI, sheet.size.height() * 72 / DPI), abs=1
    )
    texts = [page.extract_text() for page in reader.pages]
    for combatant in bridge.context.state.combatants.values():
        assert combatant.name in "\n".join(texts)
    assert "Wounded −1" in "\n".join(texts)
    for number, said in enumerate(texts, 1):
        assert f"page {number} of {len(pages)}" in said
        assert "Canal bridge" in said
        assert "21 November 2026" in said


def test_every_font_is_embedded(bridge, ink, drawing, tmp_path):
    path = tmp_path / "a.pdf"
    write_pdf(laid(document(bridge), ink, drawing), Paper(), path, "x")
    fonts = [
        font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        for page in PdfReader(path).pages
        for font in page["/Resources"]["/Font"].values()
    ]
    assert fonts
    assert all("/FontFile2" in font or "/FontFile3" in font for font in fonts)


@pytest.mark.parametrize("count", [1, 20, 60])
def test_crowds_and_long_names_fit_on_more_pages_with_nobody_lost(
    bridge, ink, drawing, count, tmp_path
):
    fight = crowd(bridge, count)
    path = tmp_path / "a.pdf"
    write_pdf(laid(document(fight, "encounter", "roster"), ink, drawing), Paper(), path, "x")
    text = " ".join("\n".join(texts_of(path)).split())
    for n in range(count):
        assert f"Guard {n}" in text or f"Harbour Watch {n}" in text or n % 7 == 0


def test_rows_are_never_torn_and_heads_are_repeated(ink):
    rows = tuple((Words(text=str(n)), Words(text="word " * (n % 30))) for n in range(300))
    columns = (Column(title="Number"), Column(title="Words", share=1.0))
    flow = Flow(title="T", blocks=(Table(columns=columns, rows=rows),))
    pages = placed_blocks(ink, flow.blocks, 600, 900, 50)
    assert len(pages) > 5
    for number, page in enumerate(pages):
        for placed in page:
            assert placed.y + placed.slab.height <= 900 + 0.01
        if number:
            head, first = page[0].slab, page[1].slab
            assert head is first.head


def test_a_list_that_goes_on_has_its_title_again(ink):
    """The round that is told goes on over the page: its name stands there too."""
    rows = tuple((Words(text=str(n)),) for n in range(100))
    table = Table(title="Round 3", columns=(Column(title=""),), rows=rows, is_plain=True)
    first, *others = placed_blocks(ink, (table,), 600, 900, 50)
    assert others
    assert all(page[0].slab is first[0].slab for page in others)


def test_two_chances_stand_in_one_line(ink):
    """`60 · 87 %` in a narrow column: the table is smaller instead of a sign alone below, as far as it can be read."""
    cells = tuple(Words(text="100 · 100 %", is_strong=True) for _ in range(6))
    columns = tuple(Column(title="Gun", share=1.0) for _ in cells)
    table = Table(columns=columns, rows=(cells,), is_dense=True)
    whole, narrow = table_slabs(ink, table, 900), table_slabs(ink, table, 380)
    assert narrow[1].height < whole[1].height


@pytest.mark.parametrize(("width", "rounds"), [(400, 3), (222, 1), (260, 2)])
def test_boxes_of_turns_never_stand_on_each_other(ink, width, rounds):
    """A5 has no room for three rounds of four phases: fewer are shown."""

    order = (("22", "Vesper"),)
    names = ("Round 1", "Round 2", "Round 3")
    turns = Turns(title="Turns", order=order, rounds=names, steps=4)
    (_, _, row, _) = slabs_of(ink, turns, width)
    boxes = []
    painter = Recording(boxes)
    row.draw(painter, QPointF(0, 0))
    assert len(boxes) == 4 * rounds
    assert all(a.right() < b.left() for a, b in pairwise(sorted(boxes, key=lambda b: b.left())))
    assert max(box.right() for box in boxes) <= width


class Recording:
    """A painter that remembers the rectangles drawn."""

    def __init__(self, boxes):
        self._boxes = boxes

    def __getattr__(self, name):
        return lambda *_: None

    def drawRect(self, box):  # noqa: N802
        self._boxes.append(box)


def test_a_heading_is_not_left_alone_at_the_foot_of_a_page():
    def nothing(*_):
        return None

    blocks = [
        PageBlock(height=90, draw=nothing),
        PageBlock(height=8, draw=nothing, keeps_next=True),
        PageBlock(height=20, draw=nothing),
    ]
    first, second = stack(blocks, 100)
    assert len(first) == 1
    assert [placed.y for placed in second] == [0, 8]


@pytest.mark.parametrize(
    ("total", "used"), [(0, 0), (1, 0), (5, 5), (6, 3), (40, 40), (41, 7), (500, 499)]
)
def test_pips_are_right_at_extreme_values(ink, total, used):
    """As many squares are painted as there are points, and as many strokes as are used."""

    class Counting:
        def __init__(self):
            self.squares = self.strokes = 0

        def __getattr__(self, name):
            return lambda *_: None

        def drawRect(self, *_):  # noqa: N802
            self.squares += 1

        def drawLine(self, *_):  # noqa: N802
            self.strokes += 1

    painter = Counting()
    height = ink.boxes(painter, QPointF(0, 0), total, used, 200)
    assert (painter.squares, painter.strokes) == (total, used)
    if total:
        assert height == pytest.approx(boxes_height(total, 200))
    assert boxes_width(total) >= 0


def test_columns_get_what_they_need_before_any_gets_more(ink):
    table = Table(
        columns=(
            Column(title="Name", share=2.0),
            Column(title="Notes", share=3.0),
            Column(title="TH"),
        ),
        rows=(
            (
                Name(text="Kestrel", side="pc"),
                Words(text="many words " * 30),
                Boxes(total=12, used=3, text="9/12"),
            ),
        ),
    )
    name, notes, boxes = column_widths(ink, table, 400)
    assert name + notes + boxes == pytest.approx(400)
    assert name >= ink.width("Kestrel", "row", 600)
    assert boxes >= boxes_width(5)


def picture(page, paper):
    """A page as a picture, a pixel for each logical one."""
    image = QImage(
        round(paper.size.width()), round(paper.size.height()), QImage.Format.Format_RGB32
    )
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    page.paint(painter)
    painter.end()
    return image


def ink_in(image, left, top, width, height):
    """How much of a region is not white, from 0 to 1."""
    dark = sum(
        image.pixelColor(x, y).lightness() < 200
        for x in range(round(left), round(left + width), 2)
        for y in range(round(top), round(top + height), 2)
    )
    return dark / (width * height / 4)


@pytest.mark.parametrize("name", ["A4", "Letter"])
def test_a_body_sheet_has_figure_gauge_and_lines_where_they_belong(bridge, ink, drawing, name):
    paper = Paper(name=name)
    (page, *_) = laid(document(bridge, "sheets"), ink, drawing, paper)
    image, room = picture(page, paper), paper.room(1)
    middle = room.left() + room.width() * 0.3
    assert ink_in(image, middle - 60, room.top() + 120, 120, 200) > 0.005
    assert ink_in(image, room.right() - 190, room.top() + 80, 170, 60) > 0.02
    for margin in (
        (0, 0, paper.size.width(), room.top() - 2),
        (0, 0, room.left() - 8, paper.size.height()),
    ):
        assert ink_in(image, *margin) == 0


def test_a_wounded_figure_is_darker_than_a_blank_one(bridge, ink, drawing):
    paper = Paper()
    skinner = next(
        who for who, one in bridge.context.state.combatants.items() if one.name == "Skinner"
    )
    pictures = [
        picture(
            laid(document(bridge, "sheets", who=(skinner,), is_blank=blank), ink, drawing, paper)[
                0
            ],
            paper,
        )
        for blank in (False, True)
    ]
    region = (100, 120, 300, 300)
    assert ink_in(pictures[0], *region) > 2 * ink_in(pictures[1], *region)


def test_grey_pages_have_no_colour(bridge, ink, drawing):
    (page, *_) = laid(document(bridge, "encounter"), ink, drawing)
    image = picture(page, Paper())
    colours = {
        image.pixelColor(x, y).saturation()
        for x in range(0, image.width(), 7)
        for y in range(0, image.height(), 7)
    }
    assert max(colours) < 20


def test_cards_and_their_backs_meet_when_the_sheet_is_turned(bridge, ink, drawing):
    pages = laid(document(bridge, "cards", has_backs=True, cards_per_page=4), ink, drawing)
    assert len(pages) == 2 * -(-len(bridge.context.state.combatants) // 4)


def test_scale_and_landscape_and_binding_change_the_room():
    assert Paper(is_landscape=True).size.width() > Paper().size.width()
    assert Paper(scale=0.5).room(1).width() == pytest.approx(2 * Paper().room(1).width(), rel=0.01)
    bound = Paper(is_two_sided=True)
    assert bound.room(1).left() > bound.room(2).left()


def test_what_cannot_be_written_is_said_and_leaves_nothing(bridge, ink, drawing, tmp_path):
    pages = laid(document(bridge, "roster"), ink, drawing)
    with pytest.raises(RuleError, match=r"print\.unwritable"):
        write_pdf(pages, Paper(), tmp_path / "nowhere" / "a.pdf", "x")
    with pytest.raises(RuleError, match=r"print\.nothing"):
        write_pdf((), Paper(), tmp_path / "a.pdf", "x")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_said_and_a_device_is_not_replaced_by_a_file(bridge, ink, drawing):
    """/dev/full takes nothing; it must still be a device afterwards, even for root."""
    full = Path("/dev/full")
    if not full.is_char_device():
        pytest.skip("needs /dev/full")
    with pytest.raises(RuleError, match=r"print\.unwritable"):
        write_pdf(laid(document(bridge, "roster"), ink, drawing), Paper(), full, "x")
    assert full.is_char_device()


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs limits of file size")
def test_a_disk_that_fills_half_way_keeps_the_old_file(bridge, tmp_path):
    """Nothing more than 4 KB can be written: the old file stays, and no half one beside it."""
    path = tmp_path / "a.html"
    path.write_bytes(b"old")
    script = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from encounter_gui.core.errors import RuleError\n"
        "from encounter_gui.play.transfer.atomic_file import save\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "try:\n    save(Path(sys.argv[1]), b'x' * 500_000, overwrite=True)\n"
        "except RuleError as error:\n    print(error.message.key)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert run.stdout.strip() == "print.unwritable"
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.html"]


@pytest.mark.parametrize("ending", ["md", "html", "csv"])
def test_texts_are_written_whole_as_the_ending_says(bridge, tmp_path, ending):
    path = tmp_path / f"a.{ending}"
    data = TEXTS[path.suffix](document(bridge, "roster")).encode()
    save(path, data, overwrite=False)
    assert "Kestrel" in path.read_text(encoding="utf-8")
    with pytest.raises(RuleError, match=r"print\.unwritable"):
        save(tmp_path / "nowhere" / f"a.{ending}", data, overwrite=False)


def test_small_paper_has_smaller_tables_instead_of_cut_numbers(bridge, ink, drawing, tmp_path):
    paper = Paper(name="A5")
    path = tmp_path / "a.pdf"
    write_pdf(laid(document(bridge, "roster"), ink, drawing, paper), paper, path, "x")
    text = PdfReader(path).pages[0].extract_text()
    assert "…" not in text
    for said in ("7/12", "−4/12", "25/30", "21 November 2026", "page 1 of"):
        assert said in text


def test_notes_to_write_go_down_to_the_foot_of_the_page_and_not_further(ink):
    many = Table(columns=(Column(title=""),), rows=((Words(text="x"),),) * 20, is_plain=True)
    beside = Beside(left=(many, WriteIn(title="Notes", lines=0)), right=(many,))
    (page,) = placed_blocks(ink, (beside,), 600, 900, 50)
    lowest = max(placed.y + placed.slab.height for placed in page)
    assert 870 < lowest <= 900


def test_tables_move_to_the_other_column_before_they_need_another_page(ink):
    def table(count):
        rows = ((Words(text="x"),),) * count
        return Table(title="T", columns=(Column(title=""),), rows=rows, is_plain=True)

    beside = Beside(
        left=(table(5), WriteIn(title="Notes", lines=0)), right=(table(25), table(15), table(15))
    )
    assert len(placed_blocks(ink, (beside,), 600, 900, 50)) == 1


def test_a_print_that_fails_half_way_keeps_the_old_file(bridge, ink, drawing, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")
    pages = laid(document(bridge, "roster"), ink, drawing)

    def broken(_painter):
        raise RuntimeError("cancelled")

    with pytest.raises(RuntimeError):
        write_pdf((*pages, replace(pages[0], paint=broken)), Paper(), path, "x")
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.pdf"]


def test_an_empty_document_has_no_pages(ink, drawing):
    empty = Document(campaign="a", fight="b", date="c", ruleset="d")
    assert laid(empty, ink, drawing) == ()
