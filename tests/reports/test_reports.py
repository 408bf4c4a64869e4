"""Reports as plain data, from a fight that was really played; and what players never read."""

import csv
import dataclasses
import io
import re

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.values import Condition
from encounter_gui.reports.content.composer import (
    REPORTS,
    Choices,
    _without_hidden,
    compose,
    read_columns,
    read_reports,
)
from encounter_gui.reports.content.dice_luck import dice, luck
from encounter_gui.reports.content.encounter_sheet import encounter_sheet
from encounter_gui.reports.content.history import account_of, is_bookkeeping, names_of_joined, steps
from encounter_gui.reports.content.odds_table import odds_tables
from encounter_gui.reports.content.quick_reference import formula_words
from encounter_gui.reports.content.report_context import ReportContext
from encounter_gui.reports.content.summary import summary
from encounter_gui.reports.content.time_labels import moment, short_moment
from encounter_gui.reports.document import (
    Beside,
    Boxes,
    Card,
    Column,
    Document,
    Flow,
    Grid,
    LineChart,
    Name,
    Paragraph,
    Table,
    Words,
)
from encounter_gui.reports.render.csv_tables import csv_tables
from encounter_gui.reports.render.html import html
from encounter_gui.reports.render.markdown import markdown
from encounter_gui.rules.model.prepared import EncounterPlan, Recruit, Reminder, Wave
from encounter_gui.rules.model.ruleset import FieldDef, TimeUnits
from tests.reports.conftest import played

OCCASION = ReportContext(campaign="Neon Harbour", date="21 November 2026")


def document(fight, *reports, **choices):
    made = Choices(reports=reports or REPORTS, **choices)
    return compose(fight.system, fight.context, fight.entries, made, OCCASION)


def tables(flow):
    for block in flow.blocks:
        for each in (block, *getattr(block, "left", ()), *getattr(block, "right", ())):
            if isinstance(each, Table):
                yield each


def id_of(fight, name):
    return next(who for who, one in fight.context.state.combatants.items() if one.name == name)


def test_every_report_is_made_of_a_fight(bridge):
    parts = document(bridge).parts
    assert [type(part) for part in parts] == [Flow, Grid, Grid, Flow, Grid, Flow, Flow, Flow, Flow]
    assert all(part.title for part in parts)


def test_damage_adds_up_to_what_gauges_lost(bridge):
    """Nobody was healed in this fight, so what is missing was taken, and somebody dealt it."""
    line = tuple(steps(bridge.entries))
    account = account_of(line, bridge.context.ruleset)
    for who, one in bridge.context.state.combatants.items():
        assert account.tally_of(who).taken == one.sheet["health"] - one.gauges["th"], one.name
    assert account.tally_of(id_of(bridge, "Kestrel")).dealt == 26
    assert (
        sum(t.dealt for t in account.of.values()) <= sum(t.taken for t in account.of.values()) + 4
    )


def test_rounds_fired_are_those_missing_from_magazines(bridge):
    account = account_of(tuple(steps(bridge.entries)), bridge.context.ruleset)
    kestrel = bridge.context.combatant(id_of(bridge, "Kestrel"))
    assert account.tally_of(kestrel.id).rounds == 30 - kestrel.gauges["ammo.assault_rifle"]


def test_who_fell_by_whom_is_told(bridge):
    flow = summary(bridge.system, bridge.context, bridge.entries)
    who = next(table for table in tables(flow) if table.title == "Who did what")
    rows = {row[0].text: row for row in who.rows}
    assert rows["Hook"][0].is_out
    assert rows["Hook"][-1].text == "Turn 3, by Kestrel"
    heads = [column.title for column in who.columns]
    assert rows["Kestrel"][heads.index("Felled")].text == "1"
    assert rows["Kestrel"][heads.index("To whom")].text == "Hook 12; Pike 9; Skinner 5"


def test_what_is_left_of_each_side_runs_down(bridge):
    flow = summary(bridge.system, bridge.context, bridge.entries)
    chart = next(block for block in flow.blocks if isinstance(block, LineChart))
    foes = next(line for line in chart.lines if line.side == "foe")
    assert chart.places == ("0", "1", "2", "3")
    assert foes.values[0] >= foes.values[-1] > 0


