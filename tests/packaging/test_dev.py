"""The set-up script, as far as it decides rather than installs."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import dev
from tests.benchmarks import run


def test_a_python_that_is_too_old_is_named() -> None:
    """Someone with Python 3.10 reads what is needed and what was found, not a syntax error."""
    with pytest.raises(dev.Stop, match=r"needs Python 3\.11 or newer; this is Python 3\.10"):
        dev.check_python((3, 10, 4))


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 1), (3, 14)])
def test_a_python_that_is_new_enough_passes(version: tuple[int, ...]) -> None:
    """The floor itself and everything above it."""
    dev.check_python(version)


@pytest.mark.parametrize(
    ("platform", "env", "display"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_where_a_window_has_a_screen(platform: str, env: dict[str, str], *, display: bool) -> None:
    """Only Linux can be without one."""
    assert dev.has_display(platform, env) is display


def test_the_xcb_libraries_are_wanted_only_where_a_window_opens() -> None:
    """A build server is not asked for libraries it has no use for."""
    assert dev.wanted_libraries("linux", {}) == dev.OFFSCREEN_LIBRARIES
    with_window = dev.wanted_libraries("linux", {"DISPLAY": ":0"})
    assert with_window == dev.OFFSCREEN_LIBRARIES | dev.WINDOW_LIBRARIES


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_systems_bring_their_own_libraries(platform: str) -> None:
    """There the wheels carry all Qt needs."""
    assert dev.wanted_libraries(platform, {"DISPLAY": ":0"}) == {}


def test_the_packages_of_missing_libraries_are_named_in_order() -> None:
    """What the loader finds is not installed again."""
    libraries = {"liba.so.1": "liba1", "libb.so.2": "libb2", "libc.so.3": "libc3"}
    assert dev.missing_packages(libraries, lambda name: name == "libb.so.2") == ["liba1", "libc3"]


def test_a_library_that_does_not_exist_is_not_loadable() -> None:
    """The loader is asked, and its refusal is an answer, not an exception."""
    assert not dev.is_loadable("libno-such-library-here.so.7")


def test_the_line_to_paste_installs_exactly_the_packages() -> None:
    """Who is not root gets one line that does it."""
    line = "sudo apt-get update && sudo apt-get install -y --no-install-recommends libgl1 libegl1"
    assert dev.apt_line(["libgl1", "libegl1"]) == line


def test_the_stamp_changes_with_everything_it_stands_for() -> None:
    """Another lock, project file, Python or place is another set-up."""
    stamps = {
        dev.stamp_of(b"lock", b"project", "3.11.7", Path("/a")),
        dev.stamp_of(b"lock2", b"project", "3.11.7", Path("/a")),
        dev.stamp_of(b"lock", b"project2", "3.11.7", Path("/a")),
        dev.stamp_of(b"lock", b"project", "3.12.1", Path("/a")),
        dev.stamp_of(b"lock", b"project", "3.11.7", Path("/b")),
        dev.stamp_of(b"lockp", b"roject", "3.11.7", Path("/a")),
    }
    assert len(stamps) == 6


def test_the_same_set_up_has_the_same_stamp() -> None:
    """Or every start would install again."""
    args = (b"lock", b"project", "3.11.7", Path("/a"))
    assert dev.stamp_of(*args) == dev.stamp_of(*args)


@pytest.mark.parametrize("key", ["version", "version_info"])
def test_the_version_of_an_environment_is_read_from_it(tmp_path: Path, key: str) -> None:
    """Both spellings: venv writes the one, other tools the other."""
    text = f"home = /somewhere\n{key} = 3.11.7\nprompt = a = b\n"
    (tmp_path / "pyvenv.cfg").write_text(text, encoding="utf-8")
    assert dev.venv_version(tmp_path) == "3.11.7"


def test_what_is_no_environment_has_no_version(tmp_path: Path) -> None:
    """A missing .venv is not an error but a reason to make one."""
    assert dev.venv_version(tmp_path / "none") == ""


def test_a_python_that_is_not_there_does_not_work(tmp_path: Path) -> None:
    """A .venv whose Python was uninstalled is made anew."""
    assert not dev.works(tmp_path / "python")


def test_this_python_works() -> None:
    """An environment that works is kept, whoever made it."""
    assert dev.works(Path(sys.executable))


def test_where_an_environment_keeps_its_python() -> None:
    """Windows has its own place."""
    venv = Path("somewhere")
    assert dev.venv_python(venv, "linux") == venv / "bin" / "python"
    assert dev.venv_python(venv, "win32") == venv / "Scripts" / "python.exe"


def test_nothing_offscreen_opens_a_window() -> None:
    """Tests, pictures and measurements leave the display alone, and keep the rest of the environment."""
    env = dev.offscreen({"HOME": "/root", "QT_QPA_PLATFORM": "xcb", "LANG": "C"})
    assert env["QT_QPA_PLATFORM"] == "offscreen"
    assert env["LANG"] == "C.UTF-8"
    assert env["HOME"] == "/root"


def test_every_command_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Who types nothing learns what there is, and the exit code says that nothing was done."""
    assert dev.main([]) == 2
    printed = capsys.readouterr().out
    assert list(dev.COMMANDS) == ["run", "test", "check", "browser", "bench", "shots", "build"]
    assert all(f"  {name} " in printed for name in dev.COMMANDS)


