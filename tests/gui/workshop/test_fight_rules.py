"""A fight in the window goes by older rules than the newest: what is offered, shown and done, and copies of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control.prompt_controller import Offer
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.dialogs.condition_picker import ConditionPicker
from encounter_gui.gui.dialogs.switches_dialog import SwitchesDialog, SwitchLine
from encounter_gui.gui.workshop.fight_rules.fight_rules_dialog import FightRulesDialog
from encounter_gui.rules.model.commands import Add, Finish, Roll
from encounter_gui.rules.systems import SYSTEMS
from tests.gui.window.conftest import end, show
from tests.helpers.own_rules import made_own

SAMPLES = {
    "chrome": "deep-static",
    "cwn": "redlines",
    "phases": "night-harbour",
    "d6pool": "canal-bridge",
}


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    """A campaign of Cities Without Number with a first encounter that nobody is in."""
    made = Program(qapp, Settings(tmp_path / "settings.ini"), paths.message_catalog(), theme="dark")
    made.campaigns.create(tmp_path / "Docks.encounter", "cwn")
    show(made, qtbot)
    qtbot.waitUntil(lambda: made.prep is not None, timeout=10_000)
    yield made
    end(made)


def own(program: Program, key: str = "prone", name: str = "Flat", game: str = "cwn") -> None:
    """Another version of the campaign's own rules: a condition is called otherwise."""
    made_own(program.campaigns.campaign, game, ("conditions", key, "name"), name)


def offered(program: Program) -> Offer | None:
    found = program.connections.prompts.offered
    return found if found is not None and "goes by" in found.notice.title else None


def goes_by(program: Program) -> int:
    return program.controller.session.head_context.ruleset.own_version


def fought(program: Program) -> None:
    """Somebody is in the fight, which has not begun: it keeps its rules, and nothing waits."""
    program.controller.perform(Add(creature="gang_gunman", count=1))


def dialog_of(program: Program) -> FightRulesDialog:
    program.window.actions_of["fight_rules"].trigger()
    found = [each for each in program.window.findChildren(FightRulesDialog) if each.isVisible()]
    assert len(found) == 1
    return found[0]


def cells(dialog: FightRulesDialog) -> list[list[str]]:
    table = dialog.differences
    items = [table.topLevelItem(place) for place in range(table.topLevelItemCount())]
    return [[item.text(at) for at in range(5)] for item in items if item is not None]


def test_made_but_nowhere_an_encounter_nobody_is_in_knows_it_at_once(window: Program) -> None:
    """W9: what is new can be chosen at once where it was made for."""
    burning = {"name": "Burning bright", "kind": "danger", "by_hand": True}
    made_own(window.campaigns.campaign, "cwn", ("conditions", "own_burning"), burning)
    assert goes_by(window) == 1
    assert window.controller.context.ruleset.condition("own_burning") is not None
    assert offered(window) is None


def test_made_but_nowhere_others_are_offered_it_and_it_stands_beside_what_is_new(
    window: Program,
) -> None:
    """W9: the reason stands beside it, with what would take it over."""
    fought(window)
    own(window)
    offer = offered(window)
    assert offer is not None
    assert offer.notice.title == "This fight goes by Cities Without Number"
    assert offer.notice.text.startswith("Take over Own rules, version 1? Prone, ")
    assert offer.notice.text.endswith(": Prone → Flat")
    window.window.actions_of["accept"].trigger()
    assert goes_by(window) == 1
    assert offered(window) is None
    log = window.controller.session.log.path()
    assert window.controller.session.game.texts.sentence(log[-1].label) == (
        "The fight goes on by Own rules, version 1"
    )
    window.window.actions_of["undo"].trigger()
    assert goes_by(window) == 0
    assert offered(window) is not None
    window.window.actions_of["redo"].trigger()
    assert goes_by(window) == 1
    assert offered(window) is None


def test_not_now_is_not_asked_again_before_there_is_another_version(window: Program) -> None:
    fought(window)
    own(window)
    window.connections.prompts.put_off_offer()
    assert offered(window) is None
    window.campaigns.open_encounter(window.campaigns.encounter)
    assert offered(window) is None
    own(window, name="Lying")
    assert offered(window) is not None


def test_what_is_put_off_in_one_fight_is_offered_in_another(window: Program) -> None:
    first = window.campaigns.encounter
    fought(window)
    window.campaigns.create_encounter("Second", "cwn")
    fought(window)
    own(window)
    window.connections.prompts.put_off_offer()
    window.campaigns.open_encounter(first)
    assert offered(window) is not None
    window.campaigns.open_encounter(window.campaigns.campaign.encounters()[1].id)
    assert offered(window) is None


