"""Ids of rules open their rule: in explanations, consequences, dialogs and the help; and the help is searched."""

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtWidgets import QLabel

from encounter_gui.app.services import rule_texts
from encounter_gui.gui.dialogs.help_dialog import HelpDialog
from encounter_gui.gui.dialogs.rule_pages import RULE_ID, SCHEME
from encounter_gui.gui.dialogs.switches_dialog import SwitchesDialog
from encounter_gui.gui.log.explain_panel import ExplainLine
from tests.gui.palette.conftest import Palette


def help_shown(palette: Palette) -> HelpDialog:
    return palette.program.window.findChildren(HelpDialog)[-1]


def sentence(palette: Palette, rule: str) -> str:
    system = palette.program.controller.context.ruleset.system
    return rule_texts()[system][rule][1]


@pytest.mark.parametrize("system", sorted(rule_texts()))
def test_every_rule_has_a_sentence(system: str) -> None:
    """Short, and more than its title."""
    for rule, (title, text) in rule_texts()[system].items():
        assert text.endswith("."), rule
        assert 15 < len(text) < 200, rule
        assert text.rstrip(".") != title, rule


def test_a_click_on_an_id_in_an_explanation_opens_the_rule(palette: Palette) -> None:
    """The page of the game's rules, at the rule, with its sentence."""
    rule = list(palette.program.controller.context.ruleset.rules)[-1]
    panel = palette.program.window.log.explanation
    panel.show_explanation("Why", (ExplainLine(segments=(("2 less", False),), rule=rule),))
    steps = panel.steps
    place = steps.visualRect(steps.model().index(0, 0))
    palette.qtbot.mouseClick(
        steps.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(place.right() - 14, place.center().y()),
    )
    dialog = help_shown(palette)
    assert rule in dialog.text.textCursor().block().text()
    assert sentence(palette, rule) in dialog.text.toPlainText()


def test_a_click_beside_the_id_opens_nothing(palette: Palette) -> None:
    """The words of the line are no link."""
    rule = next(iter(palette.program.controller.context.ruleset.rules))
    panel = palette.program.window.log.explanation
    panel.show_explanation("Why", (ExplainLine(segments=(("2 less", False),), rule=rule),))
    palette.qtbot.mouseClick(panel.steps.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(12, 6))
    assert not palette.program.window.findChildren(HelpDialog)


def test_a_consequence_links_to_its_rule(palette: Palette) -> None:
    """The link below the sheet."""
    rule = next(iter(palette.program.controller.context.ruleset.rules))
    consequences = palette.program.window.status.consequences
    consequences.show_sentences((("It hurts", rule),))
    (label,) = [each for each in consequences.findChildren(QLabel) if rule in each.text()]
    label.linkActivated.emit(f"rule:{rule}")
    assert sentence(palette, rule) in help_shown(palette).text.toPlainText()


def test_a_house_rule_links_to_its_rule(palette: Palette) -> None:
    """In the dialog of house rules."""
    palette.program.window.actions_of["switches"].trigger()
    dialog = palette.program.window.findChildren(SwitchesDialog)[-1]
    links = [each for each in dialog.findChildren(QLabel) if "rule:" in each.text()]
    assert links
    rule = links[0].text().partition("rule:")[2].partition('"')[0]
    links[0].linkActivated.emit(f"rule:{rule}")
    assert sentence(palette, rule) in help_shown(palette).text.toPlainText()


def test_every_id_that_is_read_opens_its_rule(palette: Palette) -> None:
    """In the window, the house rules and the choice of conditions: each id is a link, each link leads to the rule."""
    window, shown = palette.program.window, set[str]()
    for action in ("switches", "condition"):
        window.actions_of.by_id[action].trigger()
        for label in window.findChildren(QLabel):
            ids = set(RULE_ID.findall(label.text())) if label.isVisible() else set[str]()
            for rule in ids:
                assert f'href="{SCHEME}:{rule}"' in label.text()
                label.linkActivated.emit(f"{SCHEME}:{rule}")
                assert help_shown(palette).text.textCursor().block().text().startswith(f"{rule} ")
            shown |= ids
    assert len(shown) > 3


def test_the_reasons_in_the_log_name_rules_that_can_be_opened(palette: Palette) -> None:
    """Those of every entry of the sample fight."""
    known = rule_texts()[palette.program.controller.context.ruleset.system]
    entries = palette.program.controller.session.log.path()
    named = {reason.rule for entry in entries for reason in entry.reasons if reason.rule}
    assert named
    assert named <= set(known)


def test_the_rule_a_tip_names_is_opened_by_a_key(palette: Palette) -> None:
    """Shift+F1 while a tip stands on the screen, or on what has the keyboard; else it opens the page of the game."""
    window = palette.program.window
    rule = list(palette.program.controller.context.ruleset.rules)[-1]
    window.table.setFocus()
    window.actions_of["rules_help"].trigger()
    assert rule not in help_shown(palette).text.textCursor().block().text()
    window.table.setToolTip(f"2 less {rule}")
    window.actions_of["rules_help"].trigger()
    assert help_shown(palette).text.textCursor().block().text().startswith(f"{rule} ")


def test_an_id_in_the_help_leads_to_its_rule(palette: Palette) -> None:
    """Of whichever game it is."""
    palette.program.window.actions_of["prep_help"].trigger()
    dialog = help_shown(palette)
    dialog.text.anchorClicked.emit(QUrl("rule:CHR-41"))
    assert dialog.text.textCursor().block().text().startswith("CHR-41 ")


def test_the_help_is_searched(palette: Palette) -> None:
    """Typed words list the sections they stand in; Enter leads into the list; without words the pages are back."""
    palette.program.window.actions_of["prep_help"].trigger()
    dialog = help_shown(palette)
    dialog.search.setFocus()
    pages = dialog.list.count()
    palette.qtbot.keyClicks(dialog.search, "ambush")
    assert dialog.list.count() > 0
    assert "ambush" in dialog.text.toPlainText().lower()
    assert dialog.text.extraSelections()
    palette.qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.focusWidget() is dialog.list
    dialog.search.clear()
    assert dialog.list.count() == pages
    palette.qtbot.keyClicks(dialog.search, "xyzzy plugh")
    assert dialog.list.count() == 0
    assert dialog.nothing.isVisible()
