"""Lines about the plan in the real window: what is said before Enter, and what has happened after it."""

import pytest
from PySide6.QtWidgets import QApplication

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Put
from tests.gui.palette.conftest import Palette


@pytest.fixture(params=["cwn", "phases"])
def game(request: pytest.FixtureRequest) -> str:
    """A game in metres and one in feet."""
    return str(request.param)


def place(palette: Palette, count: int) -> list[CombatantId]:
    """Puts so many foes beside each other, three steps apart, and returns them."""
    who = [each.id for each in palette.up(count=count)]
    for at, each in enumerate(who):
        assert palette.program.controller.perform(Put(who=(each,), at=(20 + 3 * at, 10)))
    return who


def number(palette: Palette, who: CombatantId) -> int:
    return palette.program.controller.context.combatant(who).number


def test_measuring_says_how_far_and_changes_nothing(palette: Palette) -> None:
    """Enter does nothing: the line stays, and so does the fight."""
    one, other = place(palette, 2)
    before = palette.program.controller.session.state
    palette.type(f"measure {number(palette, one)} {number(palette, other)}")
    unit = palette.program.controller.system.field_rules.unit
    assert palette.reading.hint.startswith(f"3 {unit} · ")
    palette.enter()
    assert palette.panel.isVisible()
    assert palette.program.controller.session.state is before


def test_a_blast_hands_its_names_to_the_damage_by_hand(palette: Palette) -> None:
    """Who is in it and how far from it stands in the preview; Enter selects them and opens the preview of damage."""
    one, other, far = place(palette, 3)
    palette.type("blast 4 at 20 10")
    combatants = palette.program.controller.context.combatants((one, other))
    for each in combatants:
        assert each.name in palette.reading.words
    assert palette.reading.button
    palette.enter()
    QApplication.processEvents()
    window = palette.program.window
    assert window.damage.isVisible()
    assert set(palette.program.controller.selected) == {one, other}
    assert far not in palette.program.controller.selected
    window.damage.dismissed.emit()


def test_a_place_and_a_way_by_line(palette: Palette) -> None:
    """The preview names who and where; a step of its own each, which undo takes back."""
    (one,) = place(palette, 1)
    controller = palette.program.controller
    name = controller.context.combatant(one).name
    palette.type(f"place {number(palette, one)} at 24 12")
    assert palette.reading.words == f"Placed at 24, 12: {name}"
    palette.enter()
    there = controller.context.combatant(one).place
    assert there is not None
    assert there.point == (24, 12)
    controller.undo()
    before = controller.context.combatant(one).place
    assert before is not None
    assert before.point == (20, 10)
    palette.type(f"move {number(palette, one)} to 21 10")
    assert palette.reading.words.startswith(f"On the way to 21, 10: {name} · ")
    assert not palette.reading.error
    palette.panel.leave()
