"""Paper that can be read: no text below 7 pt, none upon another, whatever the system, the report and the paper."""

import unicodedata
from dataclasses import replace
from itertools import pairwise

import pytest
from pypdf import PdfReader

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.gui.printing.pages.paper import Paper
from encounter_gui.gui.printing.pdf import write_pdf
from encounter_gui.reports.content.composer import REPORTS
from tests.gui.printing.conftest import FIGHTS, composed_of, fight_of, sized
from tests.helpers.pdf_text import Run, runs_of

SYSTEMS = tuple(FIGHTS)
LEAST = 7.0


def printed(fight, lay, path, paper, *reports, **choices) -> list[list[Run]]:
    write_pdf(lay(composed_of(fight, *reports, **choices), paper), paper, path, "Night shift")
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


@pytest.mark.parametrize("system", SYSTEMS)
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


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_finds_no_room_on_a_sheet_is_on_the_next(system, lay, tmp_path):
    """On small paper as on large: every line of every sheet is printed."""
    fight = fight_of(system)
    words = []
    for name in ("A4", "A5"):
        pages = printed(fight, lay, tmp_path / "a.pdf", Paper(name=name), "sheets")
        words.append({run.text for runs in pages for run in runs if len(run.text) > 3})
    large, small = words
    room = ("Hits taken", "place, raw")  # to write on, where there is room for it
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
    fight = replace(fight, context=replace(fight.context, state=state))
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


@pytest.mark.parametrize("system", SYSTEMS)
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
