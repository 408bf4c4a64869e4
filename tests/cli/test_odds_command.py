"""``encounter-gui odds``: the next attack of a real script, what is refused, and where a fight may come from."""

import argparse
import io
import json
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.cli import odds_command
from encounter_gui.play.open_campaign import CampaignServices
from tests.helpers.rulesets import shipped

FIGHT = """
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
sheet = { strength = 3, dexterity = 3, pain_resistance = 4 }

[[steps]]
do = "next"
"""


def run(*arguments: str) -> tuple[int, str]:
    """Returns exit code and output of ``odds`` with these arguments."""
    parser = argparse.ArgumentParser()
    odds_command.register(parser.add_subparsers())
    services = CampaignServices(
        rulesets=shipped, texts=paths.message_catalog(), now=lambda: "2024-01-01T00:00:00Z"
    )
    out = io.StringIO()
    parsed = parser.parse_args(["odds", *arguments])
    return odds_command.run(parsed, campaign_services=services, out=out), out.getvalue()


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A duel as a file."""
    path = tmp_path / "duel.toml"
    path.write_text(FIGHT, "utf-8")
    return path


def test_the_next_attack_has_exact_odds(duel: Path) -> None:
    """Vee shoots at short range with 4 dice against 10 (D6P-26, D6P-29): at least 10 on 4d6 is 1170 of 1296."""
    code, out = run(str(duel), "--json")
    data = json.loads(out)
    assert code == 0
    assert data["command"]["who"] == "vee"
    assert data["odds"]["Hit"] == pytest.approx(1170 / 1296)
    assert {"within", "spread"} <= {chart["kind"] for chart in data["charts"]}


def test_without_json_it_is_told(duel: Path) -> None:
    """The large figures of the window, a line each."""
    code, out = run(str(duel))
    assert code == 0
    assert "Hit: 90.28%" in out


def test_nobody_to_attack_is_said(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fight of one: there is no attack, and that is the answer; nothing is printed as if there were."""
    head, _, rest = FIGHT.rpartition("[[combatants]]")
    duel.write_text(head + rest[rest.index("[[steps]]") :], "utf-8")
    code, out = run(str(duel), "--json")
    assert (code, out) == (2, "")
    assert "Nobody can attack next" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("--encounter", "Duel"), ("--from", "a.encounter")])
def test_a_fight_comes_from_one_place(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither script nor campaign with encounter: what to give is said."""
    assert run(*arguments)[0] == 2
    assert "Give either a fight script, or --from" in capsys.readouterr().err
