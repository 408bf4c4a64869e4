"""Damage by hand under the CHROME rules: Soak, Health, what frightens, the Save at 0."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Damage, DamageTarget
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.view import ChangePreview, DamageDetail
from tests.rules.systems.chrome.conftest import Crew


def damage(*who: CombatantId, amount: int = 6, **fields: object) -> Damage:
    """Returns so much damage to these."""
    targets = tuple(DamageTarget(who=each) for each in who)
    return Damage(targets=targets, amount=amount, **fields)  # type: ignore[arg-type]  # fields of the command


def row(table: Crew, command: Damage) -> tuple[ChangePreview, DamageDetail]:
    """Returns the row of the first target, and its steps."""
    (shown, *_) = table.system.damage_preview(table.context, command).rows
    assert shown.damage is not None
    return shown, shown.damage


@pytest.mark.rule("CHR-36")
@pytest.mark.rule("CHR-44")
def test_soak_and_what_frightens(table: Crew) -> None:
    """Soak 2 leaves 4 of a Deadly 6, and a Panic Check is owed; the preview says the same."""
    one = table.operator("Flux", "kevlar_vest")
    table.begin(80)
    shown, steps = row(table, damage(one))
    assert [(step.name, step.stopped, step.text) for step in steps.steps] == [
        ("Soak", 2, "6 − 2 = 4")
    ]
    assert (shown.outcome, shown.gauges[0].after.current) == ("−4", 6)
    assert [each.title for each in steps.owed] == ["Panic Check"]
    table.play(damage(one), 1)
    assert table.health(one) == 6
    assert table.facts("panic_check") == [one]


@pytest.mark.rule("CHR-37")
def test_at_least_one_gets_through(table: Crew) -> None:
    """1 against Soak 2 is still 1, and the reason is told."""
    one = table.operator("Flux", "kevlar_vest")
    table.play(damage(one, amount=1))
    assert table.health(one) == 9
    assert "CHR-37" in {reason.rule for reason in table.last.reasons}


@pytest.mark.rule("CHR-43")
def test_past_soak(table: Crew) -> None:
    """The whole number, where the game master says that Soak does not help."""
    one = table.operator("Flux", "kevlar_vest")
    table.play(damage(one, amount=3, way="past_armor"))
    assert table.health(one) == 7


@pytest.mark.rule("CHR-44")
@pytest.mark.parametrize("soak", [0, 1, 4])
@pytest.mark.parametrize("hurt", [0, 5, 8])
def test_typed_damage_does_what_the_damage_of_an_attack_does(
    table: Crew, soak: int, hurt: int
) -> None:
    """A failed Save against a Deadly shot, and 6 by hand: the same Health, and the same is owed."""
    ends = []
    one, guard = table.operator("Flux", soak=soak), table.enemy("Guard", "guard_rifle")
    table.begin(80)
    table.happen(ev.GaugeChanged(who=one, gauge="health", by=-hurt))
    start = table.context
    for command in (do.Attack(who=guard, target=one), damage(one)):
        table.context = start
        faces = [70] if isinstance(command, do.Attack) else []
        table._play_entry(command, faces, [])
        owed = [(each.kind, each.who) for each in table.context.state.obligations]
        ends.append((table.health(one), owed))
    assert ends[0] == ends[1]


@pytest.mark.rule("CHR-57")
def test_zero_health_owes_the_save_and_kills_enemies(table: Crew) -> None:
    """Damage past zero: an enemy is dead, an Operator owes its Save; what was too much is told."""
    one, guard = table.operator("Flux"), table.enemy("Guard")
    table.begin(80)
    preview = table.system.damage_preview(table.context, damage(one, guard, amount=14))
    assert [(shown.outcome, shown.note) for shown in preview.rows] == [
        ("Dead", "4 over"),
        ("Dead", "4 over"),
    ]
    assert preview.total == "28 damage: 20 off Health, 8 over"
    table._play_entry(damage(one, guard, amount=14), [], [])
    assert {each.kind for each in table.context.state.obligations} >= {"death_save"}
    assert table.refused(damage(one, guard)) == "rules.damage.beyond"


@pytest.mark.rule("CHR-49")
def test_a_place_is_only_told(table: Crew) -> None:
    """A place changes nothing but the words; one that is not there is refused."""
    one = table.operator("Flux")
    command = damage(one, amount=2, place="left_arm")
    assert table.system.hit_command(table.context, one, "left_arm", 2) == Damage(
        targets=(DamageTarget(who=one, place="left_arm"),), amount=2
    )
    table.play(command)
    assert table.health(one) == 8
    assert "left arm" in table.lines[0].lower() or "l arm" in table.lines[0].lower()
    assert table.refused(damage(one, place="tail")) == "rules.damage.no_such_place"


@pytest.mark.rule("CHR-49")
def test_a_ruined_or_lost_limb_takes_no_more_than_the_rest(table: Crew) -> None:
    """peers.md 2.9, case 13: CyberTech parts have no structure here; the whole body's Soak and Health count."""
    one = table.operator("Flux", soak=1)
    for mark in ("ruined", "severed"):
        table.play(do.MarkPlace(who=one, place="left_arm", mark=mark))
    before = table.health(one)
    table.play(damage(one, amount=4, place="left_arm"))
    assert table.health(one) == before - 3
    assert table.combatant(one).locations["left_arm"].marks == ("ruined", "severed")
