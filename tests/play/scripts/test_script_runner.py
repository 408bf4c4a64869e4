"""Fights as files: played as they say, checked as they expect, refused by place and reason where not."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from encounter_gui import paths
from encounter_gui.core.errors import DataError
from encounter_gui.core.ids import ROOT, EncounterId
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.scripts.expectations import step_data
from encounter_gui.play.scripts.script import ScriptError
from encounter_gui.play.scripts.script_runner import FightReport, play_fight, store_report
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.rules.files.ruleset_errors import FileError
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers import refusal_page
from tests.helpers.rulesets import shipped

ROOT_FOLDER = Path(__file__).resolve().parents[3]
SCRIPTS = sorted(
    [*ROOT_FOLDER.glob("resources/examples/*.toml"), *ROOT_FOLDER.glob("resources/samples/*.toml")]
)

SHOOTING = """
[fight]
name = "Back alley"
ruleset = "minimal"

[[combatants]]
id = "cat"
from = "Alley cat"

[[combatants]]
id = "lout"
from = "Lout"
sheet = { dexterity = 1 }

[[steps]]
do = "next"

[[steps]]
do = "next"
dice = [3, 4]

[[steps]]
do = "attack"
who = "cat"
target = "Lout"
metres = 8
dodge = 1
dice = [2, 4, 4, 4, 4, 5, 5, 5, 5, 5, 3, 3, 3]
expect = { events.attack.dn = 14, state.combatants.lout.gauges.th = 0 }
"""


def played(text: str, seed: int | None = 1) -> FightReport:
    """Plays a script on the shipped rulesets."""
    return play_fight(
        text,
        "fight.toml",
        rulesets=shipped,
        texts=paths.message_catalog(),
        now=lambda: "2024-01-01T00:00:00Z",
        seed=seed,
    )


def problem(text: str) -> tuple[str, str]:
    """Returns where a script is refused, and in which words."""
    with pytest.raises(ScriptError) as caught:
        played(text)
    place = caught.value.place
    assert place.file == "fight.toml"
    words = paths.message_catalog().text(caught.value.message)
    assert caught.value.message.key not in words, "the message has no text"
    return place.pointer, words


def with_step(step: str) -> str:
    """Returns the script with another step after its last."""
    return f"{SHOOTING}\n[[steps]]\n{step}\n"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_that_comes_with_the_program_plays_as_it_says(path: Path) -> None:
    """Worked examples and samples alike; and nothing is left to chance."""
    report = played(path.read_text("utf-8"), seed=None)
    texts = paths.message_catalog()
    assert [(each.step, texts.text(each.message)) for each in report.failures] == []
    assert len(report.steps) == len(report.fight.steps)
    rolls = [roll for each in report.session.log.path() for roll in each.rolls]
    assert all(roll.physical for roll in rolls)


@pytest.mark.rule("D6P-13")
def test_the_sample_stops_at_a_lively_moment() -> None:
    """Turn 3, two at once, one result waiting, one down and bleeding, one stunned, some wounded."""
    report = played((ROOT_FOLDER / "resources/samples/canal-bridge.toml").read_text("utf-8"))
    state = report.session.state
    assert (state.round, len(state.acting), len(state.held)) == (3, 2, 1)
    assert len(state.combatants) == 9
    assert {combatant.side for combatant in state.combatants.values()} == {
        "pc",
        "foe",
        "ally",
        "neutral",
    }


def test_a_script_is_played_and_its_data_says_what_happened() -> None:
    """One object: ruleset, switches, steps, state; all of it plain."""
    data = json.loads(json.dumps(played(SHOOTING).as_data()))
    assert set(data) == {"ruleset", "switches", "steps", "state"}
    assert data["switches"] == {"d6pool.rangeLadder": "book"}
    attack = data["steps"][2]
    assert attack["command"]["do"] == "attack"
    assert attack["command"]["target"] == "lout"
    assert attack["rolls"][0] == {
        "key": "dodge",
        "who": "lout",
        "notation": "1d6",
        "faces": [2],
        "total": 2,
        "physical": True,
    }
    assert {"kind": "gauge.changed", "who": "lout", "gauge": "th", "by": -16} in attack["events"]
    lout = data["state"]["combatants"]["lout"]
    assert lout["gauges"] == {"th": 0, "dodge": 0}
    assert lout["conditions"]["unconscious"] == {"derived": True}
    assert data["state"]["clock"]["acting"] == ["cat"]
    assert data["state"]["order"][0] == {
        "who": "cat",
        "score": 7,
        "group": 0,
        "lane": 0,
        "done": True,
    }


def test_dice_that_are_not_given_come_from_the_seed() -> None:
    """The same seed rolls the same; those rolls are not physical."""
    text = SHOOTING.replace("dice = [3, 4]", "").split('[[steps]]\ndo = "attack"')[0]
    rolls = [
        [r.faces for e in played(text, seed).session.log.path() for r in e.rolls] for seed in (7, 7)
    ]
    assert rolls[0] == rolls[1]
    last = played(text, 7).session.log.path()[-1]
    assert len(last.rolls) == 2
    assert not any(roll.physical for roll in last.rolls)


def test_overrides_make_another_combatant_of_a_library_creature() -> None:
    """Sheet fields one by one; items as a whole; gauges as they stand at the start."""
    text = """
