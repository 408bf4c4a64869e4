"""``encounter-gui dice``."""

import argparse
import io
import json
import tomllib
from pathlib import Path

import pytest

from encounter_gui.cli.dice_command import register, run
from encounter_gui.core.messages import MessageCatalog

CATALOGUE = MessageCatalog(
    tomllib.loads(
        (Path(__file__).parents[2] / "resources/i18n/en/dice.toml").read_text(encoding="utf-8")
    )
)


def command(*words: str) -> tuple[int, str]:
    """Runs the command line as a person types it."""
    parser = argparse.ArgumentParser()
    register(parser.add_subparsers(dest="command"))
    given, out = parser.parse_args(["dice", *words]), io.StringIO()
    code = run(
        given.expr,
        as_json=given.json,
        seed=given.seed,
        faces=given.faces,
        texts=CATALOGUE,
        out=out,
    )
    return code, out.getvalue()


def test_json_holds_the_odds_and_the_roll() -> None:
    code, out = command("2d4kh1+1", "--json", "--faces", "3,2")
    data = json.loads(out)
    assert code == 0
    assert (data["expr"], data["min"], data["max"], data["mean"]) == ("2d4kh1+1", 2, 5, 4.125)
    assert data["pmf"] == pytest.approx({"2": 1 / 16, "3": 3 / 16, "4": 5 / 16, "5": 7 / 16})
    assert data["roll"] == {
        "total": 4,
        "dice": [
            {"sides": 4, "faces": [3], "value": 3, "fate": "kept"},
            {"sides": 4, "faces": [2], "value": 2, "fate": "dropped"},
        ],
    }


def test_json_has_no_maximum_for_exploding_dice() -> None:
    _, out = command("10-1d6!", "--json", "--seed", "1")
    data = json.loads(out)
    assert (data["min"], data["max"]) == (None, 9)


def test_a_seed_repeats_the_roll() -> None:
    assert command("5d6", "--seed", "4") == command("5d6", "--seed", "4")


def test_text_shows_a_bar_for_each_value() -> None:
    code, out = command("1d2-3", "--faces", "1")
    assert code == 0
    assert out.splitlines() == [
        "1d2-3: from −2 to −1, −1.5 on average",
        "",
        f"−2  50.000%  {'█' * 40}",
        f"−1  50.000%  {'█' * 40}",
        "",
        "Rolled −2: 1",
    ]


@pytest.mark.parametrize("expr", ["100d100", "2d6!p", "5", "1d6*100", "1d6!-1d6!"])
def test_text_stays_short_and_accounts_for_everything(expr: str) -> None:
    _, out = command(expr, "--seed", "1")
    shares = [float(line.split("%")[0].split()[-1]) for line in out.splitlines() if "%" in line]
    assert len(shares) <= 32
    assert sum(shares) == pytest.approx(100, abs=0.02)


def test_a_mistake_is_shown_with_a_caret(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = command("2d6 + ")
    assert (code, out) == (2, "")
    assert capsys.readouterr().err.splitlines()[-2:] == ["2d6 + ", "     ^"]


@pytest.mark.parametrize("faces", ["1", "1,2,3", "1,7"])
def test_faces_that_do_not_fit_are_refused(faces: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = command("2d6", "--faces", faces)
    assert (code, out) == (2, "")
    assert capsys.readouterr().err
