"""Places in a tie: each rolls from the picture before it, with its own moves alone. Source: PHA-19, PHA-53."""

from itertools import permutations

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.systems.phases import commands as do
from tests.rules.systems.phases.field.scene import RANGES, crates, lay_out, place_of, put
from tests.rules.systems.phases.playing import PLAIN, Phased

MISS = (3, 3, 3, 1, 1, 2)
ANN, BEN = CombatantId("Ann"), CombatantId("Ben")


def tied(
    items: list[str], feet: float, actions: int = 1
) -> tuple[Phased, CombatantId, CombatantId]:
    """Returns a table at which two act at once, so many feet apart."""
    table = Phased()
    held = items[0] if items else ""
    ann = table.join("Ann", side="pc", items=items, held=held, **PLAIN, marksmanship=4)
    ben = table.join("Ben", items=items, held=held, **PLAIN, marksmanship=4)
    table.switch(RANGES, to=True)
    lay_out(table)
    put(table, **{ann: (100.0, 100.0), ben: (100.0 + feet, 100.0)})
    table.play(Next(), 3, 3, 4, 3, 3, 4)
    for who in (ann, ben):
        table.play(do.Declare(who=who, actions=actions))
    table.play(Next())
    assert set(table.context.state.acting) == {ann, ben}
    return table, ann, ben


@pytest.mark.rule("PHA-19")
def test_a_move_of_the_other_is_not_seen_before_all_have_rolled() -> None:
    """Ben's shot is measured at where Ann stood, whoever is typed first; then she stands there."""
    found = []
    for first in ("move", "shot"):
        table, ann, ben = tied(["heavy_pistol"], 30)
        steps = {
            "move": (do.Move(who=ann, gait="jog", to=(88, 100)), ()),
            "shot": (do.Attack(who=ben, target=ann, defense="standard"), MISS),
        }
        order = [first, *(each for each in steps if each != first)]
        figures = {}
        for each in order:
            command, dice = steps[each]
            table.play(command, *dice)
            figures[each] = table.results()
            assert place_of(table, ann) == (100.0, 100.0)
        table.play(do.Apply())
        assert place_of(table, ann) == (88.0, 100.0)
        shot = next(each for each in figures["shot"] if "against" in each)
        assert "modifiers.range" not in shot
        assert "modifiers.jogging" not in shot
        found.append((figures["shot"], table.context.state.combatants))
    assert found[0] == found[1]


@pytest.mark.rule("PHA-19")
def test_ones_own_move_counts_for_ones_own_shot() -> None:
    """Ann jogs back and shoots at medium range, from behind the crates that she has put between them."""
    table, ann, ben = tied(["heavy_pistol"], 30, actions=2)
    crates(table, -2, 94)
    table.play(do.Move(who=ann, gait="jog", to=(88, 100)))
    form = table.system.attack_form(table.context, {"who": ann, "target": ben})
    band = next(each for each in form.fields if each.key == "band")
    assert (band.chosen, band.by_plan) == ("medium", "plan")
    table.play(do.Attack(who=ann, target=ben, defense="standard"), *MISS)
    result = table.result("attack")
    assert (result["modifiers.range"], result["modifiers.area"]) == (-2, -2)


@pytest.mark.rule("PHA-19")
@pytest.mark.rule("PHA-53")
def test_nobody_is_held_who_is_out_of_reach_by_then() -> None:
    """Ben jogs off while Ann seizes him: her grab wins, and there is nobody within reach to hold."""
    for jogs, order in ((True, (0, 1)), (True, (1, 0)), (False, (0,))):
        table, ann, ben = tied([], 3)
        steps = [
            (
                do.Attack(who=ann, target=ben, technique="grab", defense="standard"),
                (1, 1, 2, 5, 5, 5),
            ),
            (do.Move(who=ben, gait="jog", to=(115, 100)), ()),
        ]
        for each in order:
            command, dice = steps[each]
            table.play(command, *dice)
        if not jogs:
            table.play(do.Wait(who=ben))
        table.play(do.Apply())
        assert table.combatant(ben).has("grabbed") is not jogs
        assert table.combatant(ann).has("grabbing") is not jogs


@pytest.mark.rule("PHA-19")
def test_two_who_close_in_on_each_other_are_beside_each_other() -> None:
    """Each jogs to where the other stood; whoever is typed first, the same comes of it."""
    found = []
    for order in permutations((ANN, BEN)):
        table, ann, ben = tied(["knife"], 12)
        ids = {ANN: ann, BEN: ben}
        for who in order:
            other = ben if ids[who] == ann else ann
            table.play(do.Attack(who=ids[who], target=other, defense="standard"), *MISS)
        table.play(do.Apply())
        found.append((place_of(table, ann), place_of(table, ben)))
    assert found[0] == found[1] == ((109.5, 100.0), (102.5, 100.0))


@pytest.mark.rule("PHA-19")
def test_places_wait_with_the_tie() -> None:
    """What is held of a move is its place as well; nothing of it stands in the state before."""
    table, ann, _ = tied(["heavy_pistol"], 30)
    table.play(do.Move(who=ann, gait="jog", to=(110, 100)))
    held = [event for each in table.context.state.held for event in each.events]
    assert [each for each in held if isinstance(each, ev.PlaceSet)]
    assert place_of(table, ann) == (100.0, 100.0)