[fight]
name = "x"
ruleset = "minimal"
[[combatants]]
id = "one"
from = "Lout"
name = "Big lout"
side = "ally"
sheet = { strength = 6 }
items = ["coat", { item = "zip_gun", name = "Nailer", values = { magazine = 5 } }]
held = "zip_gun"
gauges = { th = 3, "ammo.zip_gun" = 1 }
flags = ["hidden"]
[[combatants]]
id = "two"
name = "Somebody"
"""
    combatant, two = played(text).session.state.combatants.values()
    assert (
        combatant.name,
        combatant.side,
        combatant.sheet["strength"],
        combatant.sheet["armed"],
    ) == (
        "Big lout",
        "ally",
        6,
        3,
    )
    assert [(item.key, item.name) for item in combatant.items] == [
        ("coat", "Padded coat"),
        ("zip_gun", "Nailer"),
    ]
    assert (combatant.gauges["th"], combatant.gauges["ammo.zip_gun"], combatant.memo["held"]) == (
        3,
        1,
        "zip_gun",
    )
    assert combatant.flags == ("hidden",)
    assert (two.sheet["health"], two.items, two.side) == (12, (), "foe")


# ------------------------------------------------------------------ what the help page says

HELP = (ROOT_FOLDER / "resources/help/fights.md").read_text("utf-8")


def test_the_example_of_the_help_page_plays() -> None:
    """People copy it."""
    example, *_ = re.findall(r"```toml\n(.*?)```", HELP, re.DOTALL)
    assert played(example).failures == ()


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_help_pages_name_every_command(system: str) -> None:
    """Only ``setup`` is the program's own."""
    tags = {str(kind.__struct_config__.tag) for kind in system_for(system).commands}
    page = (ROOT_FOLDER / "resources" / "help" / f"{system}-files.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", HELP + page))
    assert tags - named == {"setup"}


# ------------------------------------------------------------------ scripts that make no sense

