"""Who is typed first in a tie changes nothing: random ties in every order, with the same dice (PHA-19)."""

import random
from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Automation, Condition
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Command, Next
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.sheet import character
from tests.helpers.rulesets import shipped
from tests.helpers.tie_orders import Bound, Deed, ended, outcomes, seen

TECHNIQUES = ("disarm", "trip", "grab", "tackle", "clinch")
DEFENSES = (*["standard"] * 14, "dodge", "dodge", "parry", "block", "trip", "counter")
SWITCHES: dict[str, list[Any]] = {
    "critCrit": ["critical"],
    "mookRule": [True],
    "woundPenalty": ["sum"],
    "defensePerShot": [True],
    "coolTestOnFlesh": [False],
}


def scene(seed: int) -> Bound:
    """Returns a tie of two or three among four or five, all with actions enough."""
    rng = random.Random(seed)
    table = Bound(system_for("phases"), shipped("phases"), message_catalog())
    table.seed, table.decisions = seed, DEFENSES
    for key, values in SWITCHES.items():
        if rng.random() < 0.2:
            table.switch(f"phases.{key}", rng.choice(values))
    tied, more = rng.randint(2, 3), rng.randint(1, 2)
    for number in range(tied + more):
        who = table.join(
            f"No {number}",
            side="pc" if number % 2 else "foe",
            items=["heavy_pistol", "knife", "sword", *rng.choice([[], ["leather"]])],
            held=rng.choice(["heavy_pistol", "knife", "sword"]),
            kind=rng.choice(["pc", "npc", "mook"]),
            **{each: rng.randint(3, 6) for each in ("marksmanship", "melee", "hand_to_hand")},
            **dict.fromkeys(("reflexes", "stamina", "cool", "strength"), 5),
            evade=rng.randint(0, 2),
        )
        score = 20 if number < tied else 5
        table.happen(ev.GaugeSet(who=who, gauge=character.INITIATIVE, to=score))
    table.one_command(Next(), [], [])
    people = list(table.context.state.combatants)
    for number, who in enumerate(people):
        table.happen(
            ev.GaugeSet(who=who, gauge=character.INITIATIVE, to=20 if number < tied else 5)
        )
        if rng.random() < 0.3:
            place = rng.choice([each.key for each in table.context.ruleset.locations])
            table.happen(ev.LocationSet(who=who, location=place, level=rng.randint(1, 4)))
        for key in ("prone", "off_balance", "in_shock", "cool_held"):
            if rng.random() < 0.12:
                count = 40 if key == "in_shock" else None
                table.happen(ev.ConditionAdded(who=who, condition=Condition(key=key, count=count)))
        if rng.random() < 0.2:
            table.happen(ev.MemoSet(who=who, key="gait", value="jog"))
        if not character.is_out(table.context, table.combatant(who)):
            table.one_command(do.Declare(who=who, actions=3), [], [])
    table.one_command(Next(), [], [])
    return table


def deeds_of(table: Bound, seed: int) -> dict[CombatantId, list[Deed]]:
    """Returns what everybody of the tie does: one thing or two, movements besides."""
    rng, number = random.Random(seed + 10**6), 0
    found: dict[CombatantId, list[Deed]] = {}
    everybody = list(table.context.state.combatants)
    for who in table.context.state.acting:
        mine = found.setdefault(who, [])
        for _ in range(rng.randint(1, 2)):
            mine.append(Deed(_command(table, who, everybody, rng), number))
            number += 1
    return found


def _command(
    table: Bound, who: CombatantId, everybody: list[CombatantId], rng: random.Random
) -> Command:
    others = [each for each in everybody if each != who]
    target = others[-1] if rng.random() < 0.4 else rng.choice(others)
    held = table.combatant(who).memo_text("held")
    kind = rng.random()
    if kind < 0.35:
        shots = rng.randint(1, 3) if held == "heavy_pistol" else 1
        place = rng.choice(["", "head", "head", "torso", "right_arm"])
        return do.Attack(who=who, target=target, shots=shots, place=place, gm=8)
    if kind < 0.65:
        technique = rng.choice(TECHNIQUES)
        return do.Attack(who=who, target=target, technique=technique, weapon="unarmed", gm=4)
    return rng.choice(
        [
            do.Move(who=who, gait="jog"),
            do.Move(who=who, gait="prone"),
            do.Move(who=who, gait="still"),
            do.StandUp(who=who),
            do.Draw(who=who, weapon=rng.choice(["knife", "sword", "heavy_pistol"])),
            do.Other(who=who, what="look"),
        ]
    )


@pytest.mark.rule("PHA-19")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "ties",
    [
        60,
        pytest.param(200, marks=pytest.mark.deep),
        pytest.param(600, marks=[pytest.mark.deep, pytest.mark.night]),
    ],
)
def test_the_order_of_typing_never_changes_what_a_tie_comes_to(ties: int) -> None:
    """Every wound, stun, hold, weapon in hand, gait, death and test owed after it is the same."""
    played = 0
    seed = 0
    while played < ties:
        seed += 1
        deeds = deeds_of(scene(seed), seed)
        found = outcomes(lambda seed=seed: scene(seed), deeds, random.Random(seed))  # type: ignore[misc]
        if not found:
            continue
        played += 1
        first = found[0]
        for order, after in found[1:]:
            assert after == first[1], (seed, first[0], order, deeds)


@pytest.mark.rule("PHA-19")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "ties",
    [
        40,
        pytest.param(250, marks=pytest.mark.deep),
        pytest.param(1_000, marks=[pytest.mark.deep, pytest.mark.night]),
    ],
)
def test_a_tie_ends_alike_however_far_the_rules_apply_themselves(ties: int) -> None:
    """By the book, with everything confirmed, and with everything done by hand."""
    for seed in range(1, ties + 1):
        deeds = deeds_of(scene(seed), seed)
        modes: tuple[Automation, ...] = ("book", "assist", "track")
        release = do.Apply(one_by_one=True)
        found = [ended(scene(seed), deeds, mode, release) for mode in modes]
        assert found[0] == found[1], seed
        assert found[0] == found[2], seed


@pytest.mark.rule("PHA-19")
def test_what_waits_in_a_tie_changes_nothing_that_anybody_sees_of_the_others() -> None:
    """Before it is released, Health, wounds, conditions and hands are those from before the tie."""
    for seed in range(1, 30):
        table = scene(seed)
        if len(table.system.taking_part(table.context)) < 2:
            continue
        before = seen(table)
        for deed in (each for mine in deeds_of(scene(seed), seed).values() for each in mine):
            table.do(deed)
        assert seen(table) == before, seed
