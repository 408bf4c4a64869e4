"""What a fight file expects of odds and forecasts: by id, to the digits that are written, or near enough."""

import json

import pytest

from encounter_gui import paths
from encounter_gui.core.errors import Place, RuleError
from encounter_gui.play.scripts.asked_attack import read_attack
from encounter_gui.play.scripts.script import Expect, ScriptError
from encounter_gui.play.scripts.script_reader import read_fight
from encounter_gui.play.scripts.script_runner import FightReport, play_fight
from encounter_gui.play.scripts.written_numbers import WrittenFloat, found_text, is_as_written
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import shipped

EXAMPLES = paths.data_folder("resources") / "examples"
GAMES = ("chrome", "cwn", "phases", "d6pool")

DUEL = """
[fight]
name = "Duel"
ruleset = "d6pool"
round = 1

[[combatants]]
id = "vee"
name = "Vee"
side = "pc"
initiative = 9
held = "baretta_96f"
items = ["baretta_96f"]
sheet = { strength = 3, dexterity = 4, firearms = 4, pain_resistance = 4 }

[[combatants]]
id = "gang"
name = "Gang"
side = "foe"
initiative = 5
held = "baretta_96f"
items = ["baretta_96f"]
sheet = { strength = 3, dexterity = 3, firearms = 4, pain_resistance = 4 }

[[steps]]
do = "next"
"""
HIT = 1170 / 1296
"""At least 10 on 4d6."""


def played(text: str, seed: int | None = None) -> FightReport:
    """Plays a script on the shipped rulesets."""
    return play_fight(
        text,
        "duel.toml",
        rulesets=shipped,
        texts=paths.message_catalog(),
        now=lambda: "2024-01-01T00:00:00Z",
        seed=seed,
    )


def failures(step: str, seed: int | None = None) -> list[str]:
    """Returns what is not as a step after those of the duel expects."""
    texts = paths.message_catalog()
    report = played(f"{DUEL}\n[[steps]]\n{step}\n", seed)
    return [f"step {each.step}: {texts.text(each.message)}" for each in report.failures]


def problem(step: str) -> tuple[str, str]:
    """Returns where a step after those of the duel is wrong, and in which words."""
    with pytest.raises(ScriptError) as caught:
        failures(step)
    assert caught.value.place.file == "duel.toml"
    return caught.value.place.pointer, paths.message_catalog().text(caught.value.message)


def looking(expected: str) -> str:
    """Returns a step that plays nothing and expects this."""
    return f'do = "expect"\nexpect = {{ {expected} }}'


@pytest.mark.parametrize(
    ("expected", "is_met"),
    [
        ("0.9028", True),
        ("0.902778", True),
        ("0.9027777777777778", True),
        ("0.9", True),
        ("1.0", False),
        ("1", False),
        ("0.9027", False),
        ("0.9029", False),
        ("0.90278000", False),
        ("9.028e-1", True),
        ("9.03e-1", True),
        ("9.02e-1", False),
        ("{ near = 0.9, within = 0.01 }", True),
        ("{ near = 0.9, within = 0.002 }", False),
        ("{ near = 1, within = 0.1 }", True),
    ],
)
def test_a_number_is_what_its_digits_say(expected: str, is_met: bool) -> None:
    """0.902777… is 0.9028 and 0.90, but not 0.90278000: whoever writes zeros means them. 1 is certain."""
    assert (failures(looking(f'"odds.hit" = {expected}')) == []) is is_met


def test_paths_may_be_tables_in_tables() -> None:
    """With dots and without quotes it is the same path, the range at its end too."""
    step = looking(
        "odds.hit = { near = 0.9, within = 0.01 }, odds.out.3 = { near = 0.5, within = 0.5 }"
    )
    assert failures(step) == []
    assert len(failures(step.replace("near = 0.9,", "near = 0.8,"))) == 1


def test_what_is_not_met_is_said_with_digits_enough() -> None:
    """As it was written, and as it is, with two digits more than were written, six at least."""
    assert failures(looking('"odds.hit" = 0.90')) == []
    assert failures(looking('"odds.hit" = 0.80')) == [
        "step 2: odds.hit: expected 0.80, found 0.902778"
    ]
    assert failures(looking('"odds.hit" = { near = 0.5, within = 0.010 }')) == [
        "step 2: odds.hit: expected 0.5 ± 0.010, found 0.902778"
    ]
    assert failures(looking('"odds.hit" = 0.9027777')) == [
        "step 2: odds.hit: expected 0.9027777, found 0.902777778"
    ]


def test_a_wrong_id_names_file_step_and_the_nearest() -> None:
    """Neither met nor missed: nobody would notice that it never holds."""
    pointer, words = problem(looking('"odds.hitt" = 0.5'))
    assert pointer == "steps.2.expect.odds.hitt"
    assert words.startswith("There is no number “hitt” there. Nearest: hit,")
    pointer, words = problem(looking('"odds.out.11" = 0.5'))
    assert pointer == "steps.2.expect.odds.out.11"
    assert "out.1" in words
    pointer, words = problem(looking('"forecast.win.pcs" = 0.5'))
    assert pointer == "steps.2.expect.forecast.win.pcs"
    assert "Nearest: win.pc" in words


