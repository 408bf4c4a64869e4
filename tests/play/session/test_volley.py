"""The attacks of many as one gesture of ordinary commands: stopped in the middle, read again, corrected, told apart."""

import pytest
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.errors import RuleError, SaveError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Faces
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter.entries import Entry, gestures_of
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.headings import under
from encounter_gui.encounter.state import EncounterState
from encounter_gui.paths import message_catalog
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.overriding import Override
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.play.session.volley import Volley
from encounter_gui.reports.recap.fight_recap import fight_recap
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.presenters.volley.preview import left_out_text, spread_evenly
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.chrome.commands import Kill
from tests.helpers.rulesets import shipped

FOES = {
    "chrome": ("rook", "street_scrapper"),
    "cwn": ("halloran", "gang_gunman"),
    "phases": ("rook", "jackal_gunner"),
    "d6pool": ("hening", "gang_a"),
}
"""A player character and a foe of each game."""


class FullStore(MemoryStore):
    """A store whose disk is full after so many entries."""

    def __init__(self) -> None:
        super().__init__()
        self.room = 10_000

    @override
    def append(self, encounter: EncounterId, draft: Entry) -> Entry:
        """Keeps an entry while there is room."""
        if not self.room:
            raise SaveError(say("storage.full"))
        self.room -= 1
        return super().append(encounter, draft)


def fight(game: str, count: int = 6, store: MemoryStore | None = None) -> EncounterSession:
    """Returns a fight in which so many foes act at once; Ada and Bea stand before them."""
    roller = Roller.seeded(7)
    played = Game(
        system=system_for(game),
        ruleset=shipped(game),
        texts=message_catalog(),
        dice=lambda: roller,
        now=lambda: "2026-01-01T00:00:00Z",
    )
    session = EncounterSession(
        store or MemoryStore(), EncounterId(1), Log(EncounterState()), played
    )
    session.perform(do.Setup(name="Many", ruleset=game))
    player, foe = FOES[game]
    for name in ("Ada", "Bea"):
        session.perform(do.Add(creature=player, name=name, side="pc"))
    session.perform(do.Add(creature=foe, name="Gunman", count=count, side="foe"))
    for _ in range(40):
        if len(gunmen(session)) == count and is_able(session):
            return session
        if game in ("phases", "d6pool") and session.state.slots:
            together(session)
        while session.state.obligations:
            session.perform(do.Settle())
        session.perform(do.Next())
    raise AssertionError("the gunmen never act")


def together(session: EncounterSession) -> None:
    """Gives all gunmen the same initiative."""
    for each in tuple(session.state.combatants.values()):
        to = 90 if each.side == "foe" else 1
        slots = session.state.slots
        if any(slot.who == each.id and slot.score != to for slot in slots):
            session.perform(do.SetInitiative(who=each.id, to=to))


def gunmen(session: EncounterSession) -> tuple[CombatantId, ...]:
    """Returns the foes who act now."""
    state = session.state
    return tuple(who for who in state.acting if state.combatants[who].side == "foe")


def players(session: EncounterSession) -> tuple[CombatantId, ...]:
    """Returns the player characters."""
    return tuple(each.id for each in session.state.combatants.values() if each.side == "pc")


def is_able(session: EncounterSession) -> bool:
    """Returns whether the first of them can attack."""
    plan = spread_evenly(gunmen(session)[:1], players(session))
    return not session.game.system.volley_preview(session.head_context, plan).why_not


def shoot(session: EncounterSession) -> tuple[Entry, ...]:
    """Has all gunmen attack the players, and returns the entries of that."""
    plan = replace(spread_evenly(gunmen(session), players(session)), is_declined=True)
    volley = Volley(session.game.system, plan)
    heading = volley.heading(session.head_context)
    execution = session.start(heading, then=volley.following, decided=volley.decided)
    assert execution.ask is None
    return execution.entries


def attacks(entries: tuple[Entry, ...]) -> list[Entry]:
    """Returns the entries that are attacks."""
    return [each for each in entries if each.is_of("attack")]


