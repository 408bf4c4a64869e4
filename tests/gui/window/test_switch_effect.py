"""A house rule switched in its page says at once what that changes for the bench, and for the fight."""

from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.dialogs.switches_dialog import SwitchesDialog
from encounter_gui.rules.model.commands import Switch


def test_before_and_after_of_odds_and_forecast_are_said(sample: Program, qtbot: QtBot):
    """Every house rule that can be ticked: the words say what the bench's odds say before and after."""
    sample.window.actions_of["switches"].trigger()
    dialog = sample.window.findChild(SwitchesDialog)
    assert dialog is not None
    boxes = [line.box for line in dialog._lines if isinstance(line.box, QCheckBox)]
    assert boxes
    told: list[str] = []
    sample.handlers.dialogs.switch_effect.told.connect(told.append)
    boxes[0].click()
    assert told
    qtbot.waitUntil(lambda: "…" not in dialog.effect.text(), timeout=10_000)
    odds, forecast = dialog.effect.text().split("\n")
    assert odds.startswith("Attack on the bench:")
    assert forecast.startswith("Forecast:")
    assert dialog.effect.accessibleDescription() == dialog.effect.text()
    dialog.accept()


def test_a_rule_that_changes_the_attack_says_the_figures(sample: Program, qtbot: QtBot):
    """Of all house rules of the game those with other odds name a figure before and after."""
    effect = sample.handlers.dialogs.switch_effect
    controller = sample.controller
    said: list[str] = []
    effect.told.connect(said.append)
    choices = sample.connections.attack.choices
    for switch in controller.context.ruleset.switches:
        before = controller.system.attack_form(controller.context, choices).command
        old = controller.system.odds(controller.context, before) if before else None
        now = controller.context.state.switches.get(switch.key, switch.default)
        other = next((each for each in switch.options if each != now), not now)
        effect.switch(Switch(key=switch.key, to=other), choices)
        after = controller.system.attack_form(controller.context, choices).command
        new = controller.system.odds(controller.context, after) if after else None
        if old is None or new is None:
            continue
        figures = zip(old.headline_numbers, new.headline_numbers, strict=False)
        is_changed = any(one.probability != other.probability for one, other in figures)
        assert ("→" in said[-1].split("\n")[0]) == is_changed


def test_what_a_rule_may_be_is_said_in_words(sample: Program):
    """“perTurn” and “book” stood in the lists as the files have them."""
    sample.window.actions_of["switches"].trigger()
    dialog = sample.window.findChild(SwitchesDialog)
    assert dialog is not None
    shown = {
        line.list.itemText(at)
        for line in dialog._lines
        if line.list is not None
        for at in range(line.list.count())
    }
    raw = {
        str(each) for rule in sample.controller.context.ruleset.switches for each in rule.options
    }
    assert shown
    assert not shown & {each for each in raw if not each.isdecimal()}
    dialog.accept()
