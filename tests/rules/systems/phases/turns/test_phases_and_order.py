"""Phases, initiative, surprise, declarations and stances."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Add, Next
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.turns import declarations
from tests.rules.systems.phases.playing import PLAIN, Phased, duel


def order(table: Phased) -> list[tuple[str, int, int]]:
    """The order as (name, score, group)."""
    return [
        (table.combatant(slot.who).name, slot.score, slot.group)
        for slot in table.context.state.slots
    ]


def three(**sheets: dict[str, object]) -> Phased:
    """Three people at a table that has not begun."""
    table = Phased()
    for name, sheet in sheets.items():
        side = sheet.pop("side", "foe")
        table.join(name, side=side, **(PLAIN | sheet))  # type: ignore[arg-type]
    return table


@pytest.mark.rule("PHA-11")
@pytest.mark.parametrize(
    ("phase", "expected"), [(1, (1, 1)), (4, (1, 4)), (5, (2, 1)), (20, (5, 4)), (21, (6, 1))]
)
def test_four_phases_are_a_round(phase: int, expected: tuple[int, int]) -> None:
    """A round is four phases of three seconds."""
    assert character.phase_in_round(phase) == expected


@pytest.mark.rule("PHA-19")
def test_initiative_is_rolled_once() -> None:
    """3d6 + REF + Initiative, in descending order, every phase again without a roll."""
    table = three(Slow={}, Quick={"reflexes": 8, "initiative": 2})
    table.play(Next(), 3, 3, 4, 3, 3, 4)
    table.reveal()
    assert order(table) == [("Quick", 20, 0), ("Slow", 15, 1)]
    table.phase()
    assert order(table) == [("Quick", 20, 0), ("Slow", 15, 1)]
    assert table.context.state.round == 2


@pytest.mark.rule("PHA-19")
def test_equal_totals_go_by_ref_and_initiative_then_together() -> None:
    """Of equal totals the higher REF + Initiative is first; equal in that too, they act at once."""
    table = three(Able={"reflexes": 7}, One={}, Other={})
    table.play(Next(), 2, 3, 3, 3, 3, 4, 3, 3, 4)
    table.reveal()
    assert order(table) == [("Able", 15, 0), ("One", 15, 1), ("Other", 15, 1)]


@pytest.mark.rule("PHA-19")
def test_wounds_and_burdens_do_not_slow_initiative() -> None:
    """Neither wounds nor Fatigue nor Encumbrance change the roll; newcomers roll when they enter."""
    table = three(One={"load": 60})
    one = CombatantId("one_1")
    table.hurt(one, "torso", 4)
    table.play(Next(), 3, 3, 4)
    assert table.gauge(one, "initiative") == 15
    table.play(Add(creature="ganger"))
    table.play(Next(), 6, 6, 6)
    assert order(table)[0][:2] == ("Ganger", 18 + 5 + 1)


@pytest.mark.rule("PHA-20")
def test_who_beats_the_highest_of_the_others_notices_first() -> None:
    """PER/Awareness: more than the other side's highest total gives +2; equal is not more."""
    table = three(A={"side": "pc", "awareness": 3}, B={"side": "pc"}, C={}, D={})
    table.play(do.Notice(), 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3)
    assert [table.gauge(CombatantId(f"{key}"), "edge") for key in ("a_1", "b_2", "c_3", "d_4")] == [
        2,
        0,
        0,
        0,
    ]
    table.play(Next(), *(3, 3, 4) * 4)
    table.reveal()
    assert order(table)[0] == ("A", 17, 0)


@pytest.mark.rule("PHA-10")
def test_alike_people_may_share_a_roll() -> None:
    """One roll for a group of alike NPCs."""
    table = Phased()
    table.join("Hero", side="pc", **PLAIN, kind="pc")
    table.play(Add(creature="ganger", count=3))
    table.play(do.Notice(together=True), 3, 3, 3, 6, 6, 6)
    assert [table.gauge(who, "edge") for who in table.context.state.combatants] == [0, 2, 2, 2]


