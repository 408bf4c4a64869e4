"""Tries the Debian package out: installs it into a bare Debian, and uses it there as people do.

A step has worked if what it should bring about is there, and nobody has complained: the program says nothing on
standard error, keeps no report of a crash and writes no log of errors.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import desk
import hand_walk
from desk import CheckError

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build"
PICTURES = ROOT / "dist" / "check"

TOOLS: Mapping[str, str] = {
    "desktop-file-validate": "desktop-file-utils",
    "appstreamcli": "appstream",
    "xmllint": "libxml2-utils",
    "man": "man-db",
    "debootstrap": "debootstrap",
    "unshare": "util-linux",
    "chroot": "coreutils",
    **desk.TOOLS,
}
"""What it takes, and the Debian packages that hold it."""

SUITE = "bookworm"
USER = "gm"
NAME = "encounter-gui"
LATER = ("libcups.so", "libwayland-client.so", "libwayland-cursor.so")
"""Libraries that only plugins load, of packages that are recommended, not required."""

MOST_DIFFERENT = 0.01
"""The share of a picture that may differ between the package and the checkout: the minute of the day does."""

HARMLESS = (
    # libatspi asks everybody; Qt has no bus for each program, and says so. Nobody but who looks makes it say that.
    r'qt\.accessibility\.atspi: .* does not implement "GetApplicationBusAddress"',
    # What `play --into` has to say: its standard output is the log.
    r"^Kept in \S+ as “",
)
"""What may stand on standard error."""

SIGNS = (
    r"Traceback \(most recent call last\)",
    r"Fatal Python error",
    r"\b(?:ModuleNotFound|Import|Attribute|Name|Type|Key|Value|OS|Runtime|Assertion)Error\b",
    r"Segmentation fault|core dumped|Aborted",
    r"\[PYI-\d+:ERROR\]",
    r"error while loading shared libraries",
    r"Could not load the Qt platform plugin",
)
"""What tells of a mistake wherever it stands."""


# ------------------------------------------------------------------ what it takes


def missing_tools(
    tools: Mapping[str, str],
    has_program: Callable[[str], object] = shutil.which,
    has_eyes: Callable[[], bool] = desk.has_eyes,
) -> dict[str, str]:
    """Returns those of the tools that are not there, with their packages; with the eyes of a desk, if that is taken."""
    missing = {tool: package for tool, package in tools.items() if not has_program(tool)}
    if desk.EYES_PYTHON in tools and not has_eyes():
        missing |= {f"{package} for {desk.EYES_PYTHON}": package for package in desk.EYES_PACKAGES}
    return missing


def refusal(user: int | None = None) -> str:
    """Returns why the package cannot be tried out by this user; empty: it can."""
    if (os.geteuid() if user is None else user) != 0:
        return "trying the package out takes root, who makes a system and changes into it."
    return ""


# ------------------------------------------------------------------ judging


def mistakes(errors: str, output: str = "") -> list[str]:
    """Returns the lines that tell of a mistake: all of standard error but what is harmless, of the rest the signs."""
    said = [line for line in errors.splitlines() if line.strip()]
    said = [line for line in said if not any(re.search(each, line) for each in HARMLESS)]
    return said + [line for line in output.splitlines() if any(re.search(s, line) for s in SIGNS)]


def reports(home: Path, *, is_running: bool = False) -> list[Path]:
    """Returns the reports of crashes, the logs of errors and the remains of programs below a home folder.

    ``is_running``: a program is still watched, and has an empty report of its own for as long as it runs.
    """
    crashes = [path for path in home.rglob("crashes/*") if path.is_file()]
    if is_running:
        crashes = [path for path in crashes if not _is_watch(path)]
    logs = [path for path in home.rglob("*.log") if path.is_file() and path.stat().st_size]
    remains = [path for path in home.rglob("core*") if re.fullmatch(r"core(\.\d+)?", path.name)]
    return [*crashes, *logs, *remains]


def _is_watch(path: Path) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    return path.name.startswith("died-") and "Fatal Python error" not in text


def judge(
    what: str, home: Path, errors: str, output: str = "", *, is_running: bool = False
) -> None:
    """Judges what the program has left behind in the course of something.

    Raises:
        CheckError: it has complained; says where, with its words.
    """
    found = mistakes(errors, output)
    kept = reports(home, is_running=is_running)
    if not found and not kept:
        return
    texts = [f"{each}:\n{each.read_text(encoding='utf-8', errors='replace')}" for each in kept]
    raise CheckError("\n".join([f"In {what} the program complains:", *found, *texts]))


# ------------------------------------------------------------------ what comes with it


def validate(share: Path) -> None:
    """Has desktop entry, metainfo, MIME type and man page judged by the usual tools.

    Raises:
        CalledProcessError: one of them finds fault.
        CheckError: ``man`` has something to say about the page.
    """
    _run("desktop-file-validate", share / "applications" / "encounter-gui.desktop")
    metainfo = share / "metainfo" / "io.github.encounter_gui.EncounterGUI.metainfo.xml"
    _run("appstreamcli", "validate", "--no-net", metainfo)
    _run("xmllint", "--noout", share / "mime" / "packages" / "encounter-gui.xml", metainfo)
    page = share / "man" / "man1" / "encounter-gui.1.gz"
    command = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", str(page)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    if said.strip():
        raise CheckError(said)
    _say("Desktop entry, metainfo, MIME type and man page are as they should be.")


# ------------------------------------------------------------------ a bare Debian


@dataclass(frozen=True, slots=True)
class Debian:
    """A system in a folder, with a user who plays."""

    root: Path

    @property
    def home(self) -> Path:
        """The home folder of the user, from outside."""
        return self.root / "home" / USER

    def as_root(self, script: str) -> str:
        """Runs a script in it and returns what it prints.

        Raises:
            CheckError: it fails; with all that it has said.
        """
        command = [*self._enter(), str(self.root), "/bin/sh", "-ec", script]
        env = {**self.env("/root"), "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CheckError(f"{script}\nfails:\n{done.stdout}{done.stderr}")
        return done.stdout

    def install(self, *packages: str) -> None:
        """Installs packages, by name or file, with what they depend on and nothing else.

        Raises:
            CheckError: that fails.
        """
        names = " ".join(packages)
        self.as_root(f"apt-get -qq update\napt-get -qq install -y --no-install-recommends {names}")

    def command(self, *words: str) -> list[str]:
        """Returns the command that runs another one in it, as the user who plays."""
        return [*self._enter(f"--userspec={USER}:{USER}"), str(self.root), *words]

    def env(self, home: str = f"/home/{USER}") -> dict[str, str]:
        """Returns the environment of who is in it."""
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return {"PATH": path, "HOME": home, "LC_ALL": "C.UTF-8"}

    def _enter(self, *options: str) -> list[str]:
        """Returns what changes into it, with processes and devices as everywhere; they are mounted for it alone."""
        mounts = (
            'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; cd "$0"; '
            f'exec chroot {" ".join(options)} "$0" "$@"'
        )
        return ["unshare", "--mount", "/bin/sh", "-ec", mounts]


def bare_debian() -> Debian:
    """Returns a Debian in which nothing was ever installed: a copy of one that is kept."""
    kept, root = WORK / "debian", WORK / "bare"
    if not kept.exists():
        _say("Making a bare Debian")
        part = WORK / "debian.part"
        shutil.rmtree(part, ignore_errors=True)
        _run("debootstrap", "--variant=minbase", SUITE, part)
        part.rename(kept)
    shutil.rmtree(root, ignore_errors=True)
    _run("cp", "--archive", "--reflink=auto", kept, root)
    # What this machine needs to reach its registry; nothing of it is kept in the package.
    for name in ("etc/resolv.conf", "etc/hosts"):
        shutil.copy(Path("/", name), root / name)
    for path in Path("/etc/apt/apt.conf.d").glob("*proxy*"):
        shutil.copy(path, root / "etc" / "apt" / "apt.conf.d" / path.name)
    debian = Debian(root)
    debian.as_root(f"useradd --create-home {USER}")
    shutil.copy(hand_walk.SAMPLE, debian.home / "fight.toml")
    return debian


# ------------------------------------------------------------------ trying it out


def try_out(package: Path, recommends: Sequence[str]) -> None:
    """Installs a package into a bare Debian and uses it there, from the command line and by hand.

    Raises:
        CheckError: something of it does not work.
    """
    shutil.rmtree(PICTURES, ignore_errors=True)  # those of another package prove nothing
    debian = bare_debian()
    shutil.copy(package, debian.root / "tmp" / "encounter-gui.deb")
    _say("Installing the package with what it depends on")
    debian.install("/tmp/encounter-gui.deb")  # noqa: S108 - in a system of our own
    debian.as_root("test -s /usr/share/mime/application/x-encounter.xml")
    demand_libraries(debian, f"/usr/lib/{NAME}", LATER)
    use_commands(debian)
    _say("Installing what it recommends")
    debian.install(*recommends)
    demand_libraries(debian, f"/usr/lib/{NAME}", ())
    compare(debian)
    use_inside(debian, PICTURES)
    _say("Installed in a bare Debian the package works.")


def try_out_bundle(folder: Path, desktop: Sequence[str]) -> None:
    """Puts the folder with all in it into a Debian with what every desktop has, and uses it there in the same way.

    Raises:
        CheckError: something of it does not work.
    """
    debian = bare_debian()
    shutil.copytree(folder, debian.root / "opt" / NAME, symlinks=True)
    (debian.root / "usr" / "bin" / NAME).symlink_to(f"/opt/{NAME}/{NAME}")
    _say("Installing what every desktop has")
    debian.install(*desktop)
    demand_libraries(debian, f"/opt/{NAME}", LATER)
    use_commands(debian)
    use_inside(debian, PICTURES / "bundle")
    _say("The bundle works.")


def demand_libraries(debian: Debian, folder: str, later: Sequence[str]) -> None:
    """Sees to it that every library in the folder of the program finds those that it loads itself, but for some.

    Raises:
        CheckError: one is neither in the bundle nor in what the package depends on.
    """
    script = (
        f"export LD_LIBRARY_PATH={folder}/_internal\n"
        f"find {folder} -type f \\( -name '*.so*' -o -name encounter-gui \\) -exec ldd {{}} + 2>/dev/null"
        " | grep 'not found' | sort -u || true"
    )
    missing = [line.split()[0] for line in debian.as_root(script).splitlines()]
    missing = [each for each in missing if not each.startswith(tuple(later))]
    if missing:
        raise CheckError(
            f"The program neither carries nor depends on {', '.join(missing)} (DEPENDS in packaging/build.py)."
        )


COMMANDS = (
    ("encounter-gui", "--version"),
    ("encounter-gui", "play", "fight.toml", "--into", hand_walk.CAMPAIGN),
    ("encounter-gui", "verify", hand_walk.CAMPAIGN),
    ("encounter-gui", "forecast", "fight.toml", "--jobs", "2"),
    ("encounter-gui", "print", hand_walk.CAMPAIGN, "--what", "summary", "--out", "summary.pdf"),
    ("encounter-gui", "--diagnose"),
)
"""What is done without a window."""


def use_commands(debian: Debian) -> None:
    """Uses the commands of the program.

    Raises:
        CheckError: one of them fails, complains, or leaves nothing.
    """
    for words in COMMANDS:
        run_inside(debian, words)
    if not (debian.home / "summary.pdf").read_bytes().startswith(b"%PDF"):
        raise CheckError("The PDF of the summary is none.")
    _say("Its commands work.")


def run_inside(debian: Debian, words: Sequence[str]) -> None:
    """Runs a command of the user who plays, without a screen.

    Raises:
        CheckError: it fails or complains.
    """
    what = " ".join(words)
    inside = ("/bin/sh", "-c", 'cd; exec "$@"', "sh", "timeout", "120", *words)
    done = subprocess.run(
        debian.command(*inside),
        env={**debian.env(), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    judge(what, debian.home, done.stderr, done.stdout)
    if done.returncode:
        raise CheckError(f"{what} ends with exit code {done.returncode}.")


def compare(debian: Debian) -> None:
    """Draws the window in it and in this checkout, and compares: icons, fonts and charts are there.

    Raises:
        CheckError: it looks different.
    """
    PICTURES.mkdir(parents=True, exist_ok=True)
    run_inside(debian, ("encounter-gui", "--sample", "--draw", "drawn.png"))
    there, here = PICTURES / "drawn.png", PICTURES / "drawn-checkout.png"
    shutil.copy(debian.home / "drawn.png", there)
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "HOME": home, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
        env = {name: value for name, value in env.items() if not name.startswith("XDG_")}
        command = [sys.executable, "-m", "encounter_gui", "--sample", "--draw", str(here)]
        subprocess.run(command, cwd=ROOT, env=env, check=True)
    share = difference(there, here)
    if share > MOST_DIFFERENT:
        raise CheckError(f"{there} differs from {here} in {share:.1%} of it.")
    _say(f"It looks as it does from the checkout, but for {share:.2%} of the picture.")


def difference(first: Path, second: Path) -> float:
    """Returns the share of two pictures in which they differ, from 0 to 1; those of different sizes differ all over."""
    import numpy as np
    from PySide6.QtGui import QImage

    images = [
        QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32) for path in (first, second)
    ]
    if images[0].isNull() or images[0].size() != images[1].size():
        return 1.0
    dots = [np.frombuffer(image.constBits(), np.uint32) for image in images]
    return float(np.mean(dots[0] != dots[1]))


def use_inside(debian: Debian, pictures: Path) -> None:
    """Uses the program that is installed in a system by hand; its commands have left a campaign there.

    Raises:
        CheckError: something of it does not work.
    """
    words = debian.command(NAME, f"/home/{USER}/{hand_walk.CAMPAIGN}")
    use_by_hand(words, debian.env(), debian.home, pictures)


def use_by_hand(words: Sequence[str], env: Mapping[str, str], home: Path, pictures: Path) -> None:
    """Starts a window on a screen of its own and does with keys and clicks what a game master does.

    Raises:
        CheckError: something of it does not work.
    """
    pictures.mkdir(parents=True, exist_ok=True)
    with desk.desk() as here, tempfile.NamedTemporaryFile() as said:
        program = subprocess.Popen(
            words, env={**env, **here.env}, stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )

        def judge_step(what: str) -> None:
            text = Path(said.name).read_text(encoding="utf-8", errors="replace")
            judge(what, home, text, is_running=program.poll() is None)
            _say(f"By hand: {what}")

        try:
            hand = hand_walk.Hand(desk=here, home=home, pictures=pictures)
            hand_walk.walk(hand, program, judge_step)
        finally:
            program.kill()
            program.wait()


def _say(text: str) -> None:
    print(text, flush=True)


def _run(*command: str | Path) -> None:
    subprocess.run([str(each) for each in command], check=True, cwd=ROOT)
