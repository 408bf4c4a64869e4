"""Two things of one kind are two: each with its own key, name, rounds, jam and hand, in every game.

Source: CHR-06, CWN-12, PHA-03, D6P-05.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pytest

from encounter_gui import paths
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.codec import decode_event, encode_event, kind_of
from encounter_gui.encounter.values import Combatant
from encounter_gui.play.players.combatant import Onlooker
from encounter_gui.play.players.keys import PlayerKeys
from encounter_gui.play.players.projection import own_sheet
from encounter_gui.play.players.reveal import RevealTable
from encounter_gui.play.scripts.script import ScriptError
from encounter_gui.play.scripts.script_runner import FightReport, play_fight
from encounter_gui.reports.content.sheets import ammunition
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.reading.fields import Body
from encounter_gui.rules.systems.chrome.rules import fighter as chrome
from encounter_gui.rules.systems.phases.rules import fighter as phases
from tests.helpers.rulesets import shipped


class Case(NamedTuple):
    """A game: who carries which pistols, its usual name and rounds, and how a shot of it is asked for."""

    who: str
    kind: str
    name: str
    rounds: int
    more: str
    gear: str = ""
    initiative: bool = True


GAMES = {
    "phases": Case(
        "vesper", "heavy_pistol", "Heavy pistol", 10, 'band = "short"\ndefense = "standard"'
    ),
    "cwn": Case(
        *("halloran", "heavy_pistol", "Heavy pistol", 8, "metres = 5"),
        gear=', "spare_magazine"',
        initiative=False,
    ),
    "chrome": Case("nova", "pistol", "Pistol", 10, 'band = "short"\ndefence = "waive"'),
    "d6pool": Case("gang_a", "baretta_96f", "Baretta 96F", 15, "metres = 5"),
}
"""The names of the starter libraries."""


FOLLOWED: Mapping[str, type[Body]] = {"phases": phases.Fighter, "chrome": chrome.Fighter}
"""The games whose forecast fires every weapon, with the combatants it has."""


def script(game: str, *steps: str, more: str = "") -> str:
    """Returns a fight of one with three pistols, one in each hand, and one with two, in both hands."""
    case = GAMES[game]
    first, last = ("initiative = 60", "initiative = 1") if case.initiative else ("", "")
    kind = case.kind
    return f"""
[fight]
name = "Pistols"
ruleset = "{game}"
round = 1
instants = "keep"

[[combatants]]
id = "vee"
name = "Vee"
from = "{case.who}"
side = "pc"
items = [
  {{ item = "{kind}", key = "left" }}, "{kind}",
  {{ item = "{kind}", name = "Old faithful" }} {case.gear},
]
held = "{kind}_2"
off = "left"
{first}
{more}

[[combatants]]
id = "goon"
name = "Goon"
from = "{case.who}"
side = "foe"
items = ["{kind}", "{kind}"]
off = "{kind}"
{last}
""" + "".join(f"\n[[steps]]\n{step}\n" for step in steps)


def played(text: str) -> FightReport:
    """Plays a script on the shipped rulesets, with the same dice each time."""
    return play_fight(
        text,
        "fight.toml",
        rulesets=shipped,
        texts=paths.message_catalog(),
        now=lambda: "2024-01-01T00:00:00Z",
        seed=1,
    )


def turn_of(who: str, at: int = 1) -> str:
    """Returns the step that goes on to somebody's turn in a round."""
    there = f'state.clock.round = {at}, state.clock.acting = ["{who}"]'
    return f'do = "next"\nuntil = {{ {there} }}'


def shot(game: str, weapon: str, who: str = "vee", target: str = "goon") -> str:
    """Returns the step of a shot."""
    named = f'who = "{who}"\ntarget = "{target}"\nweapon = "{weapon}"'
    return f'do = "attack"\n{named}\n{GAMES[game].more}'


def vee(report: FightReport, who: str = "vee") -> Combatant:
    """Returns somebody as the script left it."""
    return report.session.state.combatants[CombatantId(who)]


def rounds(combatant: Combatant) -> tuple[int, ...]:
    """Returns the rounds left in everything that counts them, in the order it is carried."""
    found = (combatant.gauges.get(f"ammo.{item.key}") for item in combatant.items)
    return tuple(each for each in found if each is not None)[:3]


def spent(report: FightReport, game: str) -> tuple[int, ...]:
    """Returns how many rounds each of the three pistols has fired."""
    assert [each.refused for each in report.steps] == [None] * len(report.steps)
    return tuple(GAMES[game].rounds - left for left in rounds(vee(report)))


