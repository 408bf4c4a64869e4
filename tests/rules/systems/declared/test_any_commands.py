"""Whatever is asked, in whatever order: a declared game refuses or plays, can be shown and undone."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.roller import Roller
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.declared import commands as do
from tests.helpers.any_damage import any_damage
from tests.helpers.declared import rich, table_of
from tests.helpers.examples import examples
from tests.helpers.table import Table
from tests.play import random_play
from tests.rules.systems.d6pool.test_any_commands import assert_words, played
from tests.rules.systems.d6pool.views.test_views import texts

PEOPLE = ("hero_1", "foe_2", "second_3", "friend_4")
CONDITIONS = ("dazed", "stunned", "marked", "out")

who = st.sampled_from([CombatantId(each) for each in (*PEOPLE, *PEOPLE, "nobody")])
some = st.lists(who, max_size=2).map(tuple)
item = st.sampled_from(["", "pipe", "vest", "club"])
attack = st.builds(
    do.Attack,
    who=who,
    target=who,
    weapon=item,
    attack=st.sampled_from(["", "", "brawl", "kick"]),
    modifiers=st.lists(st.sampled_from(["dark", "fog"]), max_size=2).map(tuple),
    gm=st.integers(-2, 3),
)
asked = st.one_of(
    attack,
    attack,
    st.just(ask.Next()),
    st.just(ask.Next()),
    st.just(ask.Finish()),
    st.builds(do.Wait, who=who),
    st.builds(do.Leave, who=who),
    st.builds(ask.Remove, who=some),
    st.builds(ask.Duplicate, who=who),
    st.builds(ask.ChangeSide, who=some, to=st.sampled_from(["pc", "foe"])),
    st.builds(ask.RollInitiative, scope=st.sampled_from(["all", "npcs", "missing"])),
    st.builds(ask.SetInitiative, who=who, to=st.integers(-100, 20)),
    any_damage(who),
    st.builds(
        ask.Adjust,
        who=some,
        change=st.sampled_from(["-7", "-30", "+5", "=4", "=-2", "more"]),
        gauge=st.sampled_from(["", "health", "stress", "luck"]),
    ),
    st.builds(
        ask.Afflict,
        who=some,
        condition=st.sampled_from([*CONDITIONS, "rust"]),
        rounds=st.none() | st.integers(0, 3),
    ),
    st.builds(ask.Relieve, who=some, condition=st.sampled_from(CONDITIONS)),
    st.builds(
        ask.SetField, who=who, field=st.sampled_from(["fight", "luck"]), to=st.integers(0, 12)
    ),
    st.builds(ask.Add, creature=st.sampled_from(["bruiser", "dragon"]), count=st.integers(0, 2)),
)
choices = st.fixed_dictionaries(
    {},
    optional={
        "who": who,
        "target": who,
        "weapon": st.sampled_from(["", "-", "pipe", "club"]),
        "attack": st.sampled_from(["brawl", "kick"]),
        "gm": st.sampled_from(["-1", "99"]),
        "dark": st.just("on"),
    },
)


def lively() -> Table:
    """Four people with everything a declared game knows of, in their first round."""
    table = table_of(rich("margin and dice"))
    table.join("Hero", side="pc", fight=3, items=["pipe", "vest"])
    table.join("Foe", fight=2, items=["pipe", "coat"])
    table.join("Second", fight=1)
    table.join("Friend", side="ally", fight=2, items=["vest"])
    table.begin(5, 5, 3, 3)
    return table


def assert_sound(table: Table) -> None:
    """Nobody has attacked more often than a turn allows, or counts less than nothing of what has no floor below."""
    for combatant in table.context.state.combatants.values():
        assert 0 <= combatant.gauges.get("attacks", 0) <= 1, combatant.name
        assert combatant.gauges.get("stress", 0) >= 0, combatant.name


@examples(60)
@given(steps=st.lists(asked, max_size=25), chosen=choices, seed=st.integers(0, 10**6))
def test_any_commands_are_played_or_refused(
    steps: list[Command], chosen: dict[str, str], seed: int
) -> None:
    """Nothing but a refusal is ever raised, before the dice; all of it can be said and shown, forecast and weighed."""
    table, roller = lively(), Roller.seeded(seed)
    for command in steps:
        before = table.context.state
        outcome = played(table, command, roller)
        if outcome is None:
            assert table.context.state is before
            continue
        assert_words(table, outcome.label)
        for reason in outcome.reasons:
            assert_words(table, reason.text)
        assert_sound(table)
    _assert_shown(table, chosen)


def _assert_shown(table: Table, chosen: dict[str, str]) -> None:
    system, context = table.system, table.context
    form = system.attack_form(context, chosen)
    views: list[object] = [
        system.columns(context),
        system.rows(context),
        system.heading(context),
        system.timeline(context),
        system.notices(context),
        system.initiative(context),
        system.comparison(context, chosen),
        form,
    ]
    for who in context.state.combatants:
        views += [system.combatant_view(context, who), system.body(context, who)]
        views += [system.action_options(context, who), system.aftermath(context, who)]
    if form.command is not None:
        views.append(system.odds(context, form.command))
    for view in views:
        for text in texts(view):
            assert not text.startswith(("declared.", "rules.")), text
    assert system.battle(context).who is not None


@examples(40)
@given(steps=st.lists(asked, max_size=12), chosen=choices, seed=st.integers(0, 10**6))
def test_the_table_rolls_what_the_form_says(
    steps: list[Command], chosen: dict[str, str], seed: int
) -> None:
    """A hit asks for all dice of the form, a miss for the first of them; who may not attack is told why."""
    table, roller = lively(), Roller.seeded(seed)
    for command in steps:
        played(table, command, roller)
    form = table.system.attack_form(table.context, chosen)
    if form.command is None:
        return
    shown = {each.key: each.notation for each in form.dice}
    procedure = table.system.procedure(table.context, form.command)
    answer: Any = None
    while True:
        try:
            asked_for = procedure.send(answer)
        except StopIteration:
            assert not form.why_not
            return
        except RuleError as refused:
            told = table.context.texts.text(refused.message)
            break
        for each in asked_for:
            assert shown[each.key] == each.notation
        answer = tuple(roller.answer(each) for each in asked_for)
    assert form.why_not == told


def test_random_play_with_undo_and_redo_holds() -> None:
    """A few hundred commands at a real session: the log folds to the state, whatever is undone."""
    (*_, played) = random_play.play("declared", 400, seed=7)
    assert played.commands - played.refused > 50
