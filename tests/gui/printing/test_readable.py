"""Paper that can be read: no text below 7 pt, none upon another, whatever the system, the report and the paper."""

import dataclasses
import unicodedata
from itertools import pairwise, product

import msgspec
import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.gui.printing.pages.paper import PAPERS, Paper
from encounter_gui.gui.printing.pdf import write_pdf
from encounter_gui.reports.content.composer import REPORTS
from encounter_gui.reports.document import Heading, WriteIn
from tests.gui.printing.conftest import FIGHTS, MOSTLY_DEEP, QUICK, composed_of, fight_of, sized
from tests.helpers.pdf_text import Run, runs_of

SYSTEMS = tuple(FIGHTS)
LEAST = 7.0


def printed(fight, lay, path, paper, *reports, **choices) -> list[list[Run]]:
    write_pdf(
        lay(composed_of(fight, *reports, **choices), paper),
        paper,
        path,
        "Night shift",
        overwrite=True,
    )
    return runs_of(path)


def overlapping(runs: list[Run]) -> list[tuple[str, str]]:
    """Returns the texts that stand on one another: more than a point each way."""
    found = []
    ordered = sorted(runs, key=lambda run: run.box[1])
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.box[1] > one.box[3] - 1.5:
                break
            across = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
            if across > 1.5:
                found.append((one.text, other.text))
    return found


@pytest.mark.parametrize("system", MOSTLY_DEEP)
@pytest.mark.parametrize(
    ("paper", "count"),
    [
        ("A4", 12),
        ("A5", 12),
        pytest.param("Letter", 12, marks=pytest.mark.deep),
        pytest.param("A4", 40, marks=pytest.mark.deep),
        pytest.param("A5", 40, marks=pytest.mark.deep),
        pytest.param("A5", 1, marks=pytest.mark.deep),
    ],
)
def test_every_text_can_be_read_and_stands_alone(system, paper, count, lay, tmp_path):
    """All reports, long names among them, as many to a page as can be asked for."""
    fight = sized(fight_of(system), count)
    sheet = Paper(name=paper)
    many = {"sheets_per_page": 4, "cards_per_page": 9, "has_backs": True}
    for choices in ({}, many) if count == 12 else (many,):
        pages = printed(fight, lay, tmp_path / "a.pdf", sheet, *REPORTS, **choices)
        for number, runs in enumerate(pages, 1):
            small = [run.text for run in runs if run.points < LEAST - 0.01]
            assert not small, (number, small)
            assert not overlapping(runs), (number, overlapping(runs))


def headings_of(part: object) -> set[str]:
    """Returns what stands over text in a document: headings, titles of tables and charts, their columns."""
    if isinstance(part, tuple):
        return set().union(*map(headings_of, part))
    if not isinstance(part, msgspec.Struct) or isinstance(part, WriteIn):
        return set()
    found = {part.text} if isinstance(part, Heading) else {getattr(part, "title", "")}
    return found.union(*(headings_of(getattr(part, name)) for name in part.__struct_fields__)) - {
        ""
    }


_QUICK = ((QUICK, "A4"),)
"""Systems and papers that are tried each time; the others take long."""


@pytest.mark.parametrize(
    ("system", "paper"),
    [
        pair if pair in _QUICK else pytest.param(*pair, marks=pytest.mark.deep)
        for pair in product(SYSTEMS, PAPERS)
    ],
)
def test_no_heading_is_the_last_thing_on_a_page(system, paper, lay, tmp_path):
    """Nor the head of a table without a row below it: in every report, with two margins so that pages end elsewhere."""
    fight = sized(fight_of(system), 12)
    document = composed_of(fight, *REPORTS)
    names = {
        each.name for each in fight.context.state.combatants.values()
    }  # tents hold nothing else
    headings, seen = headings_of(document) - names, set()
    for margin in (12.0, 19.0):
        sheet = Paper(name=paper, margin=margin)
        pages = lay(document, sheet)
        write_pdf(pages, sheet, tmp_path / "a.pdf", "Night shift", overwrite=True)
        for page, runs in zip(pages, runs_of(tmp_path / "a.pdf"), strict=True):
            seen |= headings & {run.text for run in runs}
            foot = max(
                run.box[3] for run in runs if run.text.startswith("page") or " · page " in run.text
            )
            above = [run for run in runs if run.box[1] > foot]
            lowest = min((run.box[1] for run in above), default=0.0)
            last = {run.text for run in above if run.box[1] < lowest + 1}
            assert not last or not last <= headings, (page.title, page.number, last)
    assert len(seen) > 10