@pytest.mark.parametrize("game", GAMES)
def test_each_is_called_what_tells_it_apart(game: str) -> None:
    """By its own key, by its own name, and else by a number from the second on."""
    report, case = played(script(game)), GAMES[game]
    names = [(each.key, each.name, each.sort) for each in vee(report).items]
    assert names[:3] == [
        ("left", f"{case.name} (left)", case.kind),
        (f"{case.kind}_2", case.name, case.kind),
        (f"{case.kind}_3", "Old faithful", case.kind),
    ]
    names = [(each.key, each.name, each.sort) for each in vee(report, "goon").items]
    assert names == [
        (case.kind, case.name, case.kind),
        (f"{case.kind}_2", f"{case.name} (2)", case.kind),
    ]


@pytest.mark.rule("PHA-03")
@pytest.mark.rule("CWN-36k")
@pytest.mark.parametrize("game", GAMES)
def test_off_of_a_file_is_the_other_hand(game: str) -> None:
    """In every game; a kind that is in the hand already means the second of it."""
    report, case = played(script(game)), GAMES[game]
    hand = "other_hand" if game == "cwn" else "off"
    assert (vee(report).memo["held"], vee(report).memo[hand]) == (f"{case.kind}_2", "left")
    goon = vee(report, "goon")
    assert (goon.memo["held"], goon.memo[hand]) == (case.kind, f"{case.kind}_2")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("named", ["left", "{name} (left)", "{kind}"])
def test_a_shot_counts_in_the_magazine_it_came_from(game: str, named: str) -> None:
    """Named by key, by name, and by the kind, which means the first."""
    weapon = named.format(**GAMES[game]._asdict())
    first, second, third = spent(played(script(game, turn_of("vee"), shot(game, weapon))), game)
    assert (second, third) == (0, 0)
    assert first > 0


@pytest.mark.parametrize("game", GAMES)
def test_what_is_in_hand_is_fired_where_none_is_named(game: str) -> None:
    """The main hand, whatever is in the other one."""
    first, second, third = spent(played(script(game, turn_of("vee"), shot(game, ""))), game)
    assert (first, third) == (0, 0)
    assert second > 0


@pytest.mark.rule("CHR-29d")
@pytest.mark.rule("CWN-36l")
@pytest.mark.rule("PHA-77")
@pytest.mark.rule("D6P-24")
@pytest.mark.parametrize("game", GAMES)
def test_a_reload_fills_the_one_that_is_named(game: str) -> None:
    """The other stays as empty as it is."""
    kind = GAMES[game].kind
    empty = f'gauges = {{ "ammo.left" = 0, "ammo.{kind}_2" = 1 }}'
    reload = 'do = "reload"\nwho = "vee"\nweapon = "left"'
    report = played(script(game, turn_of("vee"), reload, more=empty))
    assert [each.refused for each in report.steps] == [None, None]
    full = GAMES[game].rounds
    assert rounds(vee(report)) == (full, 1, full)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_of_a_file_may_name_the_kind(game: str) -> None:
    """As files did before there were two."""
    report = played(script(game, more=f'gauges = {{ "ammo.{GAMES[game].kind}" = 2 }}'))
    assert rounds(vee(report))[0] == 2


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_written_comes_back(game: str) -> None:
    """An event keeps key, kind and name of each; what was written before there were kinds is of its own kind."""
    report = played(script(game))
    for entry in report.session.log.path():
        for event in entry.events:
            assert decode_event(*encode_event(event)) == event
    old = ev.ItemPut(who=CombatantId("vee"), item=vee(report, "goon").items[0])
    kind, version, data = encode_event(old)
    assert b"origin" not in data
    read = decode_event(kind, version, data)
    assert isinstance(read, ev.ItemPut)
    assert (kind_of(read), read.item.sort) == (kind, GAMES[game].kind)


@pytest.mark.parametrize("game", GAMES)
def test_paper_and_phones_say_which(game: str) -> None:
    """Rounds on the printed sheet by the name of each; on a phone what is in the two hands."""
    report, case = played(script(game, turn_of("vee"), shot(game, "left"))), GAMES[game]
    left = rounds(vee(report))[0]
    session = report.session
    on_paper = {name: boxes.text for name, boxes in ammunition(session.context, CombatantId("vee"))}
    assert on_paper[f"{case.name} (left)"] == f"{left}/{case.rounds}"
    assert on_paper[case.name] == on_paper["Old faithful"] == f"{case.rounds}/{case.rounds}"
    onlooker = Onlooker(
        context=session.context,
        system=report.fight.system,
        table=RevealTable(),
        keys=PlayerKeys(b"0123456789abcdef"),
        audience="own",
    )
    sheet = own_sheet(onlooker, CombatantId("vee"))
    assert sheet is not None
    shown = {each.name: (each.is_held, each.rounds) for each in sheet.combatant.weapons}
    assert shown[f"{case.name} (left)"] == (True, f"{left}/{case.rounds}")
    assert shown[case.name] == (True, f"{case.rounds}/{case.rounds}")
    assert not shown["Old faithful"][0]


