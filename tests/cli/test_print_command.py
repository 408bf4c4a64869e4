"""``encounter-gui print``: papers without a display, whole or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

ROOT = Path(__file__).resolve().parents[2]
EVERYTHING = "encounter,sheets,cards,roster,tents,summary,odds"
SAMPLE = ROOT / "resources" / "samples" / "canal-bridge.toml"


def run(*arguments):
    """Runs the program as a person would, where there is no display."""
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "QT_QPA_PLATFORM")}
    return subprocess.run(
        [sys.executable, "-m", "encounter_gui", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    path = tmp_path_factory.mktemp("print") / "night.encounter"
    assert run("play", SAMPLE, "--into", path).returncode == 0
    return path


def test_several_reports_become_one_pdf(campaign, tmp_path):
    out = tmp_path / "night.pdf"
    done = run(
        *("print", campaign, "--encounter", "Canal bridge", "--what", "summary,sheets"),
        *("--paper", "Letter", "--per-page", 4, "--out", out),
    )
    assert (done.returncode, done.stderr) == (0, "")
    pages = PdfReader(out).pages
    assert [float(side) for side in pages[0].mediabox[2:]] == pytest.approx([612, 792], abs=1)
    text = " ".join(page.extract_text() for page in pages)
    assert "Body sheets" in text
    assert "Turning points" in text
    assert "Kestrel" in text


@pytest.mark.parametrize("ending", ["md", "html", "csv"])
def test_texts_are_written_without_qt(campaign, tmp_path, ending):
    """Where PySide6 cannot be imported at all, as on a server, everything but a PDF can be printed."""
    out = tmp_path / f"night.{ending}"
    blocked = (
        "import sys; sys.modules.update(PySide6=None, shiboken6=None)\n"
        "from encounter_gui.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", blocked, "print", campaign, "--what", EVERYTHING, "--out", out],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Kestrel" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", ["md", "html", "csv"])
def test_the_ending_chooses_what_is_written(campaign, tmp_path, ending):
    out = tmp_path / f"night.{ending}"
    done = run("print", campaign, "--what", "roster", "--columns", "Name,Conditions", "--out", out)
    assert done.returncode == 0
    said = out.read_text(encoding="utf-8")
    assert "Kestrel" in said
    assert "Carbine" not in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--what", "poster"), "poster"),
        (("--what", "roster", "--columns", "shoe size"), "shoe size"),
        (("--encounter", "Nowhere"), "Nowhere"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence_and_nothing_is_written(
    campaign, tmp_path, arguments, said
):
    out = tmp_path / "a.pdf"
    done = run("print", campaign, *arguments, "--out", out)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not out.exists()


@pytest.mark.parametrize("more", [("--out", "a.docx"), ("--out", "a.pdf", "--per-page", "3")])
def test_what_cannot_be_done_is_not_done_as_something_else(campaign, tmp_path, more):
    """No PDF under the name of a text document, and no two sheets a page where three were asked for."""
    name, *rest = more[1:]
    done = run("print", campaign, "--out", tmp_path / name, *rest)
    assert done.returncode == 2
    assert done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_said(campaign, tmp_path):
    done = run("print", campaign, "--out", tmp_path / "nowhere" / "a.pdf")
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert list(tmp_path.iterdir()) == []


FIELD = """
[fight]
name = "Depot"
ruleset = "cwn"
field = { size = [80, 40], name = "Warehouse" }

[[areas]]
name = "Crates"
at = [20, 8]
size = [2, 6]
is = "cover"

[[combatants]]
id = "a"
from = "Basic corp guard"
at = [10, 10]
"""


@pytest.fixture(scope="module")
def on_plan(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plan")
    (folder / "depot.toml").write_text(FIELD, encoding="utf-8")
    path = folder / "depot.encounter"
    assert run("play", folder / "depot.toml", "--into", path).returncode == 0
    return path


def test_the_plan_is_written_as_a_picture_by_the_ending_of_its_file(on_plan, campaign, tmp_path):
    for name, start in (("plan.png", b"\x89PNG"), ("plan.svg", b"<?xml")):
        done = run("print", on_plan, "--out", tmp_path / name)
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / name).read_bytes().startswith(start)
    assert "Crates, cover" in (tmp_path / "plan.svg").read_text(encoding="utf-8")
    done = run("print", on_plan, "--players", "--out", tmp_path / "players.png")
    assert done.returncode == 2
    assert "--players" in done.stderr
    done = run("print", campaign, "--encounter", "Canal bridge", "--out", tmp_path / "no.png")
    assert done.returncode == 2
    assert "no plan" in done.stderr
    assert not (tmp_path / "no.png").exists()


def test_the_encounter_sheet_shows_the_plan(on_plan, tmp_path):
    done = run("print", on_plan, "--out", tmp_path / "sheet.pdf")
    assert (done.returncode, done.stderr) == (0, "")
    text = " ".join(page.extract_text() for page in PdfReader(tmp_path / "sheet.pdf").pages)
    assert "Warehouse, 80 × 40 m" in text
    assert "Crates, cover" in text


def test_an_encounter_with_a_plan_is_exported_and_imported(on_plan, tmp_path):
    file = tmp_path / "depot.json"
    assert run("export", on_plan, "--what", "encounter:Depot", "--out", file).returncode == 0
    assert '"Crates"' in file.read_text(encoding="utf-8")
    done = run("import", file, "--into", tmp_path / "other.encounter")
    assert done.returncode == 0, done.stderr
    done = run("print", tmp_path / "other.encounter", "--out", tmp_path / "again.svg")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Crates, cover" in (tmp_path / "again.svg").read_text(encoding="utf-8")
