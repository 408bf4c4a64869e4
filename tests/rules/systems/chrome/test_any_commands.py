"""Whatever is asked, in whatever order: the rules refuse or play, and what they leave behind makes sense."""

import random
import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.paths import data_folder, message_catalog
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.engine.time.passing import due_things
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.sheet import character
from tests.helpers.any_damage import any_damage
from tests.helpers.examples import examples
from tests.helpers.rulesets import shipped
from tests.rules.systems.chrome.conftest import Crew

WORDS = message_catalog()
TESTS = (*character.STATS, *character.SAVES)
PEOPLE = ("nova_1", "wraith_2", "ghost_3", "horror_4", "guard_5", "rival_6")
ITEMS = ("", "pistol", "katana", "frag_grenade", "assault_rifle", "horror_claws", "guard_rifle")
CONDITIONS = (
    *("surprised", "prone", "in_cover", "ablaze", "shocked", "exposed", "frenzy", "gutless"),
    *(
        "trust_no_one",
        "on_the_edge",
        "crushing_doubt",
        "ultra_sharp",
        "grit",
        "fainted",
        "presence",
        "burning",
        "favoured",
        "hindered",
        "panic_due",
    ),
)
GAUGES = ("", "", "conviction", "majors", "luck")

who = st.sampled_from([CombatantId(each) for each in (*PEOPLE, *PEOPLE, "nobody")])
some = st.lists(who, max_size=3).map(tuple)
item = st.sampled_from(ITEMS)
band = st.sampled_from(["", "close", "short", "long"])
edge = st.sampled_from([-1, 0, 0, 1])
burn = st.sampled_from([0, 0, 0, 2, 25, -1])
test = st.sampled_from(TESTS)
place = st.sampled_from(["head", "torso", *character.LIMBS])
situations = st.lists(st.sampled_from(["helped", "injured", "rust"]), max_size=2).map(tuple)
caught = st.builds(do.Caught, target=who, cover=st.booleans(), waive=st.booleans())
attack = st.builds(
    do.Attack,
    who=who,
    target=who,
    weapon=item,
    metres=st.none() | st.integers(0, 120),
    band=band,
    modifiers=st.just(()) | situations,
    edge=edge,
    burn=burn,
    defence=st.sampled_from(["", "", "save", "counter", "waive"]),
    counter_weapon=item,
    save_edge=edge,
    save_burn=burn,
    ally=st.none() | who,
)
plain_attack = st.builds(do.Attack, who=who, target=who)
time_passes = (
    st.builds(
        ask.PassTime,
        for_=st.sampled_from(["", "7 s", "10 s", "3 min", "7 h", "2 days", "-1 h"]),
        until=st.sampled_from(["", "", "", "morning"]),
        to=st.sampled_from(["", "", "next"]),
    ),
    st.builds(
        ask.EndRunning,
        running=st.sampled_from(["bleeding", "ablaze", "rest", "downtime", "condition"]),
        key=st.sampled_from(["", "left_arm", "unconscious"]),
        who=who,
    ),
    st.builds(ask.Refill, who=some),
)
asked = st.one_of(
    *([attack, plain_attack, plain_attack, st.just(ask.Next()), st.just(ask.Next())] * 2),
    st.just(ask.Finish()),
    st.just(ask.Settle()),
    st.just(ask.Waive(note="not now")),
    st.builds(do.Surprise, who=some),
    st.builds(do.Unnoticed, who=some, by=some, on=st.booleans()),
    st.builds(do.Order, who=who, before=st.none() | who),
    st.builds(
        do.Throw,
        who=who,
        target=who | st.none(),
        at=st.none() | st.sampled_from([(5.0, 5.0), (90.0, 5.0)]),
        band=band,
        caught=st.lists(caught, max_size=3).map(tuple),
        near=st.none() | st.lists(caught, max_size=2).map(tuple),
        edge=edge,
        burn=burn,
    ),
    st.builds(
        do.Special,
        who=who,
        ability=st.sampled_from(["horror_sight", "void_dread", "x"]),
        targets=some,
    ),
    st.builds(do.Check, who=who, test=test, skill=st.just("Blades"), edge=edge, burn=burn),
    st.builds(do.PanicCheck, who=some, later=st.booleans()),
    st.builds(do.Burn, who=who, amount=burn, on=st.just("") | test),
    st.builds(do.Stress, who=some, amount=st.integers(-5, 12)),
    st.builds(do.Oppose, who=who, target=who, test=test),
    st.builds(do.Move, who=who, metres=st.integers(-1, 25), cover=st.booleans()),
    st.builds(do.TakeCover, who=who),
    st.builds(do.StandUp, who=who),
    st.builds(do.Reload, who=who, weapon=item),
    st.builds(do.ClearJam, who=who, weapon=item),
    st.builds(do.PickUp, who=who, weapon=item),
    st.builds(do.Hold, who=who, weapon=item),
    st.builds(do.Activate, who=who, text=st.just("x")),
    st.builds(do.Free, who=who),
    st.builds(
        do.UseItem,
        who=who,
        item=st.sampled_from(["medpack", "stim", "rope"]),
        target=st.none() | who,
        count=st.integers(0, 3),
    ),
    st.builds(
        do.Hack,
        who=who,
        system=st.sampled_from(["door", ""]),
        rating=st.integers(0, 2),
        edge=edge,
        burn=burn,
    ),
    st.builds(do.Reboot, system=st.sampled_from(["door", "sea"])),
    st.builds(do.Grapple, who=who, target=who, edge=edge, burn=burn),
    st.builds(do.BreakFree, who=who, edge=edge, burn=burn),
    st.builds(do.FirstAid, who=who, patient=who, place=st.just("") | place, edge=edge, burn=burn),
    st.builds(do.Extinguish, who=who, target=st.none() | who),
    st.builds(do.Lend, who=who, target=who, amount=st.integers(-1, 6)),
    st.builds(
        do.Haunt,
        who=who,
        target=st.none() | who,
        ability=st.sampled_from(["distract", "soothe", "moan"]),
        edge=edge,
    ),
    st.builds(do.Engage, who=who),
    st.builds(do.Rejoin, who=who),
    st.builds(do.Distort, who=who, text=st.sampled_from(["", "hums", "a; b"])),
    st.builds(do.Locate, who=who, ruined=st.booleans()),
    st.builds(
        do.MarkPlace,
        who=who,
        place=place,
        mark=st.sampled_from(["severed", "bleeding", "ruined"]),
        on=st.booleans(),
    ),
    st.builds(do.Wake, who=who),
    st.builds(do.Kill, who=who),
    st.builds(
        do.Rest,
        who=who,
        aim=st.sampled_from(["both", "health", "conviction"]),
        alone=st.booleans(),
    ),
    st.just(do.NewDay()),
    st.builds(do.Downtime, who=some, for_=st.sampled_from(["", "", "3 days", "-1 h", "soon"])),
    *time_passes,
    st.builds(do.Leave, who=who),
    st.builds(do.Wait, who=who),
    st.builds(ask.Remove, who=some),
    st.builds(ask.Duplicate, who=who),
    any_damage(who),
    any_damage(who),
    st.builds(
        ask.Adjust,
        who=some,
        change=st.sampled_from(["-7", "-30", "+5", "=4", "=-2", "more"]),
        gauge=st.sampled_from(GAUGES),
    ),
    st.builds(
        ask.Afflict,
        who=some,
        condition=st.sampled_from([*CONDITIONS, "dead", "rust"]),
        rounds=st.none() | st.integers(0, 3),
    ),
    st.builds(ask.Relieve, who=some, condition=st.sampled_from([*CONDITIONS, "unconscious"])),
    st.builds(
        ask.SetField,
        who=who,
        field=st.sampled_from(["health", "conviction", "speed", "kind"]),
        to=st.integers(0, 12) | st.just("operator") | st.just("enemy"),
    ),
    st.builds(
        ask.Flag, who=some, flag=st.sampled_from(["hidden", "left", "sticky"]), on=st.booleans()
    ),
    st.sampled_from(
        [
            ask.Switch(key=each.key, to=option)
            for each in shipped("chrome").switches
            for option in each.options or (True, False)
        ]
    ),
    st.builds(
        ask.Add,
        creature=st.sampled_from(["corp_guard", "mend", "dragon"]),
        count=st.integers(1, 2),
    ),
)


