"""Every place where dice are typed reads, shows and takes the same, by the one table of shapes."""

from collections.abc import Callable

import pytest
from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.dice.requests import Rolled, RollRefused, RollRequest, Typed
from encounter_gui.encounter.entries import Entry
from encounter_gui.gui.attack.dice_row import DiceRow
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.correction.correction_field import CorrectionLine, Step
from encounter_gui.gui.dice.dice_line import DiceLine
from encounter_gui.gui.initiative.initiative_model import InitiativeModel
from encounter_gui.gui.initiative.initiative_table import InitiativeField
from encounter_gui.gui.log.faces_field import FacesField
from encounter_gui.gui.log.owed_entry import OwedEntry
from encounter_gui.gui.log.prompt_state import OwedItem, Question
from encounter_gui.gui.log.prompt_strip import PromptStrip
from encounter_gui.gui.players.player_dice import OwedRolls, PlayerDice
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.play.session.override_text import read_override
from encounter_gui.rules.view import DiceField, InitiativeRow, ObligationView
from tests.dice.typed_shapes import BURST, KEEP, SHAPES, TWO, Shape

WIDE = 700


class Place(Struct, frozen=True, kw_only=True):
    """A place where dice are typed: its line, and what it takes; the latter raises what it refuses with."""

    line: DiceLine
    taken: Callable[[], Typed | None]


Make = Callable[[RollRequest, QWidget, Icons, MessageCatalog], Place]


def strip(roll: RollRequest, parent: QWidget, icons: Icons, texts: MessageCatalog) -> Place:
    """Returns the head of the strip of prompts."""
    made = PromptStrip(icons, texts, parent)
    made.ask(Question(title="Roll", requests=(roll,)))
    return Place(line=made.field, taken=lambda: made.field.answers()[0])


def owed(roll: RollRequest, parent: QWidget, icons: Icons, texts: MessageCatalog) -> Place:
    """Returns the small field of something owed."""
    test = ObligationView(ids=(1,), name="Ash", title="Test", rolls=(roll,))
    made = OwedEntry(OwedItem(test=test, words="", roller="ask"), icons, texts, parent)
    return Place(line=made.field, taken=lambda: made.field.answers()[0])


def bench(roll: RollRequest, parent: QWidget, icons: Icons, texts: MessageCatalog) -> Place:
    """Returns a field of the bench."""
    made = DiceRow(icons, texts, parent)
    field = DiceField(
        key=roll.key, label="Attack", notation=roll.notation, needs_faces=roll.needs_faces
    )
    made.show_fields((field,))
    return Place(line=made.inputs[0], taken=lambda: made.answers().get(roll.key))


def initiative(roll: RollRequest, parent: QWidget, icons: Icons, texts: MessageCatalog) -> Place:
    """Returns a field of the initiative dialog."""
    model = InitiativeModel(icons, texts, parent)
    row = InitiativeRow(name="Ash", side="pc", members=(CombatantId("c1"),), dice=roll)
    model.show_rows((row,), {"c1": "hand"})
    line = InitiativeField(model, 0, icons, texts, parent)

    def taken() -> Typed | None:
        model.setData(model.index(0, 2), line.text())
        return model.answer(0)

    return Place(line=line, taken=taken)


def override(roll: RollRequest, parent: QWidget, icons: Icons, texts: MessageCatalog) -> Place:
    """Returns the line in which a die is typed over."""
    line = CorrectionLine(icons, texts, parent)
    rolled = Rolled(request=roll, faces=None, total=roll.most, physical=False)
    line.correct(Step(key="0", title="Roll", value="", rolled=rolled))
    entry = Entry(
        id=EntryId(1), parent=EntryId(0), command={}, label=say("x"), events=(), rolls=(rolled,)
    )

    def taken() -> Typed | None:
        found = read_override(entry, "0", line.text()).to
        assert not isinstance(found, int)
        return found

    return Place(line=line, taken=taken)


PLACES: tuple[Make, ...] = (strip, owed, bench, initiative, override)
# Where a reason, words for doing without included, may stand beside dice, letters are no refusal of dice.
TAKES_WORDS = (strip, owed, override)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window with room for every place."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(WIDE + 40, 200)
    window.show()
    return window