@pytest.mark.parametrize("game", GAMES)
def test_a_forecast_fires_what_is_in_hand(game: str) -> None:
    """The rounds it counts are those of the one in the main hand; what it does not use, it says."""
    kind = GAMES[game].kind
    report = played(script(game, more=f'gauges = {{ "ammo.left" = 1, "ammo.{kind}_2" = 3 }}'))
    battle = report.fight.system.battle(report.session.context)
    result = battle.play(1, np.random.default_rng(1), Orders(most_rounds=0))
    assert result.ammo[0].tolist() == [3, GAMES[game].rounds]
    follows_both = game in FOLLOWED
    unplayed = {each.key: each.who for each in battle.left_out}
    assert unplayed == ({} if follows_both else {"other_hand": ("vee", "goon")})
    if follows_both:
        ammo = FOLLOWED[game].fields()["ammo"].read(report.session.context, vee(report))
        assert {ammo[0], ammo[1]} == {1, 3}


def test_a_key_means_one_thing_only() -> None:
    """Said twice, or the kind of something else: refused with its place."""
    for items, place in (
        ('[{ item = "heavy_pistol", key = "a" }, { item = "smg", key = "a" }]', "a.key"),
        ('["smg", { item = "heavy_pistol", key = "smg" }]', "smg.key"),
        ('[{ item = "heavy_pistol", key = "a b" }]', "a b.key"),
    ):
        text = script("phases").replace(
            'items = ["heavy_pistol", "heavy_pistol"]\noff = "heavy_pistol"', f"items = {items}"
        )
        with pytest.raises(ScriptError) as caught:
            played(text)
        assert caught.value.place.pointer == f"combatants.goon.items.{place}"


@pytest.mark.rule("PHA-35")
def test_a_jam_is_of_one_of_two_in_phases() -> None:
    """The other fires; clearing names the jammed one."""
    jam = 'conditions = { jammed = { keys = ["heavy_pistol"] } }'
    steps = (
        f'{shot("phases", "left")}\nrefused = "phases.is_jammed"',
        shot("phases", "Heavy pistol"),
        turn_of("vee", 2),
        'do = "clear"\nwho = "vee"\nweapon = "Heavy pistol (left)"',
    )
    report = played(script("phases", turn_of("vee"), *steps, more=jam))
    assert [each.message for each in report.failures] == []
    assert rounds(vee(report))[:2] == (10, 9)
    assert not vee(report).has("jammed")


@pytest.mark.rule("CHR-40")
def test_a_jam_and_a_fall_are_of_one_of_two_in_chrome() -> None:
    """A fumble jams what was fired, another drops it; it is picked up as what fell, jam and all."""
    steps = (
        f"{shot('chrome', 'left')}\ndice = [99, 1]",
        f'{shot("chrome", "left")}\nrefused = "chrome.weapon_jammed"',
        f"{shot('chrome', 'pistol_2')}\ndice = [99, 5]",
        turn_of("vee", 2),
        'do = "pick_up"\nwho = "vee"\nweapon = "Pistol"',
    )
    report = played(script("chrome", turn_of("vee"), *steps))
    assert [each.message for each in report.failures] == []
    mine = vee(report)
    assert (mine.gauges["jam.left"], mine.gauges.get("jam.pistol_2", 0)) == (1, 0)
    assert (mine.gauges["dropped.pistol_2"], mine.memo["held"]) == (0, "pistol_2")
    assert rounds(mine) == (9, 9, 10)


@pytest.mark.rule("CHR-55")
@pytest.mark.parametrize(("limb", "lies"), [("left_arm", "left"), ("right_arm", "pistol_2")])
def test_the_hand_that_is_lost_lets_go_of_what_it_held(limb: str, lies: str) -> None:
    """And the other hand keeps its own."""
    step = f'do = "mark"\nwho = "vee"\nplace = "{limb}"\nmark = "severed"'
    report = played(script("chrome", turn_of("vee"), step))
    mine = vee(report)
    fallen = {key for key, value in mine.gauges.items() if key.startswith("dropped.") and value}
    assert fallen == {f"dropped.{lies}"}


@pytest.mark.rule("CWN-36m")
@pytest.mark.rule("CWN-36n")
def test_what_another_picks_up_is_what_fell() -> None:
    """With the rounds it had left, and told apart from what that one has already."""
    steps = (
        shot("cwn", "left"),
        'do = "drop"\nwho = "vee"\nitem = "Heavy pistol (left)"',
        'do = "drop"\nwho = "goon"',
        turn_of("goon", 2),
        'do = "pick_up"\nwho = "goon"\nowner = "vee"\nitem = "left"',
    )
    report = played(script("cwn", turn_of("vee"), *steps))
    assert [each.refused for each in report.steps] == [None] * 6
    mine, theirs = vee(report), vee(report, "goon")
    assert [each.key for each in mine.items[:2]] == ["heavy_pistol_2", "heavy_pistol_3"]
    assert (theirs.items[-1].key, theirs.items[-1].name) == ("left", "Heavy pistol (left)")
    assert theirs.gauges["ammo.left"] == 7
    assert theirs.memo["held"] == "left"


