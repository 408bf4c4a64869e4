"""Ctrl+K finds everything: every action by its words, and each kind of thing, in every game."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QMenu

from encounter_gui.gui.command_line.finding.finder import Finder
from encounter_gui.gui.command_line.finding.ranking import Index
from encounter_gui.gui.command_line.finding.source import Found
from encounter_gui.gui.command_line.palette_controller import wanted_of
from encounter_gui.gui.command_line.sources.bench_options import BenchOptions
from encounter_gui.gui.command_line.sources.menu_actions import plain_words
from encounter_gui.gui.command_line.sources.quick_actions import QuickActions
from tests.gui.palette.conftest import Palette

Alt, Shift = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


def finder(palette: Palette) -> Finder:
    """What the palette itself asks."""
    found = palette.program.connections.palette._finder
    found.begin()
    return found


def found_by(opened: Finder, words: str) -> list[Found]:
    results = opened.find(wanted_of(words))
    return [hit.found for _, hit in results.rows]


def menu_entries(actions: list[QAction]) -> list[QAction]:
    """Every entry of the menus that does something, those of inner menus too."""
    entries: list[QAction] = []
    for action in actions:
        menu = action.menu()
        if isinstance(menu, QMenu):
            menu.aboutToShow.emit()
            entries += menu_entries(menu.actions())
        elif not action.isSeparator() and action.text():
            entries.append(action)
    return entries


def test_every_menu_entry_is_found_by_its_words(palette: Palette) -> None:
    """Also those of inner menus, and those that cannot be done now: they say why."""
    window = palette.program.window
    entries = [
        *menu_entries(window.menuBar().actions()),
        *window.actions_of.by_id.values(),
    ]
    assert len(entries) > 60
    others = [each for each in entries if each is not window.actions_of["command"]]
    opened = finder(palette)
    named = {(plain_words(each.text()).rstrip("…"), each.isEnabled()) for each in others}
    for words, is_enabled in sorted(named):
        found = [each for each in found_by(opened, words) if words in each.title]
        assert found, words
        assert is_enabled or any(each.why_not for each in found), words


@pytest.mark.parametrize("words", ["finish", "end fight", "fight over"])
def test_an_action_is_found_first_by_what_people_call_it(palette: Palette, words: str) -> None:
    """Before the help that has the word in it."""
    assert found_by(finder(palette), words)[0].title == "End the fight"


def test_every_bench_action_is_found_by_its_words(palette: Palette) -> None:
    """Every option of every field, every modifier, the dice and Resolve."""
    texts = palette.program.controller.context.texts
    form = palette.program.connections.attack.form
    assert form.fields
    listed = tuple(BenchOptions(lambda: form, print, print, print, texts)())
    options = sum(len(field.options) for field in form.fields)
    assert len(listed) > options + len(form.toggles) + len(form.dice)
    opened = finder(palette)
    for each in listed:
        keys = [found.key for found in found_by(opened, f">{each.title}")]
        assert each.key in keys, each.title


def test_every_quick_action_is_found_by_its_words(palette: Palette) -> None:
    """Those of who acts, with the reason where one is refused."""
    context, system = palette.program.controller.context, palette.program.controller.system
    who = context.state.acting[0]
    options = (*system.action_options(context, who), *system.turn_options(context, who))
    assert options
    opened = finder(palette)
    for option in options:
        found = [each for each in found_by(opened, option.text) if each.title == option.text]
        assert found, option.text
        assert option.why_not in {each.why_not for each in found}


def test_what_can_be_done_now_comes_before_what_cannot(palette: Palette) -> None:
    """Quick actions of one name for two: first of whoever acts, then of the selected; refused ones after both."""
    controller = palette.program.controller
    state = controller.context.state
    other = next(each for each in state.combatants if each not in state.acting)
    controller.select([other])
    source = QuickActions(controller, lambda option: None)
    listed = list(source.listed())
    refused = [bool(each.why_not) for each in listed]
    assert refused == sorted(refused)
    whose = [each.key.split(".")[0] for each in listed if not each.why_not]
    assert whose == sorted(whose, key=lambda who: who == str(other))


def test_of_two_alike_the_one_that_can_be_done_is_meant() -> None:
    listed = (Found(key="a", title="Reload", why_not="Not now."), Found(key="b", title="Reload"))
    hits = Index(listed).find(("reload",), 5).hits
    assert [hit.found.key for hit in hits] == ["b", "a"]


def test_a_bench_choice_is_made_by_enter(palette: Palette) -> None:
    """Another target, found by its words, stands on the bench after it."""
    form = palette.program.connections.attack.form
    field = next(each for each in form.fields if each.key == "target")
    other = next(each for each in field.options if each.key != field.chosen and not each.why_not)
    palette.type(f">{field.label} {other.text}")
    assert f"{field.label}: {other.text}" == palette.hits[palette.panel.list.place].found.title
    palette.enter()
    form = palette.program.connections.attack.form
    assert next(each.chosen for each in form.fields if each.key == "target") == other.key


def test_a_combatant_is_selected(palette: Palette) -> None:
    """Enter selects, Alt+Enter shows the sheet; the digit that does it stands beside the name."""
    who = palette.up(count=3)[-1]
    palette.type(who.name)
    hit = palette.hits[palette.panel.list.place]
    assert hit.found.title == who.name
    assert hit.found.cap == str(who.number)
    palette.press(Qt.Key.Key_Return, Alt)
    assert palette.program.controller.selected == (who.id,)
    assert palette.program.window.table.hasFocus()


def test_a_creature_is_added(palette: Palette) -> None:
    """A slip of the finger is forgiven; Shift+Enter adds."""
    creatures = palette.program.controller.context.ruleset.creatures
    creature = next(each for each in creatures if len(each.name) > 6 and each.side == "foe")
    slip = creature.name[:2] + creature.name[3] + creature.name[2] + creature.name[4:]
    palette.type(slip)
    names = [hit.found.title for hit in palette.hits]
    assert creature.name in names
    keys = [hit.found.key.partition(":")[2] for hit in palette.hits]
    while palette.panel.list.place != keys.index(creature.key):
        palette.press(Qt.Key.Key_Down)
    before = len(palette.program.controller.context.state.combatants)
    palette.press(Qt.Key.Key_Return, Shift)
    assert len(palette.program.controller.context.state.combatants) == before + 1


def test_a_condition_is_written_into_the_line(palette: Palette) -> None:
    """Enter on it shows what it would do; the second Enter puts it on."""
    who = palette.up(count=1)[0]
    palette.type(f"{who.number} pron")
    palette.panel.line.clear()
    palette.qtbot.keyClicks(palette.panel.line, "?")
    palette.panel.line.clear()
    palette.qtbot.keyClicks(palette.panel.line, f"{who.number} c pron")
    palette.enter()
    assert palette.program.controller.context.combatant(who.id).has("prone")


def test_a_rule_is_found_by_its_id_and_opened(palette: Palette) -> None:
    """With its sentence; Enter opens it in the help, which stands at it."""
    rule, title = next(iter(palette.program.controller.context.ruleset.rules.items()))
    palette.type(rule)
    hit = palette.hits[palette.panel.list.place]
    assert rule in hit.found.title
    assert title in hit.found.title
    palette.enter()
    dialog = palette.program.window.findChildren(QDialog)[-1]
    assert dialog.isVisible()


def test_help_is_found_by_words_below_a_heading(palette: Palette) -> None:
    """`?` looks in rules and help only."""
    palette.type("?undo tree")
    assert {group for group, _ in palette.panel.list.results.rows} <= {"rules", "help"}


def test_an_entry_of_the_log_is_found(palette: Palette) -> None:
    """Newest first; Enter marks it in the log and opens its explanation."""
    controller = palette.program.controller
    name = palette.up(count=1)[0].name
    palette.qtbot.waitUntil(lambda: not palette.program.palette.log.is_indexing)
    palette.type(name)
    entries = [hit for group, hit in palette.panel.list.results.rows if group == "log"]
    assert entries
    assert all(name.split()[0] in hit.found.title for hit in entries)
    numbers = [int(hit.found.key) for hit in entries]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] in controller.session.log


def test_an_encounter_is_found(palette: Palette) -> None:
    """By its name."""
    name = palette.program.controller.context.state.name
    palette.type(name)
    assert ("encounters", name) in [
        (group, hit.found.title) for group, hit in palette.panel.list.results.rows
    ]


@pytest.mark.parametrize("words", ["print", "theme", "prnit", "high contrast"])
def test_what_was_not_understood_is_found(palette: Palette, words: str) -> None:
    """Words that a game master looked for in vain."""
    palette.type(words)
    assert palette.hits
    title = palette.hits[palette.panel.list.place].found.title.lower()
    assert title.startswith(("print", "theme"))
    assert not palette.reading.error


def test_the_key_that_would_have_done_it_stands_beside(palette: Palette) -> None:
    """The key of the one table of keys."""
    palette.type("print")
    assert palette.hits[palette.panel.list.place].found.cap == "Ctrl+P"
    palette.press(Qt.Key.Key_Escape)
    assert not palette.panel.isVisible()


def test_what_cannot_be_done_says_why(palette: Palette) -> None:
    """Nobody is selected: Enter says so and stays."""
    palette.program.window.table.clearSelection()
    palette.program.controller.select(())
    palette.type(">rename")
    assert palette.hits[palette.panel.list.place].found.why_not
    palette.enter()
    assert palette.panel.isVisible()
    assert palette.panel.said.property("role") == "danger"


def test_a_setting_is_found_and_set(palette: Palette) -> None:
    """By its name and value, as it stands on the settings page; Enter sets it at once."""
    palette.type("dice of the foes table")
    assert palette.hits[palette.panel.list.place].found.title == "Dice of the foes: Table"
    palette.enter()
    assert palette.program.controller.rollers.of_side("foe") == "hand"
    palette.program.rollers.set_side("foe", "dice")


def test_every_setting_is_found(palette: Palette) -> None:
    """Each value of each setting of the page, the columns of the table too."""
    assert palette.program.preferences is not None
    shown = palette.program.preferences.view()
    texts = palette.program.controller.context.texts
    wanted = [f"Game: {name}" for _, name in shown.games]
    wanted += [f"Column: {column.title}" for column in shown.columns]
    wanted += ["Text size: 90 %", "A start shows: Last campaign", "Dice of their allies: Ask"]
    assert texts.text_of("gui.settings.size") == "Text size"
    opened = finder(palette)
    for title in wanted:
        assert title in [each.title for each in found_by(opened, f">{title}")], title


def test_a_screen_reader_is_told_what_enter_does(palette: Palette) -> None:
    """The keyboard stays in the line; its description follows the row."""
    palette.type("print")
    assert "Print" in palette.panel.line.accessibleDescription()
    before = palette.panel.line.accessibleDescription()
    palette.press(Qt.Key.Key_Down)
    assert palette.panel.line.accessibleDescription() != before