def test_every_sentence_of_the_log_stands_in_the_summary(bridge):
    text = markdown(document(bridge, "summary"))
    for entry in bridge.entries:
        if is_bookkeeping(entry) or names_of_joined(entry):
            continue  # whose turn it is goes without saying, and who is in it stands in one line
        said = bridge.context.texts.sentence(entry.label)
        assert re.sub(r"[\\`*_\[\]<>|#]", "", said.split(":")[0]) in re.sub(
            r"[\\`*_\[\]<>|#]", "", text
        )


def test_dice_are_counted_by_kind(bridge):
    (d6,) = dice(steps(bridge.entries))
    faces = [
        face for entry in bridge.entries for rolled in entry.rolls for face in rolled.faces or ()
    ]
    assert (d6.sides, d6.is_physical, d6.count) == (6, True, len(faces))
    assert d6.mean == pytest.approx(sum(faces) / len(faces))
    assert d6.expected == 3.5


def test_luck_stands_beside_the_odds_of_that_very_moment(bridge):
    tallies = {
        bridge.context.combatant(each.who).name: each
        for each in luck(
            tuple(steps(bridge.entries)),
            bridge.system,
            bridge.context.ruleset,
            bridge.context.texts,
        )
    }
    kestrel = tallies["Kestrel"]
    assert (kestrel.attacks, kestrel.hits) == (5, 4)
    assert 0 < kestrel.expected < kestrel.attacks


# ------------------------------------------------------------------ for the players


def hidden(fight, name):
    """The same fight with somebody hidden from its beginning."""
    who = id_of(fight, name)
    names_of_joined = next(
        place
        for place, e in enumerate(fight.entries)
        if any(getattr(x, "combatant", None) and x.combatant.id == who for x in e.events)
    )
    entries = list(fight.entries)
    flag = ev.FlagSet(who=who, flag="hidden", on=True)
    entries[names_of_joined] = dataclasses.replace(
        entries[names_of_joined], events=(*entries[names_of_joined].events, flag)
    )
    state = evolve(fight.context.state, flag)
    return dataclasses.replace(
        fight, context=replace(fight.context, state=state), entries=tuple(entries)
    )


@pytest.mark.parametrize("writer", [markdown, html, csv_tables])
def test_players_read_nothing_of_who_is_hidden_nor_notes(bridge, writer):
    """Tested on the bytes of everything that can be written, all reports in one."""
    fight = hidden(bridge, "Pike")
    said = "The van is a trap"
    note = Entry(
        id=999,
        parent=fight.entries[-1].id,
        label=say("rules.log.note", text=said),
        command={"do": "note", "text": said},
    )
    fight = dataclasses.replace(fight, entries=(*fight.entries, note))
    plan = EncounterPlan(
        notes="SECRET-PLAN",
        read_aloud="Fog lies on the water.",
        waves=(Wave(name="SECRET-WAVE", when="SECRET-WHEN"),),
        reminders=(Reminder(text="SECRET-REMINDER", round=4),),
    )
    report_context = ReportContext(campaign="Neon Harbour", date="x", plan=plan)
    made = compose(
        fight.system,
        fight.context,
        fight.entries,
        Choices(reports=REPORTS, for_players=True),
        report_context,
    )
    text = writer(made)
    for secret in ("Pike", "SECRET", "trap"):
        assert secret not in text
    master = compose(
        fight.system, fight.context, fight.entries, Choices(reports=REPORTS), report_context
    )
    everything = writer(master)
    assert "Pike" in everything


def test_players_get_sheets_of_their_own_characters_only(bridge):
    (grid,) = document(bridge, "sheets", for_players=True).parts
    assert {cell.sheet.side for cell in grid.cells} == {"pc"}


def test_players_do_not_get_numbers_of_others(bridge):
    (flow,) = document(bridge, "encounter", for_players=True).parts
    table = next(tables(flow))
    assert not any(isinstance(cell, Boxes) for row in table.rows for cell in row)


# ------------------------------------------------------------------ forms


