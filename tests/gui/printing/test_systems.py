"""Everything printed, for every system: nobody lost, nothing outside the margins, regions as judged by eye."""

import dataclasses
import re

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.gui.printing.pages.paper import Paper
from encounter_gui.gui.printing.pdf import write_pdf
from encounter_gui.reports.content.composer import REPORTS
from encounter_gui.reports.document import Beside, BodySheet, Boxes, Table, Turns, Words
from encounter_gui.rules.model.prepared import EncounterPlan, Recruit, Reminder, Wave
from tests.gui.printing.conftest import (
    FIGHTS,
    LONG,
    MOSTLY_DEEP,
    composed_of,
    darkness,
    fight_of,
    picture,
    sized,
)
from tests.helpers.pdf_text import flat, texts_of

SYSTEMS = tuple(FIGHTS)
SHEETS = ("A4", pytest.param("Letter", marks=pytest.mark.deep))
PLAN = EncounterPlan(
    read_aloud="Rain drums on the containers.",
    notes="The crane operator is bribed.",
    waves=(Wave(name="Van", recruits=(Recruit(creature="x", name="Jackal", count="2"),), round=4),),
    reminders=(Reminder(text="The tide turns", round=3),),
)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("paper", SHEETS)
def test_every_report_of_every_system_can_be_printed_and_read(system, paper, lay, tmp_path):
    fight, sheet = fight_of(system), Paper(name=paper)
    pages = lay(composed_of(fight, *REPORTS, has_backs=True), sheet)
    path = tmp_path / "a.pdf"
    write_pdf(pages, sheet, path, "x")
    read = texts_of(path)
    assert len(read) == len(pages)
    whole = flat(" ".join(read))
    for combatant in fight.context.state.combatants.values():
        assert flat(combatant.name) in whole
    for number, said in enumerate(read, 1):
        assert f"page {number} of {len(pages)}" in said
        assert fight.context.state.name in said
        assert "21 November 2026" in said
    # A key of a text that stands in place of its words.
    assert not re.search(
        r"\b(report|rules|cwn|phases|chrome|d6pool)\.[a-z]+\.[a-z]", " ".join(read)
    )


@pytest.mark.parametrize("system", MOSTLY_DEEP)
@pytest.mark.parametrize("paper", [pytest.param("A4", marks=pytest.mark.deep), "A5"])
def test_another_reader_finds_the_same_texts(system, paper, lay, tmp_path):
    """What the tests here read with a reader of their own, any other reads as well."""
    sheet = Paper(name=paper)
    reports = REPORTS if paper == "A4" else ("roster", "cards")
    path = tmp_path / "a.pdf"
    write_pdf(lay(composed_of(fight_of(system), *reports, has_backs=True), sheet), sheet, path, "x")
    others = [page.extract_text() for page in PdfReader(path).pages]
    assert [flat(text) for text in texts_of(path)] == [flat(text) for text in others]


@pytest.mark.parametrize("system", MOSTLY_DEEP)
@pytest.mark.parametrize("count", [1, 9, 18, 60])
def test_nobody_is_lost_and_nothing_lies_outside_the_margins(system, count, lay, tmp_path):
    fight, paper = sized(fight_of(system), count), Paper()
    pages = lay(composed_of(fight, "encounter", "roster"), paper)
    path = tmp_path / "a.pdf"
    write_pdf(pages, paper, path, "x")
    whole = flat(" ".join(texts_of(path)))
    for combatant in fight.context.state.combatants.values():
        assert flat(combatant.name) in whole
    if count > 18:
        return
    room = paper.room(1)
    for page in pages:
        image = picture(page, paper)
        right = paper.size.width() - room.right() - 6
        assert darkness(image, 0, 0, room.left() - 6, image.height()) == 0
        assert darkness(image, room.right() + 6, 0, right - 2, image.height()) == 0
        assert darkness(image, 0, room.bottom() + 4, image.width(), room.top() - 8) == 0