MALFORMED = [
    # what is replaced, by what, where it is told, words
    ('ruleset = "minimal"', 'ruleset = "minimum"', "fight.ruleset", "no ruleset “minimum”"),
    ('ruleset = "minimal"', "", "fight.ruleset", "missing"),
    ('name = "Back alley"', 'nam = "Back alley"', "fight.nam", "“name”"),
    ("[fight]", "[figth]", "figth", "“fight”"),
    (
        'name = "Back alley"',
        'name = "x"\nswitches = { "d6pool.rangeLader" = "book" }',
        "fight.switches.d6pool.rangeLader",
        "“d6pool.rangeLadder”",
    ),
    (
        'name = "Back alley"',
        'name = "x"\nswitches = { "d6pool.rangeLadder" = "example" }',
        "fight.switches.d6pool.rangeLadder",
        '"book"',
    ),
    ('id = "cat"', "", "combatants.#1.id", "missing"),
    ('id = "lout"', 'id = "cat"', "combatants.cat", "another combatant"),
    ('id = "cat"', 'id = "the cat"', "combatants.the cat.id", "letters"),
    ('from = "Lout"', 'from = "Loot"', "combatants.lout.from", "“Lout”"),
    ('from = "Lout"', "", "combatants.lout.name", "from ="),
    ("dexterity = 1", "dexterty = 1", "combatants.lout.sheet.dexterty", "“dexterity”"),
    ("dexterity = 1", "dexterity = 11", "combatants.lout.sheet.dexterity", "at most 10"),
    ("dexterity = 1", 'dexterity = "1"', "combatants.lout.sheet.dexterity", "whole number"),
    ("dexterity = 1", "dexterity = 1.5", "combatants.lout.sheet.dexterity", "whole number"),
    (
        "sheet = { dexterity = 1 }",
        'items = ["zipgun"]',
        "combatants.lout.items.zipgun",
        "“zip_gun”",
    ),
    ("sheet = { dexterity = 1 }", 'held = "coat"', "combatants.lout.held", "in hand"),
    ("sheet = { dexterity = 1 }", "gauges = { hp = 1 }", "combatants.lout.gauges.hp", "no gauge"),
    ("sheet = { dexterity = 1 }", 'side = "fo"', "combatants.lout.side", '"foe"'),
    ('do = "attack"', 'do = "atack"', "steps.3.do", "“attack”"),
    ('do = "attack"', 'do = "xyzzy"', "steps.3.do", "attack, "),
    ('do = "attack"', "", "steps.3.do", "missing"),
    ('do = "attack"', "do = 5", "steps.3.do", "text in quotes"),
    ('target = "Lout"', "", "steps.3.target", "missing"),
    ('target = "Lout"', 'target = "Loot"', "steps.3.target", "“Lout”"),
    ('target = "Lout"', "target = 5", "steps.3.target", "text in quotes"),
    ("metres = 8", 'metres = "8"', "steps.3.metres", "whole number"),
    ("metres = 8", "meters = 8", "steps.3.meters", "“metres”"),
    ("metres = 8", 'band = "near"', "steps.3.band", '"short"'),
    ("metres = 8", "metres = 99999999999999999999", "steps.3.metres", "too large"),
    ("dice = [3, 4]", "dice = [3]", "steps.2.dice", "“initiative” of lout takes 1 die (1d6)"),
    ("dice = [3, 4]", "dice = [3, 4, 5]", "steps.2.dice", "last dice of this step: 5"),
    ("dice = [3, 4]", "dice = [3, 7]", "steps.2.dice", "7 is not a face"),
    ("dice = [3, 4]", "dice = 34", "steps.2.dice", "list"),
    ("dice = [3, 4]", "dice = []", "steps.2.dice", "“initiative” of cat"),
    ("dice = [3, 4]", 'dice = [3, 4]\nchoose = ["hold"]', "steps.2.choose", "“hold”"),
    ("dice = [3, 4]", "dice = [3, 4]\nexpekt = {}", "steps.2.expekt", "expekt"),
    (
        '[[combatants]]\nid = "cat"\nfrom = "Alley cat"\n\n[[combatants]]',
        "[combatants]",
        "combatants",
        "[[combatants]]",
    ),
]


@pytest.mark.parametrize(("old", "new", "pointer", "words"), MALFORMED)
def test_a_malformed_script_is_told_by_its_place(
    old: str, new: str, pointer: str, words: str
) -> None:
    """File, step and field, and what was expected; nothing is played on."""
    assert SHOOTING.count(old) >= 1, old
    where, text = problem(SHOOTING.replace(old, new, 1))
    assert where == pointer
    assert words in text


def test_what_is_not_toml_is_told_by_line_and_column() -> None:
    """As with rulesets."""
    where, _ = problem("[fight\n")
    assert where == "line 1, column 7"


def test_all_problems_of_a_script_are_collected() -> None:
    """As far as they can be seen without playing."""
    text = SHOOTING.replace('do = "attack"', 'do = "atack"').replace(
        "dexterity = 1", "dexterty = 1"
    )
    with pytest.raises(FileError) as caught:
        played(text)
    places = [each.place.pointer for each in caught.value.problems]
    assert places == ["combatants.lout.sheet.dexterty", "steps.3.do"]


def test_a_name_that_several_have_is_refused() -> None:
    """Their ids tell them apart."""
    text = SHOOTING.replace('from = "Alley cat"', 'from = "Lout"').replace(
        'who = "cat"', 'who = "Lout"'
    )
    where, words = problem(text)
    assert where == "steps.3.who"
    assert "cat, lout" in words