@pytest.mark.parametrize("make", PLACES, ids=lambda make: make.__name__)
def test_every_place_reads_the_table_alike(
    make: Make, window: QWidget, icons: Icons, texts: MessageCatalog, qtbot: QtBot
) -> None:
    """What stands beside the dice is what is taken; what is refused is refused everywhere, for the same reason."""
    for shape in SHAPES:
        if make in TAKES_WORDS and any(each.isalpha() for each in shape.text):
            continue
        if make is override and not shape.text.strip():
            continue  # without a value nothing is typed over
        place = make(shape.roll, window, icons, texts)
        place.line.setMaxLength(10_000)
        place.line.setText(shape.text)
        assert place.line.reading.words == shape.words, shape.name
        assert outcome(place) == (shape.refused or shape.read), shape.name
        place.line.deleteLater()


class OneRollOwed(PlayerDice):
    """Dice of players, with one roll to be made."""

    def __init__(self, roll: RollRequest, texts: MessageCatalog) -> None:
        """Takes the roll."""
        super().__init__(EncounterController(), texts)
        self.roll = roll

    def owed(self) -> tuple[OwedRolls, ...]:
        """Returns the one roll."""
        return (OwedRolls(key="a1", title="", requests=(self.roll,)),)


def test_a_phone_is_answered_by_the_same_table(texts: MessageCatalog) -> None:
    """What a player types is read by the program, which alone knows what the rule needs."""
    for shape in SHAPES:
        assert shape.roll.who is not None
        reading = OneRollOwed(shape.roll, texts).reading(shape.roll.who, "a1.0", shape.text)
        assert reading is not None
        assert reading.words == shape.words, shape.name
        refused = reading.refused.message.key if reading.refused is not None else ""
        assert refused == shape.refused, shape.name
        if not refused:
            assert reading.answers == (shape.read,), shape.name


def outcome(place: Place) -> Typed | str | None:
    """Returns what a place takes, or the key of its refusal."""
    try:
        return place.taken()
    except RollRefused as refused:
        return refused.message.key


def one(roll: RollRequest, text: str) -> Shape:
    """Returns the case of the table for a text."""
    return next(each for each in SHAPES if (each.roll, each.text) == (roll, text))


@pytest.mark.parametrize(
    "shape", [one(TWO, "12"), one(TWO, "66"), one(KEEP, "4517"), one(BURST, "664")]
)
def test_typing_shows_the_reading_before_enter(
    shape: Shape, window: QWidget, icons: Icons, texts: MessageCatalog, qtbot: QtBot
) -> None:
    """After each digit the line says what it is read as now: Enter takes what stands there."""
    field = FacesField(icons, texts, window)
    field.ask((shape.roll,))
    field.resize(WIDE, 30)
    field.show()
    for count, digit in enumerate(shape.text, 1):
        qtbot.keyClicks(field, digit)
        assert field.reading.words == field.read(shape.text[:count]).words
    assert field.is_read_in_full
    assert field.reading_words == shape.words
    assert field.accessibleDescription() == shape.words


def test_enter_on_a_refusal_takes_nothing(
    window: QWidget, icons: Icons, texts: MessageCatalog, qtbot: QtBot
) -> None:
    """Seventy-seven is no roll of two dice: the strip says so while it is typed, and Enter leaves it there."""
    made = PromptStrip(icons, texts, window)
    made.resize(WIDE, 60)
    made.ask(Question(title="Morale", requests=(TWO,)))
    answered: list[object] = []
    made.answered.connect(answered.append)
    made.show()
    qtbot.keyClicks(made.field, "77")
    assert "77 is no total (2–12) of 2d6" in made.text
    qtbot.keyClick(made.field, Qt.Key.Key_Return)
    assert not answered
    assert made.field.text() == "77"
    made.field.setText("12")
    qtbot.keyClick(made.field, Qt.Key.Key_Return)
    assert len(answered) == 1


def test_a_reason_begins_with_the_first_word_of_letters(
    window: QWidget, icons: Icons, texts: MessageCatalog
) -> None:
    """A die typed over is read without the reason behind it."""
    place = override(TWO, window, icons, texts)
    for text in ("12 misread", "12, 2nd die misread", "= 12 (on the floor)"):
        place.line.setText(text)
        assert place.line.reading.words == "= 12", text
    place.line.setText("3+6 the cat")
    assert place.line.reading.words == "3 + 6 = 9"
