"""Grenades and other explosives under the CWN rules."""

from itertools import permutations
from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def thrower(bout: Bout, grenade: str = "frag_grenade", **pc: Any) -> Any:
    """Somebody with a grenade in hand, and two foes, in round 1."""
    three = CarriedDef(item=grenade, values={"count": 3})
    one = bout.pc("Op", items=[three], **pc)
    bout.npc("Foe", hp=30, save=15)
    bout.npc("Other", hp=30, save=15, ac_melee=17)
    bout.start()
    return one


def blast(bout: Bout, one: Any, *faces: int, names: tuple[str, ...] = ("foe_2", "other_3")) -> None:
    """The grenade lands on the point, and goes off among these."""
    bout.play(do.Throw(who=one, metres=5), 20)
    targets = tuple(do.Caught(target=name) for name in names)  # type: ignore[arg-type]  # ids of the two foes
    bout.play(do.Blast(who=one, targets=targets), *faces)


@pytest.mark.rule("CWN-41")
def test_throwing_at_a_point(bout: Bout) -> None:
    """An attack roll against AC 10 with Dexterity and Shoot; a miss bounces 1d10 m in some direction. A Main."""
    one = thrower(bout, dexterity=14, shoot=1)
    result = bout.play(do.Throw(who=one, metres=8), 7, 6, 5)
    assert (result["total"], result["ac"], result["landed"]) == (9, 10, False)
    assert (result["metres"], result["direction"]) == (6, 5)
    assert bout.left(one)[0] == 0
    assert bout.gauge(one, "ammo.frag_grenade") == 2


@pytest.mark.rule("CWN-41")
def test_which_skill_throws(bout: Bout) -> None:
    """The game master may let Stab throw."""
    one = thrower(bout, shoot=-1, stab=3)
    assert bout.play(do.Throw(who=one, skill="stab", metres=20), 9)["total"] == 10


@pytest.mark.rule("CWN-41")
def test_it_goes_off_before_the_side_is_done(bout: Bout) -> None:
    """One thing in the air at a time, and it has to be told whom it catches."""
    one = thrower(bout)
    bout.play(do.Throw(who=one), 20)
    assert bout.refused(Next()) == "cwn.blast_waits"
    bout.put(one, "main", 0)
    assert bout.refused(do.Throw(who=one)) == "cwn.blast_waits"
    bout.play(do.Blast(who=one))
    assert bout.refused(do.Blast(who=one)) == "cwn.nothing_in_air"
    bout.next()


@pytest.mark.rule("CWN-41")
def test_a_frag_grenade(bout: Bout) -> None:
    """One roll for all; a save halves it; Trauma by victim; then 1 off for each point of melee AC above 14."""
    one = thrower(bout)
    blast(bout, one, 6, 5, 15, 7, 14, 2)
    foe, other = bout.facts("blast")
    assert (foe["saved"], foe["traumatic"], foe["damage"]) == (True, True, 10)
    assert (other["saved"], other["traumatic"], other["damage"]) == (False, False, 8)
    assert [bout.hp(who) for who in ("foe_2", "other_3")] == [20, 22]  # type: ignore[arg-type]


@pytest.mark.rule("CWN-41")
def test_armor_takes_a_blast_down_to_nothing(bout: Bout) -> None:
    """The armour step is last, and does not go below 0; soak comes after it."""
    one = thrower(bout)
    blast(bout, one, 1, 1, 14, 1, names=("other_3",))
    assert bout.fact("blast")["damage"] == 0


@pytest.mark.rule("CWN-42")
def test_a_flash(bout: Bout) -> None:
    """A failed Physical save costs the next Main and 2 to hit and AC for 1d6 rounds; it does not add up."""
    one = thrower(bout, "flash_grenade")
    blast(bout, one, 14, 15, 2)
    foe, other = bout.combatant("foe_2"), bout.combatant("other_3")  # type: ignore[arg-type]
    assert (foe.has("flashed"), other.has("flashed"), other.has("flash_guard")) == (
        True,
        False,
        True,
    )
    assert bout.left(foe.id) == (0, 1)
    bout.put(one, "main", 0)
    assert bout.strike(one, foe.id, 20, 1, 1, weapon="unarmed")["ac"] == 10
    bout.next()
    bout.next()
    assert bout.left(foe.id)[0] == 1
    blast(bout, one, 15, names=("foe_2", "other_3"))
    assert bout.combatant(foe.id).has("flashed")
    bout.next()
    assert bout.strike(foe.id, one, 1)["bonus"] == 0
    bout.next()
    assert not bout.combatant(foe.id).has("flashed")


