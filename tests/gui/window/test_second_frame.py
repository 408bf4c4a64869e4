"""Bench, panel and timeline are shown a frame after the rest; whoever types ahead of them is understood as well."""

from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter.state import EncounterState
from encounter_gui.gui.control.frames.second_frame import SecondFrame
from encounter_gui.play import open_campaign
from encounter_gui.rules.model.commands import Next
from tests.gui.window.conftest import Start, look, show
from tests.play.session.test_automation_fights import differences

Key = Qt.Key
SAMPLES = {
    "chrome": "deep-static",
    "cwn": "redlines",
    "phases": "night-harbour",
    "d6pool": "canal-bridge",
}
_KEYS = (
    Key.Key_T,
    Key.Key_T,
    Key.Key_E,
    Key.Key_N,
    Key.Key_Return,
    Key.Key_Escape,
    Key.Key_Down,
    Key.Key_Up,
)


class Hands:
    """Keys and clicks at random, the same for the same seed, most of them before anything is painted."""

    def __init__(self, program: Program, seed: int) -> None:
        """Takes the window."""
        self.program, self.random = program, Random(seed)
        self.done: list[str] = []
        self.selected: list[tuple[str, ...]] = []
        """Who was selected at each look."""

    def act(self) -> None:
        """Makes one gesture; before some there is time to look."""
        if self.random.random() < 0.25:
            self.look()
        chance = self.random.random()
        if chance < 0.5:
            self.press(self.random.choice(_KEYS))
        elif chance < 0.7:
            self.click_row(self.random.randrange(8))
        elif chance < 0.85:
            self.click_resolve()
        else:
            self.trigger(self.random.choice(("undo", "redo", "next", "next")))

    def look(self) -> None:
        """Lets everything be shown."""
        self.done.append("look")
        for _ in range(3):
            QApplication.processEvents()
        self.selected.append(self.program.controller.selected)

    def press(self, key: Key) -> None:
        """Presses a key wherever the keyboard is."""
        self.done.append(key.name)
        QTest.keyClick(self.program.window.windowHandle(), key)

    def click_row(self, place: int) -> None:
        """Clicks a row of the table, if there is one at this place; who points at a row has seen where it is."""
        self.look()
        table = self.program.window.table
        if place < table.model().rowCount():
            self.done.append(f"row {place}")
            point = table.visualRect(table.model().index(place, 1)).center()
            QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)

    def click_resolve(self) -> None:
        """Clicks Resolve, which the bench has shown so far or not."""
        button = self.program.window.attack_panel.set_up.dice.resolve
        self.done.append("Resolve")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))

    def trigger(self, name: str) -> None:
        """Uses an action of the tool bar, as its key does."""
        self.done.append(name)
        self.program.window.actions_of[name].trigger()


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """All programs of the test roll alike."""
    monkeypatch.setattr(open_campaign, "_app_dice", lambda: Roller.seeded(7))


def played(
    start: Start, qtbot: QtBot, sample: str, path: Path, seed: int, steps: int
) -> tuple[list[str], list[tuple[EncounterState, object]]]:
    """Returns what was done, the state after each gesture, and at last who was selected at each look, and the form."""
    program = start()
    program.campaigns.create(path)
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{sample}.toml")
    show(program, qtbot)
    hands, seen = Hands(program, seed), []
    for _ in range(steps):
        hands.act()
        seen.append((program.controller.session.state, None))
    hands.look()
    seen.append((program.controller.session.state, hands.selected))
    seen.append((program.controller.session.state, program.connections.attack.form))
    program.window.hide()
    return hands.done, seen


@pytest.mark.parametrize("game", SAMPLES)
@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        (1, 60),
        pytest.param(2, 250, marks=pytest.mark.deep),
        *(pytest.param(seed, 250, marks=[pytest.mark.deep, pytest.mark.night]) for seed in (3, 4)),
    ],
)
@pytest.mark.timeout(300)
def test_who_types_ahead_acts_on_what_the_fight_is_like(
    start: Start,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    seed: int,
    steps: int,
) -> None:
    """The same keys and clicks come to the same where everything is shown at once."""
    ahead = played(start, qtbot, SAMPLES[game], tmp_path / "ahead.encounter", seed, steps)
    monkeypatch.setattr(SecondFrame, "put", lambda _self, _part, act: act())
    at_once = played(start, qtbot, SAMPLES[game], tmp_path / "once.encounter", seed, steps)
    for one, other in zip(ahead[1], at_once[1], strict=True):
        told = f"{differences(one[0], other[0])}, {one[1:]}, {other[1:]}"
        assert one == other, f"{told}: {' · '.join(ahead[0])}"
    assert ahead[0] == at_once[0]
    assert len({id(state) for state, _ in ahead[1]}) > 2, "too little happens"


def test_the_bench_is_shown_after_the_row(sample: Program) -> None:
    """Who acts comes in the first frame, what they can do in the next."""
    controller = sample.controller
    look(sample)
    told: list[str] = []
    sample.connections.views.rows_changed.connect(lambda *_: told.append("rows"))
    sample.connections.views.heading_changed.connect(lambda *_: told.append("heading"))
    sample.connections.views.timeline_changed.connect(lambda *_: told.append("timeline"))
    sample.connections.views.combatant_view_changed.connect(lambda *_: told.append("panel"))
    sample.connections.attack.form_changed.connect(lambda *_: told.append("bench"))
    assert controller.perform(Next())
    assert set(told) == {"rows", "heading"}
    told.clear()
    QApplication.processEvents()
    assert sorted(told) == ["bench", "panel", "timeline"]


def test_a_key_waits_for_no_frame(sample: Program) -> None:
    """What is still to be shown is shown before a key is read."""
    controller, window = sample.controller, sample.window
    look(sample)
    told: list[str] = []
    sample.connections.attack.form_changed.connect(lambda *_: told.append("bench"))
    assert controller.perform(Next())
    assert not told
    QTest.keyClick(window.table, Key.Key_Down)
    assert told


def test_a_part_that_fails_leaves_the_others_to_be_shown(qapp: QApplication, qtbot: QtBot) -> None:
    """A mistake in one panel does not stop the next."""
    second, told = SecondFrame(), list[str]()

    def fail() -> None:
        raise ValueError("broken")

    second.put("one", fail)
    second.put("other", lambda: told.append("other"))
    with qtbot.captureExceptions() as raised:
        qtbot.waitUntil(lambda: told == ["other"], timeout=2_000)
    assert [kind for kind, *_ in raised] == [ValueError]
    second.put("one", lambda: told.append("again"))
    second.flush()
    assert told == ["other", "again"]


def test_of_one_part_only_the_last_is_shown(qapp: QApplication) -> None:
    """Many steps at once show each part once, as it is at last."""
    second, told = SecondFrame(), list[int]()
    for number in range(5):
        second.put("panel", lambda number=number: told.append(number))
    second.flush()
    second.flush()
    assert told == [4]
    second.end()
    second.put("panel", lambda: told.append(9))
    second.flush()
    assert told == [4]
