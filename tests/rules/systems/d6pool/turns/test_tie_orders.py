"""Who is typed first in a tie changes nothing: random ties in every order, with the same dice (D6P-15)."""

import random

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Automation, Condition, Expiry
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Command, Next
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from tests.helpers.rulesets import shipped
from tests.helpers.tie_orders import Bound, Deed, ended, outcomes, seen

SWITCHES = {
    "d6pool.stunHitsDodge": True,
    "d6pool.woundHitsResist": True,
    "d6pool.stunWoundStack": True,
    "d6pool.moveHitsDodge": True,
}


def scene(seed: int) -> Bound:
    """Returns a tie of two or three among four or five."""
    rng = random.Random(seed)
    table = Bound(system_for("d6pool"), shipped("d6pool"), message_catalog())
    table.seed = seed
    for key, value in SWITCHES.items():
        if rng.random() < 0.25:
            table.switch(key, value)
    tied, more = rng.randint(2, 3), rng.randint(1, 2)
    for number in range(tied + more):
        table.join(
            f"No {number}",
            side="pc" if number % 2 else "foe",
            items=["baretta_96f", "knife", "grenade", "revolver"],
            held=rng.choice(["baretta_96f", "baretta_96f", "knife", "grenade"]),
            **{each: rng.randint(3, 6) for each in ("firearms", "armed", "throwing", "medicine")},
            dexterity=4 if number < tied else 2,
            strength=4,
            dodge=4,
            pain_resistance=rng.randint(1, 4),
            health=rng.randint(6, 12),
        )
    table.one_command(Next(), [], [])
    for who in list(table.context.state.combatants):
        table.happen(ev.GaugeSet(who=who, gauge="ammo.grenade", to=2))
        for key in ("stunned", "aimed", "prone", "bleeding"):
            if rng.random() < 0.15:
                until = Expiry(round=1) if key == "stunned" else None
                condition = Condition(key=key, until=until, count=5 if key == "bleeding" else None)
                table.happen(ev.ConditionAdded(who=who, condition=condition))
        if rng.random() < 0.3:
            table.happen(ev.GaugeChanged(who=who, gauge="th", by=-rng.randint(1, 8)))
    table.deed = -3
    slots = {
        who: 7 if number < tied else 3 for number, who in enumerate(table.context.state.combatants)
    }
    for who, total in slots.items():
        table.happen(ev.MemoSet(who=who, key="initiative", value={"total": total}))
    table.one_command(Next(), [], [])
    return table


def deeds_of(table: Bound, seed: int) -> dict[CombatantId, list[Deed]]:
    """Returns what everybody of the tie does: one thing or two, movements besides."""
    rng, number = random.Random(seed + 10**6), 0
    found: dict[CombatantId, list[Deed]] = {}
    everybody = list(table.context.state.combatants)
    for who in table.context.state.acting:
        mine = found.setdefault(who, [])
        for command in _commands(table, who, everybody, rng):
            mine.append(Deed(command, number))
            number += 1
    return found


def _commands(
    table: Bound, who: CombatantId, everybody: list[CombatantId], rng: random.Random
) -> list[Command]:
    others = [each for each in everybody if each != who]
    held = table.combatant(who).memo_text("held")
    drop, run = do.Move(who=who, gait="prone"), do.Move(who=who, gait="run", metres=5)
    move: list[Command] = rng.choice([[], [run], [drop], [drop]])
    kind = rng.random()
    if kind < 0.15:
        return [do.FirstAid(who=who, patient=rng.choice(everybody))]
    if kind < 0.3:
        return [*move, rng.choice([do.Aim(who=who), do.Draw(who=who, weapon="revolver")])]
    if held == "grenade":
        caught = [
            do.Caught(target=each, metres=rng.randint(0, 4), dodge=rng.randint(0, 1))
            for each in rng.sample(everybody, 2)
        ]
        return [*move, do.Throw(who=who), do.Blast(who=who, targets=tuple(caught))]
    return [
        *move,
        *(
            do.Attack(who=who, target=rng.choice(others), dodge=rng.randint(0, 1))
            for _ in range(2 if held == "baretta_96f" else 1)
        ),
    ]


@pytest.mark.rule("D6P-15")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "ties",
    [
        80,
        pytest.param(250, marks=pytest.mark.deep),
        pytest.param(800, marks=[pytest.mark.deep, pytest.mark.night]),
    ],
)
def test_the_order_of_typing_never_changes_what_a_tie_comes_to(ties: int) -> None:
    """Every wound, stun, aim, weapon in hand, position, death and bleeding after it is the same."""
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


@pytest.mark.rule("D6P-15")
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


@pytest.mark.rule("D6P-15")
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
