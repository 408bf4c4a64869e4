"""An action of which dice lie has begun, in every game: its dice are not rolled twice, and waived it still costs."""

from collections.abc import Mapping

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.dice.requests import Choice, Chosen, Faces, RollRequest
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine.obligations import RESUME, due_at
from encounter_gui.rules.model.commands import Command, Next, Settle, Waive
from encounter_gui.rules.systems.cwn.commands import Save
from tests.helpers.samples import sample_session

GAMES = ("canal-bridge", "deep-static", "night-harbour", "redlines")


def rolled(playing: EncounterSession, command: Command) -> None:
    """Plays a command with the program's dice; of a choice the last option."""
    execution = playing.start(command)
    while execution.ask is not None:
        assert isinstance(execution.ask, Choice)
        execution.reply(Chosen(option=execution.ask.options[-1]))


def highest(wanted: RollRequest) -> Faces:
    """Returns dice after which more is asked for: a hit, or on d100 a Critical Failure."""
    return Faces(values=(wanted.highest,) * wanted.count)


def attack_now(playing: EncounterSession) -> Command | None:
    """Returns an attack that may be made now."""
    context, system = playing.context, playing.game.system
    for who in context.state.acting:
        form = system.attack_form(context, {"actor": str(who)})
        if form.command is not None and not form.why_not:
            return form.command
    return None


def half_rolled(playing: EncounterSession) -> Command:
    """Returns the next attack that asks more than once, left for later after its first dice."""
    for _ in range(60):
        command = attack_now(playing)
        before = playing.log.head
        if command is not None:
            execution = playing.start(command, ask=True)
            while isinstance(execution.ask, Choice):
                execution.reply(Chosen(option=execution.ask.options[-1]))
            if execution.ask is not None and execution.entry is None:
                execution.reply([highest(each) for each in execution.ask])
            if execution.ask is not None and execution.entry is None:
                playing.suspend()
                return command
            playing.suspend()
            playing.move_head(before)
        while due_at(playing.state, "turn_end"):
            rolled(playing, Settle())
        rolled(playing, Next())
    raise AssertionError("nobody attacks")


def begun(playing: EncounterSession) -> Obligation:
    """Returns what resumes the attack."""
    (left,) = [each for each in playing.state.obligations if each.kind == RESUME]
    return left


def gauges(playing: EncounterSession, command: Command) -> Mapping[str, int]:
    return playing.state.combatants[command.who].gauges


@pytest.mark.parametrize("game", GAMES)
def test_a_second_attack_is_not_begun_beside_one_of_which_dice_lie(game: str) -> None:
    """One could choose between two rolls, and the first was lost with its dice."""
    playing = sample_session(game)
    command = half_rolled(playing)
    before = playing.log.head
    with pytest.raises(RuleError) as refused:
        playing.start(command)
    assert refused.value.message.key == "rules.action_begun"
    assert playing.log.head == before
    rolled(playing, Settle(ids=(begun(playing).id,)))
    assert not [each for each in playing.state.obligations if each.kind == RESUME]


@pytest.mark.parametrize("game", GAMES)
def test_a_second_attack_leaves_the_question_of_the_first_open(game: str) -> None:
    playing = sample_session(game)
    command = half_rolled(playing)
    execution = playing.start(Settle(ids=(begun(playing).id,)), ask=True)
    asked, before = execution.ask, playing.log.head
    with pytest.raises(RuleError, match=r"rules\.action_begun"):
        playing.start(command)
    assert execution.ask is asked
    assert playing.log.head == before


@pytest.mark.parametrize("game", GAMES)
def test_an_attack_waived_after_its_first_dice_costs_what_it_costs(game: str) -> None:
    playing = sample_session(game)
    command = half_rolled(playing)
    before = gauges(playing, command)
    left = begun(playing)
    entry = playing.perform(Waive(ids=(left.id,)))
    assert entry.label.key == "rules.log.waived_begun"
    waived = gauges(playing, command)
    spent = {key for key, each in waived.items() if each != before.get(key, 0)}
    assert spent
    playing.undo()
    assert gauges(playing, command) == before
    rolled(playing, Settle(ids=(left.id,)))
    rest = gauges(playing, command)
    assert all(rest.get(key, 0) != before.get(key, 0) for key in spent)


@pytest.mark.rule("D6P-17", "D6P-19")
def test_an_attack_waived_in_d6_pools_has_spent_its_action_and_its_rounds() -> None:
    playing = sample_session("canal-bridge")
    while (command := attack_now(playing)) is None or command.who != "kestrel":
        while due_at(playing.state, "turn_end"):
            rolled(playing, Settle())
        rolled(playing, Next())
    rounds = gauges(playing, command)["ammo.assault_rifle"]
    execution = playing.start(command, ask=True)
    execution.reply([highest(each) for each in execution.ask])
    playing.suspend()
    playing.perform(Waive(ids=(begun(playing).id,)))
    assert gauges(playing, command)["attacks"] == 1
    assert gauges(playing, command)["ammo.assault_rifle"] < rounds


def test_what_costs_nothing_may_be_done_while_an_attack_is_open() -> None:
    playing = sample_session("redlines")
    command = half_rolled(playing)
    rolled(playing, Save(who=command.who, save="physical"))
    assert begun(playing)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_of_an_attack_is_called_by_whose_dice_are_next(game: str) -> None:
    """The strip named the attacker where the resistance of its target was asked for."""
    playing = sample_session(game)
    half_rolled(playing)
    left = begun(playing)
    tests = playing.game.system.owed(playing.context)
    (test,) = [each for each in tests if left.id in each.ids]
    rolling = {each.who for each in test.rolls} or {left.who}
    assert set(test.who) == rolling
    assert test.name == ", ".join(playing.state.combatants[who].name for who in test.who)