def test_boxes_of_a_gauge_are_crossed_as_it_is_lost(bridge):
    (flow,) = document(bridge, "roster").parts
    table = next(tables(flow))
    skinner = next(
        row for row in table.rows if any(isinstance(c, Name) and c.text == "Skinner" for c in row)
    )
    gauge = next(cell for cell in skinner if isinstance(cell, Boxes) and cell.total == 12)
    assert (gauge.used, gauge.text) == (5, "7/12")
    hook = next(
        row for row in table.rows if any(isinstance(c, Name) and c.text == "Hook" for c in row)
    )
    below = next(cell for cell in hook if isinstance(cell, Boxes) and cell.total == 12)
    assert (below.used, below.text) == (12, "−4/12")


def test_a_card_has_what_is_needed_at_the_table(bridge):
    (grid,) = document(bridge, "cards").parts
    card = grid.cells[0]
    assert isinstance(card, Card)
    assert card.gauges
    assert card.stats
    assert card.lines


def test_a_card_names_every_skill_and_every_weapon(bridge):
    """`Skills 5 · Dodge 4` says nothing of what the 5 is, and `Damage 2d6` nothing of what with."""
    (grid,) = document(bridge, "cards").parts
    cards = {card.name: {name: value for name, value, _ in card.lines} for card in grid.cells}
    lists = {card.name: dict(card.lists) for card in grid.cells}
    assert lists["Kestrel"]["Skills"].startswith("Firearms 5, Dodge 4")
    assert cards["Kestrel"]["Carbine"].startswith("Damage 8d6")
    assert cards["Moth"]["Unarmed"] == "Damage 2d6 · Melee"


def test_a_note_about_somebody_stands_on_their_sheet_and_the_players_do_not_read_it(bridge):
    who = id_of(bridge, "Kestrel")
    state = bridge.context.state
    noted = replace(state.combatants[who], note="Owes Skinner money")
    state = replace(state, combatants={**state.combatants, who: noted})
    fight = dataclasses.replace(bridge, context=replace(bridge.context, state=state))
    for name in ("sheets", "cards"):
        master = markdown(document(fight, name, has_backs=True))
        assert name != "sheets" or "Owes Skinner money" in master
        players = document(fight, name, has_backs=True, for_players=True)
        assert "Owes" not in str(players)
    assert "Owes" in str(document(fight, "cards", has_backs=True))


@pytest.mark.parametrize("note", ["Pike", "aid for Pike, soon"])
def test_a_condition_does_not_name_who_is_hidden(bridge, note):
    """First aid for somebody the players do not know of, or a grip of theirs: it is told without the name."""
    who, pike = id_of(bridge, "Kestrel"), id_of(bridge, "Pike")
    held = Condition(key="prone", by=pike, note=note)
    fight = hidden(bridge, "Pike")
    state = fight.context.state
    one = replace(state.combatants[who], conditions=(held,))
    state = replace(state, combatants={**state.combatants, who: one})
    seen = _without_hidden(replace(fight.context, state=state), fight.entries)
    (condition,) = seen.state.combatants[who].conditions
    assert (condition.by, condition.note) == (None, "")


def test_waves_are_told_by_name_and_by_when_they_come(bridge):
    """Neither `round 0`, nor a key of the ruleset."""
    creature = bridge.context.ruleset.creatures[0]
    waves = (
        Wave(name="Van", recruits=(Recruit(creature=creature.key, name="?", count="2"),)),
        Wave(name="Boat", recruits=(Recruit(creature="dock_thug"),), round=4),
    )
    plan = EncounterPlan(waves=waves, reminders=(Reminder(text="Run", falls="Hook"),))
    sheet = encounter_sheet(bridge.system, bridge.context, plan)
    (beside,) = (block for block in sheet.blocks if isinstance(block, Beside))
    told = {b.title: [[cell.text for cell in row] for row in b.rows] for b in beside.right}
    assert told["Waves"] == [[f"Van: 2 × {creature.name}", ""], ["Boat: 1 × Dock thug", "round 4"]]
    assert told["Reminders"] == [["Run", "when Hook falls"]]


def test_the_chance_of_an_attack_is_that_it_lands_also_where_the_panel_shows_the_save_first():
    """Scrappers B and C shot Sable, who had no Save: they hit as was sure, not against all odds."""
    fight = played("deep-static")
    tallies = luck(
        tuple(steps(fight.entries)), fight.system, fight.context.ruleset, fight.context.texts
    )
    expected = {fight.context.combatant(each.who).name: each.expected for each in tallies}
    assert expected["Scrapper B"] == expected["Scrapper C"] == 1.0
    assert expected["Scrapper A"] == pytest.approx(0.56 + 0.65)
    flow = odds_tables(fight.system, fight.context)
    horror = next(table for table in tables(flow) if table.title == "Biomech horror")
    nova = next(row for row in horror.rows if row[0].text.startswith("Nova Reyes"))
    assert nova[1].text.startswith("42")