games = pytest.mark.parametrize("game", FOES)


@games
def test_every_attack_is_an_ordinary_entry_of_one_gesture(game: str) -> None:
    """Each attack is the command of a single one; the same commands one by one are refused or taken alike."""
    session = fight(game)
    before = session.log.head
    entries = shoot(session)
    first, *others = entries
    assert first.note_part == "begins"
    assert {each.gesture for each in others} == {first.id}
    assert others[-1].note_part in ("ends", "falls_short")
    made = attacks(entries)
    assert len(made) == 6 or others[-1].note_part == "falls_short"
    assert [each.command["who"] for each in made] == list(gunmen_of(made))
    session.undo()
    assert session.log.head == before
    session.redo()
    assert session.log.head == entries[-1].id


def gunmen_of(entries: list[Entry]) -> dict[str, None]:
    """Returns who attacked, each once."""
    return dict.fromkeys(each.command["who"] for each in entries)


@games
def test_what_is_told_apart_afterwards_is_each_attack(game: str) -> None:
    """Whoever adds a fight up finds each attack by itself, with what was settled after it."""
    session = fight(game)
    made = attacks(shoot(session))
    groups = list(gestures_of(session.log.path()))
    of_attacks = [group for group in groups if group[0].is_of("attack")]
    assert [group[0].id for group in of_attacks] == [each.id for each in made]
    assert all(entry.is_of("settle") for group in of_attacks for entry in group[1:])


@games
def test_what_is_done_to_several_in_one_go_is_told_apart_and_undone_together(game: str) -> None:
    """Each is a command by itself to whoever adds the fight up, and all of them are one step back."""
    session = fight(game, 3)
    before, foes = session.log.head, gunmen(session)
    named = iter([do.Rename(who=each, name=f"Lefty {each}") for each in foes])
    session.start(next(named), then=lambda _context: next(named, None))
    entries = session.log.path()[session.log.depth(before) :]
    assert {each.gesture for each in entries[1:]} == {entries[0].id}
    groups = [group for group in gestures_of(session.log.path()) if group[0].id > before]
    assert [[each.id for each in group] for group in groups] == [[each.id] for each in entries]
    session.undo()
    assert session.log.head == before


def test_the_first_of_those_who_were_killed_in_one_go_has_not_felled_the_others() -> None:
    """The recap told it so, and named nobody but the first."""
    session = fight("chrome", 3)
    deaths = iter([Kill(who=each) for each in gunmen(session)])
    session.start(next(deaths), then=lambda _context: next(deaths, None))
    recap = fight_recap(session.game.system, session.context, session.log.path())
    assert not any(row.felled for row in recap.rows)
    said = ["".join(text for text, _ in each.sentence) for each in recap.points]
    assert [next(n for n in "123" if f"Gunman {n}" in each) for each in said] == ["1", "2", "3"]


@games
def test_stopped_in_the_middle_it_is_a_whole_state(game: str) -> None:
    """When the third entry cannot be kept, the attacks before it have happened, and the fight goes on from there."""
    store = FullStore()
    session = fight(game, store=store)
    acting = gunmen(session)
    store.room = 3
    with pytest.raises(SaveError):
        shoot(session)
    store.room = 10_000
    log = session.log
    assert Log(EncounterState(), tuple(log.path()), log.head).state == log.state
    left = [who for who in acting if who in gunmen(session)]
    assert left
    session.undo()
    assert gunmen(session) == acting


@games
def test_a_misread_die_of_one_attack_is_corrected(game: str) -> None:
    """The attacks after it are played again with their own dice, still under their heading and told apart."""
    session = fight(game)
    made = attacks(shoot(session))
    entry = next(each for each in made if each.rolls and each.rolls[0].faces)
    roll = entry.rolls[0]
    low, high = roll.request.lowest, roll.request.highest
    other = high if roll.faces and roll.faces[0] == low else low
    typed = Faces(values=(other, *(roll.faces or ())[1:]))
    done = session.override(Override(entry=entry.id, roll=0, to=typed, note="misread"))
    again = tuple(each for each in session.log.path() if each.gesture == done.id)
    assert next(each.note_part for each in again if each.note_part) == "begins"
    groups = [each for each in gestures_of(session.log.path()) if each[0].is_of("attack")]
    assert len(groups) == len(attacks(again)) == len(made)