@pytest.mark.parametrize("system", MOSTLY_DEEP)
def test_what_small_cards_leave_out_is_said_by_an_ellipsis(system, lay, tmp_path):
    """Nine to a page: whoever has less on the card than on a large one has “…” on it, and nobody else."""
    fight = sized(fight_of(system), 1)

    def said(count: int) -> set[str]:
        (runs,) = printed(fight, lay, tmp_path / "a.pdf", Paper(), "cards", cards_per_page=count)
        return {word for run in runs for word in run.text.split()}

    large, small = said(4), said(9)
    assert "…" not in large
    assert ("…" in small) == bool(large - small), large - small


@pytest.mark.parametrize("system", MOSTLY_DEEP)
def test_what_finds_no_room_on_a_sheet_is_on_the_next(system, lay, tmp_path):
    """On small paper as on large: every line of every sheet is printed."""
    fight = fight_of(system)
    words = []
    for name in ("A4", "A5"):
        pages = printed(fight, lay, tmp_path / "a.pdf", Paper(name=name), "sheets")
        words.append({run.text for runs in pages for run in runs if len(run.text) > 3})
    large, small = words
    room = ("Hits taken", "place, damage")  # to write on, where there is room for it
    facts = {each for each in large if not each.startswith(("page", "Body sheets", *room))}
    whole = " ".join(small)
    missing = [each for each in facts if each not in whole]
    broken = [each for each in missing if not all(word in whole for word in each.split())]
    assert not [each for each in broken if "page" not in each and "·" not in each]


def test_every_letter_is_printed_in_some_font_or_named(lay, ink, tmp_path):
    """Other scripts and emoji: whatever is not in the text read back is among the letters that no font has."""
    names = ("Юрий", "影法師", "Kat😀", "שלום", "ไทย", "\U00010a85\U00010a81")
    fight = fight_of("phases")
    known = next(iter(fight.context.state.combatants.values()))
    changes = [
        ev.CombatantAdded(combatant=replace(known, id=f"x_{n}", number=50 + n, name=name))
        for n, name in enumerate(names)
    ]
    state = fold(fight.context.state, changes)
    fight = dataclasses.replace(fight, context=replace(fight.context, state=state))
    sheet = Paper()
    write_pdf(lay(composed_of(fight, "roster"), sheet), sheet, tmp_path / "a.pdf", "Night shift")
    said = "".join(page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages)
    letters = set("".join(names))
    plain = unicodedata.normalize("NFKC", said)
    # Qt tells a PDF no text of letters beyond U+FFFF, though it draws them.
    readable = {each for each in letters if ord(each) <= 0xFFFF}
    lost = {each for each in readable if unicodedata.normalize("NFKC", each) not in plain}
    assert lost <= ink.without_font
    assert ink.without_font <= letters
    assert "Ю" not in ink.without_font


@pytest.mark.parametrize("system", MOSTLY_DEEP)
def test_blank_sheets_tell_nothing_of_the_fight(system, lay, tmp_path):
    fight = fight_of(system)
    state = fight.context.state
    views = [fight.system.combatant_view(fight.context, who) for who in state.combatants]
    told = {chip.words() for view in views for chip in view.chips}
    wounds = {
        part.text
        for who in state.combatants
        if (body := fight.system.body(fight.context, who))
        for part in body.parts
        if part.level and len(part.text) > 3
    }
    pages = printed(fight, lay, tmp_path / "a.pdf", Paper(), "sheets", "cards", is_blank=True)
    said = {run.text for runs in pages for run in runs}
    as_it_stands = printed(fight, lay, tmp_path / "b.pdf", Paper(), "sheets", "cards")
    assert told & {run.text for runs in as_it_stands for run in runs}
    assert not said & told
    assert not said & wounds


def test_a_pdf_has_title_language_and_a_bookmark_for_each_report(lay, tmp_path):
    fight, path = fight_of("phases"), tmp_path / "a.pdf"
    printed(fight, lay, path, Paper(), "encounter", "sheets", "roster")
    reader = PdfReader(path)
    assert reader.pdf_header == "%PDF-1.7"
    assert reader.metadata is not None
    assert reader.metadata.title == "Night shift"
    assert reader.metadata.author == "Encounter GUI"
    assert reader.root_object["/Lang"] == "en"
    marks = [(mark.title, reader.get_destination_page_number(mark)) for mark in reader.outline]
    assert [title for title, _ in marks] == ["Night shift", "Body sheets", "Roster"]
    assert all(one < other for (_, one), (_, other) in pairwise(marks))
