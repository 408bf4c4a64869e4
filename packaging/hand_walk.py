"""The program used by hand: what a game master does with keys and clicks, each until it can be seen to have worked.

The steps stand in ``STEPS``. Each leaves a picture of what it has come to, to be looked at by people.
"""

import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import phone
from desk import PATIENCE, CheckError, Desk

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "resources" / "samples" / "canal-bridge.toml"
"""The fight that is open while the program is used."""
CAMPAIGN = "night.encounter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Who uses the program: at a desk, with the home folder of its user, and a folder for pictures."""

    desk: Desk
    home: Path
    pictures: Path

    def show(self, name: str) -> None:
        """Takes a picture of what is on the screen."""
        time.sleep(0.5)  # what was just said to a screen reader is still being painted
        self.desk.picture(self.pictures / f"{name}.png")


def start(hand: Hand) -> None:
    """The window is there with the fight of the campaign, its chart, and the forecast worked out."""
    hand.desk.find("table cell", "^Skinner, foe")
    hand.desk.find("filler", "^Wounds if hit", within="^Odds$")
    hand.desk.find("check box", r"^Win [<>]?\d+")
    hand.show("start")


def palette(hand: Hand) -> None:
    """Ctrl+K finds in spite of a slip, and does what a line says."""
    desk = hand.desk
    desk.press("ctrl+k")
    desk.find("text", "^Command or search$")
    desk.type("settngs")
    desk.find("list item", "Settings")
    hand.show("palette")
    desk.press("ctrl+a")
    desk.type("2 =5")
    desk.find("push button", "^Apply")
    hand.show("palette-line")
    desk.press("Return")
    desk.lose("text", "^Command or search$")
    desk.find("table cell", "^Temporary Health: 5 of 12")


def prepare(hand: Hand) -> None:
    """Ctrl+L opens library, editor and roster; what is typed into the roster stands in it."""
    desk = hand.desk
    desk.press("ctrl+l")
    desk.find("list item", "^Ganger, foe")
    desk.find("text", "Bouncer", within="^Creature editor$")
    desk.click(desk.find("text", "^Add to the roster$"))
    desk.type("3 gangers")
    desk.press("Return")
    desk.find("list item", "^3 Ganger", within="^Prepared encounter$")
    hand.show("prepare")
    desk.press("ctrl+l", "Escape")
    desk.find("table", "^Combatants$")


def print_window(hand: Hand) -> None:
    """Ctrl+P shows the pages; Print makes the PDF."""
    desk = hand.desk
    desk.press("ctrl+p")
    desk.find("dialog", "^Print$")
    desk.find("filler", "^Page$")
    desk.find("list item", "^1: Canal bridge")
    hand.show("print")
    desk.click(desk.find("push button", "^Print$"))
    desk.lose("dialog", "^Print$")
    desk.wait(
        lambda: any(path.read_bytes().startswith(b"%PDF") for path in hand.home.glob("*.pdf")),
        lambda: f"Print has left no PDF in {hand.home}.",
    )


def players_page(hand: Hand) -> None:
    """The page answers, lets in who has the words, shows the fight, and is gone when it is closed."""
    desk = hand.desk
    desk.press("ctrl+shift+p")
    desk.click(desk.find("combo box", r"^\d+\.\d+\.\d+\.\d+"))
    desk.press("End", "Return")
    desk.find("combo box", r"^127\.0\.0\.1")
    desk.click(desk.find("push button", "^Open the page$"))
    url = desk.find("label", r"^http://127\.0\.0\.1:\d+$").name
    code = desk.find("label", r"^[a-z]+ [a-z]+ [a-z]+$").name
    phone.fetch_page(url, ROOT / "resources" / "players")
    shown = str(phone.join(url, code, "Rahel"))
    lacking = [name for name in ("Kestrel", "Brandt", "Skinner") if name not in shown]
    if lacking:
        raise CheckError(f"The page does not show {', '.join(lacking)}: {shown[:300]}")
    desk.find("label", "Rahel")
    hand.show("players")
    desk.click(desk.find("push button", "^Close the page$"))
    desk.wait(lambda: not phone.is_answered(url), lambda: f"{url} still answers.")
    desk.press("Escape")
    desk.lose("dialog", "^Players’ view$")


def recap(hand: Hand) -> None:
    """Ending the fight shows who did what, what turned it, and its charts."""
    desk = hand.desk
    desk.click(desk.find("menu item", "^Encounter$"))
    desk.click(desk.find("menu item", "^End the fight$"))
    desk.find("table", "^What everybody did$")
    desk.find("list item", "^1, T1: ", within="^Recap$")
    desk.find("filler", "^Dice luck$")
    desk.find("filler", "^Strength left")
    hand.show("recap")


STEPS: Mapping[str, Callable[[Hand], None]] = {
    "the start": start,
    "the palette": palette,
    "Prepare": prepare,
    "the print window": print_window,
    "the players’ page": players_page,
    "the recap": recap,
}
"""What is done, in this order: the recap ends the fight."""


def walk(hand: Hand, program: "subprocess.Popen[bytes]", judge: Callable[[str], None]) -> None:
    """Does all steps in a program that was started, judged after each, and leaves it.

    Raises:
        CheckError: a step has not worked, with its name; a picture of what was there instead is ``failed.png``.
    """
    for name, step in STEPS.items():
        try:
            step(hand)
        except (CheckError, subprocess.SubprocessError) as error:
            judge(name)  # a mistake that was told says more than what is missing on the screen
            hand.show("failed")
            raise CheckError(f"In {name}: {error}") from error
        judge(name)
    leave(hand, program)
    judge("leaving")


def leave(hand: Hand, program: "subprocess.Popen[bytes]") -> None:
    """Leaves the program by its key.

    Raises:
        CheckError: it does not end, or not as it should.
    """
    hand.desk.press("ctrl+q")
    try:
        code = program.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        hand.show("failed")
        raise CheckError("Ctrl+Q does not end it.") from None
    if code:
        raise CheckError(f"It ends with exit code {code}.")