@pytest.mark.rule("PHA-21")
def test_an_ambush_is_rolled_by_the_worst_sneaker() -> None:
    """One Stealth roll; who equals it has noticed: +2 and phase 1. The others do nothing in it, and are unaware."""
    table = three(
        Sly={"stealth": 5}, Loud={"stealth": 1}, Awake={"side": "pc"}, Asleep={"side": "pc"}
    )
    sly, loud, awake, asleep = table.context.state.combatants
    result = table.play(do.Ambush(who=(sly, loud)), 3, 3, 3, 3, 4, 3, 3, 3, 3)
    assert table.results("stealth") == [{"total": 15, "base": 5, "modifiers.stealth": 1}]
    assert result == {"total": 14, "base": 5, "modifiers.awareness": 0}
    assert table.gauge(awake, "edge") == 2
    assert table.combatant(asleep).has("ambushed")
    table.play(Next(), *(3, 3, 4) * 4)
    table.reveal()
    assert table.context.state.acting == (awake,)
    assert table.refused(do.Declare(who=asleep)) == "phases.is_ambushed"
    table.turn_of(sly)
    shot = do.Attack(who=sly, target=asleep)
    table.play(shot, 3, 3, 3)
    assert (table.result("attack")["defense"], table.result("attack")["against"]) == ("passive", 18)
    table.phase()
    assert not table.combatant(asleep).has("ambushed")
    assert asleep in [slot.who for slot in table.context.state.slots]


@pytest.mark.rule("PHA-21")
def test_surprise_comes_before_the_first_phase() -> None:
    """Once somebody acts it is too late."""
    made = duel()
    assert made.table.refused(do.Ambush(who=(made.who,))) == "phases.too_late_to_surprise"
    assert made.table.refused(do.Notice()) == "phases.too_late_to_surprise"


@pytest.mark.rule("PHA-24")
def test_declarations_are_seen_when_the_phase_begins() -> None:
    """Nothing of what is declared is true before Next; then all of it is."""
    made = duel()
    table = made.table
    for who in (made.who, made.mark):
        table.turn_of(who)
    table.play(Next())
    plan = do.Declared(who=made.who, actions=2, stances=("ducking",))
    table.play(do.DeclareAll(plans=(plan, do.Declared(who=made.mark, full="run"))))
    assert not table.combatant(made.who).has("ducking")
    assert table.gauge(made.who, "actions") == 0
    declared = character.declaration_of(table.combatant(made.who))
    assert declared is not None
    assert declarations.in_words(table.context, declared) == "2 actions, ducking"
    table.play(Next())
    assert table.combatant(made.who).has("ducking")
    assert table.gauge(made.who, "actions") == 2
    assert character.gait(table.combatant(made.mark)) == "run"


@pytest.mark.rule("PHA-24")
def test_who_declares_nothing_has_one_action() -> None:
    """Going above what was declared is refused; so is declaring late, unless the game master lets it."""
    made = duel()
    made.attack(6, 6, 6, 1, 1, 2)
    assert made.refused() == "phases.no_action_left"
    late = do.Declare(who=made.mark, actions=2)
    assert made.table.refused(late) == "phases.phase_has_begun"
    made.table.play(do.Declare(who=made.mark, actions=2, late=True))
    assert made.table.gauge(made.mark, "actions") == 2
    again = do.Declare(who=made.who, actions=2, late=True)
    assert made.table.refused(again) == "phases.has_acted"


@pytest.mark.rule("PHA-24")
def test_escalating_penalties_need_no_declaration() -> None:
    """The k-th action of the phase, defenses included, takes −3(k − 1); three at most."""
    made = duel()
    made.table.switch("phases.penaltyMode", "escalating")
    bonuses = [made.attack(3, 3, 3, 1, 1, 2)["bonus"] for _ in range(3)]
    assert bonuses == [10, 10 - 3 - 2, 10 - 6 - 4]
    assert made.refused() == "phases.no_action_left_now"


