"""Sets up this checkout and works in it: ``python3 packaging/dev.py run``, ``… test``, ``… check`` and the rest.

Needs nothing but Python 3.11. The first use looks for the system libraries Qt wants, makes ``.venv`` and installs the
hash-pinned ``packaging/requirements.lock`` into it; later uses see from a stamp that all of that is done and start at
once. Linux is what it is used on; macOS and Windows are written for with care, but untried.
"""

from __future__ import (
    annotations,
)  # older Pythons read this file up to the sentence that says they are too old

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "requirements.lock"
VENV = ROOT / ".venv"
STAMP = VENV / "encounter-gui.stamp"
FONT_STAMP = VENV / "encounter-gui.fonts"
PICTURE = ROOT / "encounter.png"

OLDEST_PYTHON = (3, 11)

# Shared library → Debian package that holds it. Each was found missing on a bare Debian 12 in turn; asking the loader
# is right where Qt's own message is wrong: it blames libxcb-cursor0 whichever of the xcb libraries is missing.
OFFSCREEN_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libgthread-2.0.so.0": "libglib2.0-0",
}
WINDOW_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
BROWSER_PACKAGES = ("chromium", "chromium-driver")
SCREEN_PACKAGES = ("xvfb", "openbox", "x11-xserver-utils")
SCREEN_PROGRAMS = ("Xvfb", "openbox", "xrandr")
HAND_PACKAGES = (
    *("xdotool", "imagemagick", "dbus-daemon", "at-spi2-core"),
    *("python3-gi", "gir1.2-atspi-2.0"),
)
HAND_PROGRAMS = ("xdotool", "import", "dbus-daemon")
"""What the program is used by hand with: real keys, and what a screen reader sees."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_PATIENCE = 900
"""So many seconds a browser is waited for: without a network its installation may never end."""

FONT_PACKAGES = ("fonts-inter", "fonts-jetbrains-mono")

Environment = Mapping[str, str]


class Stop(Exception):  # noqa: N818 - not an error of this script but its way out, with a sentence for the person
    """Ends the script with exit code 1 after printing why."""


# ------------------------------------------------------------------ small things


def say(text: str) -> None:
    """Prints one line at once, so that it stands before the output of the command it announces."""
    print(text, flush=True)


def call(command: Sequence[str | Path], env: Environment | None = None) -> int:
    """Runs a command in the checkout and returns its exit code; a signal n becomes 128 + n, as shells have it."""
    code = subprocess.call([str(part) for part in command], cwd=ROOT, env=env)
    return 128 - code if code < 0 else code


def must(command: Sequence[str | Path], env: Environment | None = None) -> None:
    """Runs a command that set-up cannot go on without.

    Raises:
        Stop: It failed; names the command.
    """
    code = call(command, env)
    if code:
        raise Stop(f"This failed (exit code {code}): {' '.join(str(part) for part in command)}")


def check_python(version: tuple[int, ...]) -> None:
    """Raises Stop if the Python that runs this is too old."""
    if version[:2] < OLDEST_PYTHON:
        wanted, found = (".".join(str(n) for n in v[:2]) for v in (OLDEST_PYTHON, version))
        raise Stop(f"Encounter GUI needs Python {wanted} or newer; this is Python {found}.")


def has_display(platform: str, env: Environment) -> bool:
    """Returns whether a window would have a screen to appear on."""
    if platform in {"darwin", "win32"}:
        return True
    return bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


# ------------------------------------------------------------------ system libraries and fonts


def wanted_libraries(platform: str, env: Environment) -> dict[str, str]:
    """Returns the libraries Qt needs from the system, each with its Debian package; none but on Linux."""
    if not platform.startswith("linux"):
        return {}
    window = WINDOW_LIBRARIES if has_display(platform, env) else {}
    return {**OFFSCREEN_LIBRARIES, **window}


def is_loadable(library: str) -> bool:
    """Returns whether the dynamic loader finds this library and everything it needs."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_packages(
    libraries: Mapping[str, str], found: Callable[[str], bool] = is_loadable
) -> list[str]:
    """Returns the Debian packages of those libraries that the loader does not find, in order."""
    return [package for library, package in libraries.items() if not found(library)]


def may_install(platform: str) -> bool:
    """Returns whether this is root on a system with apt-get."""
    is_root = platform.startswith("linux") and os.geteuid() == 0
    return is_root and shutil.which("apt-get") is not None