def test_who_may_not_install_a_browser_is_told_how(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without one, and without the right to add one, the line that adds it is printed, and the command fails."""
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    assert not dev.has_browser()
    assert dev.install_browser() == 1
    assert "chromium chromium-driver xvfb" in capsys.readouterr().out


def test_the_tests_say_where_the_page_is_not_tried_in_a_browser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody takes tests that were left out for tests that passed."""
    monkeypatch.setattr(dev, "has_browser", lambda: False)
    monkeypatch.setattr(dev, "call", lambda command, env=None: 0)
    assert dev.test(Path(sys.executable), []) == 0
    assert "not tested in a browser" in capsys.readouterr().out


def test_an_unknown_command_is_refused_before_anything_is_set_up() -> None:
    """A typing mistake must not install a hundred megabytes."""
    assert dev.main(["tset"]) == 2


def test_a_command_ended_by_a_signal_reports_it_as_shells_do() -> None:
    """A crash of Qt (SIGABRT) must not pass for success."""
    assert dev.call([sys.executable, "-c", "import sys; sys.exit(7)"]) == 7
    abort = "import os, signal; signal.signal(6, signal.SIG_DFL); os.kill(os.getpid(), 9)"
    assert dev.call([sys.executable, "-c", abort]) == 137


def test_check_goes_on_after_a_failure_and_sums_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One run shows all that is wrong."""
    checks = {"bad": ("-c", "raise SystemExit(3)"), "good": ("-c", "pass")}
    monkeypatch.setattr(dev, "CHECKS", checks)
    assert dev.check(Path(sys.executable), []) == 1
    rows = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[-2:]]
    assert rows == [["bad", "FAILED"], ["good", "ok"]]


def test_one_check_can_be_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    """While mending one thing nobody waits for the others."""
    monkeypatch.setattr(dev, "CHECKS", {"bad": ("-c", "raise SystemExit(3)"), "good": ("-c", "")})
    assert dev.check(Path(sys.executable), ["good"]) == 0
    assert dev.check(Path(sys.executable), ["other"]) == 1


@pytest.fixture
def pytest_arguments(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Returns what pytest is given for some arguments of ``test``; nothing is run."""
    given: list[str] = []

    def called(command: Sequence[str | Path], env: object = None) -> int:
        given[:] = [str(part) for part in command][3:]
        return 0

    def arguments(*args: str) -> list[str]:
        assert dev.test(Path("python"), args) == 0
        return given

    monkeypatch.setattr(dev, "call", called)
    return arguments


@pytest.mark.parametrize(
    "args", [(), ("--deep",), ("--night",), ("-x", "-k", "ties"), ("-m", "not deep")]
)
def test_options_are_for_all_tests_on_all_cores(
    pytest_arguments: Callable[..., list[str]], args: tuple[str, ...]
) -> None:
    """``test --deep`` is the longest run of all: it must not be left to one core."""
    everywhere = ["-n", "auto", "--dist", "worksteal", "--every-change"]
    slowest = dev.SLOWEST if {"--deep", "--night"} & set(args) else ()
    assert pytest_arguments(*args) == [*everywhere, *slowest, *args]


@pytest.mark.parametrize(
    "args",
    [
        ("tests/dice",),
        ("-x", "tests/dice"),
        ("tests/packaging/test_dev.py::test_this_python_works",),
    ],
)
def test_who_names_files_runs_them_in_one_process(
    pytest_arguments: Callable[..., list[str]], args: tuple[str, ...]
) -> None:
    """A few files are through before the other workers have started."""
    assert pytest_arguments(*args) == list(args)


def test_files_of_tests_stay_in_memory_where_there_is_room(tmp_path: Path) -> None:
    """Elsewhere than on Linux there is no such folder, and pytest chooses as ever."""
    assert dev.in_memory(tmp_path / "nowhere") == {}
    assert dev.in_memory(tmp_path) == {"PYTEST_DEBUG_TEMPROOT": str(tmp_path)}


def test_a_bench_that_there_is_not_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """“Every limit kept” would be a lie: nothing was measured."""
    assert run.main(["odds", "storage"]) == 2
    said = capsys.readouterr().out
    assert "there is no 'storage' to measure" in said
    assert "'campaign file'" in said
    assert "kept" not in said
