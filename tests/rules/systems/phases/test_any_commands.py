"""Whatever is asked, in whatever order: the rules refuse or play, and what they leave behind makes sense."""

from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Choice, Chosen, RollRequest
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter.entries import Outcome
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.sheet import character
from tests.helpers.any_damage import any_damage
from tests.helpers.examples import examples
from tests.rules.systems.phases.playing import PLAIN, WORDS, Phased
from tests.rules.systems.phases.views.test_views import texts

PEOPLE = ("ace_1", "brute_2", "gunner_3", "medic_4")
ITEMS = ("", "", "smg", "knife", "shotgun", "laser_rifle", "throwing_knife", "unarmed", "leather")
PLACES = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")
CONDITIONS: tuple[str, ...] = (
    "prone",
    "immobile",
    "unaware",
    "in_shock",
    "unconscious",
    "clinically_dead",
)
CONDITIONS += ("dead", "stunned", "jammed", "grabbed", "clinched", "off_balance", "running")
SKILLS = ("", "athletics", "awareness", "juggling")
DEFENSES = ("", "", "standard", "dodge", "block", "parry", "escape", "trip", "all_out_dodge")

who = st.sampled_from([CombatantId(each) for each in (*PEOPLE, *PEOPLE, *PEOPLE, "nobody")])
some = st.lists(who, max_size=2).map(tuple)
item = st.sampled_from(ITEMS)
few = st.integers(-3, 3)
dn = st.integers(0, 30)
place = st.sampled_from([*PLACES, "tail"])
aimed = st.sampled_from(["", "", "", *PLACES, "tail"])
stances = st.lists(st.sampled_from(get_args(do.Stance)), max_size=3).map(tuple)
full = st.sampled_from(["", "", "", *get_args(do.Full)])
declared = st.builds(do.Declared, who=who, actions=st.integers(0, 4), full=full, stances=stances)
attack = st.builds(
    do.Attack,
    who=who,
    target=who,
    weapon=item,
    mode=st.sampled_from(["", "", "", *get_args(do.Mode)]),
    technique=st.sampled_from(["", "", "", "", "trip", "grab", "tackle", "clinch", "disarm"]),
    shots=st.integers(0, 3),
    rounds=st.integers(0, 25),
    place=aimed,
    straight=st.booleans(),
    band=st.sampled_from(["", "long"]),
    gm=few,
    defense=st.sampled_from(DEFENSES),
)
asked = st.one_of(
    attack,
    attack,
    attack,
    st.just(ask.Next()),
    st.just(ask.Next()),
    st.just(ask.Next()),
    st.just(do.Apply()),
    st.just(ask.Finish()),
    st.builds(
        do.Declare,
        who=who,
        actions=st.integers(0, 4),
        full=full,
        stances=stances,
        intent=st.sampled_from(["", "run"]),
        late=st.booleans(),
    ),
    st.builds(do.DeclareAll, plans=st.lists(declared, max_size=3).map(tuple)),
    st.builds(do.Notice, who=some, together=st.booleans()),
    st.builds(do.Ambush, who=some, victims=some, together=st.booleans()),
    st.builds(
        do.Move,
        who=who,
        gait=st.sampled_from(get_args(do.Gait)),
        feet=st.none() | st.integers(-1, 60),
        terrain=st.sampled_from(get_args(do.Terrain)),
    ),
    st.builds(do.BreakFree, who=who, gm=few),
    st.builds(do.LetGo, who=who),
    st.builds(do.Draw, who=who, weapon=item, hand=st.sampled_from(["", "right", "left"])),
    st.builds(do.Reload, who=who, weapon=item),
    st.builds(do.ClearJam, who=who, weapon=item),
    st.builds(do.StandUp, who=who),
    st.builds(do.Other, who=who),
    st.builds(do.Recover, who=who),
    st.builds(do.AllOutDodge, who=who),
    st.builds(do.Wait, who=who),
    st.builds(
        do.Task,
        who=who,
        characteristic=st.sampled_from(["strength", "cool", "luck"]),
        skill=st.sampled_from(SKILLS),
        dn=dn,
        level=st.sampled_from(["hard", "absurd"]),
        gm=few,
        action=st.booleans(),
    ),
    st.builds(
        do.Oppose,
        who=who,
        target=who,
        characteristic=st.sampled_from(["strength", "luck"]),
        skill=st.sampled_from(SKILLS),
        target_characteristic=st.sampled_from(["", "perception"]),
    ),
    st.builds(do.Climb, who=who, dn=dn, height=st.integers(0, 50)),
    st.builds(
        do.Jump,
        who=who,
        feet=st.integers(-1, 20),
        kind=st.sampled_from(["long", "high"]),
        standing=st.booleans(),
    ),
    st.builds(do.Swim, who=who, dn=dn, grip=st.booleans()),
    st.builds(do.Fall, who=who, feet=st.integers(-1, 60), breakfall=st.booleans()),
    st.builds(do.Accident, who=who, count=st.integers(0, 3)),
    st.builds(
        do.Harm,
        who=who,
        place=place,
        damage=st.integers(-1, 40),
        raw=st.booleans(),
        ignore_armor=st.booleans(),
    ),
    st.builds(do.Wound, who=who, place=place, level=st.integers(-1, 7)),
    st.builds(do.Amputate, who=who, place=place),
    st.builds(do.Rouse, who=who),
    st.builds(do.FirstAid, who=who, patient=who, gm=few, at_once=st.booleans(), place=aimed),
    st.builds(do.StopAid, who=who),
    st.builds(do.Resuscitate, who=who, patient=who, gm=few),
    st.builds(do.Surgery, who=who, patient=who, place=place),
    st.builds(do.Heal, who=who, place=place, healer=who | st.none()),
    st.builds(do.Sleep, who=some, hours=st.integers(-1, 9)),
    st.builds(do.StayAwake, who=some, hours=st.integers(-1, 40)),
    st.builds(do.Leave, who=who),
    st.builds(do.PassTime, phases=st.integers(-1, 700)),
    st.builds(ask.Remove, who=some),
    st.builds(ask.Duplicate, who=who),
    any_damage(who),
    any_damage(who),
    st.builds(
        ask.Adjust,
        who=some,
        change=st.sampled_from(["-7", "+2", "=1", "=-2", "more"]),
        gauge=st.sampled_from(["", "fatigue", "luck"]),
    ),
    st.builds(
        ask.Afflict,
        who=some,
        condition=st.sampled_from([*CONDITIONS, "ducking", "rust"]),
        rounds=st.none() | st.integers(0, 3),
    ),
    st.builds(ask.Relieve, who=some, condition=st.sampled_from(CONDITIONS)),
    st.builds(
        ask.SetField,
        who=who,
        field=st.sampled_from(["strength", "load", "kind", "size"]),
        to=st.integers(0, 60) | st.sampled_from(["mook", "dog", "pc"]),
    ),
    st.builds(ask.Flag, who=some, flag=st.sampled_from(["hidden", "left"]), on=st.booleans()),
    st.builds(
        ask.Switch,
        key=st.sampled_from(
            [
                f"phases.{key}"
                for key in (
                    "defensePerShot",
                    "penaltyMode",
                    "critCrit",
                    "resuscitation",
                    "mookRule",
                    "snapShotBlind",
                )
            ]
        ),
        to=st.sampled_from([True, False, "escalating", "critical"]),
    ),
    st.builds(ask.Add, creature=st.sampled_from(["ganger", "dragon"]), count=st.integers(0, 2)),
)