@pytest.mark.parametrize("system", MOSTLY_DEEP)
@pytest.mark.parametrize("count", [1, 300])
def test_short_and_long_fights_are_told_whole(system, count, lay, tmp_path):
    """The log of a fight of 300 entries stands in its summary, line by line."""
    fight = fight_of(system)
    last = fight.entries[-1]
    many = (*fight.entries, *(dataclasses.replace(last, id=1000 + n) for n in range(count)))[
        -count:
    ]
    entries = fight.entries[:1] if count == 1 else many
    pages = lay(composed_of(fight, "summary", entries=entries))
    path = tmp_path / "a.pdf"
    write_pdf(pages, Paper(), path, "x")
    said = flat(fight.context.texts.sentence(last.label))
    whole = flat(" ".join(texts_of(path)))
    repeated = sum(entry.label == last.label for entry in entries)
    assert whole.count(said) >= (repeated if count > 1 else 0)
    assert len(pages) >= (3 if count > 1 else 1)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_encounter_sheet_of_ten_fits_one_page(system, lay):
    fight = fight_of(system, 30)
    fight = sized(fight, min(len(fight.context.state.combatants), 10))
    assert len(lay(composed_of(fight, "encounter"))) == 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_odds_of_a_fight_are_a_crib_of_one_page(system, lay):
    assert len(lay(composed_of(fight_of(system), "odds"))) == 1


def test_the_encounter_sheet_has_all_that_was_prepared(lay, tmp_path):
    pages = lay(composed_of(fight_of("phases", 60), "encounter", plan=PLAN))
    path = tmp_path / "a.pdf"
    write_pdf(pages, Paper(), path, "x")
    whole = " ".join(texts_of(path))
    for said in (
        "Rain drums on the containers.",
        "The crane operator is bribed.",
        "2 × Jackal",
        "round 4",
        "The tide turns",
        "Turns, tick as they act",
        "Wound levels",
        "STR + STAM",
        "Hit location",
        "Modifiers",
        "Actions",
    ):
        assert said in whole


def test_a_round_of_phases_has_a_box_for_each_phase():
    """Round 1, phase 4 is played: three phases are over, and who has acted in the fourth is ticked."""
    (flow,) = composed_of(fight_of("phases", 75), "encounter").parts
    beside = next(block for block in flow.blocks if isinstance(block, Beside))
    turns = next(block for block in beside.left if isinstance(block, Turns))
    assert (turns.steps, turns.past, turns.rounds) == (4, 3, ("Round 1", "Round 2", "Round 3"))
    assert turns.order[0] == ("23", "Marksman")
    assert 0 in turns.done


def test_other_systems_have_one_box_a_round():
    (flow,) = composed_of(fight_of("d6pool"), "encounter").parts
    beside = next(block for block in flow.blocks if isinstance(block, Beside))
    turns = next(block for block in beside.left if isinstance(block, Turns))
    assert (turns.steps, turns.past, turns.rounds[0]) == (1, 0, "Turn 3")


def test_wounds_are_told_by_level_where_there_are_no_points():
    """Rook destroyed one place and made two Moderate wounds: that, not a sum of points, is what they did."""
    (flow,) = composed_of(fight_of("phases"), "summary").parts
    who = next(b for b in flow.blocks if isinstance(b, Table) and b.title == "Who did what")
    heads = [column.title for column in who.columns]
    rook = next(row for row in who.rows if row[0].text == "Rook")
    assert "Dealt" not in heads
    assert rook[heads.index("Wounds given")].text == "1 D, 2 M, 2 L"
    marrow = next(row for row in who.rows if row[0].text == "Marrow")
    assert marrow[-1].text == "Round 2, phase 4"  # gave up: nobody put Marrow out
    assert marrow[heads.index("Felled")].text == "–"


def test_whose_turn_it_was_is_no_line_of_the_summary():
    (flow,) = composed_of(fight_of("phases"), "summary").parts
    said = [
        row[0].text
        for block in flow.blocks
        if isinstance(block, Table) and block.is_plain
        for row in block.rows
    ]
    assert not any(text.endswith(" to act") for text in said)
    assert any(text.startswith("In it: Vesper, Static") for text in said)


