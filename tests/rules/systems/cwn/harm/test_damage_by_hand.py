"""Damage by hand under the CWN rules: soak before hit points, one entry for many, the preview the same as the deed."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import (
    Adjust,
    Afflict,
    Correct,
    Damage,
    DamageTarget,
    Flag,
)
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.view import ChangePreview, DamageDetail
from tests.helpers.examples import examples
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def each(*who: CombatantId) -> tuple[DamageTarget, ...]:
    """Returns these as targets, each with the whole damage."""
    return tuple(DamageTarget(who=one) for one in who)


def row(bout: Bout, command: Damage, who: CombatantId) -> ChangePreview:
    """Returns the row of one target in the preview of a command."""
    rows = bout.system.damage_preview(bout.context, command).rows
    return next(found for found in rows if found.who == who)


def detail(shown: ChangePreview) -> DamageDetail:
    """Returns the steps of a row."""
    assert shown.damage is not None
    return shown.damage


def steam_pipe(bout: Bout) -> tuple[CombatantId, CombatantId, CombatantId]:
    """The three of the mock-up, in a running fight."""
    bout.pc("Halloran")
    three = (
        bout.npc("Cutter", hp=30, soak=5),
        bout.npc("Bruiser", hp=6),
        bout.npc("Gunman A", hp=15, soak=3),
    )
    bout.start()
    return three


def pipe(*who: CombatantId) -> Damage:
    """7 damage from a steam pipe: half, whole and double."""
    shares = zip(who, ("1/2", "1", "2"), strict=True)
    targets = tuple(DamageTarget(who=one, share=share) for one, share in shares)
    return Damage(targets=targets, amount=7, source="steam pipe")


@pytest.mark.rule("CWN-07")
@pytest.mark.rule("CWN-41")
@pytest.mark.rule("CWN-57")
def test_soak_goes_before_hit_points(bout: Bout) -> None:
    """7 with ½, ×1 and ×2: 3 soaked of 5; 6 lost and dead; 3 soaked and 11 lost of 15. Halves are rounded down."""
    cutter, bruiser, gunman = steam_pipe(bout)
    bout.play(pipe(cutter, bruiser, gunman))
    assert [bout.hp(who) for who in (cutter, bruiser, gunman)] == [30, 0, 4]
    assert [bout.gauge(who, "soak") for who in (cutter, bruiser, gunman)] == [2, 0, 0]
    assert bout.has(bruiser, "dead")
    assert bout.facts("damage") == [
        {"damage": 3, "raw": 3, "soaked": 3, "lost": 0, "fate": "", "at": cutter},
        {"damage": 7, "raw": 7, "soaked": 0, "lost": 6, "fate": "dead", "at": bruiser},
        {"damage": 14, "raw": 14, "soaked": 3, "lost": 11, "fate": "", "at": gunman},
    ]
    assert bout.context.texts.sentence(bout.labels[0]) == (
        "steam pipe · Cutter 7 ÷ 2 = 3: 3 soaked, HP −0; Bruiser 7: HP −6, dead; "
        "Gunman A 7 × 2 = 14: 3 soaked, HP −11"
    )
    assert bout.rules_told() == {"CWN-41", "CWN-07", "CWN-57"}


@pytest.mark.rule("CWN-57")
@pytest.mark.rule("CWN-66")
def test_the_preview_has_every_step_and_what_it_will_owe(bout: Bout) -> None:
    """Row by row the sum, soak and hit points before → after, the chip, what is over, Morale; and the totals."""
    cutter, bruiser, gunman = steam_pipe(bout)
    preview = bout.system.damage_preview(bout.context, pipe(cutter, bruiser, gunman))
    told = [(shown.name, detail(shown).sum, shown.outcome, shown.note) for shown in preview.rows]
    assert told == [
        ("Cutter", "7 ÷ 2 = 3", "soaked", ""),
        ("Bruiser", "7", "Dead", "1 over"),
        ("Gunman A", "7 × 2 = 14", "−11", ""),
    ]
    gauges = [
        [
            (change.before.name, change.before.current, change.after.current)
            for change in shown.gauges
        ]
        for shown in preview.rows
    ]
    assert gauges == [
        [("Hit points", 30, 30), ("Soak", 5, 2)],
        [("Hit points", 6, 0), ("Soak", 0, 0)],
        [("Hit points", 15, 4), ("Soak", 3, 0)],
    ]
    assert [[each.title for each in detail(shown).owed] for shown in preview.rows] == [
        [],
        ["Morale"],
        [],
    ]
    assert preview.total == "24 damage: 6 soaked, 17 off hit points, 1 over"
    assert (preview.dealt, preview.stopped, preview.lost, preview.over) == (24, 6, 17, 1)
    assert preview.dealt == preview.stopped + preview.lost + preview.over
    assert ("CWN-57" in {rule for _, rule in preview.sentences}) is True
    assert preview.ways == (("rules", "Through soak"), ("raw", "Straight to Hit points"))
    assert preview.places == ()


def test_same_damage_to_three_with_different_armour_in_any_order(bout: Bout) -> None:
    """peers.md 2.9, case 1: whoever is named first, all end the same, and the dice and the log too."""
    three = steam_pipe(bout)
    start, ends = bout.context, []
    for order in permutations(each(*three)):
        bout.context = start
        bout.play(Damage(targets=order, amount=7))
        ends.append((bout.context.state, bout.labels))
    assert all(end == ends[0] for end in ends)


@examples(20)
@given(
    hp=st.integers(1, 20),
    soak=st.integers(0, 8),
    die=st.integers(1, 4),
    named=st.booleans(),
    lethal=st.booleans(),
)
def test_typed_damage_does_what_the_damage_of_an_attack_does(
    hp: int, soak: int, die: int, named: bool, lethal: bool
) -> None:
    """The same number, off the same armour, by dice or by hand: the same soak, hit points and fate."""
    by_attack, by_hand = Bout(), Bout()
    ends = []
    for bout in (by_attack, by_hand):
        who = bout.pc("Op", items=["club"])
        foe = bout.npc("Foe", hp=hp, soak=soak, named=named)
        bout.start()
        if bout is by_attack:
            faces = (15, 1, die) if lethal else (15, die)
            dealt = bout.strike(who, foe, *faces, nonlethal=not lethal)["damage"]
        else:
            bout.play(Damage(targets=each(foe), amount=dealt, lethal=lethal))
        combatant = bout.combatant(foe)
        ends.append((combatant.gauges, combatant.conditions, combatant.memo_text("dropped")))
    assert ends[0] == ends[1]


def test_typed_damage_with_no_weapon_goes_through_armour_by_its_number(bout: Bout) -> None:
    """peers.md 2.9, case 14: nobody's damage uses armour up as an attack's does, and leaves a number, not nothing."""
    bout.pc("Ann")
    foe = bout.npc("Foe", hp=10, soak=3)
    bout.start()
    bout.play(Damage(targets=each(foe), amount=2))
    assert (bout.gauge(foe, "soak"), bout.hp(foe)) == (1, 10)
    bout.play(Damage(targets=each(foe), amount=2))
    assert (bout.gauge(foe, "soak"), bout.hp(foe)) == (0, 9)


def test_a_target_is_hit_once(bout: Bout) -> None:
    """Somebody named twice is refused by name, and nobody is hurt."""
    cutter, bruiser, _ = steam_pipe(bout)
    before = bout.context.state
    twice = Damage(targets=each(cutter, bruiser, cutter), amount=7)
    assert bout.refused(twice) == "rules.damage.twice"
    assert bout.context.state is before


@pytest.mark.parametrize(
    ("command", "key"),
    [
        ({"amount": 0}, "rules.damage.none"),
        ({"amount": -3}, "rules.damage.too_much"),
        ({"amount": 10_000}, "rules.damage.too_much"),
        ({"amount": 7, "place": "head"}, "rules.damage.no_places"),
        ({"amount": 7, "way": "past_armor"}, "rules.damage.no_armor"),
        ({"amount": 7, "gauge": "soak"}, "rules.damage.gauge_is_raw"),
        ({"amount": 7, "way": "raw", "gauge": "mana"}, "rules.no_such_gauge"),
        ({"amount": 7, "targets": ()}, "rules.nobody_named"),
        ({"amount": 7, "targets": each(CombatantId("gone_9"))}, "rules.no_such_combatant"),
    ],
)
def test_what_makes_no_sense_is_refused(bout: Bout, command: dict[str, object], key: str) -> None:
    """No damage, too much, a place or way this game has not, nobody: refused, and told by the preview as well."""
    cutter, *_ = steam_pipe(bout)
    made = Damage(**({"targets": each(cutter)} | command))
    assert bout.refused(made) == key


@pytest.mark.rule("CWN-57")
def test_the_dead_take_nothing_and_are_told_apart(bout: Bout) -> None:
    """Among several one may be dead: the others are hurt. Alone it is refused."""
    cutter, bruiser, _ = steam_pipe(bout)
    bout.play(Damage(targets=each(bruiser), amount=9))
    assert bout.refused(Damage(targets=each(bruiser), amount=9)) == "rules.damage.beyond"
    command = Damage(targets=each(cutter, bruiser), amount=9)
    shown = row(bout, command, bruiser)
    assert (shown.note, detail(shown).over) == ("9 over", 9)
    bout.play(command)
    assert (bout.hp(cutter), bout.hp(bruiser)) == (26, 0)
    assert len(bout.facts("damage")) == 1
    assert "Bruiser 9: dead already" in bout.context.texts.sentence(bout.labels[0])


@pytest.mark.rule("CWN-59")
@pytest.mark.rule("CWN-63")
def test_damage_to_the_dying_kills_and_trauma_is_not_rolled(bout: Bout) -> None:
    """A player character falls at 0, no die is asked; hit again it is dead."""
    ann = bout.pc("Ann", hp=5)
    bout.npc("Foe")
    bout.start()
    bout.play(Damage(targets=each(ann), amount=5))
    assert bout.has(ann, "mortally_wounded")
    bout.play(Damage(targets=each(ann), amount=1))
    assert bout.has(ann, "dead")


@pytest.mark.rule("CWN-63")
def test_the_save_after_a_traumatic_hit_is_owed(bout: Bout) -> None:
    """Whoever has had a Traumatic Hit and falls by hand owes the save, as by an attack; the preview says so."""
    ann = bout.pc("Ann", hp=30)
    foe = bout.npc("Foe", items=["heavy_pistol"], attack_ranged=20)
    bout.start(1, 8)
    bout.strike(foe, ann, 15, 6, 3)
    assert bout.has(ann, "traumatized")
    command = Damage(targets=each(ann), amount=40)
    assert [each.title for each in detail(row(bout, command, ann)).owed] == ["Major injury save"]
    bout.one_command(command, [], [])
    assert [each.kind for each in bout.context.state.obligations] == ["injury_save"]


@pytest.mark.rule("CWN-58")
@pytest.mark.rule("CWN-65")
def test_what_cannot_kill_knocks_out_but_breaks_machines(bout: Bout) -> None:
    """Not lethal: people are out cold at 0, a drone is no more."""
    bout.pc("Ann")
    foe, drone = bout.npc("Foe"), bout.npc("Drone", kind="drone", hp=3)
    bout.start()
    bout.play(Damage(targets=each(foe, drone), amount=20, lethal=False))
    assert bout.has(foe, "unconscious")
    assert bout.has(drone, "dead")
    assert bout.rules_told() == {"CWN-58", "CWN-65"}


def test_raw_damage_names_its_gauge_and_leaves_soak(bout: Bout) -> None:
    """Straight to hit points, or to soak: only that changes, and the log and the preview name it."""
    cutter, *_ = steam_pipe(bout)
    straight = Damage(targets=each(cutter), amount=7, way="raw")
    assert [change.before.name for change in row(bout, straight, cutter).gauges] == ["Hit points"]
    bout.play(straight)
    assert (bout.hp(cutter), bout.gauge(cutter, "soak")) == (23, 5)
    assert bout.context.texts.sentence(bout.labels[0]) == "Raw damage · Cutter 7: Hit points −7"
    soak = Damage(targets=each(cutter), amount=7, way="raw", gauge="soak")
    preview = bout.system.damage_preview(bout.context, soak)
    assert preview.total == "7 damage: 5 off Damage soak, 2 over"
    bout.play(soak)
    assert (bout.hp(cutter), bout.gauge(cutter, "soak")) == (23, 0)


@pytest.mark.rule("CWN-57")
def test_raw_damage_past_zero_is_a_fall_as_a_change_by_hand_is(bout: Bout) -> None:
    """Raw or as ``adjust``: the same end, many at once or one by one."""
    ends = []
    for is_raw in (True, False):
        table = Bout()
        three = (table.pc("Ann"), table.npc("Foe"), table.npc("Boss", named=True))
        table.start()
        command = Damage(targets=each(*three), amount=50, way="raw")
        table.play(command if is_raw else Adjust(who=three, change="-50"))
        ends.append(table.context.state.combatants)
    assert ends[0] == ends[1]


def test_a_typed_amount_goes_before_the_share(bout: Bout) -> None:
    """A number of its own for one target; the share of it is ignored, the sum is just the number."""
    cutter, bruiser, _ = steam_pipe(bout)
    targets = (DamageTarget(who=cutter, share="2", amount=4), DamageTarget(who=bruiser, share="0"))
    command = Damage(targets=targets, amount=7)
    assert (detail(row(bout, command, cutter)).sum, row(bout, command, bruiser).outcome) == (
        "4",
        "spared",
    )
    bout.play(command)
    assert (bout.gauge(cutter, "soak"), bout.hp(bruiser)) == (1, 6)


def test_the_preview_changes_nothing_and_says_what_comes(bout: Bout) -> None:
    """For any numbers: what the preview shows after is what the table has after."""
    cutter, bruiser, gunman = steam_pipe(bout)
    for amount in (1, 5, 6, 12, 40):
        before = bout.context
        command = Damage(targets=each(cutter, bruiser, gunman), amount=amount)
        shown = bout.system.damage_preview(before, command)
        assert bout.context is before
        bout.play(command)
        for line in shown.rows:
            assert line.gauges[0].after.current == bout.hp(line.who)
            assert line.gauges[1].after.current == bout.gauge(line.who, "soak")
        bout.context = before


def test_it_may_come_before_the_fight(bout: Bout) -> None:
    """A trap on the way: damage needs no running fight."""
    ann = bout.pc("Ann", hp=12)
    bout.play(Damage(targets=each(ann), amount=4, source="trap"))
    assert bout.hp(ann) == 8


def test_who_has_left_can_still_be_hurt(bout: Bout) -> None:
    """Leaving the fight does not save anybody from the game master."""
    cutter, *_ = steam_pipe(bout)
    bout.play(Flag(who=(cutter,), flag="left"))
    bout.play(Damage(targets=each(cutter), amount=6))
    assert bout.hp(cutter) == 29


def test_a_lead_of_a_swarm_may_fall_by_it(bout: Bout) -> None:
    """What ends with a fall by dice ends with one by hand."""
    ann = bout.pc("Ann", hp=30)
    one, two = bout.npc("One"), bout.npc("Two")
    bout.start(1, 8)
    bout.play(do.Swarm(who=one, target=ann))
    bout.play(Damage(targets=each(one, two), amount=9))
    assert not bout.has(one, "swarming")


@pytest.mark.rule("CWN-58")
def test_losing_hit_points_wakes_nobody_and_regaining_them_does(bout: Bout) -> None:
    """Out cold with hit points left: by damage, by a change or a number set by hand; at 0 it falls."""
    ann = bout.pc("Ann", hp=20)
    bout.play(Afflict(who=(ann,), condition="unconscious"))
    bout.play(Adjust(who=(ann,), change="-3"))
    bout.play(Adjust(who=(ann,), change="=15"))
    bout.play(Correct(who=ann, number="hp", to=12))
    bout.play(Damage(targets=each(ann), amount=2))
    bout.play(Damage(targets=each(ann), amount=2, way="raw"))
    assert (bout.hp(ann), bout.has(ann, "unconscious")) == (8, True)
    bout.play(Adjust(who=(ann,), change="+1"))
    assert (bout.hp(ann), bout.has(ann, "unconscious")) == (9, False)
    bout.play(Afflict(who=(ann,), condition="unconscious"))
    bout.play(Adjust(who=(ann,), change="-9"))
    assert bout.has(ann, "mortally_wounded")
