"""Fights in which dice were corrected: what adds them up counts what was played again like everything else."""

import dataclasses
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encounter_gui import paths
from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import EncounterId
from encounter_gui.dice.requests import Chosen, Faces, RollRefused
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry, gestures_of
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.scripts.name_lookup import with_ids
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.overriding import Override
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.reports.content.history import account_of, health_gauge
from encounter_gui.reports.content.history import steps as live
from encounter_gui.reports.content.summary import falls, summary
from encounter_gui.reports.document import Table, Words
from encounter_gui.reports.recap.fight_recap import fight_recap
from encounter_gui.rules.engine.obligations import RESUME
from encounter_gui.rules.model.commands import Settle
from tests.play.session.test_automation import GameMaster, fight_of
from tests.play.session.test_overriding import other_face

FIGHTS = [
    "chrome-long-biomech.toml",
    "cwn-long-loading-dock.toml",
    "phases-long-night-shift.toml",
    "d6pool-dead-end.toml",
]


@cache
def read(name):
    return fight_of(name)


def played(name, automation="book", *, most=None):
    """A fight of the golden ones, as far as it can be played with other dice; at most so many of its steps."""
    master = GameMaster(read(name), paths.message_catalog(), automation)
    for each in master.fight.steps[:most]:
        try:
            master.perform(with_ids(each.command, master.state.combatants.values()))
        except RuleError:
            continue
    return master.session


def correct(session, random, *, same=False, tries=12):
    """Corrects a die of some entry to what it showed, or to something else; returns whether that could be done."""
    rolled = [each for each in session.log.path() if each.rolls and each.rolls[0].faces]
    for _ in range(tries if rolled else 0):
        entry = random.choice(rolled)
        roll = entry.rolls[0]
        typed = Faces(values=roll.faces) if same else other_face(roll)
        try:
            session.override(Override(entry=entry.id, roll=0, to=typed))
        except (RuleError, RollRefused):
            continue
        return True
    return False


# ---- what is compared


def recap_of(session):
    return fight_recap(session.game.system, session.context, session.log.path())


def told(session):
    """What the recap says of everybody, what turned the fight, what was used up, and how the dice fell."""
    recap = recap_of(session)
    points = [(each.sentence, each.of, each.before, each.after) for each in recap.points]
    return recap.rows, points, recap.spent, recap.luck


def printed(session):
    """The printed summary: its tables as text, without the lines that say what was corrected."""
    flow = summary(session.game.system, session.context, session.log.path())
    return [
        (block.title, [row for row in block.rows if not is_correction(row)])
        if isinstance(block, Table)
        else block
        for block in flow.blocks
    ]


def is_correction(row):
    return isinstance(row[0], Words) and row[0].text.startswith("Override: ")


# ---- the same fight, played with the right dice at once


class KnownDice:
    """Shows what was rolled in a fight, each roll once."""

    def __init__(self, entries):
        self.rolls = [roll for entry in entries for roll in entry.rolls]

    def answer(self, request):
        place = next(
            place
            for place, each in enumerate(self.rolls)
            if (each.request.key, each.request.who, each.request.notation)
            == (request.key, request.who, request.notation)
        )
        return self.rolls.pop(place)


def fresh_session(session):
    """A session of the same game with nothing in it, whose dice show what was rolled in this one's live line."""
    game = session.game
    dice = KnownDice(live_entries(session))
    fresh = Game(
        system=game.system, ruleset=game.ruleset, texts=game.texts, dice=lambda: dice, now=game.now
    )
    return EncounterSession(MemoryStore(), EncounterId(1), Log(EncounterState()), fresh)


def live_entries(session):
    return [entry for entry in session.log.path() if entry.instead_of is None]


def command_of(session, entry):
    union: Any = session.game.system.commands[0]
    for kind in session.game.system.commands[1:]:
        union |= kind
    return msgspec.convert(dict(entry.command), type=union)


def finish(execution):
    """Has the program roll, and takes the first of what is offered."""
    while execution.ask is not None:
        roll_or_choose(execution)


def roll_or_choose(execution):
    if isinstance(execution.ask, tuple):
        execution.reply([None] * len(execution.ask))
    else:
        execution.reply(Chosen(option=execution.ask.options[0]))