def apt_line(packages: Iterable[str]) -> str:
    """Returns the line a person can paste to install these packages."""
    update = "sudo apt-get update"
    return f"{update} && sudo apt-get install -y --no-install-recommends {' '.join(packages)}"


def apt_install(packages: Sequence[str]) -> int:
    """Installs packages as root and returns the exit code."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    code = call(["apt-get", "update", "-qq"], env)
    quietly = ["-y", "-qq", "--no-install-recommends"]
    return code or call(["apt-get", "install", *quietly, *packages], env)


def ensure_libraries() -> None:
    """Sees to it that Qt's system libraries, and Python's own parts for making environments, are there.

    Raises:
        Stop: Something is missing and this user may not install it; names the line that does.
    """
    packages = missing_packages(wanted_libraries(sys.platform, os.environ))
    if not VENV.exists() and importlib.util.find_spec("ensurepip") is None:
        packages.append("python3-venv")
    if not packages:
        return
    if may_install(sys.platform):
        say(f"Installing system packages: {' '.join(packages)}")
        if apt_install(packages) == 0:
            return
    raise Stop(
        "Some system packages are missing. On Debian or Ubuntu install them with\n\n"
        f"    {apt_line(packages)}\n\n"
        "and start this again. Other systems have the same libraries under other names."
    )


def ensure_fonts() -> None:
    """Tries, once and as root only, to add the two fonts the themes name first; any font will do without them."""
    if FONT_STAMP.exists() or not may_install(sys.platform):
        return
    absent = [name for name in FONT_PACKAGES if not is_installed(name)]
    if absent:
        say(f"Adding fonts: {' '.join(absent)}")
        if apt_install(absent):
            say("The fonts could not be added; the window uses what the system has.")
    FONT_STAMP.touch()


def has_browser() -> bool:
    """Returns whether there is a Chromium with its driver, to test the players' page in."""
    is_there = any(shutil.which(name) for name in BROWSERS)
    return is_there and shutil.which("chromedriver") is not None


def has_screens() -> bool:
    """Returns whether there is an X server for tests, for the players' screen, and for the program used by hand."""
    return all(shutil.which(name) for name in (*SCREEN_PROGRAMS, *HAND_PROGRAMS))


def install_browser() -> int:
    """Tries, as root only and not for ever, to add Chromium and an X server for tests; returns 0 if they are there."""
    libraries = missing_packages(WINDOW_LIBRARIES) if sys.platform.startswith("linux") else []
    if has_browser() and has_screens() and not libraries:
        return 0
    packages = (*BROWSER_PACKAGES, *SCREEN_PACKAGES, *HAND_PACKAGES, *libraries)
    if not may_install(sys.platform):
        say(f"Something is missing. On Debian install it with\n\n    {apt_line(packages)}\n")
        return 1
    say(f"Installing {' '.join(packages)}")
    patient = ("-o", "Acquire::http::Timeout=30", "-o", "DPkg::Lock::Timeout=120")
    install = ("install", "-y", "-qq", "--no-install-recommends", *packages)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (("update", "-qq"), install):
        try:
            subprocess.run(
                ["apt-get", *patient, *step], env=env, timeout=BROWSER_PATIENCE, check=False
            )
        except subprocess.TimeoutExpired:
            say("This takes too long.")
            return 1
    if not (has_browser() and has_screens()):
        say("Not everything could be installed.")
        return 1
    return 0


def is_installed(package: str) -> bool:
    """Returns whether dpkg knows this package as installed."""
    command = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return answer.stdout == "installed"


# ------------------------------------------------------------------ the environment


def venv_python(venv: Path, platform: str) -> Path:
    """Returns where an environment keeps its Python."""
    return venv / "Scripts" / "python.exe" if platform == "win32" else venv / "bin" / "python"