def lively() -> Crew:
    """Operators, one of them a Presence, a horror, a guard with grenades and a rival Operator, in round 2."""
    table = Crew(shipped("chrome"), WORDS)
    rifle = CarriedDef(item="assault_rifle", values={"magazine": 2})
    nova = ("knife", "frag_grenade", "medpack", "stim", "heavy_plate")
    table.operator("Nova", rifle, *nova, speed=60, prime="body", skills="First Aid")
    table.operator(
        "Wraith", "katana", "pistol", "taser", speed=50, prime="reflex", background="cult"
    )
    ghost = table.operator("Ghost", "pistol", speed=70, background="cult")
    table.enemy("Horror", "horror_claws", "horror_sight", "void_dread", "crusher_grip", health=30)
    table.enemy("Guard", "guard_rifle", "frag_grenade", synthetic=True)
    table.operator("Rival", "flamer", "katana", speed=20, side="foe", background="military")
    table.begin(10, 10, 10, 80)
    table.play(do.Kill(who=ghost), 1, 1)
    while not table.combatant(ghost).has("presence"):
        table.next()
    return table


def played(table: Crew, command: Command, roller: Roller, choose: random.Random) -> Outcome | None:
    """Plays a command with rolled dice and any decisions; None where it is refused, only before the first die."""
    procedure = table.system.procedure(table.context, command)
    answer: Any = None
    asks = 0
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
        asks += 1
        assert asks < 200, f"{command} never ends"
        if isinstance(request, Choice):
            assert_words(table, request.label)
            assert len(set(request.options)) == len(request.options) > 1
            assert_options(table, request)
            answer = Chosen(option=choose.choice(request.options))
        else:
            for each in request:
                assert_words(table, each.label)
            answer = tuple(roller.answer(each) for each in request)