def played_at_once(session):
    """Plays the live line of a session in a new one, as if no die had ever been misread."""
    entries, fresh = live_entries(session), fresh_session(session)
    while len(fresh.log) < len(entries):
        finish(fresh.start(command_of(session, entries[len(fresh.log)])))
    return fresh


def played_with_pauses(session):
    """Plays the line again; each attack is left among its dice, or before them, and finished by Settle."""
    fresh = fresh_session(session)
    for group in gestures_of(live_entries(session)):
        command = command_of(session, group[0])
        if isinstance(command, Settle):
            finish(fresh.start(Settle()))
        elif group[0].rolls and group[0].command["do"] in ("attack", "throw"):
            execution = fresh.start(command, ask=True)
            if len(group[0].rolls) > 1:
                roll_or_choose(execution)
            fresh.suspend(always=True)
            while any(each.kind == RESUME for each in fresh.state.obligations):
                finish(fresh.start(Settle()))
        else:
            finish(fresh.start(command))
    return fresh


# ---- the tests


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", FIGHTS)
def test_correcting_a_die_to_what_it_showed_changes_no_recap(name, seed):
    """All is played again as it was: nobody's damage, kills, luck or turning point is lost, nor by a second time."""
    session, random = played(name), Random(seed)
    before, on_paper = told(session), printed(session)
    for _ in range(2):
        assert correct(session, random, same=True)
        assert told(session) == before
        assert printed(session) == on_paper


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", FIGHTS)
def test_a_corrected_fight_is_told_as_if_the_die_had_been_read_right(name, seed):
    """Recap, summary and state are those of the same fight played with the right dice at once."""
    session, random = played(name), Random(seed)
    for _ in range(2):
        assert correct(session, random)
        fresh = played_at_once(session)
        assert fresh.state.combatants == session.state.combatants
        assert told(session) == told(fresh)
        assert printed(session) == printed(fresh)


class Step(msgspec.Struct, frozen=True):
    """One thing done to a log: what, and by which chance."""

    what: str
    seed: int


STEPS = st.lists(
    st.builds(
        Step,
        what=st.sampled_from(["correct", "correct", "undo", "redo", "go_on"]),
        seed=st.integers(0, 10_000),
    ),
    min_size=1,
    max_size=5,
)


@pytest.mark.parametrize("name", FIGHTS)
@settings(max_examples=8, deadline=None)
@given(steps=STEPS)
def test_recap_and_summary_agree_with_the_state_on_every_branch(name, steps):
    """Corrected, undone, redone and gone on from there: what everybody lost and won back is what the state lacks."""
    session, master = played(name, most=25), read(name)
    for step in steps:
        take(session, step, master)
        check_against_state(session)


def take(session, step, fight):
    random = Random(step.seed)
    match step.what:
        case "correct":
            correct(session, random, tries=3)
        case "undo" if session.can_undo and session.log.depth(session.log.head) > 20:
            session.undo()
        case "redo" if session.can_redo:
            session.redo()
        case "go_on":
            command = random.choice(fight.steps[:40]).command
            with suppress(RuleError):
                finish(session.start(with_ids(command, session.state.combatants.values())))


def check_against_state(session):
    """Compares the accounts with nothing but the states before and after the fight."""
    system, context, entries = session.game.system, session.context, session.log.path()
    line = tuple(live(entries))
    account, gauge = account_of(line, context.ruleset), health_gauge(context.ruleset)
    recap = {row.who: row for row in fight_recap(system, context, entries).rows}
    out = {row.who for row in system.rows(context) if row.is_out}
    fell = falls(system, context, line)
    began = {who: each for step in reversed(line) for who, each in step.after.combatants.items()}
    for who, combatant in session.state.combatants.items():
        tally = account.tally_of(who)
        if gauge is not None:
            lost = began[who].gauges.get(gauge.key, 0) - combatant.gauges.get(gauge.key, 0)
            assert tally.taken - tally.healed == lost, combatant.name
            assert recap[who].taken == (str(tally.taken) if tally.taken else "–")
        for place, hurt in combatant.locations.items():
            known = began[who].locations.get(place)
            if hurt.level > (known.level if known else 0):
                assert hurt.level in tally.wounds, (combatant.name, place)
        assert (who in fell) == (who in out), combatant.name
    dealt = sum(tally.dealt for tally in account.of.values())
    if gauge is not None:
        by_target = (sum(each) for tally in account.of.values() for each in tally.whom.values())
        assert dealt == sum(by_target)
    assert dealt <= sum(tally.taken for tally in account.of.values())