def test_a_wrong_ruleset_is_told_as_such() -> None:
    """Its file is wrong, not the script."""
    from encounter_gui.rules.files.loader import build

    with pytest.raises(DataError) as caught:
        play_fight(
            SHOOTING,
            "fight.toml",
            rulesets=lambda name: build(name, lambda _: {"ruleset.toml": "x"}),
            texts=paths.message_catalog(),
            now=lambda: "",
        )
    assert caught.value.place.file == "minimal/ruleset.toml"


# ------------------------------------------------------------------ expectations and refusals


def failures(text: str) -> list[tuple[int, str]]:
    """Returns step and words of everything that is not as expected."""
    texts = paths.message_catalog()
    return [(each.step, texts.text(each.message)) for each in played(text).failures]


@pytest.mark.parametrize(
    ("expected", "line"),
    [
        (
            "state.combatants.lout.gauges.th = 1",
            "state.combatants.lout.gauges.th: expected 1, found 0",
        ),
        ("events.attack.hit = false", "events.attack.hit: expected false, found true"),
        ("rolls.attack.total = 15", "rolls.attack.total: expected 15, found 16"),
        (
            "rolls.attack.faces = [4, 4, 4, 5]",
            "rolls.attack.faces: expected [4, 4, 4, 5], found [4, 4, 4, 4]",
        ),
        ("events.throw.dn = 5", "events.throw.dn: expected 5, found –"),
        ('state.clock.acting = ["lout"]', 'state.clock.acting: expected ["lout"], found ["cat"]'),
        ("state.combatants.lout.conditions.bleeding = false", "found { … }"),
        ("events.attack.hit = 1", "events.attack.hit: expected 1, found true"),
    ],
)
def test_what_is_not_as_expected_is_told(expected: str, line: str) -> None:
    """Step, path, what was expected and what was found."""
    text = SHOOTING.replace("expect = {", f"expect = {{ {expected},").replace(
        "state.combatants.lout.gauges.th = 0", 'state.name = "Back alley"'
    )
    ((step, words),) = failures(text)
    assert step == 3
    assert line in words


@pytest.mark.parametrize(
    "expected",
    [
        '"state.combatants.lout.gauges.th" = 0',
        "state.combatants.cat.resources.ammo.zip_gun = 1",
        "state.combatants.lout.conditions.unconscious = true",
        "state.combatants.lout.conditions.dead = false",
        "events.down = true",
        "events.attack.1.wounds = 16",
        'rolls.dodge.1.who = "lout"',
        'state.order.2.who = "lout"',
        "state.order.3 = false",
    ],
)
def test_paths_lead_to_what_they_name(expected: str) -> None:
    """Quoted or not, by number from 1, with dots in keys, and for what is there or not."""
    assert (
        failures(
            SHOOTING.replace("expect = {", f"expect = {{ {expected},").replace(
                "events.attack.dn = 14, state.combatants.lout.gauges.th = 0",
                'state.name = "Back alley"',
            )
        )
        == []
    )


def test_a_step_that_should_be_refused_changes_nothing() -> None:
    """The reason is a message key; the fight goes on after it."""
    step = 'do = "attack"\nwho = "cat"\ntarget = "lout"\nrefused = "d6pool.action_spent"'
    report = played(with_step(step))
    assert report.failures == ()
    assert report.session.state == played(SHOOTING).session.state
    last: dict[str, Any] = report.as_data()["steps"][-1]
    assert last["refused"] == "d6pool.action_spent"
    assert (last["rolls"], last["events"]) == ([], [])


def test_a_step_the_rules_refuse_unexpectedly_ends_the_fight() -> None:
    """What comes after it would make no sense."""
    text = with_step('do = "attack"\nwho = "cat"\ntarget = "lout"') + '[[steps]]\ndo = "next"\n'
    ((step, words),) = failures(text)
    assert step == 4
    assert "d6pool.action_spent" in words
    assert len(played(text).steps) == 4


def test_a_step_that_should_be_refused_and_is_not() -> None:
    """Is as wrong as the other way round."""
    assert failures(with_step('do = "next"\nrefused = "rules.not_running"'))[0][0] == 4
    other = with_step('do = "attack"\nwho = "cat"\ntarget = "lout"\nrefused = "d6pool.is_out"')
    assert "but refused with d6pool.action_spent" in failures(other)[0][1]


