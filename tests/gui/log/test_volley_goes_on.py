"""The attacks of many wait for typed dice; something is done meanwhile, and then they go on."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.entries import Entry
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.play.session.rollers import SIDES, Rollers
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.presenters.volley.preview import spread_evenly
from encounter_gui.rules.systems.chrome.commands import Kill
from tests.play.session.test_volley import attacks, fight, games, gunmen, players

BY_HAND = Rollers(by_side=dict.fromkeys(SIDES, "hand"))


def answer(controller: EncounterController) -> None:
    """Leaves the dice that are waited for to the program; of a choice the last option."""
    waits = controller.waits_for
    if isinstance(waits, tuple):
        controller.answer((None,) * len(waits))
    elif waits is not None:
        controller.choose(waits.options[-1])


def waiting(game: str, made: int) -> tuple[EncounterController, tuple[CombatantId, ...]]:
    """Returns a fight in which so many of the gunmen have attacked, and the next of them waits for dice."""
    controller = EncounterController()
    session = fight(game, 5)
    controller.open(session)
    controller.set_rollers(BY_HAND)
    foes = gunmen(session)
    plan = replace(spread_evenly(foes, players(session)), is_declined=True)
    assert controller.volley(plan)
    for _ in range(60):
        if len(done(controller)) >= made:
            break
        answer(controller)
    assert controller.waits_for is not None
    return controller, foes


def done(controller: EncounterController) -> list[Entry]:
    """Returns the attacks that were made, those that were left among their dice excluded."""
    path = controller.session.log.path()
    return [
        each
        for each in attacks(tuple(path))
        if not each.label.key.startswith("rules.log.interrupted")
    ]


def finish(controller: EncounterController) -> None:
    """Answers all that is waited for."""
    for _ in range(100):
        if controller.waits_for is None:
            return
        answer(controller)
    raise AssertionError("it never ends")


@games
@pytest.mark.parametrize("answered", [0, 1])
def test_a_correction_in_the_middle_does_not_cost_the_others_their_attacks(
    qapp: QApplication, game: str, answered: int
) -> None:
    """A die of the first is corrected while the second waits for dice: the third was never heard of again."""
    controller, foes = waiting(game, 1)
    for _ in range(answered):
        answer(controller)
    entry = next(each for each in done(controller) if each.rolls and each.rolls[0].faces)
    faces = " ".join(map(str, entry.rolls[0].faces or ()))
    assert controller.override(entry.id, "0", faces)
    assert controller.waits_for is not None
    finish(controller)
    path = controller.session.log.path()
    assert path[-1].note_part in ("ends", "falls_short")
    told = {str(each.command.get("who")) for each in attacks(tuple(path))}
    assert told == set(foes) or path[-1].note_part == "falls_short"
    controller.close()


@games
def test_a_note_in_the_middle_leaves_them(qapp: QApplication, game: str) -> None:
    """Another command is no answer: what waits is left, and those who have not attacked still can."""
    controller, _ = waiting(game, 1)
    assert controller.perform(do.Note(text="a pause"))
    assert controller.waits_for is None
    assert controller.session.log.path()[-1].is_of("note")
    controller.close()


@pytest.mark.rule("CHR-57")
@pytest.mark.parametrize("dead", [0, 1])
def test_who_is_dead_already_does_not_keep_the_rest_alive(qapp: QApplication, dead: int) -> None:
    """Of those who were killed in one go nobody died after the one who was dead, or nobody at all."""
    controller = EncounterController()
    session = fight("chrome", 3)
    controller.open(session)
    foes = gunmen(session)
    controller.perform(Kill(who=foes[dead]))
    kills = [Kill(who=each) for each in foes]
    assert controller.perform_each(kills)
    assert [session.state.combatants[who].gauges["health"] for who in foes] == [0, 0, 0]
    assert not controller.perform_each(kills), "all of them are"
    controller.undo()
    left = [session.state.combatants[who].gauges["health"] > 0 for who in foes]
    assert left.count(True) == 2
    controller.close()
