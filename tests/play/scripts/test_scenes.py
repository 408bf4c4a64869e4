"""Fight files in which something is open at the end: named by the output, and settled, waived or carried by name."""

import pytest

from encounter_gui.paths import message_catalog
from encounter_gui.play.scripts.script_runner import FightReport, play_fight
from tests.helpers.rulesets import shipped

FIGHT = """
[fight]
name = "Open"
ruleset = "d6pool"
[[combatants]]
id = "vee"
name = "Vee"
side = "pc"
conditions = { bleeding = true, in_air = { keys = ["grenade"] } }
[[combatants]]
id = "gang"
name = "Gang"
[[steps]]
do = "next"
[[steps]]
do = "next"
dice = [3, 4]
[[steps]]
do = "finish"
"""


def played(*steps: str) -> FightReport:
    """Returns the fight with these steps after its end."""
    text = FIGHT + "".join(f"[[steps]]\n{step}\n" for step in steps)
    return play_fight(
        text, "open.toml", rulesets=shipped, texts=message_catalog(), now=lambda: "", seed=1
    )


def labels(report: FightReport) -> list[str]:
    """Returns what is printed of each step."""
    return [str(step.get("label", step.get("refused"))) for step in report.as_data()["steps"]]


@pytest.mark.rule("D6P-40")
def test_finish_names_what_is_open_and_ends_as_before() -> None:
    """A file that only says finish goes on working; its line says what is carried over."""
    report = played()
    assert not report.failures
    assert labels(report)[-1] == "The fight is over; still open: Vee: Bleeding; Vee: In the air"


def test_what_is_open_is_decided_by_name() -> None:
    """Waived, settled and carried over one by one, then the scene is closed; a name that is not open is refused."""
    report = played(
        'do = "close"\nrefused = "rules.still_open"',
        'do = "waive"\nthings = ["condition.in_air.vee"]\nnote = "A dud"',
        'do = "waive"\nthings = ["condition.in_air.vee"]\nrefused = "rules.not_open"',
        'do = "carry"\nthings = ["condition.bleeding.vee"]',
        'do = "close"\nexpect = { state.combatants.vee.conditions.in_air = false }',
        'do = "next"\nrefused = "rules.scene_closed"',
    )
    assert not report.failures
    assert [each for each in labels(report) if each.startswith("rules.")] == [
        "rules.still_open",
        "rules.not_open",
        "rules.scene_closed",
    ]
    assert labels(report)[-2] == "The scene is closed"