# ------------------------------------------------------------------ keeping


def test_a_kept_fight_is_the_same_fight() -> None:
    """Entry by entry, under the store's own ids."""
    report = played(SHOOTING)
    store, kept = MemoryStore(), []

    class Recorder:
        def append(self, encounter: EncounterId, draft: Any) -> Any:
            kept.append(store.append(encounter, draft))
            return kept[-1]

        def move(self, encounter: EncounterId, head: Any) -> None:
            raise AssertionError("the head follows by itself")

    store.append(EncounterId(9), report.session.log.path()[0])
    store_report(report, Recorder(), EncounterId(1))
    log = Log(EncounterState(), kept, kept[-1].id)
    assert log.state == report.session.state
    assert [entry.parent for entry in kept] == [ROOT, *(entry.id for entry in kept[:-1])]
    assert fold(EncounterState(), (event for entry in kept for event in entry.events)) == log.state


# ------------------------------------------------------------------ what a script cannot hold by mistake


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("evnts.attack", "Did you mean “events”?"),
        ("stat.clock.round", "Did you mean “state”?"),
        ("state.clok.round", "Did you mean “clock”?"),
        ("state.clock.rounds", "Did you mean “round”?"),
        ("state.order.1.whom", "Did you mean “who”?"),
        ("state.combatants.lot.conditions.bleeding", "Did you mean “lout”?"),
        ("state.combatants.lout.conditions.pronee", "no condition of this ruleset"),
        ("state.combatants.lout.conditions.bleeding.cont", "Did you mean “count”?"),
        ("state.combatants.lout.gauge.th", "Did you mean “gauges”?"),
        ("state.combatants.lout.gauges.tth", "Did you mean “th”?"),
        ("state.combatants.lout.sheet.dexterty", "Did you mean “dexterity”?"),
        ("state.combatants.lout.resources.amo.zip_gun", "in this fight so far"),
        ("state.combatants.lout.memo.heldd", "in this fight so far"),
        ("events.atack.hit", "Did you mean “attack”?"),
        ("events.attack.hitt", "Did you mean “hit”?"),
        ("events.attack.1.hitt", "Did you mean “hit”?"),
        ("rolls.attack.totl", "Did you mean “total”?"),
        ("state.owed.bleding", "demand nothing called"),
    ],
)
def test_a_wrong_path_does_not_hold_because_nothing_is_there(path: str, words: str) -> None:
    """``= false`` of something misspelt is an error with its place, not a success."""
    step, said = problem(SHOOTING.replace("expect = {", f"expect = {{ {path} = false,"))
    assert step == f"steps.3.expect.{path}"
    assert words in said


def test_gauges_are_0_before_they_are_used() -> None:
    """Every gauge of the ruleset is there from the start, for everybody."""
    text = (ROOT_FOLDER / "resources/samples/redlines.toml").read_text("utf-8")
    report = played(text.split("[[steps]]")[0])
    gauges = {gauge.key for gauge in report.fight.ruleset.gauges}
    unused = [
        (who, key)
        for who, combatant in report.session.state.combatants.items()
        for key in gauges - combatant.gauges.keys()
    ]
    assert unused
    told = report.as_data()["state"]["combatants"]
    assert all(told[who]["gauges"][key] == 0 for who, key in unused)


def test_a_step_may_be_played_several_times_or_until_something_holds() -> None:
    """Only ``next``, and not without end."""
    many = SHOOTING.split('[[steps]]\ndo = "attack"', maxsplit=1)[0]
    times = many.replace("dice = [3, 4]", 'dice = [3, 4]\n\n[[steps]]\ndo = "next"\ntimes = 3')
    assert played(times).session.state.round >= 1
    until = (
        many
        + '[[steps]]\ndo = "next"\nuntil = { state.clock.round = 3 }\nexpect = { state.clock.round = 3 }'
    )
    assert failures(until) == []
    assert (
        problem(many + '[[steps]]\ndo = "next"\nuntil = { state.clock.round = 9999 }')[0]
        == "steps.3.until"
    )
    assert (
        problem(many + '[[steps]]\ndo = "next"\nuntil = { state.clok.round = 9 }')[0]
        == "steps.3.until.state.clok.round"
    )
    assert problem(with_step('do = "note"\ntext = "x"\ntimes = 2'))[0] == "steps.4.times"
    assert problem(with_step('do = "next"\ntimes = 0'))[0] == "steps.4.times"
    assert (
        problem(with_step('do = "next"\ntimes = 2\nuntil = { state.clock.round = 3 }'))[0]
        == "steps.4.times"
    )


