"""A whole round of CHROME, clicked, typed and dragged through the real window with real dice."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.encounter.values import Side
from encounter_gui.rules.model.commands import Add
from tests.gui.systems.test_cwn_round import Hands as AnyHands
from tests.gui.systems.whole_fight import undone_redone_reopened
from tests.gui.window.conftest import Start, show

pytestmark = pytest.mark.timeout(120)

CAST: tuple[tuple[str, str, Side], ...] = (
    ("nova", "Nova", "pc"),
    ("wraith", "Wraith", "pc"),
    ("mend", "Mend", "pc"),
    ("biomech_horror", "Horror", "foe"),
    ("street_scrapper", "Scrapper A", "foe"),
    ("street_scrapper", "Scrapper B", "foe"),
)
ENEMIES = 2
"""The slot of the enemies in the timeline, after Wraith's and Nova's."""


class Hands(AnyHands):
    """What these rules ask of hands besides: an enemy dragged to another place within its block."""

    def drag(self, name: str, before: str) -> None:
        """Drags one member of the enemies' slot before another with the mouse."""
        strip = self.program.window.timeline.strip
        port, left = strip.viewport(), Qt.MouseButton.LeftButton
        begin = strip.member_rect(ENEMIES, self.combatant(name).id).center()
        target = strip.member_rect(ENEMIES, self.combatant(before).id).center() - QPoint(4, 0)
        QTest.mousePress(port, left, Qt.KeyboardModifier.NoModifier, begin)
        QTest.mouseMove(port, (begin + target) / 2)
        QTest.mouseMove(port, target)
        QTest.mouseRelease(port, left, Qt.KeyboardModifier.NoModifier, target)

    def gauge(self, name: str, key: str) -> int:
        """Returns a gauge as the file has it."""
        return self.combatant(name).gauges[key]

    @property
    def order(self) -> list[str]:
        """Everybody in turn order, by name."""
        return [self.state.combatants[slot.who].name for slot in self.state.slots]


@pytest.fixture
def lab(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """Three Operators, a horror and two scrappers; nothing has begun."""
    program = start()
    program.campaigns.create(tmp_path / "Lab.encounter")
    program.campaigns.create_encounter("Lab", "chrome")
    for creature, name, side in CAST:
        assert program.controller.perform(Add(creature=creature, name=name, side=side))
    show(program, qtbot)
    return program


@pytest.mark.rule("CHR-25")
@pytest.mark.rule("CHR-26")
@pytest.mark.rule("CHR-31")
def test_a_round_by_hand(lab: Program, start: Start, qtbot: QtBot) -> None:
    """Speed Checks, criticals of both sides, a counter-attack, a whole squad shaken, enemies in another order.

    Then undone to the root, redone, closed and reopened.
    """
    hands = Hands(lab, qtbot)
    hands.next()
    hands.next()
    hands.answer("12 48 90")
    assert hands.order == ["Wraith", "Nova", "Horror", "Scrapper A", "Scrapper B", "Mend"]
    _wraith(hands)
    _enemies(hands)
    _after(hands)
    _put_off(hands)
    undone_redone_reopened(lab, start, qtbot)


def _wraith(hands: Hands) -> None:
    """44 under 50 is a Critical Success: 2 × 4 against Soak 1, and a d10 typed into the strip takes a leg."""
    assert hands.acting == ["Wraith"]
    hands.choose("target", "Horror")
    hands.resolve(attack="44")
    hands.answer("1")
    assert hands.result("attack")["critical"] is True
    assert hands.result("sever")["place"] == "right_leg"
    assert hands.gauge("Horror", "health") == 7
    hands.next()
    assert hands.acting == ["Nova"]
    hands.offer("Nova", "Move 17 m into cover")
    assert hands.combatant("Nova").has("in_cover")
    hands.next()


def _enemies(hands: Hands) -> None:
    """A typed Save, a counter-attack, a Critical Failure of the Prime Save; the last enemy is dragged to the front."""
    assert hands.acting == ["Horror", "Scrapper A", "Scrapper B"]
    assert hands.gauge("Horror", "health") == 7
    hands.choose("who", "Horror")
    hands.choose("target", "Nova")
    hands.resolve(save="60")
    claws = hands.result("attack")
    assert (claws["save"], claws["damage"]) == ("failure", 2)
    hands.choose("who", "Horror")
    hands.choose("target", "Wraith")
    hands.way("defence", "Counter-attack")
    hands.resolve(counter="35")
    assert hands.result("attack")["damage"] == 3
    assert hands.result("counter")["damage"] == 3
    assert (hands.gauge("Wraith", "health"), hands.gauge("Horror", "health")) == (7, 4)
    hands.drag("Scrapper B", "Horror")
    assert hands.order[ENEMIES:-1] == ["Scrapper B", "Horror", "Scrapper A"]
    _shaken(hands)


def _shaken(hands: Hands) -> None:
    """Everybody takes 3 Stress; each has a field, the target first and then by Speed: Mend has 16 left."""
    hands.choose("who", "Scrapper A")
    hands.choose("target", "Wraith")
    hands.resolve(save="88")
    prompt = hands.program.window.log.prompt
    names = [each.words.split()[0] for each in prompt.fields.places]
    assert names == ["Wraith", "Mend", "Nova"]
    hands.answer("4 16 9")
    assert hands.result("panic")["name"] == "Creeping Tension"
    conviction = [hands.gauge(name, "conviction") for name in ("Nova", "Wraith", "Mend")]
    assert conviction == [16, 17, 15]


def _after(hands: Hands) -> None:
    """Who failed the Speed Check acts last; the horror has bled at the end of its own turn.

    One of the enemies has not acted: Next says so once, and then passes it by.
    """
    hands.next()
    assert hands.acting == ["Scrapper B", "Horror", "Scrapper A"]
    hands.next()
    assert hands.acting == ["Mend"]
    assert hands.gauge("Horror", "health") == 2
    hands.next()
    assert hands.state.round == 2
    assert hands.acting == ["Wraith"]
    assert hands.order[ENEMIES:-1] == ["Scrapper B", "Horror", "Scrapper A"]


def _put_off(hands: Hands) -> None:
    """A Panic Check that is due stays in the strip with its odds, until the d20 is typed into it."""
    hands.action("Nova", "Panic Check due")
    assert hands.combatant("Nova").has("panic_due")
    assert "d20 < 16 holds" in hands.program.window.log.prompt.text
    hands.answer("15")
    assert hands.result("panic_check")["panics"] is False
    assert not hands.combatant("Nova").has("panic_due")
