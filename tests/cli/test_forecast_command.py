"""``encounter-gui forecast``: what its JSON says, seeds, doctrines, where the fight comes from, what is refused."""

import argparse
import io
import json
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.cli import forecast_command
from encounter_gui.play.open_campaign import CampaignServices
from encounter_gui.play.scripts.script_runner import play_fight, store_report
from encounter_gui.rules.model.prepared import EncounterPlan, Recruit, Wave
from encounter_gui.storage.campaign import Campaign
from tests.helpers.rulesets import shipped

FIGHT = """
[fight]
name = "Loading dock"
ruleset = "cwn"

[[combatants]]
id = "vee"
name = "Vee"
side = "pc"
items = ["sword"]
held = "sword"
sheet = { kind = "pc", level = 2, hp = 14, stab = 1 }

[[combatants]]
id = "gang"
name = "Gang"
side = "foe"
items = ["heavy_pistol"]
held = "heavy_pistol"
sheet = { kind = "npc", hd = 1, hp = 6, attack_ranged = 1, morale = 8, ac = 12, ac_melee = 12 }

[[combatants]]
id = "boss"
name = "Boss"
side = "foe"
items = ["knife"]
held = "knife"
sheet = { kind = "npc", hd = 2, hp = 12, attack = 2, morale = 9, ac = 13, ac_melee = 13 }
"""

SERVICES = CampaignServices(
    rulesets=shipped, texts=paths.message_catalog(), now=lambda: "2024-01-01T00:00:00Z"
)