def venv_version(venv: Path) -> str:
    """Returns the Python version an environment was made with, empty if it does not say."""
    try:
        lines = (venv / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    facts = dict(line.partition("=")[::2] for line in lines)
    named = {key.strip(): value.strip() for key, value in facts.items()}
    return named.get("version") or named.get("version_info", "")


def stamp_of(lock: bytes, project: bytes, version: str, root: Path) -> str:
    """Returns what tells one state of the set-up from another; the place counts, as a copied environment is stale."""
    parts = (lock, project, version.encode(), os.fsencode(root))
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def current_stamp() -> str:
    """Returns the stamp the environment must carry to be up to date now."""
    project = (ROOT / "pyproject.toml").read_bytes()
    return stamp_of(LOCK.read_bytes(), project, venv_version(VENV), ROOT)


def is_ready(python: Path) -> bool:
    """Returns whether the environment is there and carries the current stamp."""
    return python.exists() and STAMP.exists() and STAMP.read_text("ascii") == current_stamp()


def works(python: Path) -> bool:
    """Returns whether an environment's Python starts, is new enough and has pip."""
    if not python.exists():
        return False
    probe = f"import sys, pip; sys.exit(sys.version_info[:2] < {OLDEST_PYTHON})"
    command = [str(python), "-c", probe]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def ensure_venv(python: Path) -> None:
    """Makes the environment if it is missing or broken; one that works is kept, whoever made it."""
    if not works(python):
        say("Making .venv")
        must([sys.executable, "-m", "venv", "--clear", VENV])


def install_lock(python: Path) -> None:
    """Installs exactly what the lock names, with uv where there is one, else with pip."""
    say("Installing the locked packages (some 120 MB the first time)")
    wanted = ["--quiet", "--require-hashes", "-r", str(LOCK)]
    uv = shutil.which("uv")
    if uv:
        # Without compiled bytecode the first start takes a second longer; without the system's certificates uv fails
        # where pip does not.
        fast = [uv, "pip", "install", "--python", str(python), "--compile-bytecode", *wanted]
        if call(fast, {**os.environ, "UV_SYSTEM_CERTS": "1"}) == 0:
            return
        say("uv failed; trying pip")
    must([python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", *wanted])


def link_checkout(python: Path) -> None:
    """Puts the checkout on the environment's path, with no build step between an edit and a start."""
    ask = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    folder = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    Path(folder, "encounter_gui_checkout.pth").write_text(f"{ROOT}\n", encoding="utf-8")


def set_up() -> Path:
    """Brings libraries, environment and packages up to date and returns the environment's Python."""
    ensure_libraries()
    python = venv_python(VENV, sys.platform)
    if not is_ready(python):
        ensure_venv(python)
        install_lock(python)
        link_checkout(python)
        STAMP.write_text(current_stamp(), encoding="ascii")
    ensure_fonts()
    return python


# ------------------------------------------------------------------ the commands


def offscreen(env: Environment) -> dict[str, str]:
    """Returns the environment for anything that must not open a window.

    One BLAS thread: the arrays are small, and several processes share the cores. C.UTF-8: Qt warns about a plain C
    locale.
    """
    return {
        **env,
        "QT_QPA_PLATFORM": "offscreen",
        "OPENBLAS_NUM_THREADS": "1",
        "LANG": "C.UTF-8",
    }


def run(python: Path, args: Sequence[str]) -> int:
    """Opens the sample campaign, or what the arguments say; without a display, draws the sample into a picture."""
    app: list[str | Path] = [python, "-m", "encounter_gui"]
    if args:
        return call([*app, *args])
    if has_display(sys.platform, os.environ):
        return call([*app, "--sample"])
    say("There is no display here: drawing the sample campaign off screen.")
    code = call([*app, "--sample", "--draw", PICTURE, "--force"], offscreen(os.environ))
    if code == 0:
        say(f"The window is drawn in {PICTURE}")
    return code


ALL_CORES = ("-n", "auto", "--dist", "worksteal")
"""What spreads the tests over all cores. A worker that is done takes tests from another: they differ much in length."""


SLOWEST = ("--durations=30", "--durations-min=10")
"""What names the tests that took longest, so that whoever makes the deep run shorter knows where it goes."""


def test(python: Path, args: Sequence[str]) -> int:
    """Runs the tests, on all cores unless told which files; arguments go to pytest.

    Of those that open the whole program the first of each file runs; ``--deep`` adds the others and the long ones,
    ``--night`` to these more of the same: further seeds, and all pairs in all ways.
    """
    spread = () if any(map(is_place, args)) else (*ALL_CORES, "--every-change")
    if {"--deep", "--night"} & set(args):
        spread = (*spread, *SLOWEST)
    if not has_browser():
        say("No Chromium with its driver here: the players' page is not tested in a browser.")
    if not has_screens():
        names = ", ".join((*SCREEN_PROGRAMS, *HAND_PROGRAMS))
        say(f"Not all of {names} here: no second screen is tested, and nothing by hand.")
    if not (has_browser() and has_screens()):
        say("python3 packaging/dev.py browser adds what is missing, or says how.")
    return call([python, "-m", "pytest", *spread, *args], {**offscreen(os.environ), **in_memory()})


def in_memory(folder: Path = Path("/dev/shm")) -> dict[str, str]:  # noqa: S108 - pytest makes its own folder in it
    """Returns what makes pytest keep its files in memory, where there is a folder for that.

    Hundreds of tests make a campaign file, and each waits for the disk several times.
    """
    has_room = os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > 2**30
    return {"PYTEST_DEBUG_TEMPROOT": str(folder)} if has_room else {}


def is_place(argument: str) -> bool:
    """Returns whether an argument for pytest names a file, a folder or one test in a file, not an option."""
    path = argument.partition("::")[0]
    return not path.startswith("-") and (ROOT / path).exists()


CHECKS: dict[str, tuple[str, ...]] = {
    "format": ("-m", "ruff", "format", "--check"),
    "lint": ("-m", "ruff", "check"),
    "imports": (
        "-c",
        "from importlinter.cli import lint_imports_command as lint; lint()",
        "--no-logo",
    ),
    "types": ("-m", "mypy"),
    "folders": ("packaging/folders.py",),
    "dead code": ("-m", "vulture"),
    "rules tested": ("packaging/rule_ids.py",),
    "games": ("packaging/game_manifests.py",),
}
"""What ``check`` runs, fast first, each as arguments of the environment's Python."""


def check(python: Path, args: Sequence[str]) -> int:
    """Runs every check, also after one has failed, and sums up; arguments pick checks by name."""
    results = []
    for name in args or CHECKS:
        say(f"== {name}")
        start = time.perf_counter()
        code = call([python, *CHECKS[name]]) if name in CHECKS else unknown_check(name)
        results.append((name, code, time.perf_counter() - start))
    say("== summary")
    for name, code, seconds in results:
        say(f"{name:<14}{'FAILED' if code else 'ok':<8}{seconds:5.1f} s")
    return int(any(code for _, code, _ in results))


def unknown_check(name: str) -> int:
    """Says which checks there are and returns the exit code of a wrong call."""
    say(f"there is no check {name!r}; there are: {', '.join(CHECKS)}")
    return 2


def browser(python: Path, args: Sequence[str]) -> int:  # noqa: ARG001 - as all commands
    """Adds the browser that the players' page is tested in, and what the program is used by hand with."""
    return install_browser()


def bench(python: Path, args: Sequence[str]) -> int:
    """Measures what the design promises and prints each figure beside its limit."""
    return call([python, "tests/benchmarks/run.py", *args], offscreen(os.environ))


def shots(python: Path, args: Sequence[str]) -> int:
    """Draws the screens and pages into pictures."""
    return call([python, "packaging/shots.py", *args], offscreen(os.environ))


def build(python: Path, args: Sequence[str]) -> int:
    """Builds what is installed into dist/: ``build.py`` says what there is."""
    return call([python, "packaging/build.py", *args])


@dataclass(frozen=True)
class Command:
    """One thing this script does: called with the environment's Python and the remaining arguments."""

    action: Callable[[Path, Sequence[str]], int]
    summary: str


COMMANDS: dict[str, Command] = {
    "run": Command(run, "open the sample campaign (or: run ARGS, as encounter-gui takes them)"),
    "test": Command(
        test,
        "run the tests (test --deep: the long ones too; test --night: and more seeds of them; test ARGS: for pytest)",
    ),
    "check": Command(
        check, "format, lint, imports, types, full folders, dead code, rules without a test"
    ),
    "browser": Command(browser, "add the browser and the X server of some tests"),
    "bench": Command(bench, "measure and compare with the targets"),
    "shots": Command(shots, "draw the screens into pictures"),
    "build": Command(
        build,
        "build wheel, bundle or .deb into dist/ (build --check: all, tried out in a bare system)",
    ),
}


def usage() -> str:
    """Returns the list of commands."""
    lines = (f"  {name:<9}{command.summary}" for name, command in COMMANDS.items())
    return "\n".join(["python3 packaging/dev.py COMMAND", "", *lines])


def main(argv: Sequence[str]) -> int:
    """Does what the arguments say and returns the exit code."""
    if not argv or argv[0] not in COMMANDS:
        say(usage())
        return 0 if argv and argv[0] in {"help", "-h", "--help"} else 2
    try:
        check_python(sys.version_info[:3])
        return COMMANDS[argv[0]].action(set_up(), argv[1:])
    except Stop as reason:
        say(str(reason))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
