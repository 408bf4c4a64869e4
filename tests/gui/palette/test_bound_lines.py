"""Enter does what stands on the screen for the line as it is, for the one it names, or nothing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.finding.ranking import Index
from encounter_gui.gui.command_line.sources.setting_choices import SettingChoice, SettingChoices
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model import commands as do
from tests.gui.palette.conftest import Palette


def entries(palette: Palette) -> int:
    return len(palette.program.controller.session.log.path())


def theme(palette: Palette) -> str:
    return palette.program.theme_choice.name


@pytest.mark.parametrize("game", ["d6pool"], indirect=True)
def test_enter_typed_ahead_does_nothing_that_was_not_seen(palette: Palette) -> None:
    """All keys come before anything is painted: the first Enter shows, the second does."""
    before = theme(palette)
    palette.open()
    QTest.keyClicks(palette.panel.line, "light mode")
    assert not palette.panel.is_seen
    QTest.keyClick(palette.panel.line, Qt.Key.Key_Return)
    assert theme(palette) == before
    assert palette.panel.isVisible()
    assert "Light" in palette.panel.said.text()
    palette.enter()
    assert theme(palette) == "light"
    palette.program.theme_choice.use(before)


@pytest.mark.parametrize("game", ["d6pool"], indirect=True)
def test_a_command_typed_ahead_is_the_one_of_all_its_letters(palette: Palette) -> None:
    """`2 -12` and Enter in one go: twelve, not the one that stood there a letter before."""
    palette.open()
    QTest.keyClicks(palette.panel.line, "2 -12")
    QTest.keyClick(palette.panel.line, Qt.Key.Key_Return)
    kept = palette.program.controller.session.log.path()[-1].command
    waiting = palette.program.controller.command
    assert kept.get("amount") == 12 or getattr(waiting, "amount", 0) == 12


@pytest.mark.parametrize("game", ["cwn"], indirect=True)
def test_what_was_read_of_an_earlier_text_never_runs(palette: Palette) -> None:
    """The line is changed by other means than the keyboard: Enter shows what it means now."""
    before = entries(palette)
    palette.type("1 -3")
    palette.panel.line.setText("2 -9")
    palette.press(Qt.Key.Key_Return)
    assert entries(palette) == before
    assert [row.number for row in palette.reading.changes] == [2]


@pytest.mark.parametrize("game", ["cwn"], indirect=True)
def test_a_preview_of_an_earlier_fight_never_runs(palette: Palette) -> None:
    """Somebody is hurt while the line stands there: Enter shows the new numbers first."""
    palette.type("1 -3")
    shown = palette.reading
    who = palette.reading.changes[0].who
    palette.program.controller.perform(do.Adjust(who=(who,), change="-1"))
    before = entries(palette)
    palette.press(Qt.Key.Key_Return)
    assert entries(palette) == before
    assert palette.panel.isVisible()
    assert palette.reading != shown
    palette.enter()
    assert entries(palette) > before


def test_a_typed_actor_is_offered_its_own_actions_only(palette: Palette) -> None:
    """Of everybody in the fight, by number and by name: no action of another, no setting, nothing on the bench."""
    context, system = palette.program.controller.context, palette.program.controller.system
    for combatant in list(context.state.combatants.values())[:4]:
        options = system.action_options(context, combatant.id)
        if not options:
            continue
        word = options[0].text.split()[0]
        for name in (str(combatant.number), combatant.name):
            palette.panel.open(f"{name} {word}")
            hits = [hit for group, hit in palette.panel.list.results.rows if group == "actions"]
            assert {hit.found.whose for hit in hits} <= {combatant.id}, (name, word)
            assert hits, (name, word)


@pytest.mark.parametrize("game", ["d6pool"], indirect=True)
def test_a_throw_is_set_up_on_the_attack_bench(palette: Palette) -> None:
    """`throw grenade`: who acts and carries one stands there with it; nothing is rolled."""
    before = entries(palette)
    palette.type("throw grenade")
    assert "Lem" in palette.reading.words
    palette.enter()
    form = palette.program.connections.attack.form
    assert form.actor == CombatantId("lem")
    assert {each.key: each.chosen for each in form.fields}["weapon"] == "grenade"
    assert palette.program.window.regions.current == "bench"
    assert entries(palette) == before


@pytest.mark.parametrize("line", ["all foes sing", "foes dark", "dim the foes", "4 dances"])
def test_a_line_that_names_somebody_is_a_command_or_refused(palette: Palette, line: str) -> None:
    """In words and red; what was found stands below and is reached by the arrow only, settings last."""
    before = entries(palette)
    palette.type(line)
    assert palette.panel.list.place == -1
    palette.press(Qt.Key.Key_Return)
    assert palette.panel.said.property("role") == "danger"
    assert palette.panel.isVisible()
    assert entries(palette) == before
    general = [
        group == "actions" and hit.found.whose is None
        for group, hit in palette.panel.list.results.rows
    ]
    assert general == sorted(general)


def test_what_enter_will_do_of_what_was_found_is_said(palette: Palette) -> None:
    """Below the line, by its title; not all words found: Enter does nothing of it."""
    palette.type("print")
    assert palette.panel.said.text() == "Enter: “Print…”"
    palette.press(Qt.Key.Key_Escape)
    palette.type("zebra print")
    assert palette.hits
    assert palette.panel.list.place == -1
    QApplication.processEvents()
    palette.press(Qt.Key.Key_Down)
    assert palette.panel.list.place == 0


@pytest.mark.parametrize(
    ("line", "now", "found"),
    [
        ("bigger text", "100", "Text size: 110 %"),
        ("larger font", "90", "Text size: 100 %"),
        ("smaller text", "100", "Text size: 90 %"),
        ("bigger text", "110", "Text size: larger"),
    ],
)
def test_larger_text_never_makes_it_smaller(line: str, now: str, found: str) -> None:
    """The next size in that direction; at the last one it says that there is none."""
    sizes = [
        SettingChoice(
            name="size", value=each, setting="Text size", text=f"{each} %", is_set=each == now
        )
        for each in ("90", "100", "110")
    ]
    index = Index(SettingChoices(lambda: sizes, print, message_catalog())())
    best = index.find(line.split(), 5).hits[0]
    assert best.found.title == found
    assert best.is_exact
    assert bool(best.found.why_not) == found.endswith("larger")