@pytest.mark.parametrize("game", SYSTEMS)
def test_it_is_offered_once_nothing_else_waits_and_never_in_front_of_it(
    window: Program, game: str
) -> None:
    window.campaigns.replay(paths.sample(SAMPLES[game]))
    controller = window.controller
    key = controller.context.ruleset.conditions[0].key
    own(window, key, game=game)
    prompts = window.connections.prompts
    for _ in range(12):
        if not prompts.is_busy:
            break
        assert offered(window) is None
        owed = controller.system.owed(controller.context)
        strip = window.window.log.prompt
        if owed:
            strip.owed_put_off.emit(owed[0].ids)
        else:
            strip.notice_put_off.emit()
    assert (offered(window) is None) == prompts.is_busy


def test_the_dialog_says_what_differs_in_words_and_takes_any_version_over(window: Program) -> None:
    fought(window)
    own(window)
    own(window, name="Lying")
    dialog = dialog_of(window)
    lines = [dialog.rules.item(place).text() for place in range(dialog.rules.count())]
    assert lines == [
        "Own rules, version 2 · newest",
        "Own rules, version 1",
        "Cities Without Number, as in the book · in use",
    ]
    assert dialog.uses.text() == "This fight goes by Cities Without Number."
    assert [(row[1], row[3], row[4]) for row in cells(dialog)] == [("Prone", "Prone", "Lying")]
    QTest.keyClick(dialog.rules, Qt.Key.Key_Down)
    assert [(row[1], row[3], row[4]) for row in cells(dialog)] == [("Prone", "Prone", "Flat")]
    assert dialog.take_over.text() == "Take over Own rules, version 1"
    dialog.take_over.click()
    assert goes_by(window) == 1
    assert offered(window) is None, "an older version was chosen on purpose"
    dialog = dialog_of(window)
    dialog.rules.setCurrentRow(1)
    assert not dialog.take_over.isEnabled()
    assert dialog.summary.text() == "Nothing differs."
    dialog.reject()


def test_the_dialog_says_why_rules_cannot_be_taken_over(window: Program) -> None:
    fought(window)
    controller = window.controller
    controller.view_entry(controller.session.log.path()[0].id)
    own(window)
    dialog = dialog_of(window)
    assert not dialog.take_over.isEnabled()
    assert "Go back to now" in dialog.reason.text()
    dialog.reject()
    controller.view_head()
    window.campaigns.replay(paths.data_folder("resources") / "samples" / "redlines.toml")
    controller.perform(Finish())
    assert controller.context.state.stage == "ended"
    assert offered(window) is None
    dialog = dialog_of(window)
    assert "The fight is over" in dialog.reason.text()
    dialog.reject()


def test_a_draft_is_tried_in_a_copy_that_is_marked_everywhere(window: Program) -> None:
    fought(window)
    campaign, fight = window.campaigns.campaign, window.campaigns.encounter
    workshop = campaign.own_rules.workshop("cwn")
    workshop.put(workshop.draft.with_value(("conditions", "prone", "name"), "Flat"))
    before = campaign.look_at(fight).state
    dialog = dialog_of(window)
    dialog.rules.setCurrentRow(0)
    assert dialog.rules.item(0).text() == "Own rules, draft"
    assert not dialog.take_over.isEnabled()
    dialog.attempt.click()
    assert window.campaigns.encounter != fight
    assert campaign.copies == {window.campaigns.encounter: fight}
    assert window.controller.context.ruleset.condition("prone").name == "Flat"
    assert window.window.turn_bar.heading.accessibleName().startswith("Copy · ")
    assert "(copy)" in window.window.windowTitle()
    assert window.prep is not None
    listed = {each.id: each for each in window.prep.panel.fights._fights}
    assert listed[window.campaigns.encounter].copy_of == "First encounter"
    tree = window.prep.panel.fights.tree
    rows = [tree.topLevelItem(place) for place in range(tree.topLevelItemCount())]
    assert [row.text(1) for row in rows if row is not None] == ["not started", "Copy · not started"]
    assert campaign.look_at(fight).state == before
    window.campaigns.open_encounter(fight)
    assert not window.window.turn_bar.heading.accessibleName().startswith("Copy")
    window.fight_rules.try_draft()
    names = [each.name for each in campaign.encounters()]
    assert names[1:] == ["First encounter, trial", "First encounter, trial 2"]


def test_dice_that_wait_are_kept_when_rules_are_taken_over(window: Program) -> None:
    window.campaigns.replay(paths.sample(SAMPLES["cwn"]))
    controller = window.controller
    own(window)
    who = CombatantId(next(iter(controller.context.state.combatants)))
    controller.start(Roll(dice="2d6", who=who, text="luck"), ask=True)
    window.fight_rules.take_over(window.campaigns.campaign.own_rules.repository.newest("cwn"))
    assert goes_by(window) == 1
    assert controller.waits_for is None