def lively() -> Phased:
    """Four people with everything the rules know of, in phase 1, two of them tied."""
    table = Phased()
    skills = PLAIN | {"hand_to_hand": 4, "melee": 4, "athletics": 3, "evade": 2}
    table.join(
        "Ace",
        side="pc",
        items=["smg", "knife", "leather"],
        held="smg",
        marksmanship=6,
        **skills,
    )
    table.join("Brute", items=["knife", "helmet"], held="knife", load=60, **skills)
    table.join("Gunner", items=["shotgun", "laser_rifle"], held="shotgun", **skills)
    table.join("Medic", side="ally", items=["throwing_knife"], medicine=6, first_aid=2, **skills)
    table.play(ask.Next(), 5, 5, 5, 5, 5, 5, 4, 4, 4, 3, 3, 3)
    plans = tuple(do.Declared(who=CombatantId(key), actions=3) for key in PEOPLE)
    table.play(do.DeclareAll(plans=plans))
    table.play(ask.Next())
    return table


def played(table: Phased, command: Command, roller: Roller, chance: Random) -> Outcome | None:
    """Plays a command and settles what it led to, with rolled dice; returns everything together.

    None where it is refused, which may only be before anything is asked.
    """
    outcome = played_alone(table, command, roller, chance)
    while outcome is not None and due_at(table.context.state, "now"):
        settled = played_alone(table, ask.Settle(), roller, chance)
        assert settled is not None
        assert_words(settled.label)
        events, reasons = settled.events, settled.reasons
        outcome = replace(
            outcome, events=(*outcome.events, *events), reasons=(*outcome.reasons, *reasons)
        )
    return outcome


