"""Whatever is asked, in whatever order: the rules refuse or play, and what they leave behind makes sense."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import RollRequest
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter.entries import Outcome
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.turns import initiative
from tests.helpers.any_damage import any_damage
from tests.helpers.examples import examples
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table
from tests.rules.systems.d6pool.views.test_views import texts

WORDS = message_catalog()
PEOPLE = ("hening_1", "gang_2", "wired_3", "medic_4")
ITEMS = ("", "grenade", "knife", "smg", "revolver", "throwing_knife", "unarmed", "light_kevlar")
CONDITIONS = ("prone", "aimed", "helpless", "stunned", "bleeding", "cover_75", "awake_weak")
SITUATIONS = ("cover_50", "cover_75", "dark_total", "dark_partial", "size_10m", "size_50cm", "fog")

who = st.sampled_from([CombatantId(each) for each in (*PEOPLE, *PEOPLE, "nobody")])
some = st.lists(who, max_size=2).map(tuple)
item = st.sampled_from(ITEMS)
band = st.sampled_from(["", "short", "long", "extreme"])
metres = st.none() | st.integers(0, 100)
few = st.integers(-2, 3)
skill = st.sampled_from(["firearms", "strength", "medicine", "juggling"])
situations = st.lists(st.sampled_from(SITUATIONS), max_size=2).map(tuple)
caught = st.builds(
    do.Caught, target=who, metres=st.integers(0, 12), dodge=st.integers(0, 3), gm=few
)
attack = st.builds(
    do.Attack,
    who=who,
    target=who,
    weapon=item,
    mode=st.sampled_from(["", "SS", "SA", "FA"]),
    metres=metres,
    band=band,
    modifiers=situations,
    gm=few,
    dodge=st.integers(-1, 3),
    hero=st.booleans(),
)
asked = st.one_of(
    attack,
    attack,
    st.just(ask.Next()),
    st.just(ask.Next()),
    st.just(do.Apply()),
    st.just(ask.Finish()),
    st.builds(do.Declare, who=who, intent=st.sampled_from(["", "run"])),
    st.builds(
        do.Move,
        who=who,
        gait=st.sampled_from(["walk", "run", "crawl", "prone", "stand"]),
        metres=st.integers(-1, 11),
    ),
    st.builds(
        do.Throw,
        who=who,
        weapon=item,
        metres=metres,
        band=band,
        modifiers=situations,
        gm=few,
        hero=st.booleans(),
    ),
    st.builds(
        do.Blast,
        who=who | st.none(),
        weapon=item,
        targets=st.lists(caught, max_size=3).map(tuple),
        more=st.booleans(),
    ),
    st.builds(do.Draw, who=who, weapon=item),
    st.builds(do.FastDraw, who=who, weapon=item, gm=few, hero=st.booleans()),
    st.builds(do.Aim, who=who),
    st.builds(do.Reload, who=who, weapon=item),
    st.builds(do.Task, who=who, skill=skill, dn=st.integers(-5, 30), gm=few, hero=st.booleans()),
    st.builds(do.Oppose, who=who, target=who, skill=skill),
    st.builds(do.FirstAid, who=who, patient=who, gm=few, hero=st.booleans()),
    st.builds(do.Hero, who=who),
    st.builds(do.Wait, who=who),
    st.builds(do.Leave, who=who),
    st.builds(do.Fall, who=who, metres=st.integers(-3, 30)),
    st.builds(do.Wake, who=who, hours=st.integers(-1, 7)),
    st.builds(do.Heal, who=who, attended=st.booleans()),
    st.builds(do.Stabilize, who=who),
    st.builds(do.Reward, who=some, success=st.booleans()),
    st.builds(ask.Remove, who=some),
    st.builds(ask.Duplicate, who=who),
    st.builds(ask.Rename, who=who, name=st.sampled_from(["", "Nova"])),
    st.builds(ask.ChangeSide, who=some, to=st.sampled_from(["pc", "foe"])),
    any_damage(who),
    any_damage(who),
    st.builds(
        ask.Adjust,
        who=some,
        change=st.sampled_from(["-7", "-30", "+5", "=4", "=-2", "more"]),
        gauge=st.sampled_from(["", "", "dodge", "hero", "luck"]),
    ),
    st.builds(
        ask.Afflict,
        who=some,
        condition=st.sampled_from([*CONDITIONS, "in_air", "rust"]),
        rounds=st.none() | st.integers(0, 3),
    ),
    st.builds(ask.Relieve, who=some, condition=st.sampled_from([*CONDITIONS, "in_air"])),
    st.builds(
        ask.SetField,
        who=who,
        field=st.sampled_from(["health", "dodge", "strength", "smart_link", "shoe_size"]),
        to=st.integers(0, 12) | st.just("many") | st.booleans(),
    ),
    st.builds(
        ask.Flag, who=some, flag=st.sampled_from(["hidden", "left", "sticky"]), on=st.booleans()
    ),
    st.builds(
        ask.Switch,
        key=st.sampled_from(
            [
                "d6pool.stunHitsDodge",
                "d6pool.moveHitsDodge",
                "d6pool.attackLimit",
                "d6pool.grenadeAlwaysHits",
            ]
        ),
        to=st.sampled_from([True, False, "perTurn"]),
    ),
    st.builds(ask.Note, text=st.sampled_from(["{x}", "*so*"]), who=who),
    st.builds(
        ask.Add,
        creature=st.sampled_from(["ganger", "dragon"]),
        name=st.sampled_from(["", "K"]),
        count=st.integers(0, 2),
    ),
)
choices = st.fixed_dictionaries(
    {},
    optional={
        "who": who,
        "target": who,
        "weapon": item,
        "mode": st.sampled_from(["SA", "FA", "thrown", "lasso"]),
        "band": band,
        "dodge": st.sampled_from(["0", "2", "many"]),
        "gm": st.sampled_from(["-1", "99"]),
        "hero": st.sampled_from(["on", "off"]),
        "dark_total": st.just("on"),
        "dark_partial": st.just("on"),
        "size_10m": st.just("on"),
    },
)


def lively() -> Table:
    """Four people with everything the rules know of, in their first turn, two of them tied and acting twice."""
    table = Table(system_for("d6pool"), shipped("d6pool"), WORDS)
    smg = CarriedDef(item="smg", values={"laser": True, "smart": True})
    table.join(
        "Hening",
        side="pc",
        items=["grenade", "knife", "light_kevlar"],
        held="grenade",
        throwing=4,
        armed=5,
        dodge=4,
        pain_resistance=4,
        dexterity=6,
        hero_points=2,
    )
    table.join("Gang", items=[smg, "revolver"], held="smg", firearms=4, dodge=2, dexterity=6)
    table.join("Wired", items=["throwing_knife"], throwing=5, dodge=1, reflex=2, smart_link=True)
    table.join("Medic", side="ally", items=["revolver"], medicine=5, doctor=True, dexterity=2)
    table.begin(5, 5, 3, 3)
    return table


def played(table: Table, command: Command, roller: Roller) -> Outcome | None:
    """Plays a command with rolled dice; None where it is refused, which may only be before the first die."""
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
            assert answer is None, f"{command} is refused after dice were rolled"
            assert_words(table, error.message)
            return None
        assert isinstance(request, tuple)
        answer = tuple(_roll(table, each, roller) for each in request)


def _roll(table: Table, request: RollRequest, roller: Roller) -> object:
    assert_words(table, request.label)
    return roller.answer(request)


def assert_words(table: Table, message: Message) -> None:
    """A message is a sentence for a person: no key, no open brace, no stray star, nothing empty named."""
    text = table.context.texts.sentence(message)
    if message.key.startswith("rules.log.note"):
        return
    assert not text.startswith(("d6pool.", "rules.")), text
    assert "{" not in text, text
    assert "*" not in text, text
    assert "  " not in text, text


def assert_sound(table: Table) -> None:
    """Nobody has spent more than there was."""
    for combatant in table.context.state.combatants.values():
        for gauge, left in combatant.gauges.items():
            assert gauge == "th" or left >= 0, (combatant.name, gauge, left)
        assert combatant.gauges.get("attacks", 0) <= 2, combatant.name
    assert len({each.number for each in table.context.state.combatants.values()}) == len(
        table.context.state.combatants
    )


def assert_shown(table: Table, chosen: dict[str, str]) -> None:
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
            assert not text.startswith(("d6pool.", "rules.")), text


@examples(60)
@given(steps=st.lists(asked, max_size=25), chosen=choices, seed=st.integers(0, 10**6))
def test_any_commands_are_played_or_refused(
    steps: list[Command], chosen: dict[str, str], seed: int
) -> None:
    """Nothing but a refusal is ever raised, before the dice; nothing goes below zero; all of it can be said."""
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
    assert_shown(table, chosen)


@examples(60)
@given(steps=st.lists(asked, max_size=12), chosen=choices, seed=st.integers(0, 10**6))
def test_the_table_rolls_what_the_bench_says(
    steps: list[Command], chosen: dict[str, str], seed: int
) -> None:
    """The bench's command is refused where it says so, and else asks for the very dice it shows; so do the odds."""
    table, roller = lively(), Roller.seeded(seed)
    for command in steps:
        played(table, command, roller)
    form = table.system.attack_form(table.context, chosen)
    if form.command is None:
        return
    shown = {each.key: each.notation for each in form.dice}
    rolled, refusal = _asked_for(table, form.command, roller)
    assert form.why_not == refusal
    for request in rolled:
        assert request.key.startswith("scatter") or shown[request.key] == request.notation


def _asked_for(table: Table, command: Command, roller: Roller) -> tuple[list[RollRequest], str]:
    """Every roll a command asks for, and why it is refused, if it is."""
    procedure = table.system.procedure(table.context, command)
    rolled: list[RollRequest] = []
    answer: Any = None
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration:
            return rolled, ""
        except RuleError as refused:
            return rolled, WORDS.text(refused.message)
        assert isinstance(request, tuple)
        rolled += request
        answer = tuple(roller.answer(each) for each in request)


def test_the_lively_table_is_lively() -> None:
    """Two are tied, and act twice."""
    table = lively()
    assert table.context.state.acting == ("hening_1", "gang_2")
    assert set(PEOPLE) == set(table.context.state.combatants)
    assert initiative.in_order(table.context, {CombatantId("a"): 11})[-1].lane == 1