@pytest.mark.rule("PHA-28")
@pytest.mark.parametrize(
    ("mine", "theirs", "bonus"),
    [
        (("ducking",), (), 7),
        (("hunkering",), (), 4),
        ((), ("ducking",), 7),
        (("ducking",), ("hunkering",), 1),
        (("ducking", "hunkering"), (), 4),
    ],
)
def test_ducking_and_hunkering(
    mine: tuple[do.Stance, ...], theirs: tuple[do.Stance, ...], bonus: int
) -> None:
    """−3 or −6 on one's own attacks and on those against one; hunkering replaces ducking; over with the phase."""
    made = duel()
    made.table.phase(**{made.who: {"stances": mine}, made.mark: {"stances": theirs}})
    assert made.attack(3, 3, 3, 1, 1, 2)["bonus"] == bonus
    made.table.phase()
    assert made.attack(3, 3, 3, 1, 1, 2)["bonus"] == 10


@pytest.mark.rule("PHA-29")
def test_a_snap_shot_is_three_initiative_for_three_less() -> None:
    """Only this phase; own actions take −3, Standard Defense does not."""
    made = duel()
    table = made.table
    table.phase(**{made.mark: {"stances": ("snap_shot",)}})
    assert order(table) == [("Mark", 25, 0), ("Shooter", 24, 1)]
    blow = do.Attack(who=made.mark, target=made.who, defense="standard")
    table.play(blow, 3, 3, 3, 1, 1, 2)
    assert table.result("attack")["bonus"] == 5 - 3
    table.turn_of(made.who)
    made.attack(3, 3, 3, 1, 1, 2)
    assert table.result("defense")["bonus"] == 8
    table.phase()
    assert order(table)[0] == ("Shooter", 24, 0)


@pytest.mark.rule("PHA-29")
def test_a_snap_shot_in_answer_needs_the_switch() -> None:
    """Declared blind by default; by switch somebody who has not acted may answer, and the order is sorted anew."""
    made = duel()
    table = made.table
    snap = do.Declare(who=made.mark, stances=("snap_shot",))
    assert table.refused(snap) == "phases.phase_has_begun"
    table.switch("phases.snapShotBlind", False)
    table.play(snap)
    assert order(table) == [("Mark", 25, 0), ("Shooter", 24, 1)]
    assert table.context.state.acting == (made.mark,)


@pytest.mark.rule("PHA-24", "PHA-29")
def test_a_late_declaration_replaces_the_first() -> None:
    """What was declared before is taken back; a Snap Shot in answer adds to it."""
    made = duel()
    table = made.table
    table.phase(**{made.mark: {"stances": ("ducking",), "full": "run"}})
    table.switch("phases.snapShotBlind", False)
    table.play(do.Declare(who=made.mark, stances=("snap_shot",)))
    assert table.combatant(made.mark).has("ducking")
    assert character.gait(table.combatant(made.mark)) == "run"
    table.play(do.Declare(who=made.mark, actions=2, late=True))
    assert table.combatant(made.mark).conditions == ()
    assert character.gait(table.combatant(made.mark)) == "still"
    assert table.gauge(made.mark, "actions") == 2


@pytest.mark.rule("PHA-29")
def test_nobody_snaps_into_the_past() -> None:
    """In answer to somebody who has acted, one is next."""
    made = duel()
    table = made.table
    table.switch("phases.snapShotBlind", False)
    made.attack(3, 3, 3, 1, 1, 2)
    table.play(do.Declare(who=made.mark, stances=("snap_shot",)))
    assert order(table) == [("Shooter", 24, 0), ("Mark", 25, 1)]
    assert table.context.state.acting == (made.who,)


@pytest.mark.rule("PHA-76")
def test_prone_counts_as_ducking_once() -> None:
    """Prone is not added to ducking or hunkering."""
    made = duel()
    made.table.phase(**{made.who: {"stances": ("ducking",)}})
    made.table.suffer(made.who, "prone")
    assert made.attack(3, 3, 3, 1, 1, 2)["bonus"] == 7


@pytest.mark.rule("PHA-76")
def test_conditions_follow_from_numbers() -> None:
    """Gait, Fatigue, Encumbrance and wounds are told from what is there."""
    made = duel(load=99)
    table = made.table
    table.hurt(made.who, "torso", 1)
    table.play(do.Move(who=made.who, gait="still"))
    assert character.derived_conditions(table.context, table.combatant(made.who)) == (
        "encumbered",
        "wounded",
    )
