"""What the rules demand after a command: owed until it is rolled, waived or has lost its object."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.codec import decode_event
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.rules.engine.obligations import interrupted
from encounter_gui.rules.model.commands import Adjust, Command, Next, Remove, Settle, Waive
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.obligations import KINDS
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def commit(bout: Bout, command: Command, *faces: int) -> None:
    """Plays a command alone: what it leads to stays owed."""
    left, rolls = list(faces), list[Rolled]()
    bout.last = bout.one_command(command, left, rolls)
    assert not left


def owed(bout: Bout) -> list[str]:
    """The kinds of what is owed, in the order in which it is settled."""
    return [each.kind for each in bout.context.state.obligations]


def felled(bout: Bout) -> CombatantId:
    """A player character that has just fallen after a Traumatic Hit, before its save."""
    ann = bout.pc("Ann", hp=2)
    foe = bout.npc("Foe")
    bout.start(1, 8)
    commit(bout, do.Attack(who=foe, target=ann), 19, 6, 4)
    return ann


@pytest.mark.rule("CWN-63")
def test_the_wound_is_kept_before_the_injury_save(bout: Bout) -> None:
    """The attack is over with its own dice: who is hit lies there, and owes the save."""
    ann = felled(bout)
    assert bout.has(ann, "mortally_wounded")
    assert owed(bout) == ["injury_save"]
    (obligation,) = bout.context.state.obligations
    assert (obligation.who, obligation.values["fact"]) == (ann, "attack")
    commit(bout, Settle(), 2, 5)
    assert not owed(bout)
    assert bout.fact("fate") == {"fate": "mortally_wounded", "injury": "gut_wound", "at": ann}
    (fact,) = (each for each in bout.last.events if getattr(each, "what", "") == "fate")  # type: ignore[union-attr]
    assert isinstance(fact, ev.Resolved)
    assert fact.completes == "attack"


@pytest.mark.rule("CWN-63")
def test_an_injury_save_keeps_the_encounter_until_it_is_waived(bout: Bout) -> None:
    """Moving on is refused; waived, nothing more comes of it."""
    felled(bout)
    assert bout.refused(Next()) == "rules.owed"
    commit(bout, Waive(ids=(bout.context.state.obligations[0].id,), note="mercy"))
    assert not owed(bout)
    bout.next()


@pytest.mark.rule("CWN-09")
@pytest.mark.rule("CWN-63")
def test_how_likely_an_injury_save_is(bout: Bout) -> None:
    """15 or more on a d20 at level 1."""
    felled(bout)
    (obligation,) = bout.context.state.obligations
    assert KINDS["injury_save"].chance(bout.context, obligation) == pytest.approx(6 / 20)


@pytest.mark.rule("CWN-63")
@pytest.mark.parametrize("ends", ["dead", "removed"])
def test_an_injury_save_of_nobody_is_void(bout: Bout, ends: str) -> None:
    """The dead and the removed roll no save."""
    ann = felled(bout)
    commit(bout, Adjust(who=(ann,), change="-9") if ends == "dead" else Remove(who=(ann,)))
    assert not owed(bout)


@pytest.mark.rule("CWN-64")
def test_an_injury_that_kills_completes_the_fact_of_the_attack(bout: Bout) -> None:
    """Natural 1 on the table: dead, whatever the save was for."""
    ann = felled(bout)
    commit(bout, Settle(), 2, 1)
    assert bout.has(ann, "dead")
    assert not bout.has(ann, "mortally_wounded")
    assert bout.fact("fate")["fate"] == "dead"


@pytest.mark.rule("CWN-69")
def test_further_attacks_of_a_main_are_owed_one_by_one(bout: Bout) -> None:
    """Each is committed with its own dice; who falls is spared the rest."""
    one = bout.pc("Op", items=["body_blades_2"], held="")
    foe = bout.npc("Foe", hp=60)
    bout.start()
    commit(bout, do.Attack(who=one, target=foe, weapon=several(bout, one)), 1)
    assert owed(bout) == ["next_attack"]
    commit(bout, Settle(), 1)
    commit(bout, Adjust(who=(one,), change="=9"))
    while owed(bout):
        commit(bout, Settle(), 1)
    assert bout.left(one)[0] == 0


@pytest.mark.rule("CWN-69")
def test_a_further_attack_on_nobody_is_void(bout: Bout) -> None:
    """The target has died meanwhile."""
    one = bout.pc("Op", items=["body_blades_2"], held="")
    foe = bout.npc("Foe", hp=60)
    bout.start()
    commit(bout, do.Attack(who=one, target=foe, weapon=several(bout, one)), 1)
    commit(bout, Adjust(who=(foe,), change="-99"))
    assert not owed(bout)


@pytest.mark.rule("CWN-41")
@pytest.mark.rule("CWN-42")
def test_a_grenade_in_the_air_is_owed_its_victims(bout: Bout) -> None:
    """The game master alone can say who is in it; one who is named keeps the damage for the others."""
    one = bout.pc("Op", items=["frag_grenade"], held="frag_grenade")
    foe, other = bout.npc("Foe", hp=60), bout.npc("Other", hp=60)
    bout.start()
    commit(bout, do.Throw(who=one), 15)
    assert owed(bout) == ["blast"]
    assert bout.refused(Settle()) == "cwn.blast_waits"
    assert bout.refused(Next()) == "cwn.blast_waits"
    commit(bout, do.Blast(who=one, targets=(do.Caught(target=foe),), more=True), 3, 4, 5, 4)
    assert owed(bout) == ["blast", "next_victim"]
    commit(bout, do.Blast(who=one, targets=(do.Caught(target=other),), more=True), 5, 4)
    assert bout.fact("blast")["rolled"] == 7
    victims = bout.context.state.obligations[1]
    commit(bout, Settle(ids=(victims.id,)))
    assert not owed(bout)
    assert not bout.has(one, "in_air")
    bout.next()


@pytest.mark.rule("CWN-39")
@pytest.mark.rule("CWN-41")
def test_what_is_waived_does_not_come_back(bout: Bout) -> None:
    """A grenade that is waived is out of the air, and a swarm has scattered."""
    one, other = bout.pc("Op", items=["frag_grenade"], held="frag_grenade"), bout.pc("Other")
    foe = bout.npc("Foe", hp=60)
    bout.start()
    commit(bout, do.Throw(who=one), 15)
    commit(bout, do.Swarm(who=other, target=foe))
    commit(bout, Waive(ids=tuple(each.id for each in bout.context.state.obligations)))
    assert not owed(bout)
    assert not bout.has(one, "in_air")
    assert not bout.has(other, "swarming")
    bout.next()


@pytest.mark.rule("CWN-32")
def test_a_sweep_is_over_with_its_turn(bout: Bout) -> None:
    """It keeps nobody from moving on."""
    one = bout.pc("Op", items=["automatic_rifle"], shoot=1)
    foe = bout.npc("Foe", hp=60)
    bout.start()
    commit(bout, do.Suppress(who=one, targets=(do.InCone(target=foe),), more=True), 19)
    assert owed(bout) == ["next_victim"]
    bout.next()
    assert not owed(bout)


@pytest.mark.rule("CWN-39")
def test_a_swarm_owes_its_blow(bout: Bout) -> None:
    """Each member owes it until one strikes; settled, the first does with what is in hand."""
    ann, ben = bout.pc("Ann"), bout.pc("Ben")
    foe = bout.npc("Foe", hp=60)
    bout.start()
    for who in (ann, ben):
        commit(bout, do.Swarm(who=who, target=foe))
    assert owed(bout) == ["swarm_strike", "swarm_strike"]
    assert bout.refused(Next()) == "cwn.swarm_waits"
    commit(bout, Settle(), 1)
    assert not owed(bout)
    assert bout.fact("attack")["at"] == foe


@pytest.mark.rule("CWN-19")
@pytest.mark.rule("CWN-66")
def test_a_side_that_has_suffered_owes_morale(bout: Bout) -> None:
    """Settled, everybody who may break meets one roll."""
    bout.pc("Ann")
    gang = [bout.npc(f"Foe {number}") for number in range(3)]
    bout.start()
    bout.play(Adjust(who=(gang[0],), change="-9"))
    bout.next()
    assert owed(bout) == ["morale"]
    assert bout.context.state.obligations[0].side == "foe"
    commit(bout, Settle(), 6, 6)
    assert not owed(bout)
    assert [bout.has(who, "broken") for who in gang] == [False, True, True]


OLD = (
    ("fight.memo", {"key": "morale.foe", "text": "first_death half_down"}),
    ("fight.memo", {"key": "suppress.{one}", "text": "automatic_rifle 12"}),
    ("fight.memo", {"key": "blast.{one}.frag_grenade", "text": "7"}),
    ("condition.added", {"who": "{one}", "condition": {"key": "in_air", "note": "frag_grenade"}}),
    ("condition.added", {"who": "{foe}", "condition": {"key": "swarming", "note": "{one}"}}),
    ("memo.set", {"who": "{one}", "key": "melee", "text": "{foe}"}),
)


def test_marks_of_old_files_are_owed_from_the_first_command_on(bout: Bout) -> None:
    """Version 1 kept them as conditions and texts: the same is demanded, and the texts are gone."""
    one = bout.pc("Op", items=["frag_grenade", "automatic_rifle"], held="automatic_rifle")
    foe = bout.npc("Foe", hp=60)
    bout.start()
    for kind, data in OLD:
        payload = json.dumps(filled({"kind": kind, **data}, one=one, foe=foe)).encode()
        bout.happen(decode_event(kind, 1, payload))
    assert not owed(bout)
    assert bout.refused(Next()) == "cwn.blast_waits"
    commit(bout, do.Blast(who=one, targets=(do.Caught(target=foe),)), 5, 4)
    assert bout.fact("blast")["rolled"] == 7
    assert owed(bout) == ["next_victim", "swarm_strike", "morale"]
    assert sweep(bout).values["rolled"] == 12
    assert bout.context.state.obligations[2].values["points"] == ("first_death", "half_down")
    assert not [key for key in bout.context.state.memo if "." in key]


def sweep(bout: Bout) -> Obligation:
    """The cone of which not everybody is named."""
    return next(
        each for each in bout.context.state.obligations if each.values.get("area") == "cone"
    )


def filled(data: Any, **names: str) -> Any:
    """The data with ids in place of names."""
    if isinstance(data, dict):
        return {key: filled(value, **names) for key, value in data.items()}
    return data.format(**names) if isinstance(data, str) else data


def several(bout: Bout, who: CombatantId) -> str:
    """A weapon with three attacks for one Main."""
    item = replace(bout.combatant(who).items[0])
    bout.happen(
        ev.ItemPut(who=who, item=replace(item, values={**item.values, "attacks": 3, "shock": 0}))
    )
    return item.key


def test_a_settlement_that_was_interrupted_is_resumed(bout: Bout) -> None:
    """It named nothing: resumed, it settles what it was begun for, and not itself."""
    felled(bout)
    bout.happen(*interrupted(bout.system, bout.context, Settle(), ()).events)
    assert owed(bout) == ["resume", "injury_save"]
    commit(bout, Settle(), 20)
    assert not owed(bout)
