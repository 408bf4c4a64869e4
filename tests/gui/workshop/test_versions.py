"""Names, versions and their history in the workshop."""

import random

import pytest
from PySide6.QtWidgets import QApplication

from encounter_gui.app.program import Program
from encounter_gui.gui.workshop.rules_document import RulesDocument
from encounter_gui.gui.workshop.workshop_controller import WorkshopController
from encounter_gui.play.workshop.adding import typed_into
from encounter_gui.rules.model.own_rules import OwnRules
from tests.gui.workshop.conftest import click, own, press, text_of, type_over, type_text


def document(workshop: WorkshopController) -> RulesDocument:
    """Returns the rules that are shown."""
    assert workshop.document is not None
    return workshop.document


def test_restore_makes_a_new_version_and_keeps_the_draft_as_one(
    workshop: WorkshopController,
) -> None:
    """Nothing is lost: what the draft had is a version of its own before the restored one."""
    type_over(workshop, "Combat rifle", "values.damage", "1d10")
    press("Ctrl+S")
    type_over(workshop, "Combat rifle", "values.damage", "1d6")
    press("Ctrl+S")
    type_over(workshop, "Combat rifle", "values.damage", "1d4")
    click(workshop.page.side.versions.buttons[1])
    versions = document(workshop).workshop.versions
    damage = [each.data["items"]["combat_rifle"]["values"]["damage"] for each in versions]
    assert damage == ["1d10", "1d4", "1d6", "1d10"]
    assert versions[0].source == "restored"
    assert text_of(workshop, "Combat rifle", "values.damage") == "1d10"
    assert not document(workshop).workshop.is_changed
    press("Ctrl+Z")
    assert len(document(workshop).workshop.versions) == 2
    assert text_of(workshop, "Combat rifle", "values.damage") == "1d4"
    press("Ctrl+Shift+Z")
    assert len(document(workshop).workshop.versions) == 4


def test_reset_all_leaves_nothing_own_and_every_version(workshop: WorkshopController) -> None:
    """Reset all is a step like any other."""
    type_over(workshop, "Combat rifle", "values.damage", "1d10")
    press("Ctrl+S")
    click(workshop.page.side.versions.buttons[-1])
    assert own(workshop) == ()
    assert len(document(workshop).workshop.versions) == 1
    press("Ctrl+S")
    assert document(workshop).workshop.versions[0].data == {}
    press("Ctrl+Z", "Ctrl+Z")
    assert text_of(workshop, "Combat rifle", "values.damage") == "1d10"


def test_the_name_of_the_rules_is_typed_over(workshop: WorkshopController) -> None:
    """The heading, the draft and the next version carry it; an empty one is none."""
    field = workshop.page.side.name
    field.setFocus()
    press("Ctrl+A")
    type_text("My Redlines")
    press("Return")
    assert workshop.shown.draft.rules.name == "My Redlines"
    workshop.page.setFocus()
    press("Ctrl+S")
    assert document(workshop).workshop.versions[0].name == "My Redlines"
    field.setFocus()
    press("Ctrl+A", "Backspace", "Return")
    assert field.text() == "My Redlines"


def test_a_draft_without_changes_saves_no_version(workshop: WorkshopController) -> None:
    """Ctrl+S with nothing changed says so."""
    press("Ctrl+S")
    assert document(workshop).workshop.versions == ()
    assert workshop.page.foot.where.words.startswith("Nothing has changed")


def test_the_history_stands_in_a_window_of_its_own_as_well(workshop: WorkshopController) -> None:
    """History… lists the same versions; Restore there does the same, and closes it."""
    type_over(workshop, "Combat rifle", "values.damage", "1d10")
    press("Ctrl+S")
    type_over(workshop, "Combat rifle", "values.damage", "1d6")
    click(workshop.page.foot.history)
    dialog = QApplication.activeModalWidget()
    assert dialog is not None
    buttons = dialog.versions.buttons  # type: ignore[attr-defined]
    assert len(buttons) == 2
    click(buttons[0])
    assert text_of(workshop, "Combat rifle", "values.damage") == "1d10"


def test_the_draft_is_there_again_when_the_workshop_is_opened_again(
    program: Program, workshop: WorkshopController
) -> None:
    """What was typed, right or wrong, is in the file; opening another encounter leaves the page."""
    type_over(workshop, "Combat rifle", "values.damage", "1d10")
    type_over(workshop, "Combat rifle", "values.range", "9")
    program.campaigns.open_encounter(program.campaigns.encounter)
    assert not workshop.page.isVisible()
    press("Ctrl+Shift+R")
    assert text_of(workshop, "Combat rifle", "values.damage") == "1d10"
    assert text_of(workshop, "Combat rifle", "values.range") == "9"


_EDITS = (
    ("weapons", "values.damage", ("1d10", "2d", "+1", "", "d6-1")),
    ("weapons", "values.range", ("150/300", "9", "+5")),
    ("conditions", "effects", ("hit -1", "nothing 3", "")),
    ("numbers", "value", ("3", "5000", "x")),
    ("creatures", "items", ("Knife", "Nothing like that")),
    ("locations", "name", ("Skull", "")),
)


@pytest.mark.parametrize("seed", range(6))
def test_undo_and_redo_of_random_edits_return_each_draft(
    workshop: WorkshopController, seed: int
) -> None:
    """Any edits, versions and ways back: undo leads through every draft and set of versions, redo back again."""
    dice, rules = random.Random(seed), document(workshop)
    standings: list[tuple[OwnRules, tuple[OwnRules, ...]]] = []

    def note() -> None:
        standings.append((rules.draft.rules, rules.workshop.versions))

    note()
    for _ in range(12):
        before = rules.steps.index()
        match dice.randrange(8):
            case 0:
                rules.change(rules.draft.back(()), "reset")
            case 1:
                rules.save()
            case 2 if rules.workshop.versions:
                rules.restore(dice.choice(rules.workshop.versions))
            case _:
                key, path, texts = dice.choice(_EDITS)
                table = next(each for each in rules.draft.tables if each.key == key)
                column = table.column(tuple(path.split(".")))
                assert column is not None
                rows = dice.sample(rules.draft.rows(table), 2)
                draft = typed_into(
                    rules.draft, [each.place for each in rows], column, dice.choice(texts)
                )
                rules.change(draft or rules.draft, "typed")
        if rules.steps.index() != before:
            note()
    for wanted in reversed(standings[:-1]):
        rules.undo()
        assert (rules.draft.rules, rules.workshop.versions) == wanted
    for wanted in standings[1:]:
        rules.redo()
        assert (rules.draft.rules, rules.workshop.versions) == wanted
    kept = rules.workshop.repository.draft("cwn")
    assert (kept or rules.workshop.start) == rules.draft.rules
