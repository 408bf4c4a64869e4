"""A screen of its own with hands and eyes: keys and clicks as a person makes them, and what a screen reader sees.

An X server, a window manager and an accessibility bus that a program is started on. What has happened is read from the
accessible tree of its windows: what is seen there was really shown, and can be found by people who do not see.
"""

import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

SIZE = (1366, 768)
PATIENCE = 30.0
"""Seconds that something is waited for."""

EYES_PYTHON = "/usr/bin/python3"
REGISTRY = "/usr/libexec/at-spi2-registryd"
TOOLS = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "dbus-daemon": "dbus-daemon",
    REGISTRY: "at-spi2-core",
    EYES_PYTHON: "python3",
}
"""Programs that it takes, and the Debian packages that hold them; ``eyes.py`` takes those of ``EYES_PACKAGES`` too."""
EYES_PACKAGES = ("python3-gi", "gir1.2-atspi-2.0")

_EYES = Path(__file__).with_name("eyes.py")
_BUS = """<busconfig><type>session</type><listen>unix:abstract={name}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/></policy></busconfig>
"""
"""A bus for everybody on this machine: the program is somebody else than who looks."""


class CheckError(Exception):
    """Something that is tried out does not work; says what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Something visible: what it is, what it is called, where it is on the screen, and in what it stands."""

    role: str
    name: str
    description: str
    text: str
    place: tuple[int, int, int, int]
    has_keyboard: bool
    within: tuple[str, ...]

    def line(self) -> str:
        """Returns it in a line, for messages."""
        return f"{self.role} “{self.name}” {self.text}".rstrip()


def has_eyes() -> bool:
    """Returns whether the system's Python can read the accessible tree."""
    probe = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    try:
        done = subprocess.run([EYES_PYTHON, "-c", probe], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A screen with a keyboard, a mouse, and eyes."""

    env: Mapping[str, str] = field(default_factory=dict)
    """What a program is told to be shown here."""

    # ---- hands

    def press(self, *keys: str) -> None:
        """Presses keys one after another, by the names of X (``ctrl+k``, ``Return``)."""
        self._hand("key", "--delay", "60", *keys)

    def type(self, text: str) -> None:
        """Types a text into whatever has the keyboard."""
        self._hand("type", "--delay", "40", text)

    def click(self, thing: Seen) -> None:
        """Clicks into the middle of something."""
        x, y, width, height = thing.place
        self._hand("mousemove", str(x + width // 2), str(y + height // 2))
        self._hand("click", "1")

    def _hand(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._own_env(), check=True, timeout=60)

    # ---- eyes

    def look(self) -> tuple[Seen, ...]:
        """Returns everything that is visible."""
        command = [EYES_PYTHON, str(_EYES)]
        done = subprocess.run(
            command, env=self._own_env(), capture_output=True, text=True, check=False, timeout=60
        )
        if done.returncode:  # something went away while it was looked at
            return ()
        return tuple(_seen(each) for each in json.loads(done.stdout))

    def find(self, role: str, words: str, *, within: str = "") -> Seen:
        """Waits until something of a role can be seen whose name, or text, has this pattern in it, and returns it.

        ``within``: a pattern for the name of something that it stands in.

        Raises:
            CheckError: it does not come; says what of that role there is instead.
        """
        found: list[Seen] = []
        others: list[Seen] = []

        def is_there() -> bool:
            others[:] = [each for each in self.look() if each.role == role]
            found[:] = [each for each in others if _fits(each, words, within)]
            return bool(found)

        self.wait(is_there, lambda: _not_seen(role, words, within, others))
        return found[0]

    def lose(self, role: str, words: str) -> None:
        """Waits until nothing of a role with this pattern in its name can be seen any more.

        Raises:
            CheckError: it stays.
        """

        def is_gone() -> bool:
            seen = self.look()
            return bool(seen) and not any(e.role == role and _fits(e, words, "") for e in seen)

        self.wait(is_gone, lambda: f"{role} “{words}” does not go away.")

    def wait(self, is_so: Callable[[], bool], otherwise: Callable[[], str]) -> None:
        """Waits until something is so.

        Raises:
            CheckError: it is not, for all the patience there is; with the words of ``otherwise``.
        """
        end = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > end:
                raise CheckError(otherwise())
            time.sleep(0.1)

    def picture(self, path: Path) -> None:
        """Takes a picture of the whole screen, as PNG."""
        subprocess.run(
            ["import", "-window", "root", str(path)], env=self._own_env(), check=True, timeout=60
        )

    def _own_env(self) -> dict[str, str]:
        return {**os.environ, **self.env}


def _seen(facts: dict[str, object]) -> Seen:
    place, within = facts.pop("place"), facts.pop("within")
    return Seen(place=tuple(place), within=tuple(within), **facts)  # type: ignore[arg-type]  # from eyes.py


def _fits(thing: Seen, words: str, within: str) -> bool:
    is_inside = not within or any(re.search(within, each) for each in thing.within)
    return is_inside and any(re.search(words, each) for each in (thing.name, thing.text))


def _not_seen(role: str, words: str, within: str, others: list[Seen]) -> str:
    where = f" in “{within}”" if within else ""
    shown = "\n".join(f"  {each.line()}" for each in others[:40]) or "  nothing"
    return f"No {role} “{words}”{where} can be seen. Of that kind there is:\n{shown}"


@contextmanager
def desk() -> Iterator[Desk]:
    """Sets up a screen, its window manager and its bus, and clears them away afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        display = _start_screen(stack)
        name = f"encounter-gui-{os.getpid()}-{display.removeprefix(':')}"
        env = {"DISPLAY": display, "AT_SPI_BUS_ADDRESS": f"unix:abstract={name}"}
        config = folder / "bus.conf"
        config.write_text(_BUS.format(name=name), encoding="utf-8")
        _start(stack, ["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile"], {})
        _start(stack, ["openbox", "--sm-disable"], env)
        made = Desk(env=env)
        made.wait(lambda: _works(["xdotool", "get_num_desktops"], env), lambda: "No window manager")
        _start(stack, [REGISTRY], env)
        yield made


def _start_screen(stack: ExitStack) -> str:
    """Starts an X server on a number of its own choice and returns its name."""
    reading, writing = os.pipe()
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    options = ["-screen", "0", size, "-noreset", "-ac", "-nolisten", "tcp"]
    _start(stack, ["Xvfb", "-displayfd", str(writing), *options], {}, writing)
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    if not number:
        raise CheckError("The X server does not start.")
    return f":{number}"


def _start(stack: ExitStack, command: list[str], env: Mapping[str, str], *passed: int) -> None:
    process = subprocess.Popen(
        command,
        env={**os.environ, **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=passed,
    )
    stack.callback(_end, process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _works(command: list[str], env: Mapping[str, str]) -> bool:
    full = {**os.environ, **env}
    return subprocess.run(command, env=full, capture_output=True, check=False).returncode == 0
