"""The check of the package fails on what a stranger would trip over: it passed one that crashed at every start."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

import build
import deb_check
import desk
import hand_walk
from deb_check import judge, mistakes, reports
from desk import CheckError

TRACEBACK = """Traceback (most recent call last):
  File "encounter_gui/gui/players/networks.py", line 3, in <module>
ImportError: No module named 'PySide6.QtNetwork'
"""


class Here:
    """Stands for the system that the package is installed into: commands run on this machine."""

    def __init__(self, home: Path, answer: str = "") -> None:
        """Takes the home folder, and what scripts of root print."""
        self.home = home
        self._answer = answer

    def env(self) -> dict[str, str]:
        """The environment of the user who plays."""
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.home)}

    def command(self, *words: str) -> list[str]:
        """The command itself."""
        return list(words)

    def as_root(self, script: str) -> str:
        """What the script prints."""
        return self._answer


# ---- what a program says


def test_a_traceback_is_a_mistake_wherever_it_stands():
    """On standard error and on standard output."""
    assert mistakes(TRACEBACK) == TRACEBACK.splitlines()
    assert mistakes("", "It went well.\n" + TRACEBACK) == [
        "Traceback (most recent call last):",
        "ImportError: No module named 'PySide6.QtNetwork'",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Fatal Python error: Segmentation fault",
        "[PYI-4711:ERROR] Failed to execute script 'entry' due to unhandled exception!",
        "encounter-gui: error while loading shared libraries: libgssapi_krb5.so.2: cannot open",
        "Aborted (core dumped)",
    ],
)
def test_a_program_that_died_is_a_mistake(line: str):
    """Even if that was caught and printed where it does not belong."""
    assert mistakes("", f"Kept.\n{line}\n") == [line]


def test_anything_on_standard_error_is_a_mistake_but_what_asking_for_the_tree_brings_about():
    """A program that works is silent."""
    harmless = (
        "qt.accessibility.atspi: AtSpiAdaptor::applicationInterface does not implement "
        '"GetApplicationBusAddress" "/org/a11y/atspi/accessible/root"'
    )
    assert mistakes(f"\n{harmless}\n", "1  Turn 1 begins\n2  Kestrel misses\n") == []
    assert mistakes(f"{harmless}\nQFont: no such font\n") == ["QFont: no such font"]


# ---- what a program leaves behind


def test_a_report_of_a_crash_is_found_wherever_the_folder_lies(tmp_path: Path):
    """Whatever the program itself has said."""
    crash = tmp_path / ".local" / "share" / "encounter-gui" / "crashes" / "crash-2026-0001.txt"
    crash.parent.mkdir(parents=True)
    assert reports(tmp_path) == []
    crash.write_text(TRACEBACK, encoding="utf-8")
    assert reports(tmp_path) == [crash]
    with pytest.raises(CheckError, match="QtNetwork"):
        judge("the palette", tmp_path, "")


def test_the_empty_report_of_a_program_that_is_watched_counts_once_it_has_ended(tmp_path: Path):
    """Who ends as meant takes it away; who is killed, or dies, leaves it."""
    watch = tmp_path / "crashes" / "died-123.txt"
    watch.parent.mkdir()
    watch.write_text("Encounter GUI 0.1.0\n", encoding="utf-8")
    assert reports(tmp_path, is_running=True) == []
    assert reports(tmp_path) == [watch]
    watch.write_text("Encounter GUI 0.1.0\nFatal Python error: Aborted\n", encoding="utf-8")
    assert reports(tmp_path, is_running=True) == [watch]


def test_a_log_of_errors_and_what_remains_of_a_dead_program_are_found(tmp_path: Path):
    """A log in which nothing stands is none."""
    log, dump = tmp_path / ".cache" / "errors.log", tmp_path / "core.4711"
    log.parent.mkdir()
    log.touch()
    assert reports(tmp_path) == []
    log.write_text("could not write\n", encoding="utf-8")
    dump.touch()
    assert reports(tmp_path) == [log, dump]


def test_a_home_in_which_nothing_is_left_passes(tmp_path: Path):
    """Settings, campaigns and backups are no complaints."""
    (tmp_path / "night.encounter").write_bytes(b"SQLite format 3")
    judge("the recap", tmp_path, "", "all is well", is_running=True)


# ---- commands of the installed program


def test_a_command_that_prints_a_traceback_fails_though_it_ends_with_success(tmp_path: Path):
    """That was how the check passed for a program that crashed at every start."""
    script = f"cat >&2 <<'END'\n{TRACEBACK}END\nexit 0"
    with pytest.raises(CheckError, match=r"In sh -c(.|\n)*QtNetwork"):
        deb_check.run_inside(Here(tmp_path), ("sh", "-c", script))  # type: ignore[arg-type]


def test_a_command_that_fails_in_silence_fails(tmp_path: Path):
    """And says what it was."""
    with pytest.raises(CheckError, match="exit code 3"):
        deb_check.run_inside(Here(tmp_path), ("sh", "-c", "exit 3"))  # type: ignore[arg-type]


def test_a_command_runs_in_the_home_of_the_user(tmp_path: Path):
    """What it leaves there is judged."""
    with pytest.raises(CheckError, match=r"boom\.log"):
        deb_check.run_inside(Here(tmp_path), ("sh", "-c", "echo no > boom.log"))  # type: ignore[arg-type]
    (tmp_path / "boom.log").unlink()
    deb_check.run_inside(Here(tmp_path), ("sh", "-c", "touch done"))  # type: ignore[arg-type]
    assert (tmp_path / "done").exists()


def test_a_library_that_nothing_brings_is_named(tmp_path: Path):
    """libQt6Network loads one that the package did not depend on."""
    found = "\tlibgssapi_krb5.so.2 => not found\n\tlibcups.so.2 => not found\n"
    with pytest.raises(CheckError, match=r"nor depends on libgssapi_krb5\.so\.2 \("):
        deb_check.demand_libraries(Here(tmp_path, found), "/opt/x", deb_check.LATER)  # type: ignore[arg-type]
    with pytest.raises(CheckError, match=r"libcups\.so\.2"):
        deb_check.demand_libraries(Here(tmp_path, found), "/opt/x", ())  # type: ignore[arg-type]
    later = "\tlibcups.so.2 => not found\n"
    deb_check.demand_libraries(Here(tmp_path, later), "/opt/x", deb_check.LATER)  # type: ignore[arg-type]


def test_pictures_that_differ_are_told_by_how_much(tmp_path: Path):
    """A line of ten in a picture of ten lines; another size is another picture."""
    paths = [tmp_path / f"{name}.png" for name in ("first", "second", "small")]
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    image.save(str(paths[0]))
    for x in range(10):
        image.setPixelColor(x, 4, QColor("white"))
    image.save(str(paths[1]))
    image.scaled(5, 5).save(str(paths[2]))
    assert deb_check.difference(paths[0], paths[0]) == 0
    assert deb_check.difference(paths[0], paths[1]) == pytest.approx(0.1)
    assert deb_check.difference(paths[0], paths[2]) == 1
    assert deb_check.difference(tmp_path / "none.png", paths[0]) == 1


# ---- tools


@pytest.mark.parametrize("tool", sorted(deb_check.TOOLS))
def test_each_tool_that_is_missing_is_found_with_its_package(tool: str):
    """Those of a Debian system, and those that hold keyboard and eyes."""
    missing = deb_check.missing_tools(deb_check.TOOLS, lambda name: name != tool, lambda: True)
    assert missing == {tool: deb_check.TOOLS[tool]}


def test_eyes_that_cannot_see_are_missing():
    """A Python without its binding to the accessible tree."""
    missing = deb_check.missing_tools(deb_check.TOOLS, lambda name: True, lambda: False)
    assert set(missing.values()) == set(desk.EYES_PACKAGES)


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["--check"], ("debootstrap", "dpkg-deb", "Xvfb", "xdotool", "openbox", "imagemagick")),
        (["deb"], ("dpkg-deb", "objdump")),
        (["bundle"], ("objdump",)),
    ],
)
def test_what_is_missing_is_named_before_anything_is_built(
    args: Sequence[str], named: Sequence[str], monkeypatch: pytest.MonkeyPatch
):
    """With the line that installs it; it used to come to light after eleven minutes."""
    monkeypatch.setenv("PATH", "/nowhere")
    for step in ("wheel", "bundle", "deb"):
        monkeypatch.setattr(build, step, lambda *_: pytest.fail("built something"))
    with pytest.raises(SystemExit) as refused:
        build.main(args)
    text = str(refused.value)
    assert text.startswith("Nothing was built. What is missing: ")
    assert "apt-get install" in text
    for each in named:
        assert each in text


def test_a_wheel_needs_none_of_these_tools(monkeypatch: pytest.MonkeyPatch):
    """Everybody can make one."""
    built: list[str] = []
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(build, "wheel", lambda: built.append("wheel"))
    assert build.main([]) == 0
    assert built == ["wheel"]


def test_who_is_not_root_is_told_before_anything_is_built():
    """A system in a folder is made and entered by root alone."""
    assert "root" in deb_check.refusal(1000)
    assert deb_check.refusal(0) == ""


def test_a_package_that_does_not_work_is_no_success(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """The exit code says so to whoever calls it, and the words to who reads them."""

    def fail(*_: object) -> None:
        raise CheckError("In the palette the program complains:")

    monkeypatch.setattr(build, "demand_tools", lambda *_, **__: None)
    monkeypatch.setattr(build, "wheel", lambda: None)
    monkeypatch.setattr(build, "deb", lambda: Path("x.deb"))
    monkeypatch.setattr(deb_check, "validate", lambda _: None)
    monkeypatch.setattr(deb_check, "try_out", fail)
    assert build.main(["--check"]) == 1
    assert "In the palette the program complains" in capsys.readouterr().out


# ---- steps by hand


class Program:
    """A process that has ended."""

    def __init__(self, code: int) -> None:
        """Takes its exit code."""
        self.code = code

    def wait(self, patience: float) -> int:
        """Returns the exit code at once."""
        return self.code


class DeskOfPaper:
    """Takes keys and pictures, and sees nothing."""

    def press(self, *keys: str) -> None:
        """Does nothing."""

    def picture(self, path: Path) -> None:
        """Leaves an empty picture."""
        path.touch()


@pytest.fixture
def hand(tmp_path: Path) -> hand_walk.Hand:
    """Somebody at a desk where nothing can be seen."""
    return hand_walk.Hand(desk=DeskOfPaper(), home=tmp_path, pictures=tmp_path)  # type: ignore[arg-type]


def fail_to_see(hand: hand_walk.Hand) -> None:
    """A step that does not come to what it should."""
    raise CheckError("No dialog “^Print$” can be seen.")


def test_a_step_that_does_not_work_is_named_with_a_picture(
    hand: hand_walk.Hand, monkeypatch: pytest.MonkeyPatch
):
    """What was there instead is in it."""
    monkeypatch.setattr(hand_walk, "STEPS", {"the print window": fail_to_see})
    with pytest.raises(CheckError, match="In the print window: No dialog"):
        hand_walk.walk(hand, Program(0), lambda _: None)  # type: ignore[arg-type]
    assert (hand.pictures / "failed.png").exists()


def test_a_complaint_of_the_program_says_more_than_what_is_missing_on_the_screen(
    hand: hand_walk.Hand, monkeypatch: pytest.MonkeyPatch
):
    """It is the cause."""

    def complain(_: str) -> None:
        raise CheckError("Traceback")

    monkeypatch.setattr(hand_walk, "STEPS", {"the print window": fail_to_see})
    with pytest.raises(CheckError, match=r"^Traceback$"):
        hand_walk.walk(hand, Program(0), complain)  # type: ignore[arg-type]


def test_a_step_that_works_while_the_program_complains_has_failed(
    hand: hand_walk.Hand, monkeypatch: pytest.MonkeyPatch
):
    """Each step is judged, and so is leaving."""
    judged: list[str] = []
    monkeypatch.setattr(hand_walk, "STEPS", {"the palette": lambda _: None})
    hand_walk.walk(hand, Program(0), judged.append)  # type: ignore[arg-type]
    assert judged == ["the palette", "leaving"]


def test_a_program_that_ends_with_an_error_has_failed(
    hand: hand_walk.Hand, monkeypatch: pytest.MonkeyPatch
):
    """Minus eleven is a segmentation fault."""
    monkeypatch.setattr(hand_walk, "STEPS", {})
    with pytest.raises(CheckError, match="exit code -11"):
        hand_walk.walk(hand, Program(-11), lambda _: None)  # type: ignore[arg-type]


def test_the_five_things_are_used_by_hand():
    """What the first package had lost."""
    assert {"the palette", "Prepare", "the print window", "the recap", "the players’ page"} <= set(
        hand_walk.STEPS
    )
