"""Whatever is asked, in whatever order: the rules refuse or play, and what they leave behind makes sense."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Choice, Chosen, RollRequest
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter.entries import Outcome
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.sheet.records import melee_of
from tests.helpers.any_damage import any_damage
from tests.helpers.examples import examples
from tests.helpers.table import Table
from tests.rules.systems.cwn.bout import Bout, texts

WORDS = message_catalog()
PEOPLE = ("ash_1", "quick_2", "medic_3", "boss_4", "gang_5", "gang_6", "pitbull_7")
ITEMS = (
    "",
    "sword",
    "knife",
    "heavy_pistol",
    "automatic_rifle",
    "frag_grenade",
    "flash_grenade",
    "gas_grenade",
    "grenade_launcher",
    "unarmed",
    "street_leathers",
    "boneshaker",
)
CONDITIONS = (
    "prone",
    "surprised",
    "helpless",
    "flashed",
    "mortally_wounded",
    "unconscious",
    "dead",
    "stable",
    "frail",
    "broken",
    "traumatized",
    "one_hand",
)
SWITCHES = (
    "cwn.freeAttackArmedOnly",
    "cwn.totalDefenseShockSpan",
    "cwn.moraleCompare",
    "cwn.npcScreen",
    "cwn.coverPenalty",
    "cwn.untrainedMinus2",
    "cwn.suppress",
    "cwn.minDamageOne",
    "cwn.unspentMainAfterTurn",
)

who = st.sampled_from([CombatantId(each) for each in (*PEOPLE, *PEOPLE, "nobody")])
some = st.lists(who, max_size=3).map(tuple)
item = st.sampled_from(ITEMS)
metres = st.none() | st.integers(0, 120)
few = st.integers(-2, 3)
skill = st.sampled_from(["shoot", "heal", "exert", "juggling"])
situations = st.lists(
    st.sampled_from(["cover_partial", "cover_near_total", "fog"]), max_size=2
).map(tuple)
mode = st.sampled_from(["", "", "melee", "thrown", "single", "burst"])
caught = st.builds(do.Caught, target=who, protected=st.booleans(), gm=few)
attack = st.builds(
    do.Attack,
    who=who,
    target=who,
    weapon=item,
    mode=mode,
    how=st.sampled_from(["", "", "", "snap", "charge", "swarm", "extra"]),
    metres=metres,
    moved=st.none() | st.integers(0, 30),
    modifiers=situations,
    gm=few,
    nonlethal=st.booleans(),
    suited=st.none() | st.booleans(),
    boost=st.booleans(),
    also=some,
)
easy = st.builds(do.Attack, who=who, target=who, how=st.sampled_from(["", "", "snap"]))
asked = st.one_of(
    easy,
    easy,
    attack,
    st.just(ask.Next()),
    st.just(ask.Next()),
    st.builds(
        do.SnapTogether,
        shots=st.lists(st.builds(do.Shot, who=who, target=who), max_size=2).map(tuple),
    ),
    st.builds(do.Swarm, who=who, target=who),
    st.builds(do.Screen, who=who, ally=who, leaves=st.booleans()),
    st.builds(do.EndScreen, who=who),
    st.builds(do.TotalDefense, who=who),
    st.builds(
        do.Run, who=who, metres=st.integers(-1, 15), leaves=st.booleans(), free=st.none() | some
    ),
    st.builds(do.Withdraw, who=who),
    st.builds(do.Spend, who=who, action=st.sampled_from(["main", "move"])),
    st.builds(do.Check, who=who, skill=skill, special=st.booleans(), gm=few, free=st.booleans()),
    st.builds(do.Oppose, who=who, target=who, skill=skill, target_skill=skill | st.just("")),
    st.builds(do.Save, who=who, save=st.sampled_from(["physical", "evasion", "mental", "luck"])),
    st.builds(do.Ready, who=who, item=item),
    st.builds(do.Stow, who=who, item=item),
    st.builds(do.Reload, who=who, weapon=item),
    st.builds(do.Drop, who=who, item=item),
    st.builds(do.PickUp, who=who, item=item),
    st.builds(do.Stand, who=who),
    st.builds(do.GoProne, who=who),
    st.builds(do.Hold, who=who),
    st.builds(do.ExtraMove, who=who),
    st.builds(do.Done, who=who),
    st.builds(do.Engage, who=who, target=who),
    st.builds(do.Disengage, who=who, target=st.none() | who),
    st.builds(do.Morale, who=some, gm=few),
    st.builds(do.SkipMorale, side=st.sampled_from(["foe", "pc", "nobody"])),
    st.builds(
        do.Suppress,
        who=who,
        weapon=item,
        targets=st.lists(
            st.builds(do.InCone, target=who, hard_cover=st.booleans()), max_size=3
        ).map(tuple),
    ),
    st.builds(do.Throw, who=who, weapon=item, launcher=item, metres=metres, gm=few),
    st.builds(
        do.Blast,
        who=who | st.none(),
        weapon=item,
        targets=st.lists(caught, max_size=3).map(tuple),
        more=st.booleans(),
    ),
    st.builds(
        do.Execute,
        who=who,
        target=who,
        weapon=item,
        distance=st.sampled_from(["melee", "point_blank", "extreme"]),
        nonlethal=st.booleans(),
    ),
    st.builds(do.FinishOff, who=who, target=who),
    st.builds(
        do.Stabilize,
        who=who,
        patient=who,
        tool=st.sampled_from(["medkit", "none", "patch"]),
        attribute=st.sampled_from(["", "dexterity"]),
    ),
    st.builds(do.Biostabilize, who=who),
    st.builds(do.Revive, who=who),
    st.builds(do.FirstAid, who=who, patient=who, panacea=st.booleans()),
    st.builds(do.Surgery, who=who, patient=who),
    st.builds(do.Rest, who=some, nights=st.integers(0, 8)),
    st.builds(do.Reflexes, who=who, instant=st.booleans()),
    st.builds(do.Whirlwind, who=who, weapon=item),
    st.builds(
        do.Dose,
        who=who,
        patient=who,
        drug=st.sampled_from(["lurch", "boneshaker", "avalanche", "olympus", "panacea", "tea"]),
    ),
)
upheaval = st.one_of(
    st.just(ask.Finish()),
    st.builds(do.Leave, who=who),
    st.builds(do.Refresh, who=some),
    st.builds(ask.Remove, who=some),
    st.builds(ask.Duplicate, who=who),
    st.builds(ask.ChangeSide, who=some, to=st.sampled_from(["pc", "foe", "ally", "neutral"])),
    any_damage(who),
    any_damage(who),
    st.builds(
        ask.Adjust,
        who=some,
        change=st.sampled_from(["-3", "-30", "+5", "=4", "=0", "=-2", "more"]),
        gauge=st.sampled_from(["", "", "soak", "strain", "luck"]),
    ),
    st.builds(
        ask.Afflict,
        who=some,
        condition=st.sampled_from([*CONDITIONS, "rust"]),
        rounds=st.none() | st.integers(0, 3),
    ),
    st.builds(ask.Relieve, who=some, condition=st.sampled_from(CONDITIONS)),
    st.builds(
        ask.SetField,
        who=who,
        field=st.sampled_from(["hp", "dexterity", "shoot", "kind", "morale", "shoe_size"]),
        to=st.integers(0, 12) | st.just("many") | st.booleans(),
    ),
    st.builds(
        ask.Flag, who=some, flag=st.sampled_from(["hidden", "left", "named"]), on=st.booleans()
    ),
    st.builds(
        ask.Switch,
        key=st.sampled_from(SWITCHES),
        to=st.sampled_from([True, False, "round", "less", "off"]),
    ),
    st.builds(
        ask.Add,
        creature=st.sampled_from(["gang_member", "dragon"]),
        count=st.integers(0, 2),
        side=st.sampled_from([None, "neutral", "pc"]),
    ),
)

fit = st.sampled_from(
    [
        do.Attack(who=CombatantId("ash_1"), target=CombatantId("gang_5")),
        do.Attack(who=CombatantId("ash_1"), target=CombatantId("boss_4"), how="charge"),
        do.Attack(who=CombatantId("ash_1"), target=CombatantId("gang_5"), how="extra"),
        do.Attack(who=CombatantId("quick_2"), target=CombatantId("gang_6"), how="snap", boost=True),
        do.Attack(who=CombatantId("gang_5"), target=CombatantId("ash_1")),
        do.Attack(who=CombatantId("gang_6"), target=CombatantId("ash_1")),
        do.Attack(who=CombatantId("gang_5"), target=CombatantId("ash_1"), how="swarm"),
        do.Attack(who=CombatantId("boss_4"), target=CombatantId("medic_3"), metres=40),
        do.Attack(who=CombatantId("pitbull_7"), target=CombatantId("medic_3")),
        do.Swarm(who=CombatantId("gang_5"), target=CombatantId("ash_1")),
        do.Swarm(who=CombatantId("gang_6"), target=CombatantId("ash_1")),
        do.Screen(who=CombatantId("ash_1"), ally=CombatantId("medic_3")),
        do.Run(who=CombatantId("ash_1"), metres=5),
        do.Run(who=CombatantId("gang_5"), metres=5),
        do.Whirlwind(who=CombatantId("ash_1")),
        do.Reflexes(who=CombatantId("quick_2")),
        do.Reflexes(who=CombatantId("quick_2"), instant=True),
        do.Reload(who=CombatantId("quick_2")),
        do.Suppress(
            who=CombatantId("quick_2"),
            targets=(
                do.InCone(target=CombatantId("gang_5")),
                do.InCone(target=CombatantId("boss_4")),
            ),
        ),
        do.Drop(who=CombatantId("quick_2")),
        do.PickUp(who=CombatantId("quick_2"), item="automatic_rifle"),
        do.Ready(who=CombatantId("quick_2"), item="frag_grenade"),
        do.Ready(who=CombatantId("gang_5"), item="flash_grenade"),
        do.Throw(who=CombatantId("quick_2"), metres=10),
        do.Throw(who=CombatantId("gang_5"), weapon="flash_grenade"),
        do.Blast(
            who=CombatantId("quick_2"),
            targets=(
                do.Caught(target=CombatantId("gang_5")),
                do.Caught(target=CombatantId("ash_1")),
            ),
        ),
        do.Blast(who=CombatantId("gang_5"), targets=(do.Caught(target=CombatantId("ash_1")),)),
        do.Blast(weapon="gas_grenade", targets=(do.Caught(target=CombatantId("boss_4")),)),
        do.Stabilize(who=CombatantId("medic_3"), patient=CombatantId("quick_2")),
        do.Stabilize(who=CombatantId("medic_3"), patient=CombatantId("ash_1"), tool="patch"),
        do.Biostabilize(who=CombatantId("boss_4")),
        do.Dose(who=CombatantId("medic_3"), patient=CombatantId("ash_1"), drug="lurch"),
        do.FinishOff(who=CombatantId("ash_1"), target=CombatantId("boss_4")),
        do.Revive(who=CombatantId("quick_2")),
        do.FirstAid(who=CombatantId("medic_3"), patient=CombatantId("ash_1")),
        do.Surgery(who=CombatantId("medic_3"), patient=CombatantId("quick_2")),
        do.Rest(who=(CombatantId("ash_1"), CombatantId("quick_2")), nights=7),
        do.Hold(who=CombatantId("ash_1")),
        do.Morale(who=(CombatantId("gang_5"), CombatantId("gang_6"))),
        do.SkipMorale(side="foe"),
        ask.Adjust(who=(CombatantId("quick_2"),), change="-30"),
        ask.Adjust(who=(CombatantId("boss_4"),), change="-30"),
        ask.Next(),
        ask.Next(),
    ]
)
steps_of_a_fight = st.lists(
    st.one_of(fit, fit, fit, fit, asked, upheaval), min_size=15, max_size=40
)


choices = st.fixed_dictionaries(
    {},
    optional={
        "who": who,
        "target": who,
        "weapon": item,
        "mode": st.sampled_from(["melee", "burst", "single", "lasso"]),
        "how": st.sampled_from(["snap", "charge", "swarm", "extra"]),
        "gm": st.sampled_from(["-1", "99"]),
        "metres": st.sampled_from(["5", "40", "many"]),
        "cover_partial": st.just("on"),
    },
)


def lively(start: str = "order") -> Bout:
    """Seven with everything the rules know of, two of the players and a medic against a gang and its drone."""
    table = Bout()
    trained = {"kind": "pc", "level": 4, "hp": 18, "dexterity": 14, "strength": 14, "stab": 2}
    trained |= {"shoot": 1, "punch": 1, "heal": 0}
    table.join(
        "Ash",
        side="pc",
        items=["sword", "knife", "riot_shield", "veterans_luck", "armsmaster_2", "whirlwind_2"],
        held="sword",
        **trained,
    )
    table.join(
        "Quick",
        side="pc",
        items=["automatic_rifle", "frag_grenade", "enhanced_reflexes_3", "reaction_booster_1"],
        held="automatic_rifle",
        **trained,
    )
    table.join(
        "Medic",
        side="ally",
        items=["heavy_pistol", "medkit", "trauma_patch", "lurch", "avalanche", "olympus"],
        held="heavy_pistol",
        **{**trained, "heal": 2},
    )
    foe = {"kind": "npc", "hd": 2, "hp": 9, "attack": 4, "attack_ranged": 4, "skill": 2}
    foe |= {"morale": 8, "ac": 13, "ac_melee": 12, "soak": 3}
    boss = ["body_blades_1", "heavy_pistol", "gunlink", "biostabilizer", "alert_2", "boneshaker"]
    table.join("Boss", items=[*boss, "veterans_luck"], held="heavy_pistol", **foe)
    table.join("Gang", items=["knife", "flash_grenade"], held="knife", **foe)
    table.join("Gang", items=["beast_claws", "gas_grenade", "grenade_launcher"], **foe)
    table.join("Pitbull", kind="drone", hp=15, ac=15, ac_melee=15, attack=2, attack_ranged=2)
    table.play(ask.Flag(who=(CombatantId("boss_4"),), flag="named"))
    if start == "surprise":
        ids = tuple(CombatantId(each) for each in PEOPLE[3:])
        table.play(ask.Afflict(who=ids, condition="surprised"))
        table.play(ask.Next())
        table.choose = ["foe"]
        table.play(ask.Next())
        return table
    table.begin(5, 3, 2)
    if start != "order":
        table.play(ask.Next())
        table.play(do.Engage(who=CombatantId("ash_1"), target=CombatantId("gang_5")))
        table.play(do.Engage(who=CombatantId("ash_1"), target=CombatantId("gang_6")))
    if start == "after":
        table.play(ask.Adjust(who=(CombatantId("quick_2"), CombatantId("boss_4")), change="-30"))
        table.play(ask.Adjust(who=(CombatantId("ash_1"),), change="-4"))
        table.play(ask.Finish())
    return table


def played(table: Table, command: Command, roller: Roller, picks: list[int]) -> Outcome | None:
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
            assert_words(error.message)
            return None
        answer = _answered(request, roller, picks)


def _answered(request: Any, roller: Roller, picks: list[int]) -> object:
    if isinstance(request, Choice):
        assert_words(request.label)
        for option in request.options:
            key = f"cwn.option.{option.partition(':')[0]}"
            assert WORDS.text_of(key, who="Ann") != key
        picks.append((picks[-1] * 7 + 3) % 11)
        return Chosen(option=request.options[picks[-1] % len(request.options)])
    assert request, "a question without a roll"
    for each in request:
        assert isinstance(each, RollRequest)
        assert_words(each.label)
    return tuple(roller.answer(each) for each in request)


def assert_words(message: Message) -> None:
    """A message is a sentence for a person: no key, no open brace, no stray star, nothing empty named."""
    text = WORDS.sentence(message)
    assert not text.startswith(("cwn.", "rules.")), text
    assert "{" not in text, text
    assert "*" not in text, text
    assert "cwn." not in text, text
    assert "  " not in text, text


def assert_sound(table: Table) -> None:
    """Nobody has spent more than there was, and whoever lies there has no hit points."""
    state = table.context.state
    for combatant in state.combatants.values():
        for gauge, left in combatant.gauges.items():
            assert left >= 0, (combatant.name, gauge, left)
        for action in ("main", "move"):
            granted = 1 + combatant.gauges.get(f"bonus_{action}", 0)
            assert combatant.gauges.get(action, 0) <= granted, (combatant.name, action)
        if combatant.has("mortally_wounded") or combatant.has("dead"):
            assert not combatant.gauges["hp"], combatant.name
        for other in melee_of(combatant):
            assert other != combatant.id
    placed = [slot.who for slot in state.slots]
    assert len(placed) == len(set(placed))
    groups = [slot.group for slot in state.slots]
    assert groups == sorted(groups)


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
        views += [
            system.combatant_view(context, who),
            system.body(context, who),
            system.action_options(context, who),
        ]
    if form.command is not None:
        views.append(system.odds(context, form.command))
    for view in views:
        for text in texts(view):
            assert not text.startswith(("cwn.", "rules.")), text


@examples(80)
@given(
    steps=steps_of_a_fight,
    seed=st.integers(0, 10**6),
    start=st.sampled_from(["order", "surprise", "melee", "melee", "after"]),
    pick=st.integers(0, 10),
    chosen=choices,
)
def test_any_commands_are_played_or_refused(
    steps: list[Command], seed: int, start: str, pick: int, chosen: dict[str, str]
) -> None:
    """Nothing but a refusal is ever raised, before the dice; nothing goes below zero; all of it can be said."""
    table, roller, picks = lively(start), Roller.seeded(seed), [pick]
    for command in steps:
        before = table.context.state
        outcome = played(table, command, roller, picks)
        if outcome is None:
            assert table.context.state is before
            continue
        assert_words(outcome.label)
        for reason in outcome.reasons:
            assert_words(reason.text)
            assert not reason.rule or reason.rule in table.context.ruleset.rules, reason.rule
        assert_sound(table)
    assert_shown(table, chosen)


def test_the_lively_table_is_lively() -> None:
    """Everybody is there; the boss is always first, and acts in a free round against its side as well."""
    table = lively()
    assert set(PEOPLE) == set(table.context.state.combatants)
    assert table.context.state.acting == ("boss_4",)
    surprised = lively("surprise")
    assert {slot.who for slot in surprised.context.state.slots} >= {*PEOPLE[:3], "boss_4"}