@pytest.mark.rule("CWN-42")
def test_a_flash_after_the_turn_costs_the_next_main(bout: Bout) -> None:
    """Where this round's Main is gone, the next one is lost."""
    foe = bout.npc("Foe", items=["flash_grenade"])
    one = bout.pc("Op")
    bout.start(8, 1)
    bout.play(do.Attack(who=foe, target=one, weapon="unarmed"), 1)
    bout.next()
    bout.play(do.Blast(weapon="flash_grenade", targets=(do.Caught(target=foe),)), 1, 4)
    bout.next()
    assert bout.left(foe) == (0, 1)


@pytest.mark.rule("CWN-42")
def test_who_a_flash_spares(bout: Bout) -> None:
    """Eyes and ears protected, machines, and whoever saw it coming this round."""
    bout.pc("Op")
    safe = bout.npc("Safe", items=["knife", "flash_protection"])
    drone = bout.npc("Drone", kind="drone")
    foe = bout.npc("Foe")
    bout.start()
    caught = (
        do.Caught(target=safe),
        do.Caught(target=drone),
        do.Caught(target=foe, protected=True),
    )
    bout.play(do.Blast(weapon="flash_grenade", targets=caught))
    bout.play(do.Blast(weapon="flash_grenade", targets=(do.Caught(target=foe),)), 20)
    bout.play(do.Blast(weapon="flash_grenade", targets=(do.Caught(target=foe),)))
    assert not bout.has(foe, "flashed")


@pytest.mark.rule("CWN-42")
def test_gas_and_smoke(bout: Bout) -> None:
    """Gas is nonlethal, a Physical save halves it, breath can be protected; both hide for a round."""
    op = bout.pc("Op", hp=3, save=0)
    bout.pc("Mate")
    safe = bout.npc("Safe", items=["knife", "gas_filter"])
    bout.start()
    caught = (do.Caught(target=op), do.Caught(target=safe))
    bout.play(do.Blast(weapon="gas_grenade", targets=caught), 9, 15)
    assert bout.fact("blast")["damage"] == 4
    assert bout.has(op, "unconscious")
    assert bout.hp(safe) == 6
    assert bout.has(safe, "concealed")
    bout.play(do.Blast(weapon="smoke_grenade", targets=caught))
    bout.next()
    bout.next()
    assert not bout.has(safe, "concealed")


@pytest.mark.rule("CWN-42")
def test_mines_and_charges_are_laid(bout: Bout) -> None:
    """They are not thrown; they go off where they lie, and Evasion halves."""
    one = bout.pc("Op", items=["demo_charge"])
    foe = bout.npc("Foe", hp=60, save=15)
    bout.start()
    assert bout.refused(do.Throw(who=one)) == "cwn.cannot_throw"
    bout.play(
        do.Blast(who=one, weapon="demo_charge", targets=(do.Caught(target=foe),)),
        *(5, 5, 5, 15, 1),
    )
    assert bout.fact("blast")["damage"] == 7


@pytest.mark.rule("CWN-42")
def test_a_mine_catches_one_after_the_other_on_the_bench(bout: Bout) -> None:
    """One mine, one damage roll, each a save and a Trauma Die; the strip ends it, and nobody passes on before that."""
    two = CarriedDef(item="mine_antipersonnel", values={"count": 2})
    one = bout.pc("Op", items=[two], held="mine_antipersonnel")
    foe, other = bout.npc("Foe", hp=60, save=15), bout.npc("Other", hp=60, save=15)
    bout.start()
    made = bout.system.attack_form(bout.context, {"target": foe})
    assert made.command is not None
    bout.play(made.command, 6, 14, 1)
    made = bout.system.attack_form(bout.context, {"target": other})
    assert [each.key for each in made.dice] == ["evasion", "trauma"]
    assert made.command is not None
    bout.play(made.command, 15, 1)
    assert (bout.hp(foe), bout.hp(other)) == (54, 57)
    assert bout.refused(Next()) == "cwn.blast_goes_on"
    (notice,) = bout.system.notices(bout.context)
    assert notice.command == do.Blast(who=one, weapon="mine_antipersonnel")
    bout.play(notice.command)
    assert bout.gauge(one, "ammo.mine_antipersonnel") == 1
    bout.next()


@pytest.mark.rule("CWN-42")
def test_nobodys_mine_keeps_the_fight_until_it_is_over(bout: Bout) -> None:
    """It lay there already; the strip ends it."""
    foe = bout.npc("Foe", hp=60, save=15)
    bout.pc("Op")
    bout.start()
    mine = do.Blast(weapon="mine_antipersonnel", targets=(do.Caught(target=foe),), more=True)
    bout.play(mine, 6, 14, 1)
    (notice,) = bout.system.notices(bout.context)
    assert notice.command is not None
    assert bout.refused(Next()) == "cwn.blast_goes_on"
    bout.play(notice.command)
    assert not bout.system.notices(bout.context)


