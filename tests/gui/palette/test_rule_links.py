"""Ids of rules open their rule: in explanations, consequences, dialogs and the help; and the help is searched."""

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtWidgets import QLabel, QWidget

from encounter_gui.app.services import rule_texts
from encounter_gui.gui.combatants.model import CELL_ROLE
from encounter_gui.gui.dialogs.help_dialog import HelpDialog
from encounter_gui.gui.dialogs.rule_pages import RULE_ID, SCHEME
from encounter_gui.gui.dialogs.switches_dialog import SwitchesDialog
from encounter_gui.gui.log.explain_panel import ExplainLine
from encounter_gui.gui.log.prompt_words import PromptWords
from encounter_gui.rules.systems.phases.commands import StandUp
from encounter_gui.rules.view import ChipsCell
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
    consequences.show_sentences(
        ()
    )  # nothing has hurt anybody: no change by hand ends that would take them away


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


def clicked(palette: Palette, widget: QWidget) -> str:
    """Returns the line of the help that a click on a sentence leads to."""
    assert widget.cursor().shape() == Qt.CursorShape.PointingHandCursor
    palette.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
    palette.qtbot.waitUntil(lambda: bool(palette.program.window.findChildren(HelpDialog)))
    return help_shown(palette).text.textCursor().block().text()


@pytest.mark.parametrize("game", ["phases"])
def test_the_legend_of_a_line_opens_the_rule_it_names(palette: Palette) -> None:
    """What the rules make of a condition, while it is typed; the palette stays open."""
    condition = palette.program.controller.context.ruleset.condition("prone")
    assert condition is not None
    palette.type("c prone 2")
    assert f"({condition.rule})" in palette.panel.legend.toolTip()
    assert clicked(palette, palette.panel.legend).startswith(f"{condition.rule} ")
    assert palette.panel.isVisible()


@pytest.mark.parametrize("game", ["phases"])
def test_a_refusal_names_its_rule_and_opens_it(palette: Palette) -> None:
    """Standing up while nobody lies (PHA-76): in the palette, and in the strip above the log."""
    controller = palette.program.controller
    (acting,) = controller.context.state.acting[:1]
    palette.type("stand")
    assert palette.panel.said.text().endswith("(PHA-76)")
    palette.panel.leave()
    assert not controller.perform(StandUp(who=acting))
    words = palette.program.window.log.prompt.findChildren(PromptWords)[0]
    rule = RULE_ID.search(words.text)
    assert rule is not None
    assert words.text.endswith(f"({rule.group()})")
    assert clicked(palette, words).startswith(f"{rule.group()} ")


def test_a_sentence_without_a_rule_opens_nothing(palette: Palette) -> None:
    """What is wrong with a line that is no line yet."""
    palette.type("-")
    said = palette.panel.said
    assert said.text()
    palette.qtbot.mouseClick(said, Qt.MouseButton.LeftButton)
    assert said.cursor().shape() == Qt.CursorShape.ArrowCursor
    assert not palette.program.window.findChildren(HelpDialog)


def test_the_rule_of_a_chip_is_opened_from_its_tip(palette: Palette) -> None:
    """Those of the table: the tip names the rule of the condition, Shift+F1 opens it."""
    window, model = palette.program.window, palette.program.window.table.rows
    cells = [
        model.index(row, column)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        if isinstance(model.index(row, column).data(CELL_ROLE), ChipsCell)
    ]
    named = [
        (chip.rule, each) for each in cells for chip in each.data(CELL_ROLE).chips if chip.rule
    ]
    assert named
    assert all(f"({rule})" in each.data(Qt.ItemDataRole.ToolTipRole) for rule, each in named)
    rule, cell = named[0]
    window.table.setToolTip(cell.data(Qt.ItemDataRole.ToolTipRole))
    window.actions_of["rules_help"].trigger()
    window.table.setToolTip("")
    assert help_shown(palette).text.textCursor().block().text().startswith(f"{rule} ")
