"""Whoever types ahead through every prompt finds every number that was accepted in the log.

Keys at random, most of them before anything is painted. A number goes into the field that shows it and into no other,
selects no row while it is typed into a die, and once it is accepted it is a die of the fight.
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.dice.requests import Chosen, Faces, RollRequest, Total, Typed
from encounter_gui.gui.attack.dice_input import DiceInput
from encounter_gui.gui.dice.dice_line import DiceLine
from encounter_gui.gui.log.faces_field import FacesField
from tests.gui.window.conftest import Start, show
from tests.gui.window.monkey import BY_HAND

Key = Qt.Key
SAMPLES = {
    "chrome": "deep-static",
    "cwn": "redlines",
    "phases": "night-harbour",
    "d6pool": "canal-bridge",
}


class Typist:
    """Types dice wherever they are asked for, and goes on by keys; the same for the same seed."""

    def __init__(self, program: Program, seed: int) -> None:
        """Takes the window."""
        self.program, self.random = program, Random(seed)
        self.done: list[str] = []
        self.accepted = 0

    # ---- what it sees

    @property
    def focus(self) -> QWidget:
        """What has the keyboard, or else the table."""
        return QApplication.focusWidget() or self.program.window.table

    def lines(self) -> dict[DiceLine, str]:
        """Returns what stands in each field for dice that is seen."""
        found = self.program.window.findChildren(DiceLine)
        return {each: each.text() for each in found if each.isVisible()}

    def dice(self) -> Counter[tuple[int, ...]]:
        """Returns the faces of all dice that were typed: in the log, and told to what waits."""
        controller = self.program.controller
        found = Counter(
            each.faces or (each.total,)
            for entry in controller.session.log.path()
            for each in entry.rolls
            if each.physical
        )
        waiting = controller._execution
        if waiting is not None and waiting.ask is not None:
            told = waiting.told_so_far
            found.update(each.faces or (each.total,) for each in told.rolls if each.physical)
            found.update(_faces(each) for each in waiting._typed.values())
        return found

    # ---- what it does

    def act(self) -> None:
        """Makes one gesture; before some there is time to look."""
        if self.random.random() < 0.3:
            self.note("look")
            for _ in range(3):
                QApplication.processEvents()
        focus, chance = self.focus, self.random.random()
        if isinstance(focus, FacesField | DiceInput) and chance < 0.8:
            self.answer(focus)
        elif isinstance(focus, FacesField | DiceInput):
            self.press(self.random.choice((Key.Key_Tab, Key.Key_N, Key.Key_Escape, Key.Key_E)))
        elif self.program.window.regions.current in ("bench", "strip") and chance < 0.6:
            self.digit(str(self.random.randint(1, 9)))
        else:
            keys = (Key.Key_E, Key.Key_E, Key.Key_E, Key.Key_N, Key.Key_F6, Key.Key_T, Key.Key_Tab)
            self.press(self.random.choice(keys))

    def note(self, words: str) -> None:
        self.done.append(words)

    def press(self, key: Key) -> None:
        """Presses a key that types nothing."""
        self.note(key.name)
        QTest.keyClick(self.focus, key)

    def answer(self, field: FacesField | DiceInput) -> None:
        """Types the dice of a field, or too few of them, and mostly Enter."""
        if field.text():
            QTest.keyClick(field, Key.Key_Home, Qt.KeyboardModifier.NoModifier)
            QTest.keyClick(field, Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
            QTest.keyClick(field, Key.Key_Backspace)
        for each in self.text_for(field._rolls):
            if self.focus is not field:
                return  # before the key is read all is shown: these dice are asked for no longer
            self.digit(each)
        if self.random.random() < 0.9:
            self.enter()

    def text_for(self, requests: tuple[RollRequest, ...]) -> str:
        """Returns dice as people type them: faces, with blanks or without, or what they came to."""
        words = []
        for each in requests:
            faces = [self.random.randint(each.lowest, each.highest) for _ in range(each.count)]
            is_total = self.random.random() < 0.4 and not each.needs_faces and len(requests) == 1
            words.append(f"={sum(faces)}" if is_total else " ".join(map(str, faces)))
        return " ".join(words)

    def digit(self, letter: str) -> None:
        """Types a letter of a number where dice are taken, and proves that it went there and nowhere else.

        Before a key is read all is shown that it can mean.
        """
        self.program.controller.second_frame.flush()
        if self.program.window.regions.current not in ("bench", "strip"):
            return
        controller, before = self.program.controller, self.lines()
        focus, selected = self.focus, controller.selected
        is_blank = isinstance(focus, DiceInput) and not focus.text() and letter == " "
        if is_blank:
            return
        self.note(letter)
        is_choice = bool(self.program.window.log.prompt.option_buttons)
        QTest.keyClicks(focus, letter)
        assert controller.selected == selected, "a number selected somebody"
        after = self.lines()
        changed = [each for each, text in after.items() if before.get(each, "") != text]
        where = self.focus
        if isinstance(where, DiceLine) and not is_choice:
            assert changed in ([where], []), "a number went into another field"
            if isinstance(focus, DiceLine):
                assert where is focus
                assert after[where] == before[where] + letter or len(after[where]) >= 60
        else:  # the digit of an option takes it, and what follows may use dice that were typed ahead
            assert is_choice or not changed

    def enter(self) -> None:
        """Presses Enter; of what is read it proves that it was taken, or that it still stands where it was typed."""
        focus, lines, dice = self.focus, self.lines(), self.dice()
        group = self.group_of(focus)
        if any(each.reading.refused is not None for each in group):
            self.press(Key.Key_Return)
            return
        wanted = Counter(
            _faces(answer)
            for each in group
            if lines.get(each)
            for answer in each.reading.answers
            if answer is not None
        )
        self.press(Key.Key_Return)
        QApplication.processEvents()
        now = self.lines()
        kept = {each for each in group if lines.get(each) and now.get(each) == lines[each]}
        if kept == {each for each in group if lines.get(each)}:
            return  # it went on to the next field, or says why it waits
        gained = self.dice() - dice
        for each in kept:  # dice of steps still to come can be seen, and are told already
            for answer in each.reading.answers:
                if answer is not None and gained[_faces(answer)] < wanted[_faces(answer)]:
                    wanted[_faces(answer)] -= 1
        assert not wanted - gained, f"lost: {wanted - gained}"
        self.accepted += wanted.total()

    def group_of(self, focus: QWidget) -> list[DiceLine]:
        """Returns the fields that Enter takes together."""
        if isinstance(focus, DiceInput):
            return [each for each in self.lines() if isinstance(each, DiceInput)]
        fields = [each.field for each in self.program.window.log.prompt.fields.places]
        if focus in fields:
            return [each for each in fields if each.isVisible()]
        return [focus] if isinstance(focus, DiceLine) else []


def _faces(typed: Typed | Chosen) -> tuple[int, ...]:
    match typed:
        case Faces(values=values):
            return values
        case Total(value=value):
            return (value,)
        case _:
            return ()


@pytest.mark.parametrize("game", SAMPLES)
@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        (1, 80),
        *(pytest.param(seed, 300, marks=pytest.mark.deep) for seed in (2, 3)),
        *(pytest.param(seed, 300, marks=[pytest.mark.deep, pytest.mark.night]) for seed in (4, 5)),
    ],
)
@pytest.mark.timeout(300)
def test_every_accepted_number_is_a_die_of_the_fight(
    start: Start, qtbot: QtBot, tmp_path: Path, game: str, seed: int, steps: int
) -> None:
    """No number vanishes, goes to another field or selects a row, in any game, however fast it is typed."""
    program = start()
    program.campaigns.create(tmp_path / "Ahead.encounter")
    sample = paths.data_folder("resources") / "samples" / f"{SAMPLES[game]}.toml"
    program.campaigns.replay(sample)
    show(program, qtbot)
    program.controller.set_rollers(BY_HAND)
    typist = Typist(program, seed)
    try:
        for _ in range(steps):
            typist.act()
    except BaseException as error:
        error.add_note(" · ".join(typist.done[-80:]))
        raise
    print(f"{game} {seed}: {typist.accepted} accepted")  # told with -s
    assert typist.accepted >= 5, "too little happens"