def played_alone(table: Phased, command: Command, roller: Roller, chance: Random) -> Outcome | None:
    """Plays a command alone, with rolled dice; None where it is refused."""
    procedure = table.system.procedure(table.context, command)
    answer: Any = None
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration as done:
            outcome: Outcome = done.value
            table.happen(*outcome.events)
            return outcome
        except RuleError as error:
            assert answer is None, f"{command} is refused after something was asked"
            assert_words(error.message)
            return None
        if isinstance(request, Choice):
            assert_words(request.label)
            assert len(set(request.options)) == len(request.options) > 1
            answer = Chosen(option=chance.choice(request.options))
        else:
            answer = tuple(_roll(each, roller) for each in request)


def _roll(request: RollRequest, roller: Roller) -> object:
    assert_words(request.label)
    return roller.answer(request)


def assert_words(message: Message) -> None:
    """A message is a sentence for a person: no key, no open brace, no stray star, nothing empty named."""
    text = WORDS.sentence(message)
    assert "phases." not in text, text
    assert not text.startswith("rules."), text
    assert "{" not in text, text
    assert "*" not in text, text
    assert "  " not in text, text
    assert not text.rstrip().endswith(":"), text


def assert_sound(table: Phased) -> None:
    """Nobody has spent more than there was, holds nobody who is not held, or is dead and dying at once."""
    combatants = table.context.state.combatants
    for combatant in combatants.values():
        for gauge, left in combatant.gauges.items():
            assert left >= 0 or gauge == "initiative", (combatant.name, gauge, left)
        assert combatant.gauges.get("used", 0) <= 3, combatant.name
        assert all(0 <= each.level <= 6 for each in combatant.locations.values()), (
            combatant.locations
        )
        if character.is_dead(combatant):
            assert not combatant.has("in_shock"), combatant.name
            assert not combatant.has("clinically_dead"), combatant.name
        for key in ("held", "off"):
            assert (
                not combatant.memo.get(key)
                or combatant.item(combatant.memo[key])
                or combatant.memo[key] == "unarmed"
            )
        stances = [key for key in ("ducking", "hunkering") if combatant.has(key)]
        assert len(stances) <= 2
    assert len({each.number for each in combatants.values()}) == len(combatants)


@examples(150)
@given(steps=st.lists(asked, max_size=30), seed=st.integers(0, 10**6))
def test_any_commands_are_played_or_refused(steps: list[Command], seed: int) -> None:
    """Nothing but a refusal is ever raised, before the dice; nothing goes below zero; all of it can be said."""
    table, roller, chance = lively(), Roller.seeded(seed), Random(seed)
    for command in steps:
        before = table.context.state
        outcome = played(table, command, roller, chance)
        if outcome is None:
            assert table.context.state is before
            continue
        assert_words(outcome.label)
        for reason in outcome.reasons:
            assert_words(reason.text)
        assert_sound(table)