# ------------------------------------------------------------------ regions, judged by eye


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("paper", SHEETS)
@pytest.mark.parametrize("per_page", [1, 2])
def test_body_sheets_fill_their_frames(system, paper, per_page, lay):
    """Figure, lines and head stand in each frame; between the frames and around them there is nothing."""
    sheet = Paper(name=paper)
    pages = lay(composed_of(fight_of(system), "sheets", sheets_per_page=per_page), sheet)
    image, room = picture(pages[0], sheet), sheet.room(1)
    columns, rows = {1: (1, 1), 2: (1, 2)}[per_page]
    top, height = room.top() + 26, (room.height() - 34 - 26 - 12 * (rows - 1)) / rows
    width = (room.width() - 12 * (columns - 1)) / columns
    for n in range(per_page):
        left, y = room.left() + (n % columns) * (width + 12), top + (n // columns) * (height + 12)
        head = (left + 6, y + 4, width - 12, 26)
        assert 0.01 < darkness(image, *head) < 0.3
        assert 0.01 < darkness(image, left + 10, y + 36, width - 20, height - 46) < 0.4
    if rows > 1:
        assert darkness(image, room.left(), top + height + 3, room.width(), 6) == 0
    assert darkness(image, 0, 0, image.width(), room.top() - 2) == 0


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("per_page", [4, 8, 9])
def test_cards_stay_between_their_cut_marks(system, per_page, lay):
    sheet = Paper()
    pages = lay(composed_of(fight_of(system), "cards", cards_per_page=per_page), sheet)
    image, room = picture(pages[0], sheet), sheet.room(1)
    columns, rows = {4: (2, 2), 8: (2, 4), 9: (3, 3)}[per_page]
    width = (room.width() - 12 * (columns - 1)) / columns
    height = (room.height() - 34 - 12 * (rows - 1)) / rows
    assert darkness(image, room.left() + width + 1, room.top() + 20, 10, height - 40) == 0
    assert darkness(image, room.left() + 20, room.top() + height + 1, width - 40, 10) == 0
    assert darkness(image, room.left() + 8, room.top() + 6, width - 16, 30) > 0.01
    corner = (room.left() - 10, room.top() - 10, 14, 14)
    assert darkness(image, *corner) > 0


@pytest.mark.parametrize("system", MOSTLY_DEEP)
@pytest.mark.parametrize(("per_page", "has_backs"), [(4, False), (8, True)])
def test_every_line_of_a_sheet_stands_on_its_card(system, per_page, has_backs, lay, tmp_path):
    """What a game master needs of a foe is on the card where there is room for type of 7 pt, else on its back."""
    fight = fight_of(system)
    document = composed_of(fight, "cards", cards_per_page=per_page, has_backs=has_backs)
    path = tmp_path / "a.pdf"
    write_pdf(lay(document), Paper(), path, "x")
    whole = flat(" ".join(texts_of(path)))
    (grid,) = document.parts
    for card in grid.cells:
        # On a small card, lists such as skills give way: they are on the body sheet.
        lists = card.lists if per_page == 4 else ()
        for name, value in (*((name, value) for name, value, _ in card.lines), *lists):
            assert flat(name) in whole
            assert flat(value) in whole


def test_armour_and_magazines_are_boxes_on_the_body_sheet():
    (grid,) = composed_of(fight_of("phases"), "sheets").parts
    vesper = next(cell for cell in grid.cells if cell.sheet.name == "Vesper")
    assert isinstance(vesper, BodySheet)
    assert vesper.ammunition == (("Heavy pistol", Boxes(total=10, used=4, text="6/10")),)
    torso = next(part for part in vesper.body.parts if part.key == "torso")
    assert torso.armor == "6"


@pytest.mark.parametrize(("gauge", "most", "used"), [(0, 8, 8), (8, 8, 0), (-3, 8, 8), (40, 40, 0)])
def test_a_card_crosses_as_many_boxes_as_points_are_gone(gauge, most, used):
    fight = fight_of("cwn")
    who = next(iter(fight.context.state.combatants))
    combatant = fight.context.state.combatants[who]
    hurt = replace(
        combatant, sheet={**combatant.sheet, "hp": most}, gauges={**combatant.gauges, "hp": gauge}
    )
    state = replace(fight.context.state, combatants={**fight.context.state.combatants, who: hurt})
    fight = dataclasses.replace(fight, context=replace(fight.context, state=state))
    (grid,) = composed_of(fight, "cards", who=(who,)).parts
    boxes = dict(grid.cells[0].gauges)["Hit points"]
    assert (boxes.total, boxes.used) == (most, used)


# ------------------------------------------------------------------ for the players


@pytest.mark.parametrize("system", MOSTLY_DEEP)
def test_the_players_pdf_holds_nothing_hidden(system, lay, tmp_path):
    """Every text of every page, and what stands in the file beside them."""
    fight = fight_of(system)
    foe = next(
        combatant
        for combatant in fight.context.state.combatants.values()
        if combatant.side == "foe"
    )
    renamed = evolve(fight.context.state, ev.CombatantRenamed(who=foe.id, name="Zyxqwort"))
    state = evolve(renamed, ev.FlagSet(who=foe.id, flag="hidden", on=True))
    fight = dataclasses.replace(fight, context=replace(fight.context, state=state))
    plan = replace_plan("SECRET")
    path = tmp_path / "a.pdf"
    write_pdf(
        lay(composed_of(fight, *REPORTS, plan=plan, for_players=True)), Paper(), path, "Players"
    )
    whole = " ".join(texts_of(path))
    assert "Zyxqwort" not in whole
    assert "SECRET" not in whole
    raw = (
        b"".join(page.get_contents().get_data() for page in PdfReader(path).pages)
        + path.read_bytes()
    )
    assert b"Zyxqwort" not in raw
    assert b"SECRET" not in raw
    open_path = tmp_path / "b.pdf"
    write_pdf(lay(composed_of(fight, *REPORTS, plan=plan)), Paper(), open_path, "Master")
    assert "Zyxqwort" in " ".join(texts_of(open_path))


def replace_plan(secret):
    """A plan whose every word for the game master is a secret."""
    return EncounterPlan(
        notes=f"{secret} note",
        waves=(Wave(name=secret, when=secret, recruits=(Recruit(creature=secret, name=secret),)),),
        reminders=(Reminder(text=secret, round=2),),
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_players_see_no_defences_of_foes(system):
    """Name, turn and conditions of others are seen at the table; armour, morale and points are not."""
    (flow,) = composed_of(fight_of(system), "roster", for_players=True).parts
    (table,) = flow.blocks
    assert {column.title for column in table.columns} <= {
        "#",
        "Init",
        "Speed",
        "Name",
        "Conditions",
    }
    assert all(not isinstance(cell, Boxes) for row in table.rows for cell in row)


# ------------------------------------------------------------------ columns of the roster


def test_a_roster_has_the_columns_that_are_chosen():
    (flow,) = composed_of(fight_of("cwn"), "roster", columns=("name", "ml", "actions")).parts
    (table,) = flow.blocks
    assert [column.title for column in table.columns] == ["Name", "ML", "Actions"]
    assert all(isinstance(row[1], Words) for row in table.rows)


# ------------------------------------------------------------------ nothing cut


@pytest.mark.parametrize("system", MOSTLY_DEEP)
@pytest.mark.parametrize("per_page", [4, 8, 9])
def test_long_names_are_whole_on_sheets_and_cards(system, per_page, lay, tmp_path):
    fight = fight_of(system, 30)
    known = fight.context.state.combatants
    named = {
        who: replace(combatant, name=f"{LONG} {n}.")
        for n, (who, combatant) in enumerate(known.items())
    }
    fight = dataclasses.replace(
        fight, context=replace(fight.context, state=replace(fight.context.state, combatants=named))
    )
    for report in ("sheets", "cards"):
        pages = lay(composed_of(fight, report, cards_per_page=per_page))
        path = tmp_path / "a.pdf"
        write_pdf(pages, Paper(), path, "x", overwrite=True)
        said = "".join(texts_of(path)).splitlines()
        whole = flat(" ".join(said))
        assert all(flat(combatant.name) in whole for combatant in named.values())
        assert not [line for line in said if "…" in line and line.strip() != "…"]


def test_all_figures_of_an_operator_stand_on_the_card():
    """The Saves too, though there are ten figures before them."""
    (grid,) = composed_of(fight_of("cwn"), "cards").parts
    assert {"WIS", "CHA", "Physical", "Luck"} <= {name for name, _ in grid.cells[0].stats}


def test_the_footer_keeps_the_day_whatever_the_fight_is_called(lay, tmp_path):
    fight = fight_of("d6pool")
    state = replace(fight.context.state, name="The night of " * 20)
    fight = dataclasses.replace(fight, context=replace(fight.context, state=state))
    for paper in (Paper(), Paper(name="A5")):
        path = tmp_path / f"{paper.name}.pdf"
        write_pdf(lay(composed_of(fight, "roster"), paper), paper, path, "x", overwrite=True)
        (said,) = texts_of(path)
        assert "21 November 2026" in said
        assert "page 1 of 1" in said
        assert "Neon Harbour" in said


# ------------------------------------------------------------------ two-sided


def test_fronts_of_cards_are_never_on_the_back_of_something_else(lay):
    """Roster on page 1, an empty page, then fronts on 3 and their backs on 4."""
    fight = fight_of("d6pool")
    pages = lay(composed_of(fight, "cards", "roster", has_backs=True, cards_per_page=9))
    titles = [page.title for page in pages]
    assert titles.index("Cards") % 2 == 0
    pages = lay(composed_of(fight, "encounter", "cards", has_backs=True, cards_per_page=9))
    assert [page.title for page in pages] == ["Canal bridge", "Cards", "Cards", "Cards"]
    image = picture(pages[1], Paper())
    room = Paper().room(2)
    assert darkness(image, room.left(), room.top(), room.width(), room.height() - 40) == 0