def run(*arguments: str) -> tuple[int, str]:
    """Returns exit code and output of ``forecast`` with these arguments."""
    parser = argparse.ArgumentParser()
    forecast_command.register(parser.add_subparsers())
    out = io.StringIO()
    parsed = parser.parse_args(["forecast", *arguments])
    return forecast_command.run(parsed, campaign_services=SERVICES, out=out), out.getvalue()


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A fight of one against two as a file."""
    path = tmp_path / "dock.toml"
    path.write_text(FIGHT, "utf-8")
    return path


def test_json_says_all_that_was_counted(script: Path) -> None:
    """Shares of the fights that add up to 1, the interval round each, everybody by id."""
    code, out = run(str(script), "--json", "--fights", "3000", "--seed", "4")
    data = json.loads(out)
    assert code == 0
    assert (data["fights"], data["seed"]) == (3000, 4)
    assert data["doctrine"] == {"pc": "simple", "foe": "simple"}
    win = data["win"]
    assert win["pc"] + win["foe"] + win["draw"] == pytest.approx(1, abs=1e-5)  # six digits each
    low, high = win["interval"]["pc"]
    assert low < win["pc"] < high
    pmf = data["rounds"]["pmf"]
    assert sum(pmf.values()) == pytest.approx(1, abs=1e-5)
    mean = sum(int(number) * share for number, share in pmf.items())
    assert data["rounds"]["mean"] == pytest.approx(mean, abs=1e-4)
    assert set(data["survives"]) == {"vee", "gang", "boss"}
    for curve in data["still_in"].values():
        assert len(curve) == max(int(number) for number in pmf)
        assert curve == sorted(curve, reverse=True)
    assert data["still_in"]["vee"][-1] <= data["survives"]["vee"]
    assert sum(data["losses"]["foe"].values()) == pytest.approx(1, abs=1e-5)
    assert set(data["ammo"]) == {"gang"}
    assert 0 <= data["ammo"]["gang"] <= 8
    assert data["left_out"] == []


def test_a_fight_may_expect_every_number_of_its_forecast(script: Path) -> None:
    """``numbers`` has all that is counted by id; a step that expects them with the same seed finds the same."""
    data = json.loads(run(str(script), "--json", "--fights", "3000", "--seed", "4")[1])
    numbers = data["numbers"]
    assert numbers["win.pc"] == data["win"]["pc"]
    assert numbers["draw"] == data["win"]["draw"]
    assert numbers["rounds.mean"] == data["rounds"]["mean"]
    for number, share in data["rounds"]["pmf"].items():
        assert numbers[f"rounds.{number}"] == share
    for who in ("vee", "gang", "boss"):
        assert numbers[f"survives.{who}"] == data["survives"][who]
        assert numbers[f"out.{who}"] >= 1 - data["still_in"][who][-1] - 1e-5
        assert numbers[f"still_in.{who}.1"] == data["still_in"][who][0]
        assert numbers[f"first_out.{who}"] == data["losses"]["first_out"][who]
    for side, most in (("pc", 1), ("foe", 2)):
        shares = [numbers[f"losses.{side}.{count}"] for count in range(most + 1)]
        assert sum(shares) == pytest.approx(1, abs=1e-5)
        assert f"losses.{side}.{most + 1}" not in numbers
    assert numbers["ammo.gang"] == data["ammo"]["gang"]
    step = '[[steps]]\ndo = "expect"\nforecast = { fights = 3000, seed = 4 }\n[steps.expect]\n'
    lines = [f'"forecast.{name}" = {number:.6f}' for name, number in numbers.items()]
    assert failures(FIGHT + step + "\n".join(lines)) == 0
    wrong = [f'"forecast.{name}" = {number + 0.00001:.6f}' for name, number in numbers.items()]
    assert failures(FIGHT + step + "\n".join(wrong)) == len(wrong)


def failures(text: str) -> int:
    """Returns how much is not as a fight expects."""
    report = play_fight(
        text, "dock.toml", rulesets=shipped, texts=SERVICES.texts, now=SERVICES.now, seed=9
    )
    return len(report.failures)


def test_the_same_seed_prints_the_same(script: Path) -> None:
    """Twice the same text, and another with another seed."""
    first = run(str(script), "--fights", "1500", "--seed", "1")
    assert run(str(script), "--fights", "1500", "--seed", "1") == first
    assert run(str(script), "--fights", "1500", "--seed", "2") != first
    assert "A forecast under these doctrines, not a fact" in first[1]


def test_two_processes_print_what_one_prints(script: Path) -> None:
    """``--jobs 2``: chunks are seeded by their number, so who plays them changes nothing, to the last digit."""
    one = run(str(script), "--json", "--fights", "9000")
    assert run(str(script), "--json", "--fights", "9000", "--jobs", "2") == one


def test_a_side_flees_at_its_losses(script: Path) -> None:
    """Of two foes one falls, and with 50 % the fight is over: sooner, and won as a rule; the JSON says under what."""
    _, out = run(str(script), "--json", "--foe-flees", "50")
    data, simple = json.loads(out), json.loads(run(str(script), "--json")[1])
    assert data["flees"] == {"pc": None, "foe": 50}
    assert data["rounds"]["mean"] < simple["rounds"]["mean"]
    assert data["win"]["pc"] > simple["win"]["pc"]


def test_a_side_defends_itself(script: Path) -> None:
    """Vee gives attacks up for Total Defense: other figures; the JSON says under what."""
    _, out = run(str(script), "--json", "--pc-defends")
    data, simple = json.loads(out), json.loads(run(str(script), "--json")[1])
    assert data["defends"] == {"pc": True, "foe": False}
    assert data["rounds"] != simple["rounds"]


def test_each_side_has_its_doctrine(script: Path) -> None:
    """``--pc`` and ``--foe`` go before ``--doctrine``; whom Vee strikes first falls first."""
    _, simple = run(str(script), "--json")
    _, out = run(str(script), "--json", "--doctrine", "spread", "--pc", "strongest")
    data = json.loads(out)
    assert data["doctrine"] == {"pc": "strongest", "foe": "spread"}
    first = json.loads(simple)["losses"]["first_out"]["boss"]
    assert data["losses"]["first_out"]["boss"] > first


def test_after_so_many_rounds_it_is_undecided(script: Path) -> None:
    """``--rounds 1``: every fight is over in round 1, most of them undecided."""
    data = json.loads(run(str(script), "--json", "--rounds", "1")[1])
    assert data["rounds"]["pmf"] == {"1": 1.0}
    assert data["win"]["draw"] > 0.5


VAN = Wave(name="Van", recruits=(Recruit(creature="guard", name="Van guard", count="2"),), round=2)


def test_a_kept_fight_is_forecast_as_its_script(script: Path, tmp_path: Path) -> None:
    """``--from CAMPAIGN --encounter NAME`` gives the very numbers of the script, and leaves the campaign as it was.

    Waves of its plan are not played, and it says so beside its name and under *Left out*.
    """
    path = tmp_path / "night.encounter"
    report = play_fight(
        FIGHT,
        "dock.toml",
        rulesets=shipped,
        texts=SERVICES.texts,
        now=SERVICES.now,
    )
    with Campaign.create(path, "night") as campaign:
        name = report.fight.head.name
        encounter = campaign.new_encounter(name, report.fight.ruleset)
        store_report(report, campaign, encounter)
    kept = run("--from", str(path), "--encounter", "Loading dock", "--json")
    assert kept == run(str(script), "--json")
    with Campaign.open(path) as campaign:
        campaign.prepared.put_plan(encounter, EncounterPlan(waves=(VAN,)))
    _, said = run("--from", str(path), "--encounter", "Loading dock")
    assert said.startswith("Loading dock, without 1 wave (2 × Van guard)\n")
    assert "Left out: 1 wave that is still to come: 2 × Van guard." in said
    code, _ = run("--from", str(path), "--encounter", "Rooftop")
    assert code == 2


def test_a_fight_of_chrome_in_its_third_round() -> None:
    """The sample: the living survive in some share of the fights, the dead in none (CHR-57, CHR-58)."""
    code, out = run(str(paths.sample("deep-static")), "--json", "--fights", "500")
    assert code == 0
    said = json.loads(out)
    assert sum(said["win"][side] for side in ("pc", "foe", "draw")) == pytest.approx(1, abs=1e-5)
    assert said["survives"]["juno"] == said["losses"]["first_out"]["juno"] == 0  # a Presence
    assert 0 < said["survives"]["nova"] < 1
    assert min(int(number) for number in said["rounds"]["pmf"]) >= 3


def test_a_fight_of_phases_within_a_phase() -> None:
    """The sample: shares of all ends, nobody who takes no side, what is left out (PHA-19, PHA-71)."""
    code, out = run(str(paths.sample("night-harbour")), "--json", "--fights", "500")
    assert code == 0
    said = json.loads(out)
    assert sum(said["win"][side] for side in ("pc", "foe", "draw")) == pytest.approx(1, abs=1e-5)
    assert 0.5 < said["win"]["pc"] < 1
    assert 0 < said["survives"]["vesper"] < 1
    assert min(int(number) for number in said["rounds"]["pmf"]) >= 7
    assert [each.partition(":")[0] for each in said["left_out"]][-1] == "those who take no side"
    assert len(said["left_out"]) == 2


@pytest.mark.parametrize("arguments", [("--fights", "0"), ("--rounds", "x"), ("--pc", "clever")])
def test_wrong_arguments_end_at_once(script: Path, arguments: tuple[str, ...]) -> None:
    """Numbers and doctrines that cannot be meant are refused before anything is read."""
    with pytest.raises(SystemExit):
        run(str(script), *arguments)