@examples(60)
@given(steps=st.lists(asked, max_size=15), seed=st.integers(0, 10**6))
def test_the_scene_can_be_played_on(steps: list[Command], seed: int) -> None:
    """Next always leads on: to somebody else's turn or to the next phase."""
    table, roller, chance = lively(), Roller.seeded(seed), Random(seed)
    for command in steps:
        played(table, command, roller, chance)
    if not table.context.state.combatants:
        return
    for _ in range(12):
        before = table.context.state
        assert played(table, ask.Next(), roller, chance) is not None
        after = table.context.state
        assert (after.round, after.group, after.stage) != (
            before.round,
            before.group,
            before.stage,
        )


def assert_shown(table: Phased, chosen: dict[str, str]) -> None:
    """Every view can be made of it, in words."""
    system, context = table.system, table.context
    form = system.attack_form(context, chosen)
    views: list[object] = [
        system.rows(context),
        system.heading(context),
        system.timeline(context),
        system.notices(context),
        form,
    ]
    for who in context.state.combatants:
        views += [system.combatant_view(context, who), system.body(context, who)]
    if context.state.combatants:
        views.append(system.action_options(context, next(iter(context.state.combatants))))
    if form.command is not None:
        views.append(system.odds(context, form.command))
    for view in views:
        for text in texts(view):
            assert not text.startswith(("phases.", "rules.")), text


choices = st.fixed_dictionaries(
    {},
    optional={
        "who": who,
        "target": who,
        "weapon": item,
        "mode": st.sampled_from(["semi:3", "burst:2", "full", "laser", "shot", "technique_trip"]),
        "place": aimed,
        "defense": st.sampled_from(DEFENSES),
        "gm": st.sampled_from(["-1", "99", "many"]),
        "straight": st.just("on"),
    },
)


@examples(40)
@given(steps=st.lists(asked, max_size=15), chosen=choices, seed=st.integers(0, 10**6))
def test_whatever_has_happened_can_be_shown(
    steps: list[Command], chosen: dict[str, str], seed: int
) -> None:
    """Every view can be made of any state, in words."""
    table, roller, chance = lively(), Roller.seeded(seed), Random(seed)
    for command in steps:
        played(table, command, roller, chance)
    assert_shown(table, chosen)


@examples(60)
@given(steps=st.lists(asked, max_size=12), chosen=choices, seed=st.integers(0, 10**6))
def test_the_table_rolls_what_the_bench_says(
    steps: list[Command], chosen: dict[str, str], seed: int
) -> None:
    """The bench's command is refused where it says so, else asks for the dice it shows first, and no decision."""
    table, roller, chance = lively(), Roller.seeded(seed), Random(seed)
    for command in steps:
        played(table, command, roller, chance)
    form = table.system.attack_form(table.context, chosen)
    if form.command is None:
        return
    shown = {each.key: each.notation for each in form.dice}
    asked_for, refusal = _first(table, form.command)
    assert form.why_not == refusal
    assert not isinstance(asked_for, Choice)
    for each in asked_for:
        assert shown[each.key] == each.notation


def _first(table: Phased, command: Command) -> tuple[Any, str]:
    """What a command asks for first, and why it is refused, if it is."""
    procedure = table.system.procedure(table.context, command)
    try:
        return next(procedure), ""
    except RuleError as refused:
        return (), WORDS.text(refused.message)


@pytest.mark.rule("PHA-19")
def test_the_lively_table_is_lively() -> None:
    """Two are tied, and everybody has three actions."""
    table = lively()
    assert table.context.state.acting == ("ace_1", "brute_2")
    assert set(PEOPLE) == set(table.context.state.combatants)
    assert all(table.gauge(CombatantId(key), "actions") == 3 for key in PEOPLE)