@pytest.mark.rule("CWN-32")
@pytest.mark.rule("CWN-41")
@pytest.mark.parametrize("kind", ["blast", "suppress"])
def test_the_order_of_targets_never_matters(kind: str) -> None:
    """Each has its own save, Trauma Die, AC and soak: whoever is named first, everybody loses the same."""
    dice = {"thin": (3, 8), "tough": (15, 2), "plated": (4, 2), "named": (2, 7)}
    outcomes = [_struck(kind, order, dice) for order in permutations(dice)]
    assert len({tuple(sorted(each.items())) for each in outcomes}) == 1
    assert len(set(outcomes[0].values())) == len(dice)


def _struck(kind: str, order: tuple[str, ...], dice: dict[str, tuple[int, int]]) -> dict[str, Any]:
    """What is left of everybody after the same dice in another order of victims."""
    bout = Bout()
    weapon = "automatic_rifle" if kind == "suppress" else "frag_grenade"
    one = bout.pc("Op", items=[weapon])
    there = {
        "thin": bout.npc("Thin", hp=60, save=15, soak=3),
        "tough": bout.npc("Tough", hp=70, save=15),
        "plated": bout.npc("Plated", hp=62, save=15, soak=2, ac_melee=17, trauma_target=9),
        "named": bout.npc("Named", hp=5, save=15, named=True),
    }
    bout.start()
    if kind == "blast":
        bout.play(do.Throw(who=one), 20)
        caught = tuple(do.Caught(target=there[name]) for name in order)
        rolled = [face for name in order for face in dice[name]]
        bout.play(do.Blast(who=one, targets=caught), 6, 5, *rolled, 20)
    else:
        cone = tuple(do.InCone(target=there[name]) for name in order)
        saves = [dice[name][0] for name in order]
        traumas = [dice[name][1] for name in order if dice[name][0] < 15]
        bout.play(do.Suppress(who=one, targets=cone), *saves, 8, 7, *traumas, 20)
    return {
        name: (bout.hp(who), bout.gauge(who, "soak"), bout.has(who, "mortally_wounded"))
        for name, who in there.items()
    }


@pytest.mark.rule("CWN-42")
def test_a_mortar(bout: Bout) -> None:
    """Against AC 20, not nearer than 20 m, and armour does not lessen it."""
    one = bout.pc("Op", items=["mortar"])
    foe = bout.npc("Foe", hp=60, save=15, ac_melee=20)
    bout.start()
    assert bout.refused(do.Throw(who=one, metres=19)) == "cwn.too_near"
    assert bout.play(do.Throw(who=one, metres=100), 19, 4, 1)["ac"] == 20
    bout.play(do.Blast(who=one, targets=(do.Caught(target=foe),)), 4, 4, 4, 1, 1)
    assert bout.fact("blast")["damage"] == 12


@pytest.mark.rule("CWN-41")
def test_a_grenade_launcher(bout: Bout) -> None:
    """It fires the grenades one carries, at its own range, with a round of its own; not in melee."""
    one = bout.pc("Op", items=["grenade_launcher", "frag_grenade"])
    foe = bout.npc("Foe", hp=60)
    bout.start()
    shot = do.Throw(who=one, weapon="frag_grenade", launcher="grenade_launcher", metres=200)
    assert bout.play(shot, 15)["total"] == 13
    assert bout.gauge(one, "ammo.grenade_launcher") == 2
    bout.play(do.Blast(who=one))
    bout.put(one, "main", 0)
    bout.put(one, "ammo.frag_grenade", 1)
    bout.play(do.Engage(who=one, target=foe))
    assert bout.refused(shot) == "cwn.two_hands_in_melee"


@pytest.mark.rule("CWN-41")
def test_blasts_of_nobody(bout: Bout) -> None:
    """A library explosive goes off by itself; the dead, and those named twice, are told apart."""
    op = bout.pc("Op")
    foe = bout.npc("Foe")
    bout.start()
    twice = (do.Caught(target=foe), do.Caught(target=foe))
    assert bout.refused(do.Blast(weapon="frag_grenade", targets=twice)) == "cwn.named_twice"
    assert bout.refused(do.Blast()) == "cwn.choose_explosive"
    assert bout.refused(do.Blast(weapon="sword")) == "cwn.no_such_explosive"
    bout.happen(ev.GaugeSet(who=foe, gauge="hp", to=1))
    bout.play(do.Blast(weapon="frag_grenade", targets=twice[:1]), 6, 6, 1, 1)
    assert bout.has(foe, "dead")
    bout.play(do.Blast(weapon="frag_grenade", targets=(do.Caught(target=foe),)))
    assert bout.hp(op) == 12
