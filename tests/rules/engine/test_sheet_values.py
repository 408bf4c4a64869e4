"""Everything on a sheet set by hand, in every game: the log names old and new, and every screen outlives it."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command, Correct
from encounter_gui.rules.model.value_text import value_text
from encounter_gui.rules.view import SettableValue
from tests.helpers.samples import sample_session

SAMPLES = ("deep-static", "night-harbour", "redlines", "canal-bridge")
_WORDS = ("xyzzy", "2d6", "3d6")


def begun(name: str) -> tuple[System, RulesContext]:
    """Returns the rules of a sample fight, and where its script leaves it."""
    session = sample_session(name)
    return session.game.system, session.context


def played(system: System, context: RulesContext, command: Command) -> tuple[RulesContext, Outcome]:
    """Returns the state after a command that asks for no dice, and what came of it."""
    try:
        next(system.procedure(context, command))
    except StopIteration as done:
        outcome: Outcome = done.value
        return replace(context, state=fold(context.state, outcome.events)), outcome
    raise AssertionError("it asks for something")


def look_at(system: System, context: RulesContext, who: Combatant) -> None:
    """Builds what the window shows of a state."""
    system.rows(context)
    system.combatant_view(context, who.id)
    system.body(context, who.id)
    system.timeline(context)
    system.notices(context)


def others(value: SettableValue) -> Iterator[Value]:
    """Yields what else a value may be, as it is typed."""
    field = value.field
    if value.number is not None:
        yield from (value.least, value.most)
    elif field is not None and field.kind == "flag":
        yield not value.value
    elif field is not None and field.options:
        yield from field.options
    elif field is not None and field.kind == "row":
        yield "/".join(str(10 * step) for step in range(1, (field.length or 2) + 1))
    else:
        yield from _WORDS


def tried(
    system: System, context: RulesContext, who: Combatant, value: SettableValue, to: Value
) -> bool:
    """Sets a value if it can be so, and looks at all of it; returns whether it could."""
    command = Correct(who=who.id, number=value.key, to=to)
    try:
        after, outcome = played(system, context, command)
    except RuleError:
        return False
    look_at(system, after, who)
    now = system.combatant_view(after, who.id).values
    found = next((each for each in now if each.key == value.key), None)
    if found is not None and value.heading:
        is_worked_out = to == 0 and to is not False
        assert is_worked_out or value_text(found.value) == value_text(to), value.key
        label = after.texts.text(outcome.label)
        assert is_worked_out or not value_text(value.value) or "→" in label
        assert is_worked_out or isinstance(to, bool) or value_text(to) in label
    return True


def two_of(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns one of each of two sides."""
    by_side = {each.side: each for each in context.state.combatants.values()}
    return tuple(by_side.values())[:2]


@pytest.mark.parametrize("name", SAMPLES)
def test_each_value_can_be_set_to_whatever_it_may_be(name: str) -> None:
    """To both ends of a number, to each option, to a word: nothing breaks, and what is set is shown."""
    system, context = begun(name)
    for who in two_of(context):
        for value in system.combatant_view(context, who.id).values:
            wanted = [each for each in others(value) if value_text(each) != value_text(value.value)]
            done = [tried(system, context, who, value, to) for to in wanted]
            assert any(done) or not wanted, value.key


@pytest.mark.parametrize("name", SAMPLES)
def test_numbers_of_the_sheet_go_beyond_their_ends_only_anyway(name: str) -> None:
    """They are refused in words; with ``anyway`` they are set and the log says so. Every screen outlives it."""
    system, context = begun(name)
    for who in two_of(context):
        for value in system.combatant_view(context, who.id).values:
            if not value.can_exceed or value.number is None:
                continue
            for to in (value.most + 3, value.least - 3):
                if abs(to) > 9999:
                    continue
                command = Correct(who=who.id, number=value.key, to=to)
                with pytest.raises(RuleError) as caught:
                    played(system, context, command)
                assert caught.value.message.key == "rules.number_beyond"
                after, outcome = played(system, context, replace(command, anyway=True))
                assert "anyway" in after.texts.text(outcome.label)
                look_at(system, after, who)
                now = system.combatant_view(after, who.id).values
                assert next(each for each in now if each.key == value.key).is_beyond


@pytest.mark.parametrize("name", SAMPLES)
def test_running_numbers_stay_within_their_ends(name: str) -> None:
    """A gauge, rounds, actions: ``anyway`` does not help, and the refusal says what there is."""
    system, context = begun(name)
    who = two_of(context)[0]
    for value in system.combatant_view(context, who.id).values:
        if not value.heading and value.most < 9999:
            command = Correct(who=who.id, number=value.key, to=value.most + 1, anyway=True)
            with pytest.raises(RuleError) as caught:
                played(system, context, command)
            assert caught.value.message.key == "rules.number_out_of_range"


@pytest.mark.parametrize("name", SAMPLES)
def test_name_side_and_note_are_set_like_the_rest(name: str) -> None:
    """One command each; the log names both."""
    system, context = begun(name)
    who = two_of(context)[0]
    side = "ally" if who.side != "ally" else "foe"
    for key, to in (("name", "Vex Two"), ("side", side), ("note", "has the key")):
        context, outcome = played(system, context, Correct(who=who.id, number=key, to=to))
        assert to in context.texts.text(outcome.label)
    now = context.combatant(who.id)
    assert (now.name, now.side, now.note) == ("Vex Two", side, "has the key")


def test_what_the_sheet_does_not_state_counts_as_what_it_comes_to() -> None:
    """An AC by what is worn: the value shown is that one, the log goes from it, and 0 gives it back."""
    system, context = begun("redlines")
    who = next(each for each in context.state.combatants.values() if not each.sheet.get("ac"))

    def ac(now: RulesContext) -> Value:
        values = system.combatant_view(now, who.id).values
        return next(each.value for each in values if each.key == "sheet.ac")

    before = ac(context)
    assert isinstance(before, int)
    assert before >= 10
    context, outcome = played(system, context, Correct(who=who.id, number="ac", to=before + 3))
    assert f"{before} → {before + 3}" in context.texts.text(outcome.label)
    context, outcome = played(system, context, Correct(who=who.id, number="ac", to=0))
    assert ac(context) == before
