"""Lines nobody means to type: endless, full of one word, of digits without end. Each is read or refused at once."""

import time
from contextlib import suppress

import pytest

from encounter_gui.core.errors import AppError
from encounter_gui.gui.command_line.grammar.completion import ghost
from encounter_gui.gui.command_line.grammar.reading import understood
from encounter_gui.gui.command_line.grammar.tokens import tokens_of
from encounter_gui.gui.command_line.grammar.vocabulary import is_about_fight
from encounter_gui.gui.command_line.terms.words import texts_of, words_in
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Add, Note
from encounter_gui.rules.systems import system_for
from tests.helpers.lines import asked, line_at
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

MOST_SECONDS = 3.0
"""Ten times what any of them takes on a machine that has nothing else to do."""

LINES = {
    "ways": "4 -3 " + "half " * 16,
    "fillers": "please " * 5_000 + "4 -3",
    "letters": "a" * 100_000,
    "digits": "9" * 100_000,
    "damage": "4 -" + "9" * 100_000,
    "duration": "4 c prone " + "9" * 5_000,
    "distance": "move 4 " + "9" * 400,
    "amount": "heal 4 " + "9" * 5_000,
    "steps": "undo " + "9" * 5_000,
    "numbers": "4 " * 5_000 + "-3",
    "names": "shoot " + "ash " * 5_000,
    "odds": "odds " + "ash " * 5_000,
    "words": "word " * 5_000,
    "conditions": "4 " + "prone " * 5_000,
    "list": "4," * 50_000 + "4",
    "quotes": '"' * 100_000,
    "dice": "roll 1d6" + "+1d6" * 25_000,
    "brackets": "roll 1d6" + "(" * 50_000,
}


@pytest.fixture(scope="module")
def table() -> Table:
    """Six in a fight."""
    table = Table(system_for("chrome"), shipped("chrome"), message_catalog())
    creature = table.context.ruleset.creatures[0].key
    for name in ("Nova", "Vee", "Ash", "Cutter", "Rook", "Guard"):
        table.play(Add(creature=creature, name=name))
    return table


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_any_line_is_read_or_refused_at_once(table: Table, line: str) -> None:
    """It is read at every letter that is typed; a word that is pasted may be anything."""
    there = line_at(table, tuple(table.context.state.combatants)[:1])
    began = time.process_time()
    with suppress(AppError):
        understood(line, there)
    tokens_of(line, there)
    ghost(line, there)
    is_about_fight(texts_of(line), there)
    assert time.process_time() - began < MOST_SECONDS


def test_a_long_note_is_kept_whole(table: Table) -> None:
    """What stands behind the words that are told apart is not lost."""
    text = " ".join(f"word{each}" for each in range(400))
    assert asked(table, f"note {text}") == Note(text=text)


def test_each_word_of_a_long_line_has_its_place() -> None:
    """The last one is all that is left."""
    line = "a " * 300
    words = words_in(line)
    assert [line[each.start : each.start + each.length] for each in words] == [
        each.text for each in words
    ]
    assert words[-1].text == ("a " * 100).strip()
