"""``forecast --grid``: every variant a line, the same by two processes, taken up again after being stopped."""

import csv
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.test_forecast_command import FIGHT, run

SWEEP = """
fight = "dock.toml"
fights = 1200
seed = 3

[vary]
count.gang = [1, 4]
switch."cwn.minDamageOne" = [true, false]
"vee.sheet.hp" = [14]
doctrine.pc = ["simple", "weakest"]
"""


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    """A sweep and its fight, as files."""
    (tmp_path / "dock.toml").write_text(FIGHT, "utf-8")
    path = tmp_path / "sweep.toml"
    path.write_text(SWEEP, "utf-8")
    return path


def sweep(grid: Path, name: str, *more: str) -> tuple[int, Path]:
    """Runs the sweep into a file and returns the exit code and the file."""
    out = grid.with_name(name)
    code, _ = run("--grid", str(grid), "--out", str(out), *more)
    return code, out


def test_every_variant_is_a_line(grid: Path) -> None:
    """2 × 2 × 1 × 2 variants; more of the gang are worse for Vee, whatever the house rule."""
    code, out = sweep(grid, "a.csv")
    rows = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    assert code == 0
    assert len(rows) == 8
    assert [row["variant"] for row in rows] == [str(number) for number in range(8)]
    for few, many in zip(rows[:4], rows[4:], strict=True):
        assert (few["count.gang"], many["count.gang"]) == ("1", "4")
        assert float(many["pc"]) < float(few["pc"])
        assert float(few["pc_low"]) <= float(few["pc"]) <= float(few["pc_high"])


def test_a_sweep_plays_a_fight_without_what_it_expects(grid: Path) -> None:
    """Odds and forecasts were expected of the fight as it stands there: variants have others, and other ids."""
    _, plain = sweep(grid, "plain.csv")
    expecting = """
[[steps]]
do = "expect"
attack = { who = "vee", target = "gang_3" }
expect = { "odds.hitt" = 1, "forecast.win.pc" = 1 }
refused = "cwn.no_main_left"
"""
    grid.with_name("dock.toml").write_text(FIGHT + expecting, "utf-8")
    code, out = sweep(grid, "expecting.csv")
    assert code == 0
    assert out.read_text("utf-8") == plain.read_text("utf-8")


def test_a_sweep_that_was_stopped_goes_on(grid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three lines and a torn fourth: what is whole is kept, the rest is played, and all is as if never stopped."""
    _, whole = sweep(grid, "whole.csv")
    text = whole.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    torn = grid.with_name("torn.csv")
    torn.write_text("".join(lines[:4]) + lines[4][:9], "utf-8")
    capsys.readouterr()
    code, _ = sweep(grid, "torn.csv", "--jobs", "2")
    assert code == 0
    assert torn.read_text("utf-8") == text
    assert capsys.readouterr().err.splitlines() == [f"{number} of 8" for number in range(4, 9)]


def test_the_file_of_another_sweep_is_left_alone(
    grid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another seed is another sweep: nothing is written over."""
    _, out = sweep(grid, "a.csv")
    text = out.read_text("utf-8")
    grid.write_text(SWEEP.replace("seed = 3", "seed = 4"), "utf-8")
    assert sweep(grid, "a.csv")[0] == 2
    assert out.read_text("utf-8") == text
    assert "not the result of this sweep" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("count.gang", "count.nobody", "cannot be varied"),
        ("[1, 4]", "[-1]", "whole numbers from 0"),
        ("[1, 4]", "3", "a list of values"),
        ('"weakest"', '"cleverest"', "no such doctrine"),
        ('fight = "dock.toml"', "", "fight"),
        ('"vee.sheet.hp" = [14]', '"vee.sheet.hp" = ["many"]', "vee"),
        ("fights = 1200", "fights = 10000001", "fights: Give 10000000 or less"),
        ("fights = 1200", "fights = 1200\nrounds = 100000", "rounds: Give 10000 or less"),
    ],
)
def test_what_cannot_be_varied_is_said(
    grid: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    """With the place in the file, and exit code 2."""
    assert old in SWEEP
    grid.write_text(SWEEP.replace(old, new, 1), "utf-8")
    assert sweep(grid, "a.csv")[0] == 2
    assert said in capsys.readouterr().err
    if new != '"cleverest"':  # which stands in the second variant: the line of the first is right
        assert not grid.with_name("a.csv").exists()


def test_more_fights_than_can_be_played_are_refused(
    grid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """10,000 variants of 10,000,000 fights would take a year: the limit is named, and what to lower."""
    many = SWEEP.replace("fights = 1200", "fights = 10000000")
    grid.write_text(many.replace("[1, 4]", str([1] * 2500)), "utf-8")
    assert sweep(grid, "a.csv")[0] == 2
    said = capsys.readouterr().err
    assert "sweep.toml: fights: 10000 variants of 10000000 fights each are too many" in said
    assert "plays 1000000000 fights at most. Lower fights" in said


def test_a_file_of_something_else_is_replaced_only_with_force(
    grid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once the first variant is played: until then, and if that cannot be done, the old file is whole."""
    out = grid.with_name("a.csv")
    out.write_text("mine", "utf-8")
    assert sweep(grid, "a.csv")[0] == 2
    assert "--force to replace it" in capsys.readouterr().err
    grid.write_text(SWEEP.replace("count.gang", "count.nobody"), "utf-8")
    assert sweep(grid, "a.csv", "--force")[0] == 2
    assert out.read_text("utf-8") == "mine"
    grid.write_text(SWEEP, "utf-8")
    assert sweep(grid, "a.csv", "--force")[0] == 0
    assert len(out.read_text("utf-8").splitlines()) == 9


def test_a_grid_needs_its_file(grid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without ``--out`` nothing is played."""
    assert run("--grid", str(grid))[0] == 2
    assert "--out FILE.csv" in capsys.readouterr().err


def test_a_parquet_file_needs_pyarrow(grid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With it the table is written and the lines go; without it a sentence says so before anything is played."""
    code, target = sweep(grid, "result.parquet")
    if find_spec("pyarrow") is None:
        assert code == 2
        assert "needs pyarrow" in capsys.readouterr().err
        assert not target.exists()
        return
    parquet = pytest.importorskip("pyarrow.parquet")
    assert code == 0
    assert parquet.read_table(target).num_rows == 8
    assert not list(grid.parent.glob("*.part.csv"))
    assert sweep(grid, "result.parquet")[0] == 2
    assert "is there already" in capsys.readouterr().err


def test_a_sweep_on_a_cluster_has_the_same_numbers(
    grid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two workers of dask.distributed, to the last digit; without dask a sentence says what to install."""
    if find_spec("distributed") is None:
        assert sweep(grid, "cluster.csv", "--cluster", "tcp://127.0.0.1:1")[0] == 2
        assert "needs dask.distributed" in capsys.readouterr().err
        pytest.skip("dask.distributed is not installed")
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        code, played = sweep(grid, "cluster.csv", "--cluster", cluster.scheduler_address)
    assert code == 0
    assert played.read_text("utf-8") == sweep(grid, "here.csv")[1].read_text("utf-8")