@pytest.mark.parametrize("name", FIGHTS)
def test_the_correction_is_never_what_turned_the_fight(name):
    """Neither the recap nor the summary names it; the attack it was about may have turned it."""
    session, random = played(name), Random(5)
    for _ in range(3):
        assert correct(session, random)
        corrections = {each.id for each in session.log.path() if each.instead_of is not None}
        assert corrections
        recap = recap_of(session)
        assert recap.points
        assert not corrections & {each.entry for each in recap.points}
        flow = summary(session.game.system, session.context, session.log.path())
        title = session.game.texts.text_of("report.turning_points")
        turned = next(
            each for each in flow.blocks if isinstance(each, Table) and each.title == title
        )
        assert turned.rows
        assert not any("Override" in row[0].text for row in turned.rows)


def test_players_read_nothing_of_a_correction():
    """It tells of dice, which are no business of theirs."""
    session = played(FIGHTS[0])
    assert correct(session, Random(1))
    flow = summary(session.game.system, session.context, session.log.path(), for_players=True)
    rows = [row for block in flow.blocks if isinstance(block, Table) for row in block.rows]
    assert not any(map(is_correction, rows))


def test_a_campaign_of_before_is_told_as_well():
    """An older program did not write down how what was played again belongs together: nothing is lost of it."""
    session = played(FIGHTS[1])
    assert correct(session, Random(3), same=True)
    rows = recap_of(session).rows
    entries = [without_counts(each) for each in session.log.path()]
    assert fight_recap(session.game.system, session.context, entries).rows == rows


def without_counts(entry: Entry) -> Entry:
    command = {key: each for key, each in entry.command.items() if key != "gestures"}
    return dataclasses.replace(entry, command=command)


# ---- attacks finished later


@pytest.mark.parametrize("name", FIGHTS)
def test_what_the_game_master_confirms_is_the_attackers(name):
    """With the rules only proposing, harm comes with Settle: it is told of the same attackers as by the book."""
    by_book, confirmed = recap_of(played(name)), recap_of(played(name, "assist"))
    for known, row in zip(by_book.rows, confirmed.rows, strict=True):
        assert (row.name, row.dealt, row.taken) == (known.name, known.dealt, known.taken)
        assert row.felled == known.felled
    assert any(row.felled for row in confirmed.rows)


@pytest.mark.parametrize("name", FIGHTS)
def test_an_attack_that_was_left_among_its_dice_is_its_attackers(name):
    """Left among its dice and finished by Settle, it has the damage, kills and luck it would have had at once."""
    whole = played(name)
    settled = played_with_pauses(whole)
    assert settled.state.combatants == whole.state.combatants
    known, rows = recap_of(whole).rows, recap_of(settled).rows
    assert rows == known
    assert any(each.is_of("settle") and each.rolls for each in settled.log.path())


def test_in_a_tie_everybody_has_dealt_what_they_rolled():
    """Two of a tie hit the same target: what waited is told of each, not all of it of the first."""
    session = played(FIGHTS[3], most=0)
    ids = tuple(session.state.combatants)
    hit = [ev.GaugeChanged(who=ids[0], gauge="th", by=-amount) for amount in (3, 2)]
    held = [ev.ResultHeld(by=by, events=(each,)) for by, each in zip(ids[1:], hit, strict=True)]
    last = session.log.path()[-1]
    entry = dataclasses.replace(last, id=last.id + 1, parent=last.id, events=tuple(held))
    released = dataclasses.replace(
        entry, id=entry.id + 1, parent=entry.id, events=(ev.HeldReleased(), *hit)
    )
    entries = (*session.log.path(), entry, released)
    account = account_of(tuple(live(entries)), session.game.ruleset)
    assert [account.tally_of(who).dealt for who in ids] == [0, 3, 2]
    assert account.tally_of(ids[0]).taken == 5