def test_creatures_of_newer_rules_are_in_the_library_and_join_a_fight_of_older_ones(
    window: Program,
) -> None:
    """W9: with things that the fight's rules do not know, which they carry whole."""
    fought(window)
    campaign = window.campaigns.campaign
    library = campaign.library(window._rulesets)
    rifle = campaign.ruleset("cwn").item("combat_rifle")
    assert rifle is not None
    thing = {"name": "Rail rifle", "kind": "weapon", "values": dict(rifle.values)}
    made_own(campaign, "cwn", ("items", "own_rail"), thing)
    gunman = campaign.ruleset("cwn").creature("gang_gunman")
    assert gunman is not None
    ganger = {
        "name": "Rail ganger",
        "side": "foe",
        "sheet": dict(gunman.sheet),
        "items": [{"item": "own_rail"}],
    }
    made_own(campaign, "cwn", ("creatures", "own_ganger"), ganger)
    QApplication.processEvents()  # the library is read again once what is being done is done
    assert campaign.library(window._rulesets) is not library
    newer = campaign.library(window._rulesets)
    item = next(each for each in newer.items if each.name == "Rail ganger")
    window.room._library()
    window.room.parts.controllers.joining.add((item.key,), 1)
    assert goes_by(window) == 0
    joined = list(window.controller.context.state.combatants.values())[-1]
    assert (joined.name, [each.name for each in joined.items]) == ("Rail ganger", ["Rail rifle"])


def test_a_new_condition_stands_in_the_choice_with_why_it_cannot_be_chosen_and_what_helps(
    window: Program, qtbot: QtBot
) -> None:
    """W9: *made but nowhere*: the reason stands beside it, and one click has it chosen."""
    fought(window)
    burning = {"name": "Burning bright", "kind": "danger", "by_hand": True}
    made_own(window.campaigns.campaign, "cwn", ("conditions", "own_burning"), burning)
    window.connections.prompts.put_off_offer()
    who = tuple(window.controller.context.state.combatants)
    window.controller.select(who)
    window.window.actions_of["condition"].trigger()
    picker = window.window.findChildren(ConditionPicker)[-1]
    assert picker.newer.text() == (
        "Not in this fight yet: Burning bright. It goes by older rules than Own rules, version 1."
    )
    QTest.keyClicks(picker.search, "burning bright")
    assert picker.key == ""
    picker.take_over.click()
    assert not picker.newer.isVisible()
    assert picker.key == "own_burning"
    QTest.keyClick(picker.search, Qt.Key.Key_Return)
    assert window.controller.context.combatant(who[0]).has("own_burning")


# ---- house rules that new fights begin with


def switch_line(program: Program) -> tuple[SwitchesDialog, SwitchLine]:
    program.window.actions_of["switches"].trigger()
    dialog = next(each for each in program.window.findChildren(SwitchesDialog) if each.isVisible())
    return dialog, next(each for each in dialog._lines if each.box is not None)


def test_a_house_rule_becomes_the_campaigns_default_by_one_click(window: Program) -> None:
    fought(window)
    dialog, line = switch_line(window)
    assert line.box is not None
    assert not line.keep.isVisible()
    was = line.box.isChecked()
    line.box.click()
    assert line.keep.isVisible()
    line.keep.click()
    assert not line.keep.isVisible()
    assert line.default.text() == "campaign's default"
    dialog.accept()
    campaign = window.campaigns.campaign
    switch = campaign.ruleset("cwn").switch(line.key)
    assert switch is not None
    assert switch.default is not was
    made = campaign.new_encounter("Second", "cwn")
    context = campaign.session(made).context
    assert context.ruleset.own_version == 1
    assert context.switch(line.key) is not was
    assert offered(window) is None, "the fight has it set so already"


def test_the_books_own_setting_made_the_default_again_is_no_own_value(window: Program) -> None:
    fought(window)
    dialog, line = switch_line(window)
    assert line.box is not None
    for _ in range(2):
        line.box.click()
        line.keep.click()
    dialog.accept()
    versions = window.campaigns.campaign.own_rules.repository.versions("cwn")
    assert [dict(each.data) == {} for each in versions] == [True, False]


def test_a_draft_that_is_worked_on_is_not_saved_with_it_and_has_it_too(window: Program) -> None:
    fought(window)
    own_rules = window.campaigns.campaign.own_rules
    workshop = own_rules.workshop("cwn")
    workshop.put(workshop.draft.with_value(("conditions", "prone", "name"), "Flat"))
    switch = window.controller.context.ruleset.switches[0]
    other = next((each for each in switch.options if each != switch.default), not switch.default)
    version = own_rules.set_switch_default("cwn", switch.key, other)
    assert "conditions" not in version.data
    again = own_rules.workshop("cwn")
    assert again.is_changed
    assert set(again.draft.own_places()) == {
        ("conditions", "prone", "name"),
        ("switches", switch.key, "default"),
    }
