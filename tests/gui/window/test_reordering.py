"""From the timeline to the log: moving somebody is whatever command the system says it is."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command

Answer = Callable[[System, RulesContext, CombatantId, CombatantId | None], Command | None]


@pytest.fixture
def answer(sample: Program, monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer], None]:
    """Lets the system of the sample fight give this answer: its own dice leave no choice."""

    def use(given: Answer) -> None:
        monkeypatch.setattr(type(sample.controller.system), "reorder_command", given)

    return use


def _labels(program: Program) -> list[str]:
    texts = program.controller.context.texts
    return [texts.sentence(entry.label) for entry in program.controller.session.log.path()]


@pytest.mark.parametrize("part", ["timeline", "table"])
@pytest.mark.parametrize(("before", "said"), [("c2", "c1 before c2"), ("", "c1 before None")])
def test_what_the_system_makes_of_it_is_carried_out(
    sample: Program, answer: Callable[[Answer], None], part: str, before: str, said: str
) -> None:
    """One entry of the log, as any command; nobody named means last."""
    answer(lambda _, __, who, other: do.Note(text=f"{who} before {other}"))
    count = len(sample.controller.session.log)
    getattr(sample.window, part).reordered.emit("c1", before)
    assert len(sample.controller.session.log) == count + 1
    assert said in _labels(sample)[-1]


def test_where_the_dice_give_the_order_nothing_happens(sample: Program, qtbot: QtBot) -> None:
    """No entry, and no sentence either."""
    count = len(sample.controller.session.log)
    with qtbot.assertNotEmitted(sample.controller.refused):
        sample.window.timeline.reordered.emit("c1", "c2")
    assert len(sample.controller.session.log) == count


def test_a_refusal_is_said_and_changes_nothing(
    sample: Program, answer: Callable[[Answer], None], qtbot: QtBot
) -> None:
    """The system may say why not."""

    def refused(*_: object) -> Command | None:
        raise RuleError(say("gui.fight.timeline"))

    answer(refused)
    count = len(sample.controller.session.log)
    with qtbot.waitSignal(sample.controller.refused) as said:
        sample.window.timeline.reordered.emit("c1", "c2")
    assert said.args == ["Timeline"]
    assert len(sample.controller.session.log) == count
