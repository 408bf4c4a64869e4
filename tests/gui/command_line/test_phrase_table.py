"""The table of phrases: what the help shows is understood in every game, and what is understood has its line there."""

import pytest

from encounter_gui.core.errors import AppError
from encounter_gui.gui.command_line.grammar.completion import ghost
from encounter_gui.gui.command_line.grammar.help_table import MARKER, shown_phrases, with_phrases
from encounter_gui.gui.command_line.grammar.phrase import WORD, Phrase
from encounter_gui.gui.command_line.grammar.phrases.table import PHRASES
from encounter_gui.gui.command_line.grammar.reading import INCOMPLETE, understood
from encounter_gui.gui.command_line.terms.asked import OwnPhrase
from encounter_gui.paths import data_folder, message_catalog
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.lines import line_at
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

NAMES = ("Nova", "Vee", "Ash", "Cutter", "Gunman 1", "Gunman 2", "Gunman 3", "Rook", "Guard")
NOT_UNDERSTOOD = {
    *(f"gui.command.unknown{kind}" for kind in ("", "_near", "_line")),
    "gui.command.two_readings",
    "gui.command.dice",
    *INCOMPLETE,
}


@pytest.fixture(params=SYSTEMS, scope="module")
def table(request: pytest.FixtureRequest) -> Table:
    """Nine whom the examples of the help name, numbers 1 to 9."""
    game = str(request.param)
    table = Table(system_for(game), shipped(game), message_catalog())
    creatures = [each for each in table.context.ruleset.creatures if each.side in ("pc", "foe")]
    for place, name in enumerate(NAMES):
        side = "pc" if place < 3 else "foe"
        creature = next(each for each in creatures if each.side == side)
        table.play(Add(creature=creature.key, name=name))
    return table


def refused(line: str, table: Table) -> str:
    """Returns the key of the refusal of a line; empty: it asks for something."""
    first = next(iter(table.context.state.combatants))
    try:
        understood(line, line_at(table, (first,)))
    except AppError as error:
        return error.message.key
    return ""


def test_every_phrase_of_the_help_is_understood(table: Table) -> None:
    """L3: a change of the model breaks none. What a game has not, or not now, is refused by its reason."""
    for phrase in shown_phrases():
        refusals = [refused(each, table) for each in phrase.examples]
        understood_ones = [key for key in refusals if key not in NOT_UNDERSTOOD]
        is_of_one_game = phrase.key in ("check", "rules")
        assert len(understood_ones) >= (
            phrase.key != "rules" if is_of_one_game else len(refusals)
        ), phrase


@pytest.mark.parametrize(
    "phrase", [each for each in shown_phrases() if each.key not in ("rules", "quick_action")]
)
def test_an_example_is_read_as_its_phrase(phrase: Phrase) -> None:
    """In at least one game: the others may have a word of their own for it."""
    found: set[str] = set()
    for game in SYSTEMS:
        table = Table(system_for(game), shipped(game), message_catalog())
        for creature in table.context.ruleset.creatures[:1]:
            for name in NAMES:
                table.play(Add(creature=creature.key, name=name))
        first = next(iter(table.context.state.combatants))
        for example in phrase.examples:
            try:
                found.add(understood(example, line_at(table, (first,))).match.phrase.key)
            except AppError:
                continue
    if found:
        assert phrase.key in found


def test_the_help_has_a_line_for_each(table: Table) -> None:
    """Made from the table itself."""
    texts = table.context.texts
    page = (data_folder("resources") / "help" / "palette.md").read_text(encoding="utf-8")
    assert MARKER in page
    shown = with_phrases(page, texts)
    for phrase in shown_phrases():
        assert f"`{phrase.examples[0]}`" in shown
        assert f"gui.phrase.{phrase.key}" not in shown


def test_tab_completes_the_first_word_of_every_phrase(table: Table) -> None:
    """Whatever begins a line can be found by its beginning."""
    first = next(iter(table.context.state.combatants))
    line = line_at(table, (first,))
    for phrase in PHRASES:
        part = next((each for each in phrase.parts if each.is_needed), None)
        if part is None or part.kind != WORD or phrase.parts[0] is not part:
            continue
        word = " ".join(part.words[0])
        assert ghost(word[:-1], line), word


@pytest.mark.parametrize(
    ("typed", "name", "meant"),
    [("boom means foes -6 half", "boom", "foes -6 half"), ("forget boom", "boom", "")],
)
def test_a_phrase_of_ones_own_keeps_its_line(
    table: Table, typed: str, name: str, meant: str
) -> None:
    """As it was typed: it is read when it is used."""
    asked = understood(typed, line_at(table)).asked
    assert asked == OwnPhrase(name=name, line=meant)