def settled(table: Crew, roller: Roller, choose: random.Random) -> None:
    """Settles what is due now, as a session does after every command."""
    while due_at(table.context.state, "now"):
        assert played(table, ask.Settle(), roller, choose) is not None


def assert_options(table: Crew, choice: Choice) -> None:
    """Every option is a combatant, or has words."""
    for option in choice.options:
        if option not in table.context.state.combatants:
            assert_words(table, Message(key=f"chrome.option.{option}"))


def assert_words(table: Crew, message: Message) -> None:
    """A message is a sentence for a person: no key, no open brace, no stray star, nothing empty named."""
    text = table.context.texts.sentence(message)
    assert "chrome." not in text, text
    assert not text.startswith("rules."), text
    assert "{" not in text, text
    assert "*" not in text, text
    assert "  " not in text, text


def assert_sound(table: Crew) -> None:
    """Nothing is below 0 or above its most; the dead neither bleed nor sleep; slots are of people who are there."""
    state = table.context.state
    for combatant in state.combatants.values():
        for gauge, left in combatant.gauges.items():
            assert left >= 0 or gauge == "owed", (combatant.name, gauge, left)
        assert character.health_now(combatant) <= character.health(combatant), combatant.name
        if character.is_operator(combatant):
            assert character.conviction_now(combatant) <= character.conviction(combatant), (
                combatant.name
            )
        if character.is_dead(combatant):
            assert (
                not character.is_cold(combatant)
                or combatant.has("fainted")
                or combatant.has("unconscious")
            )
        elif combatant.memo.get("presence_due"):
            raise AssertionError(combatant.name)
    assert {slot.who for slot in state.slots} <= set(state.combatants)
    groups = [slot.group for slot in state.slots]
    assert groups == sorted(groups)


@examples(120)
@given(steps=st.lists(asked, max_size=30), seed=st.integers(0, 10**6))
def test_any_commands_are_played_or_refused(steps: list[Command], seed: int) -> None:
    """Nothing but a refusal is ever raised, before the dice; nothing goes below zero; all of it can be said."""
    table, roller, choose = lively(), Roller.seeded(seed), random.Random(seed)
    for command in steps:
        before = table.context.state
        outcome = played(table, command, roller, choose)
        if outcome is None:
            assert table.context.state is before
            continue
        assert_words(table, outcome.label)
        for reason in outcome.reasons:
            assert_words(table, reason.text)
        if choose.random() < 0.8:
            settled(table, roller, choose)
        assert_sound(table)


