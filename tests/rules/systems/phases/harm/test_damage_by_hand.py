"""Damage by hand under the phases rules: armour at a place, wounds, Shock and COOL tests owed."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import RollRefused, Total
from encounter_gui.rules.model.commands import Damage, DamageTarget, Next, Waive
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.view import ChangePreview, DamageDetail
from tests.rules.systems.phases.playing import HIT, PLAIN, Phased, duel


def crowd() -> tuple[Phased, CombatantId, CombatantId, CombatantId]:
    """The three of the mock-up: armour 8 on the torso, a vest, nothing; a running fight."""
    table = Phased()
    table.join("Vesper", side="pc", **PLAIN)
    marrow = table.join("Marrow", items=["leather"], **PLAIN)
    one = table.join("Jackal gunner A", items=["light_vest"], **PLAIN)
    two = table.join("Jackal gunner B", **PLAIN)
    table.start()
    return table, marrow, one, two


def damage(*who: CombatantId, **fields: Any) -> Damage:
    """Returns 7 damage to these, unless told otherwise."""
    return Damage(targets=tuple(DamageTarget(who=each) for each in who), **({"amount": 7} | fields))


def rows(table: Phased, command: Damage, **faces: int) -> tuple[ChangePreview, ...]:
    """Returns the rows of a preview, with these dice for the locations by id."""
    typed = {f"location.{who}": Total(value=face) for who, face in faces.items()}
    return table.system.damage_preview(table.context, command, typed).rows


def detail(shown: ChangePreview) -> DamageDetail:
    """Returns the steps of a row."""
    assert shown.damage is not None
    return shown.damage


@pytest.mark.rule("PHA-41")
@pytest.mark.rule("PHA-42")
@pytest.mark.rule("PHA-60")
@pytest.mark.rule("PHA-62")
@pytest.mark.rule("PHA-63")
def test_each_target_has_a_d10_and_its_own_armour() -> None:
    """Half of 7 is 3, a jacket on the arm stops 2: a Flesh wound; 7 on a leg is Slight, 14 Moderate."""
    table, marrow, one, two = crowd()
    targets = (
        DamageTarget(who=marrow, share="1/2"),
        DamageTarget(who=one),
        DamageTarget(who=two, share="2"),
    )
    owed = table.alone(Damage(targets=targets, amount=7, source="steam pipe"), 6, 4, 2)
    assert table.asked == [f"location.{who}" for who in (marrow, one, two)]
    assert table.wound(marrow, "right_arm") == 1
    assert table.wound(one, "right_leg") == 2
    assert table.wound(two, "left_leg") == 3
    assert owed == ["shock_test", "shock_test", "cool_test", "cool_test", "cool_test"]
    assert table.last is not None
    assert table.context.texts.sentence(table.last.label) == (
        "steam pipe · Marrow 7 ÷ 2 = 3: 3 − 2 = 1, Right arm Flesh; Jackal gunner A 7: 7 − 0 = 7, Right leg Slight; "
        "Jackal gunner B 7 × 2 = 14: 14 − 0 = 14, Left leg Moderate"
    )


@pytest.mark.rule("PHA-42")
@pytest.mark.rule("PHA-61")
def test_the_preview_waits_for_the_dice_of_places() -> None:
    """Before the d10 only the sum is known; with it, armour, the wound by its letter, and the tests it will owe."""
    table, marrow, one, _ = crowd()
    command = damage(marrow, one)
    open_row, known = rows(table, command, **{str(one): 8})
    assert [each.key for each in detail(open_row).dice] == [f"location.{marrow}"]
    assert detail(open_row).waits == "Where Marrow is hit d10"
    assert (open_row.outcome, detail(open_row).steps) == ("", ())
    shown = detail(known)
    assert (shown.place, shown.place_name, shown.face) == ("torso", "Torso", 8)
    assert [(step.name, step.stopped, step.text) for step in shown.steps] == [
        ("Armour", 6, "7 − 6 = 1")
    ]
    assert shown.wound is not None
    assert (shown.wound.before, shown.wound.after) == ((0, ""), (1, "F"))
    assert known.outcome == ""
    assert [each.title for each in shown.owed] == ["COOL test"]
    assert shown.owed[0].note.endswith("%")


@pytest.mark.rule("PHA-42")
def test_armour_holds() -> None:
    """5 on a vest of 6: nothing past it, no wound, nothing owed; the chip says so."""
    table, _, one, _ = crowd()
    command = damage(one, amount=5, place="torso")
    (shown,) = rows(table, command)
    assert (shown.outcome, detail(shown).stopped, detail(shown).owed) == ("armour holds", 5, ())
    assert table.alone(command) == []
    assert table.wound(one, "torso") == 0


@pytest.mark.rule("PHA-41")
@pytest.mark.rule("PHA-42")
def test_the_head_doubles_what_gets_past() -> None:
    """3 on a bare head: (3 − 0) × 2 = 6, Slight."""
    table, _, _, two = crowd()
    command = damage(two, amount=3, place="head")
    (shown,) = rows(table, command)
    assert detail(shown).steps[0].text == "(3 − 0) × 2 = 6"
    table.alone(command)
    assert table.wound(two, "head") == 2


@pytest.mark.rule("PHA-60")
def test_past_armour_counts_as_it_is() -> None:
    """7 past armour is 7 whatever is worn and wherever it strikes: as it stands on the sheet."""
    table, _, one, _ = crowd()
    command = damage(one, way="past_armor", place="torso")
    table.alone(command)
    assert table.wound(one, "torso") == 2
    table, _, one, _ = crowd()
    table.alone(damage(one, way="past_armor", place="head", amount=3))
    assert table.wound(one, "head") == 1


@pytest.mark.rule("PHA-78")
@pytest.mark.parametrize("place", [1, 4, 5, 6, 8, 10])
@pytest.mark.parametrize("dice", [(2, 2, 2), (5, 5, 5), (5, 4, 5)])
def test_typed_damage_does_what_the_damage_of_an_attack_does(
    place: int, dice: tuple[int, int, int]
) -> None:
    """The same number at the same place by dice or by hand: the same wound, conditions and tests owed."""
    ends = []
    for is_attack in (True, False):
        made = duel()
        if is_attack:
            command = do.Attack(who=made.who, target=made.mark, defense="standard")
            made.table.alone(command, 3, 3, 3, *HIT, place, *dice)
            dealt = made.table.result("damage")["damage"]
        else:
            made.table.alone(damage(made.mark, amount=dealt), place)
        mark = made.table.combatant(made.mark)
        owed = [(each.kind, each.who, each.values) for each in made.table.context.state.obligations]
        ends.append((mark.locations, mark.conditions, owed))
    assert ends[0] == ends[1]


@pytest.mark.rule("PHA-42")
def test_the_command_for_a_place_and_damage_by_hand_are_one() -> None:
    """``harm`` of older fights and ``damage`` end alike: through armour, and past it."""
    for raw in (True, False):
        ends = []
        for command in ("harm", "damage"):
            table, _, one, _ = crowd()
            if command == "harm":
                table.alone(do.Harm(who=one, place="torso", damage=16, raw=raw))
            else:
                way = "rules" if raw else "past_armor"
                table.alone(damage(one, amount=16, place="torso", way=way))
            ends.append((table.combatant(one), table.context.state.obligations))
        assert ends[0] == ends[1]


@pytest.mark.rule("PHA-61")
def test_twice_at_one_place_stacks_and_what_is_destroyed_takes_no_more() -> None:
    """Two Moderate wounds at a leg are Serious; a lost arm is hit, and nothing is worse."""
    table, _, _, two = crowd()
    command = damage(two, amount=12, place="left_leg")
    table.alone(command)
    table.alone(command)
    assert table.wound(two, "left_leg") == 4
    table.hurt(two, "left_arm", 6)
    (shown,) = rows(table, damage(two, amount=30, place="left_arm"))
    assert detail(shown).wound is not None
    assert detail(shown).wound.before == detail(shown).wound.after
    assert detail(shown).lost == 0


def test_a_place_that_does_not_exist_and_a_face_that_cannot_fall() -> None:
    """Both are refused, with the places there are; nobody is hurt."""
    table, marrow, one, _ = crowd()
    before = table.context.state
    assert table.refused(damage(marrow, one, place="tail")) == "rules.damage.no_such_place"
    with pytest.raises(RollRefused):
        rows(table, damage(one), **{str(one): 11})
    assert table.context.state is before


def test_the_dead_are_told_apart() -> None:
    """One of three is dead: no d10 is asked for it, and the others are hit."""
    table, marrow, one, _ = crowd()
    table.suffer(marrow, "dead")
    table.alone(damage(marrow, one), 4)
    assert table.asked == [f"location.{one}"]
    assert table.wound(one, "right_leg") == 2
    assert table.refused(damage(marrow)) == "rules.damage.beyond"


def test_raw_damage_names_fatigue() -> None:
    """There are no hit points: raw damage is taken from a gauge, and says which."""
    table, _, one, _ = crowd()
    command = damage(one, way="raw", amount=2)
    assert table.system.damage_preview(table.context, command).ways[-1] == (
        "raw",
        "Straight to Fatigue",
    )
    (shown,) = rows(table, command)
    assert [change.before.name for change in shown.gauges] == ["Fatigue"]


def test_what_can_be_chosen_is_in_the_preview() -> None:
    """Ways and places, in the words of the game."""
    table, _, one, _ = crowd()
    preview = table.system.damage_preview(table.context, damage(one))
    assert [words for _, words in preview.ways] == [
        "Through armour",
        "Past armour",
        "Straight to Fatigue",
    ]
    assert [key for key, _ in preview.places][:2] == ["head", "torso"]
    assert preview.place_words == "Each d10"
    assert preview.total == "7 damage: 1 waiting for dice"


@pytest.mark.rule("PHA-19")
@pytest.mark.parametrize(("amount", "level"), [(20, 5), (4, 3)])
def test_damage_by_hand_is_not_lost_to_what_waits_in_a_tie(amount: int, level: int) -> None:
    """A Moderate wound waits for the rest of a tie; what the game master does meanwhile to the place stays."""
    table = Phased()
    sheet = PLAIN | {"marksmanship": 2, "cool": 15}
    one = table.join("One", side="pc", items=["revolver"], held="revolver", **sheet)
    two = table.join("Two", items=["revolver"], held="revolver", **sheet)
    table.play(Next(), 4, 4, 4, 4, 4, 4)
    table.reveal()
    shot = do.Attack(who=one, target=two, place="torso", defense="standard")
    table.alone(shot, 3, 3, 3, 4, 4, 4, 3, 3, 3)
    assert (table.result("wound")["level"], table.wound(two, "torso")) == (3, 0)
    table.alone(damage(two, amount=amount, place="torso"))
    while table.context.state.obligations:
        table.alone(Waive())
    table.alone(do.Wait(who=one))
    table.alone(do.Wait(who=two))
    table.alone(do.Apply())
    assert table.wound(two, "torso") == level