@pytest.mark.parametrize(
    "value",
    ['"0.5"', "true", "nan", "{}", "{ near = 0.5 }", "{ near = 0.5, within = -1 }", "[0.5]"],
)
def test_what_is_no_number_is_said_before_anything_is_played(value: str) -> None:
    """Words, half a range and the like; the sentence shows how it is written."""
    pointer, words = problem(looking(f'"odds.hit" = {value}'))
    assert pointer == "steps.2.expect.odds.hit"
    assert words.startswith("Expected a number such as 0.1566, or { near = 0.56, within = 0.01 }")


def test_odds_are_of_the_attack_of_the_step_before_it_is_made() -> None:
    """With the target down after it the odds would be others; they are those of the command as written."""
    attack = 'do = "attack"\nwho = "vee"\ntarget = "gang"\n'
    dice = f"dice = [{', '.join(['6'] * 10)}, 1, 1, 1, 1]\n"
    expect = 'expect = { "odds.hit" = 0.9028, "odds.out.1" = 0.2998, "state.combatants.gang.gauges.th" = -7 }'
    before = failures(attack + dice + expect)
    assert [each for each in before if "odds.hit" in each] == []
    medium = failures(attack + 'band = "medium"\n' + expect.replace("0.9028", "0.4437"), seed=1)
    assert [each for each in medium if "odds.hit" in each] == []


def test_an_attack_is_asked_about_without_being_made() -> None:
    """``attack`` has the fields of a step; nothing happens, and whoever is left out is whom the window would take."""
    report = played(
        DUEL
        + """
[[steps]]
do = "expect"
attack = { who = "Vee", target = "Gang", band = "medium" }
expect = { "odds.hit" = 0.4437 }

[[steps]]
do = "expect"
attack = { band = "medium" }
expect = { "odds.hit" = 0.4437 }
"""
    )
    assert report.failures == ()
    assert report.steps[1].entries == report.steps[2].entries == ()
    assert len(report.session.log.path()) == len(played(DUEL).session.log.path())
    first, second = report.as_data()["steps"][1:]
    assert first["odds"] == second["odds"]
    assert first["odds"]["hit"] == pytest.approx(0.44367, abs=1e-5)
    assert first["command"]["attack"]["target"] == "gang"
    json.dumps(first)


@pytest.mark.parametrize(
    ("attack", "pointer", "says"),
    [
        ("{ bnad = 1 }", "steps.2.attack.bnad", "Did you mean “band”?"),
        ('{ band = "far" }', "steps.2.attack.band", "Expected one of"),
        ('{ do = "atack" }', "steps.2.attack.do", "Did you mean “attack”?"),
        ('{ target = "Gangg" }', "steps.2.attack.target", "Did you mean “Gang”?"),
        ('{ do = "next" }', "steps.2.attack", "“next” has no odds"),
        ('{ do = "aim", who = "vee" }', "steps.2.attack", "“aim” has no odds"),
    ],
)
def test_an_attack_that_cannot_be_asked_about_is_named(
    attack: str, pointer: str, says: str
) -> None:
    """Wrong fields, names and commands, and what is none that has odds."""
    found = problem(f'do = "expect"\nattack = {attack}\nexpect = {{ "odds.hit" = 0.5 }}')
    assert found[0] == pointer
    assert says in found[1]


def test_a_step_without_odds_cannot_have_them_expected() -> None:
    """``next`` is no attack: the place is what is expected there."""
    pointer, words = problem('do = "next"\ndice = []\nexpect = { "odds.hit" = 0.5 }')
    assert (pointer, words.startswith("“next” has no odds")) == ("steps.2.expect", True)


def test_what_the_rules_refuse_has_no_odds() -> None:
    """Refused with the table's own key, asked about or made; expecting odds of it all the same is an error."""
    assert (
        failures('do = "expect"\nattack = { mode = "FA" }\nrefused = "d6pool.no_such_mode"') == []
    )
    (words,) = failures('do = "expect"\nattack = { mode = "FA" }\nexpect = { "odds.hit" = 0.5 }')
    assert "the rules refuse this (d6pool.no_such_mode)" in words
    (words,) = failures('do = "expect"\nrefused = "d6pool.no_such_mode"')
    assert (
        words == "step 2: expected to be refused with d6pool.no_such_mode, but it was not refused"
    )
    pointer, words = problem(
        'do = "attack"\nwho = "vee"\ntarget = "gang"\nmode = "FA"\n'
        'refused = "d6pool.no_such_mode"\nexpect = { "odds.hit" = 0.5 }'
    )
    assert pointer == "steps.2.expect.odds.hit"
    assert "d6pool.no_such_mode" in words


