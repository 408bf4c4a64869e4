"""The help: the page that was asked for, the others beside it, and links that lead somewhere."""

import re

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.control.actions import ActionId
from encounter_gui.gui.dialogs.help_dialog import HelpDialog
from encounter_gui.rules.systems import SYSTEMS

PAGES = {each.stem: each for each in (paths.data_folder("resources") / "help").glob("*.md")}


def opened(program: Program, action: ActionId) -> HelpDialog:
    program.window.actions_of.by_id[action].trigger()
    return program.window.findChildren(HelpDialog)[-1]


@pytest.mark.parametrize(
    ("action", "title"),
    [
        ("rules_help", "D6 pools"),
        ("prep_help", "Preparing"),
        ("fights_help", "Fights as files"),
        ("print_help", "On paper"),
        ("rulesets_help", "Rulesets"),
    ],
)
def test_an_action_opens_its_page(program: Program, action: ActionId, title: str) -> None:
    """In words, not in marks."""
    dialog = opened(program, action)
    current = dialog.list.currentItem()
    assert current is not None
    assert current.text() == title
    assert dialog.text.toPlainText().startswith(title)
    assert "|---" not in dialog.text.toPlainText()


def test_the_game_that_is_played_comes_first_and_none_is_missing(program: Program) -> None:
    """Every page of the folder can be read."""
    dialog = opened(program, "prep_help")
    assert dialog.list.item(0).text() == "D6 pools"
    assert dialog.list.count() == len(PAGES) + len(
        SYSTEMS
    )  # the rules of each game are a page more


def test_a_link_leads_to_its_page(program: Program, qtbot: QtBot) -> None:
    """What lies outside is not opened: the program needs no network."""
    dialog = opened(program, "fights_help")
    dialog.text.anchorClicked.emit(QUrl("cwn.md"))
    assert dialog.text.toPlainText().startswith("Cities Without Number")
    dialog.text.anchorClicked.emit(QUrl("https://toml.io"))
    assert dialog.text.toPlainText().startswith("Cities Without Number")


@pytest.mark.parametrize("page", sorted(PAGES))
def test_links_between_pages_lead_somewhere(page: str) -> None:
    """A page that is renamed takes its links along."""
    text = PAGES[page].read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([\w-]+)\.md\)", text):
        assert link in PAGES