def test_a_fight_of_given_dice_rolls_none_itself() -> None:
    """A step that asks for dice it does not give is an error that names the roll."""
    given = SHOOTING.replace('ruleset = "minimal"', 'ruleset = "minimal"\ndice = "given"')
    assert failures(given) == []
    place, words = problem(given.replace("dice = [3, 4]", ""))
    assert place == "steps.2.dice"
    assert "initiative" in words
    assert (
        problem(SHOOTING.replace('ruleset = "minimal"', 'ruleset = "minimal"\ndice = "mine"'))[0]
        == "fight.dice"
    )


def test_those_who_suffer_have_a_name_of_their_own() -> None:
    """``victim``, as ``target`` may be a number to beat."""
    assert (
        failures(SHOOTING.replace("expect = {", 'expect = { events.attack.victim = "lout",')) == []
    )


def test_only_those_who_can_act_are_acting() -> None:
    """The dead of a side that acts are not: the sample of CWN stops with one of them."""
    report = played((ROOT_FOLDER / "resources/samples/redlines.toml").read_text("utf-8"))
    state = report.as_data()["state"]
    acting = set(state["clock"]["acting"])
    assert acting
    assert not any("dead" in state["combatants"][who]["conditions"] for who in acting)


@pytest.mark.parametrize("system", SYSTEMS)
def test_results_are_listed_in_the_rules_and_in_the_help(system: str) -> None:
    """What a script may expect: no kind that the code records is missing, and the help says the same."""
    results = system_for(system).results
    folder = ROOT_FOLDER / "encounter_gui" / "rules" / "systems" / system
    code = "\n".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    recorded = set(re.findall(r'(?:\.fact\(\s*|Resolved\(\s*what=)"(\w+)"', code))
    assert recorded <= set(results)
    page = (ROOT_FOLDER / "resources" / "help" / f"{system}-files.md").read_text("utf-8")
    table = page.partition("## Results, by kind")[2].partition("\n## ")[0]
    told = set(re.findall(r"`(\w+)`", table))
    assert set(results) <= told
    assert {value for values in results.values() for value in values.split()} <= told


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_result_of_the_worked_examples_is_listed(path: Path) -> None:
    report = played(path.read_text("utf-8"), seed=None)
    for step in report.as_data()["steps"]:
        for event in step["events"]:
            if event["kind"] == "resolved":
                known = report.fight.system.results[event["what"]].split()
                named = {name.partition(".")[0] for name in event["values"]}
                assert named <= set(known), event["what"]


def test_a_result_says_what_a_roll_was_made_of() -> None:
    """The base, each modifier by its key or name, and the damage before resistance."""
    (attack,) = (
        event["values"]
        for step in played(SHOOTING).as_data()["steps"]
        for event in step["events"]
        if event["kind"] == "resolved" and event["what"] == "attack"
    )
    parts = [value for name, value in attack.items() if name.startswith("modifiers.")]
    assert attack["base"] + sum(parts) == attack["dice"]
    assert attack["raw"] == attack["damage"] > attack["wounds"]