@games
def test_what_came_after_a_volley_left_in_the_middle_is_not_under_its_heading(game: str) -> None:
    """It has no last line: what was done later is played again in the same gesture, and is none of its attacks."""
    session = fight(game)
    plan = replace(spread_evenly(gunmen(session), players(session)), is_declined=True)
    volley = Volley(session.game.system, plan)
    execution = session.start(
        volley.heading(session.head_context),
        then=volley.following,
        decided=volley.decided,
        ask=True,
    )
    while len([each for each in execution.entries if each.is_of("attack")]) < 2:
        assert isinstance(execution.ask, tuple)
        execution.reply([None] * len(execution.ask))
    session.suspend()
    count = len(lines_of(session))
    session.perform(do.Note(text="a word of the game master"))
    session.perform(do.Remove(who=gunmen(session)[-1:]))
    made = next(each for each in attacks(lines_of(session)) if each.rolls and each.rolls[0].faces)
    same = Faces(values=made.rolls[0].faces or ())
    for _ in range(2):
        session.override(Override(entry=made.id, roll=0, to=same))
        again = lines_of(session)
        assert len(again) == count
        assert all(each.is_of("attack") or each.is_of("settle") for each in again)
        made = next(each for each in attacks(again) if each.rolls and each.rolls[0].faces)


def lines_of(session: EncounterSession) -> tuple[Entry, ...]:
    """Returns what stands under the heading."""
    line = session.log.line()
    place = next(place for place, each in enumerate(line) if each.note_part == "begins")
    return tuple(under(line, place))


def test_nobody_who_is_not_in_turn_attacks() -> None:
    """Out of turn it is refused as a whole, in words, and nothing is written."""
    session = fight("cwn")
    head, plan = session.log.head, spread_evenly(players(session), gunmen(session))
    with pytest.raises(RuleError):
        Volley(session.game.system, plan).heading(session.head_context)
    assert session.log.head == head


@games
def test_the_preview_adds_the_exact_odds_up(game: str) -> None:
    """What is to be expected is the sum of the odds of the single attacks."""
    session = fight(game)
    context, system = session.head_context, session.game.system
    plan = spread_evenly(gunmen(session), players(session))
    found = system.volley_preview(context, plan)
    odds = [
        system.measures(context, system.attack_at(context, who, plan.targets[at], {}))
        for who, at in zip(plan.attackers, plan.aims, strict=True)
    ]
    hits = sum(each.hit for each in odds if each)
    assert [each.count for each in found.shares] == [3, 3]
    assert sum(each.hits or 0 for each in found.shares) == pytest.approx(hits)
    assert found.count == 6
    assert found.text.startswith("Gunman ×6 attack Ada 3 · Bea 3. About ")


def test_a_reason_is_said_once_for_all_it_is_about() -> None:
    """Those who have attacked already are counted with one reason, not listed with a sentence each."""
    session = fight("chrome")
    shoot(session)
    plan = spread_evenly(gunmen(session), players(session))
    found = session.game.system.volley_preview(session.head_context, plan)
    assert found.why_not.startswith(
        "Left out: Gunman ×5: does not act now. Gunman 6: has done this "
    )


@games
def test_every_reason_is_a_sentence_of_its_own(game: str) -> None:
    """Where a game's refusal has no full stop the next name ran on behind it."""
    session = fight(game, 3)
    one, *others = gunmen(session)
    why = {one: "has no action left", **dict.fromkeys(others, "It is not your turn.")}
    name = session.state.combatants[one].name
    said = left_out_text(session.head_context, why)
    assert said.startswith(f"Left out: {name}: has no action left. ")
    assert said.endswith(": It is not your turn.")
