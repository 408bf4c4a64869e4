"""The state of the party on paper: who, what runs and when it is due, what is open; and what of it the players get."""

from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Condition, Expiry, Running, Slot
from encounter_gui.paths import message_catalog
from encounter_gui.play.players.combatant import Onlooker, by_somebody_known
from encounter_gui.play.players.keys import PlayerKeys
from encounter_gui.play.players.projection import players_view
from encounter_gui.play.players.reveal import RevealTable, read, reveal_text
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.reports.content.party_state import party_state
from encounter_gui.reports.content.summary import summary
from encounter_gui.reports.document import Flow, Name, Table, Words
from encounter_gui.reports.recap.fight_recap import fight_recap
from encounter_gui.rules.model.commands import (
    Add,
    Adjust,
    Afflict,
    Finish,
    Next,
    Note,
    Remind,
    Setup,
)
from encounter_gui.rules.systems import system_for
from tests.helpers.between import between
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table as GameTable

KEYS = PlayerKeys(b"0123456789abcdef")


def hurt() -> tuple[GameTable, tuple[CombatantId, ...]]:
    """Returns two heroes and a foe of D6 pools, all of whom bleed; it is day 2, eight o'clock."""
    table, (vee, ash, ganger) = between("d6pool", "Vee", "Ash", "Ganger", clock=86_400 + 28_800)
    table.play(Adjust(who=(vee, ganger), change="=-1"))
    table.play(Afflict(who=(vee, ganger), condition="bleeding"))
    table.play(Note(text="owes the fixer", who=ash))
    table.play(Remind(text="The shop closes", for_="2 h"))
    return table, (vee, ash, ganger)


def words(flow: Flow) -> list[list[str]]:
    """Returns the words of all tables but the first, row by row."""
    tables = [each for each in flow.blocks if isinstance(each, Table)][1:]
    return [
        [cell.text for cell in row if isinstance(cell, Words)]
        for table in tables
        for row in table.rows
    ]


def test_the_party_stands_before_the_others() -> None:
    """Whatever their turns were in the last fight: the page is of the party."""
    table, (vee, ash, ganger) = hurt()
    slots = tuple(
        Slot(who=who, score=score, group=score) for who, score in ((ganger, 21), (ash, 5), (vee, 3))
    )
    table.happen(ev.OrderSet(slots=slots))
    first = next(
        each for each in party_state(table.system, table.context).blocks if isinstance(each, Table)
    )
    names = [cell.text for row in first.rows for cell in row if isinstance(cell, Name)]
    assert sorted(names[:2]) == ["Ash", "Vee"]
    assert names[2].startswith("Ganger")


def test_it_says_who_bleeds_and_when() -> None:
    table, _ = hurt()
    flow = party_state(table.system, table.context)
    assert flow.note == "Day 2, 08:00"
    rows = words(flow)
    assert ["Vee", "bleeds, 1 wound every 1 min", "in 1 min"] in [row[:3] for row in rows]
    assert any(row[:2] == ["Ganger", "bleeds, 1 wound every 1 min"] for row in rows)
    assert ["", "The shop closes", "in 2 h", "reminder"] in rows
    assert ["Ash", "owes the fixer"] in rows


def test_the_players_get_what_runs_for_themselves_alone() -> None:
    table, _ = hurt()
    rows = words(party_state(table.system, table.context, for_players=True))
    assert {row[0] for row in rows} == {"Vee"}


def seen(table: GameTable, revealed: RevealTable) -> dict[str, list[tuple[str, str]]]:
    """Returns what the table knows of each, by name."""
    look = Onlooker(context=table.context, system=table.system, table=revealed, keys=KEYS)
    view = players_view(look)
    return {each.name: [(c.name, c.until) for c in each.conditions] for each in view.combatants}


def test_the_players_see_what_runs_as_far_as_the_table_says() -> None:
    table, _ = hurt()
    usual = seen(table, RevealTable())
    assert ("bleeds, 1 wound every 1 min", "") in usual["Vee"]
    assert not any(what.startswith("bleeds") for what, _ in usual["Ganger"])
    exact = RevealTable().with_side("table", "pc", "running", "number")
    assert ("bleeds, 1 wound every 1 min", "in 1 min") in seen(table, exact)["Vee"]
    none = RevealTable().with_side("table", "pc", "running", "nothing")
    assert not any(what.startswith("bleeds") for what, _ in seen(table, none)["Vee"])


def test_the_clock_is_public_only_if_the_table_says_so() -> None:
    table, _ = hurt()
    for is_public, clock in ((False, ""), (True, "Day 2, 08:00")):
        revealed = read(reveal_text(RevealTable(shows_clock=is_public)))
        look = Onlooker(context=table.context, system=table.system, table=revealed, keys=KEYS)
        assert players_view(look).clock == clock


def test_the_summary_and_the_recap_say_when_a_fight_was() -> None:
    """Of a campaign in which no time has passed they say nothing of a clock."""
    for clock, said in ((86_400 + 28_800, True), (0, False)):
        fight = played("d6pool", clock)
        system, context, entries = fight.game.system, fight.context, fight.log.path()
        note = summary(system, context, entries).note
        (rounds, *_) = fight_recap(system, context, entries).totals
        assert (" · Day 2, 08:00" in note) == said
        assert (" · Day 2, 08:00" in rounds.words) == said


def played(game: str, clock: int) -> EncounterSession:
    """Returns a fight of one turn that began at a second of the campaign's clock."""
    play = Game(
        system=system_for(game),
        ruleset=shipped(game),
        texts=message_catalog(),
        dice=lambda: Roller.seeded(1),
        now=lambda: "2026-11-30T20:00:00+00:00",
        clock=lambda: clock,
    )
    session = EncounterSession(MemoryStore(), EncounterId(1), Log(EncounterState()), play)
    session.perform(Setup(name="Pier", ruleset=game))
    for side in ("pc", "foe"):
        creature = next(each for each in play.ruleset.creatures if each.side == side)
        session.perform(Add(creature=creature.key))
    for command in (Next(), Next(), Finish()):
        session.perform(command)
    return session


def test_the_players_do_not_learn_by_the_clock_what_their_table_hides() -> None:
    """Neither the end of a condition that they do not know, nor the name of a stranger who looks after somebody."""
    table, (vee, ash, ganger) = hurt()
    until = Expiry(at=table.context.state.clock + 600)
    table.happen(ev.ConditionAdded(who=vee, condition=Condition(key="prone", until=until)))
    no_conditions = RevealTable().with_side("table", "pc", "conditions", "nothing")
    told = [what for what, _ in seen(table, no_conditions)["Vee"]]
    assert told[0].startswith("bleeds")
    assert not any("Prone" in each for each in told)
    for by, is_named in ((ash, True), (ganger, False)):
        running = Running(kind="tended", since=0, due=10**6, by=by)
        table.happen(ev.RunningSet(who=vee, running=running))
        look = Onlooker(
            context=table.context,
            system=table.system,
            table=RevealTable().with_side("table", "foe", "name", "word"),
            keys=KEYS,
        )
        known = by_somebody_known(look, running)
        assert (known.by == by) is is_named