def test_where_nobody_is_left_to_attack_that_is_said(bridge):
    empty = replace(bridge.context.state, combatants={}, slots=())
    flow = odds_tables(bridge.system, replace(bridge.context, state=empty))
    (said,) = flow.blocks
    assert isinstance(said, Paragraph)


@pytest.mark.parametrize(
    ("text", "safe"),
    [("=1+1", "'=1+1"), ("+cmd|x", "'+cmd|x"), ("@sum", "'@sum"), ("-2", "-2"), ("+1.5", "+1.5")],
)
def test_no_name_is_a_formula_to_a_spreadsheet(text, safe):
    rows = ((Words(text=text),),)
    table = Table(columns=(Column(title="x"),), rows=rows, is_plain=True)
    made = Document(
        campaign="", fight="", date="", ruleset="", parts=(Flow(title="", blocks=(table,)),)
    )
    assert csv_tables(made).split("\r\n")[0] == safe


def test_names_that_are_markup_stay_names(bridge):
    who = id_of(bridge, "Lem")
    name = '<b>Lem</b> | *x* "q" `c` =1+1'
    state = evolve(bridge.context.state, ev.CombatantRenamed(who=who, name=name))
    fight = dataclasses.replace(bridge, context=replace(bridge.context, state=state))
    page = html(document(fight, "roster"))
    assert "<b>Lem</b>" not in page
    assert "&lt;b&gt;Lem" in page
    text = markdown(document(fight, "roster"))
    row = next(line for line in text.splitlines() if "Lem" in line)
    other = next(line for line in text.splitlines() if "Kestrel" in line)
    assert len(re.findall(r"(?<!\\)\|", row)) == len(re.findall(r"(?<!\\)\|", other))


def test_a_page_of_html_needs_nothing_else(bridge):
    page = html(document(bridge))
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert page.count("<svg") >= 3


def test_tables_of_csv_can_be_read_back(bridge):
    rows = list(csv.reader(io.StringIO(csv_tables(document(bridge, "summary")))))
    assert ["Who did what"] in rows
    assert any(row[:2] == ["Kestrel", "26"] for row in rows)


def test_reports_are_chosen_by_name():
    assert read_reports("summary, cards") == ("cards", "summary")
    with pytest.raises(RuleError, match=r"report\.no_such_report"):
        read_reports("summary,poster")


def test_columns_of_the_roster_are_named_by_key_or_title_and_a_wrong_one_is_answered(bridge):
    named = read_columns("name, Temporary Health", bridge.system, bridge.context)
    assert named == ("name", "th")
    assert read_columns("", bridge.system, bridge.context) == ()
    with pytest.raises(RuleError, match=r"report\.no_such_column"):
        read_columns("name,poster", bridge.system, bridge.context)


@pytest.mark.parametrize(
    ("time", "number", "said", "short"),
    [
        (TimeUnits(), 3, "Round 3", "3"),
        (TimeUnits(round="turn"), 1, "Turn 1", "1"),
        (TimeUnits(round="phase", whole="round", parts=4), 4, "Round 1, phase 4", "1·4"),
        (TimeUnits(round="phase", whole="round", parts=4), 5, "Round 2, phase 1", "2·1"),
    ],
)
def test_moments_are_told_as_the_table_counts_them(time, number, said, short):
    assert (moment(time, number), short_moment(time, number)) == (said, short)


def test_formulas_of_the_crib_are_written_as_people_write_them():
    fields = (
        FieldDef(key="strength", name="Strength", short="STR"),
        FieldDef(key="stamina", name="Stamina", short="STAM"),
    )
    assert formula_words("2 * strength + 2 * stamina - 1", fields) == "2·STR + 2·STAM − 1"


def test_an_encounter_without_anybody_still_prints(bridge):
    empty = replace(bridge.context.state, combatants={}, slots=())
    fight = dataclasses.replace(bridge, context=replace(bridge.context, state=empty), entries=())
    assert markdown(document(fight))