ROLLED_WITHOUT_PARTS = {"initiative", "morale"}
"""Kinds whose total is the dice alone, or that are of a whole side."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_result_is_made_of_is_listed_for_every_kind(system: str) -> None:
    """Every roll with a total has its base and modifiers, all damage what it was before armor and soak."""
    for kind, values in system_for(system).results.items():
        known = set(values.split())
        if system == "chrome":  # every d100 is a result of its own, of the kind "test"
            assert {"base", "modifiers"} <= known or kind != "test"
        elif "total" in known and kind not in ROLLED_WITHOUT_PARTS:
            assert "base" in known, kind
        if "damage" in known:
            assert "raw" in known, kind


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_result_of_the_worked_examples_says_who_suffers_and_what_it_was_made_of(
    path: Path,
) -> None:
    report = played(path.read_text("utf-8"), seed=None)
    for step in report.as_data()["steps"]:
        results = [event for event in step["events"] if event["kind"] == "resolved"]
        for kind, tables in step_data((), results)["events"].items():
            listed = report.fight.system.results[kind].split()
            for each in tables.values() if isinstance(tables, dict) else tables:
                if not isinstance(each, dict):
                    continue
                assert "victim" in each or "side" in each, (kind, each)
                if "base" in listed and "total" in each:
                    assert "base" in each, (kind, each)
                if "damage" in each:
                    assert "raw" in each, (kind, each)


def test_every_refusal_and_its_sentence_stands_in_the_help() -> None:
    """Renewed by ``python -m tests.helpers.refusal_page``."""
    assert refusal_page.PAGE.read_text("utf-8") == refusal_page.page()
    scripts = [path.read_text("utf-8") for path in SCRIPTS]
    named = {
        key for text in scripts for key in re.findall(r'^refused = "([^"]+)"', text, re.MULTILINE)
    }
    assert named
    assert named <= set(re.findall(r"^\| `([\w.]+)`", refusal_page.page(), re.MULTILINE))


START = """
[fight]
name = "In the middle of it"
ruleset = "%s"
round = 3

[[combatants]]
id = "ann"
name = "Ann"
side = "pc"
initiative = 4
%s

[[combatants]]
id = "bob"
name = "Bob"
initiative = 9
%s

[[steps]]
do = "next"
expect = { %s }
"""


@pytest.mark.parametrize(
    ("ruleset", "ann", "bob", "expected"),
    [
        (
            "d6pool",
            "conditions = { bleeding = { count = 2 }, prone = true }\ngauges = { th = 3 }",
            "",
            (
                'state.clock.round = 3, state.order.1.who = "bob", state.combatants.ann.gauges.th = 3, '
                "state.combatants.ann.conditions.bleeding.count = 2"
            ),
        ),
        (
            "phases",
            (
                "wounds = { left_arm = 3, head = { level = 1 } }\nconditions = { prone = true }\n"
                'items = ["knife", "light_pistol"]\nheld = "light_pistol"\noff = "knife"'
            ),
            "",
            (
                "state.clock.round = 3, state.combatants.ann.locations.left_arm.level = 3, "
                'state.combatants.ann.memo.off = "knife", state.combatants.ann.memo.held = "light_pistol"'
            ),
        ),
        ("cwn", "gauges = { hp = 2 }", "", 'state.clock.round = 3, state.order.1.who = "bob"'),
        (
            "cwn",
            'items = ["knife", "light_pistol"]\nheld = "light_pistol"\noff = "knife"',
            "",
            'state.clock.round = 3, state.combatants.ann.memo.other_hand = "knife"',
        ),
        ("chrome", "gauges = { health = 4 }", "", "state.clock.round = 3"),
    ],
    ids=["d6pool", "phases", "cwn", "cwn-off", "chrome"],
)
def test_a_fight_may_begin_in_the_middle(ruleset: str, ann: str, bob: str, expected: str) -> None:
    """Wounds, conditions, gauges below full, what is in which hand, the round and the order."""
    assert failures(START % (ruleset, ann, bob, expected)) == []


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("conditions = { pronee = true }", "combatants.ann.conditions.pronee"),
        ("conditions = { prone = { rounds = 0 } }", "combatants.ann.conditions.prone.rounds"),
        ('conditions = { prone = { by = "bop" } }', "combatants.ann.conditions.prone.by"),
        ("wounds = { left_arn = 1 }", "combatants.ann.wounds.left_arn"),
        ("wounds = { left_arm = 99 }", "combatants.ann.wounds.left_arm"),
        ('off = "knife"', "combatants.ann.off"),
    ],
)
def test_a_start_that_cannot_be_is_told_by_its_place(line: str, place: str) -> None:
    assert problem(START % ("phases", line, "", "state.clock.round = 3"))[0] == place


def test_initiative_belongs_to_a_fight_that_is_on() -> None:
    text = (START % ("phases", "", "", "state.clock.round = 3")).replace("round = 3\n", "", 1)
    assert problem(text)[0] == "combatants.ann.initiative"


OWING = """
[fight]
name = "What is owed"
ruleset = "phases"
dice = "given"