@pytest.mark.rule("PHA-26")
@pytest.mark.rule("PHA-64")
def test_what_fell_is_drawn_again_with_its_rounds_and_its_jam() -> None:
    """A useless arm lets go of what it holds; the other hand takes up that very pistol."""
    jam = 'conditions = { jammed = { keys = ["left"] } }\ngauges = { "ammo.left" = 4 }'
    steps = (
        'do = "wound"\nwho = "vee"\nplace = "left_arm"\nlevel = 5',
        turn_of("vee"),
        'do = "draw"\nwho = "vee"\nweapon = "left"\nhand = "right"',
    )
    report = played(script("phases", *steps, more=jam))
    assert [each.refused for each in report.steps] == [None] * 3
    fallen = report.steps[0].entries[0].events
    assert "left" in [each.values["item"] for each in fallen if isinstance(each, ev.Resolved)]
    mine = vee(report)
    assert (mine.memo["held"], mine.memo.get("off"), mine.memo.get("dropped")) == (
        *("left", None, None),
    )
    assert rounds(mine)[0] == 4
    jammed = mine.condition("jammed")
    assert jammed is not None
    assert jammed.keys == ("left",)


THROWS = {
    "chrome": ("nova", "frag_grenade", 'target = "goon"\nband = "close"', ""),
    "cwn": ("halloran", "frag_grenade", "metres = 10", '{ target = "goon" }'),
    "d6pool": ("hening", "grenade", "metres = 10", '{ target = "goon", metres = 2 }'),
}
"""Who throws what in the games that have grenades, how, and whom the blast finds."""


@pytest.mark.rule("CHR-46")
@pytest.mark.rule("CWN-41")
@pytest.mark.rule("D6P-38")
@pytest.mark.parametrize("game", THROWS)
@pytest.mark.parametrize("named", ["second", "{name} (second)"])
def test_of_two_grenades_the_one_that_is_named_is_thrown(game: str, named: str) -> None:
    """The other is still there; what goes off is called what was thrown."""
    who, kind, how, caught = THROWS[game]
    item = shipped(game).item(kind)
    assert item is not None
    text = (
        script(game, turn_of("vee"))
        .replace(f'from = "{GAMES[game].who}"\nside = "pc"', f'from = "{who}"\nside = "pc"')
        .replace('held = "', 'held = "second" # ', 1)
        .replace('off = "left"', "", 1)
    )
    start, end = text.index("items = ["), text.index("held =")
    text = f'{text[:start]}items = ["{kind}", {{ item = "{kind}", key = "second" }}]\n{text[end:]}'
    step = f'do = "throw"\nwho = "vee"\nweapon = "{named.format(name=item.name)}"\n{how}'
    blast = f'\n[[steps]]\ndo = "blast"\nwho = "vee"\ntargets = [{caught}]\n' if caught else ""
    report = played(f"{text}\n[[steps]]\n{step}\n{blast}")
    assert [each.refused for each in report.steps] == [None] * len(report.steps)
    assert (vee(report).gauges[f"ammo.{kind}"], vee(report).gauges["ammo.second"]) == (1, 0)
    last = report.steps[-1].entries[0].label
    assert f"{item.name} (second)" in report.session.game.texts.sentence(last)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("named", ["left", "{name} (left)", "{kind}"])
def test_rounds_are_set_of_the_one_that_is_named(game: str, named: str) -> None:
    """By hand as by the rules."""
    number = named.format(**GAMES[game]._asdict())
    step = f'do = "correct"\nwho = "vee"\nnumber = "{number}"\nto = 2'
    report = played(script(game, step))
    assert [each.refused for each in report.steps] == [None]
    full = GAMES[game].rounds
    assert rounds(vee(report)) == (2, full, full)


@pytest.mark.parametrize("game", GAMES)
def test_a_double_has_the_same_in_its_hands(game: str) -> None:
    """And magazines of its own, full."""
    report = played(
        script(game, turn_of("vee"), shot(game, "left"), 'do = "duplicate"\nwho = "vee"')
    )
    twin = next(
        each for each in report.session.state.combatants.values() if each.name.startswith("Vee ")
    )
    assert rounds(twin) == (GAMES[game].rounds,) * 3
    hand = "other_hand" if game == "cwn" else "off"
    assert (twin.memo["held"], twin.memo[hand]) == (f"{GAMES[game].kind}_2", "left")
