"""Labels and free rolls: the game master's own words by a combatant, and dice that no rule asks for."""

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.by_hand.labels import LONGEST, labels_of
from encounter_gui.rules.model.commands import Add, Label, Roll
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture(params=SYSTEMS)
def table(request: pytest.FixtureRequest) -> Table:
    """Two of the first creature of a game."""
    game = str(request.param)
    table = Table(system_for(game), shipped(game), message_catalog())
    table.play(Add(creature=table.context.ruleset.creatures[0].key, count=2))
    return table


def both(table: Table) -> tuple[CombatantId, ...]:
    return tuple(table.context.state.combatants)


def labels(table: Table) -> list[tuple[str, ...]]:
    return [labels_of(table.context.combatant(each)) for each in both(table)]


def test_labels_are_given_and_taken_off(table: Table) -> None:
    """In the order given, one off by its words in any case, all of them without words."""
    one, other = both(table)
    table.play(Label(who=(one, other), text="has  the key"))
    table.play(Label(who=(one,), text="limps"))
    assert labels(table) == [("has the key", "limps"), ("has the key",)]
    table.play(Label(who=(one, other), text="Has the Key", on=False))
    assert labels(table) == [("limps",), ()]
    table.play(Label(who=(one,), on=False))
    assert labels(table) == [(), ()]


@pytest.mark.parametrize(
    ("text", "on", "key"),
    [
        ("", True, "rules.label_words"),
        (" ", True, "rules.label_words"),
        ("x" * (LONGEST + 1), True, "rules.label_words"),
        ("limps", True, "rules.labelled_already"),
        ("sings", False, "rules.not_labelled"),
    ],
)
def test_a_label_that_makes_no_sense_is_refused(
    table: Table, text: str, on: bool, key: str
) -> None:
    """In words; nothing changes."""
    table.play(Label(who=both(table), text="limps"))
    before = table.context.state
    with pytest.raises(RuleError) as refused:
        table.play(Label(who=both(table), text=text, on=on))
    assert refused.value.message.key == key
    assert table.context.state == before


@pytest.mark.parametrize(
    ("dice", "faces", "total"),
    [
        ("3d6+2", (1, 2, 3), 8),
        ("2d20kh1", (4, 17), 17),
        ("d100", (55,), 55),
        ("1d6+1d4", (3, 2), 5),
    ],
)
def test_free_dice_change_nothing(
    table: Table, dice: str, faces: tuple[int, ...], total: int
) -> None:
    """Whatever the notation knows; what they come to stands in the log."""
    before = table.context.state
    values = table.play(Roll(dice=dice, who=both(table)[0], text="luck"), *faces)
    assert values == {"total": total}
    assert table.context.state.combatants == before.combatants
    assert f"{total}" in table.context.texts.text(table.labels[0])


@pytest.mark.parametrize("dice", ["", "7", "fish", "101d6", "2d6+strength"])
def test_what_are_no_dice_is_refused(table: Table, dice: str) -> None:
    """A number alone, a word, too many."""
    with pytest.raises(RuleError):
        table.play(Roll(dice=dice))