[[combatants]]
id = "ann"
name = "Ann"
sheet = { strength = 5, stamina = 5, cool = 6, initiative = 2 }
items = []

[[steps]]
do = "harm"
who = "Ann"
place = "torso"
damage = 5
settle = false
[steps.expect]
state.owed.shock_test.who = "ann"
state.owed.shock_test.is_due = true
state.owed.cool_test.who = "ann"
state.settled.shock_test = false

[[steps]]
do = "waive"
note = "tough"
settle = false
[steps.expect]
state.owed.shock_test = false
state.settled.shock_test.how = "waived"
state.settled.shock_test.who = "ann"
state.owed.cool_test.who = "ann"

[[steps]]
do = "settle"
dice = [3, 3, 3]
[steps.expect]
state.owed.cool_test = false
state.settled.cool_test.how = "rolled"
events.cool.victim = "ann"
events.cool.base = 6
"""


def test_what_is_owed_due_waived_or_rolled_can_be_expected() -> None:
    """A test that is left for later stands in the state, and how it was settled as well."""
    assert failures(OWING) == []
    assert failures(OWING.replace('how = "waived"', 'how = "rolled"')) != []
    assert failures(OWING.replace("is_due = true", "is_due = false")) != []


LOCK = """
[fight]
name = "Lock"
ruleset = "{ruleset}"

[[combatants]]
id = "a"
name = "A"

[[steps]]
do = "note"
text = "Before"
expect = {{ "state.combatants.a.resources.{name}" = {value} }}
"""

NUMBERS = [
    (system, name)
    for system in SYSTEMS
    for name in system_for(system).resources
    if not name.endswith(".") and shipped(system).gauge(name) is None
]


@pytest.mark.parametrize("value", ["false", "0"])
@pytest.mark.parametrize(("system", "name"), NUMBERS)
def test_what_the_rules_count_is_known_before_anything_is_counted(system, name, value):
    """``resources.main = false`` and ``= 0`` hold before anybody has spent a Main, as every such number does."""
    assert played(LOCK.format(ruleset=system, name=name, value=value)).failures == ()


@pytest.mark.parametrize("value", ["true", "1"])
def test_what_is_not_counted_yet_is_not_there(value):
    """Whether a Main has been spent can be asked both ways."""
    (failure,) = played(LOCK.format(ruleset="cwn", name="main", value=value)).failures
    assert failure.message.key == "fight.not_as_expected"
    assert failure.message.params["found"] == "0"


def test_what_was_counted_and_is_0_again_is_not_there():
    """A Main that is spent counts 1, and with the next round neither ``true`` nor 1."""
    steps = """
[[steps]]
do = "spend"
who = "a"
expect = { "state.combatants.a.resources.main" = true, state.combatants.a.resources.move = 0 }

[[steps]]
do = "next"
until = { "state.combatants.a.resources.main" = false }
expect = { state.clock.round = 2, state.combatants.a.resources.main = 0 }
"""
    begun = LOCK.format(ruleset="cwn", name="main", value=0)
    more = '\n[[steps]]\ndo = "next"\ntimes = 2\n' + steps
    assert played(begun + more).failures == ()


def test_a_number_nobody_counts_is_met_with_the_nearest():
    """``man`` is no number of CWN, and would hold for ever."""
    place, words = problem(LOCK.format(ruleset="cwn", name="bonus_man", value=0))
    assert place == "steps.1.expect.state.combatants.a.resources.bonus_man"
    assert "bonus_main" in words


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda each: each.stem)
def test_all_that_is_counted_in_fights_has_a_name(script):
    """Every running number of the golden fights is a gauge, rounds of a weapon, or one that its rules list."""
    report = played(script.read_text(encoding="utf-8"))
    system, gauges = report.fight.system, {each.key for each in report.fight.ruleset.gauges}
    states = [report.session.log.state_at(each.id) for each in report.session.log.path()]
    met = {key for state in states for each in state.combatants.values() for key in each.gauges}
    listed = (*system.resources, "ammo.")
    assert [
        key
        for key in met - gauges
        if key not in listed and not key.startswith(tuple(e for e in listed if e.endswith(".")))
    ] == []