def test_a_forecast_is_of_the_fight_after_the_step_with_the_seed_of_the_play() -> None:
    """10,000 fights with the seed of the play, 0 without; the same seed gives the same digits."""
    report = played(
        f"{DUEL}\n[[steps]]\n{looking('forecast.win.pc = { near = 0.5, within = 1.0 }')}"
    )
    numbers = report.steps[-1].forecast
    assert numbers is not None
    share = numbers["win.pc"]
    assert failures(looking(f'"forecast.win.pc" = {share}')) == []
    assert failures(looking(f'"forecast.win.pc" = {share}'), seed=8) != []
    pinned = looking(f'"forecast.win.pc" = {share}') + "\nforecast = { seed = 0 }"
    assert failures(pinned, seed=8) == []
    fewer = looking(f'"forecast.win.pc" = {share}') + "\nforecast = { fights = 100 }"
    assert failures(fewer) != []
    assert numbers["win.pc"] + numbers["win.foe"] + numbers["draw"] == pytest.approx(1)
    assert numbers["out.vee"] >= 1 - numbers["survives.vee"] - 1e-9


def test_a_forecast_may_have_doctrines_and_limits() -> None:
    """``rounds = 1``: most fights are open; what is out of its range is named."""
    one = looking('"forecast.rounds.1" = 1, "forecast.rounds.mean" = 1')
    assert failures(f'{one}\nforecast = {{ rounds = 1, pc = "weakest", fights = 500 }}') == []
    assert failures(f"{one}\nforecast = {{ fights = 500 }}") != []
    pointer, words = problem(f"{one}\nforecast = {{ fights = 1000000 }}")
    assert pointer == "steps.2.forecast.fights"
    assert words == "Expected a number from 1 to 100000; found 1000000."
    pointer, words = problem(f'{one}\nforecast = {{ pc = "clever" }}')
    assert pointer == "steps.2.forecast.pc"


def test_a_fight_that_is_over_has_no_forecast() -> None:
    """The sentence of the forecast itself, with its place in the file."""
    pointer, words = problem('do = "finish"\nexpect = { "forecast.win.pc" = 1 }')
    assert pointer == "steps.2.expect.forecast"
    assert words == "The fight is over. There is nothing left to forecast."


def test_until_looks_at_the_state_alone() -> None:
    """What is likely is expected after a step, not awaited."""
    pointer, _ = problem('do = "next"\nuntil = { "odds.hit" = 0.5 }')
    assert pointer == "steps.2.until.odds.hit"


def test_numbers_with_a_point_are_plain_everywhere_else() -> None:
    """Metres of a command, and expectations of the state, know nothing of written digits."""
    move = 'do = "attack"\nwho = "vee"\ntarget = "gang"\nmetres = 8.50\n'
    assert failures(move + 'expect = { "odds.hit" = 0.9028 }', seed=1) == []
    (step,) = read_fight(
        '[fight]\nname = "a"\nruleset = "d6pool"\n[[steps]]\ndo = "expect"\n'
        'expect = { "odds.hit" = 0.50 }',
        "a.toml",
        shipped,
    ).steps
    assert isinstance(step.command, Expect)
    written = step.frame.expect["odds.hit"]
    assert isinstance(written, WrittenFloat)
    assert written.text == "0.50"


def test_no_game_has_a_command_called_as_the_step_that_plays_nothing() -> None:
    """It would be hidden by it."""
    names = {kind.__struct_config__.tag for each in SYSTEMS for kind in system_for(each).commands}
    assert "expect" not in names


@pytest.mark.parametrize("game", GAMES)
def test_every_expected_number_of_the_golden_odds_can_fail(game: str) -> None:
    """With any one number changed in its last digit the fight is not as expected: none of them is passed over."""
    path = EXAMPLES / f"{game}-odds.toml"
    fight = read_fight(path.read_text("utf-8"), path.name, shipped)
    numbers = [
        value
        for step in fight.steps
        for name, value in step.frame.expect.items()
        if name.startswith("odds.") and isinstance(value, WrittenFloat)
    ]
    assert numbers
    report = played(path.read_text("utf-8"))
    assert report.failures == ()
    for step in report.steps:
        for name, value in step.step.frame.expect.items():
            if isinstance(value, WrittenFloat) and step.odds is not None:
                digits = len(value.text.partition(".")[2])
                found = step.odds[name.removeprefix("odds.")]
                for wrong in (value + 10.0**-digits, value - 10.0**-digits):
                    assert not is_as_written(WrittenFloat(f"{wrong:.{digits}f}"), found), name
                assert found_text(found, value).startswith(value.text[:3])


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_odds_have_something_refused(game: str) -> None:
    """As the table refuses it: a session that is asked to play the attack refuses it in the same words."""
    path = EXAMPLES / f"{game}-odds.toml"
    report = played(path.read_text("utf-8"))
    refused = [each for each in report.steps if each.refused is not None]
    assert refused
    # What was refused last was refused in the state that is there still.
    command = report.steps[-1].command
    if report.steps[-1].refused is not None and isinstance(command, Expect):
        attack = read_attack(command.attack or {}, report.fight.system, Place(file=path.name))
        with pytest.raises(RuleError) as caught:
            report.session.start(attack)
        assert caught.value.message == report.steps[-1].refused