by_the_way = st.one_of(
    *(time_passes * 4),
    st.builds(do.Rest, who=who, alone=st.booleans()),
    st.builds(do.Downtime, who=some),
    st.builds(do.MarkPlace, who=who, place=place, mark=st.just("bleeding"), on=st.booleans()),
    st.builds(ask.Adjust, who=some, change=st.sampled_from(["=0", "=9"]), gauge=st.just("")),
    st.builds(ask.Afflict, who=some, condition=st.sampled_from(["ablaze", "fainted", "gutless"])),
    asked,
)


@examples(120)
@given(steps=st.lists(by_the_way, max_size=30), seed=st.integers(0, 10**6))
def test_any_commands_between_fights_are_played_or_refused(steps: list[Command], seed: int) -> None:
    """Time only goes on, nothing that is due is left behind it, and nobody stays at 0 Health without a word."""
    table, roller, choose = lively(), Roller.seeded(seed), random.Random(seed)
    table.play(ask.Finish())
    table.happen(ev.StageSet(to="between"))
    for command in steps:
        before = table.context.state
        outcome = played(table, command, roller, choose)
        if outcome is None:
            assert table.context.state is before
            continue
        assert_words(table, outcome.label)
        settled(table, roller, choose)
        assert_sound(table)
        now = table.context.state.clock
        assert now >= before.clock
        if now > before.clock:
            kinds = table.system.rules().time
            assert all(each.at > now for each in due_things(kinds, table.context))


def test_a_whole_fight_runs_by_itself() -> None:
    """Fights of nothing but attacks and steps come to an end, whatever the dice."""
    for seed in range(25):
        table, roller, choose = lively(), Roller.seeded(seed), random.Random(seed)
        for _ in range(150):
            for combatant in table.context.state.combatants.values():
                if combatant.has("frenzy"):
                    played(
                        table, ask.Relieve(who=(combatant.id,), condition="frenzy"), roller, choose
                    )
            mine = list(table.context.state.acting)
            others = [who for who in table.context.state.combatants if who not in mine]
            for actor in mine:
                played(table, do.Attack(who=actor, target=choose.choice(others)), roller, choose)
                settled(table, roller, choose)
            played(table, ask.Next(), roller, choose)
            settled(table, roller, choose)
            assert_sound(table)
        assert table.context.state.round > 5


def test_the_lively_table_is_lively() -> None:
    """A Presence acts, enemies have lists, and everybody is there."""
    table = lively()
    assert set(PEOPLE) == set(table.context.state.combatants)
    assert any(
        character.is_presence(combatant) for combatant in table.context.state.combatants.values()
    )


def test_every_outcome_word_is_there() -> None:
    """Texts put together by the code from parts all exist: outcomes, bands, complications, places."""
    path = data_folder("resources") / "i18n" / "en" / "chrome.toml"
    texts = tomllib.loads(path.read_text(encoding="utf-8"))
    wanted = {f"chrome.outcome.{each}" for each in checks.OUTCOMES}
    wanted |= {f"chrome.log.test_{each}" for each in checks.OUTCOMES}
    wanted |= {f"chrome.band.{each}" for each in ("close", "short", "long")}
    effects = {
        str(row[key])
        for name, row in shipped("chrome").tables.items()
        if name.startswith("complication_")
        for key in ("effect", "melee")
    }
    wanted |= {f"chrome.then.complication_{each}" for each in effects - {"ally"}}
    hows = ("hit", "critical", "missed", "fumble", "saved")
    wanted |= {f"chrome.log.operator_{each}" for each in hows}
    wanted |= {f"chrome.log.throw_{each}" for each in hows[:-1]}
    wanted |= {f"chrome.log.enemy_{each}" for each in ("hit", "failed", "fumbled", "saved")}
    assert wanted <= set(texts)
