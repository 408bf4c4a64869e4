"""Handouts: written in prep, linked both ways, found by Ctrl+K, printed and saved for the players, kept in the file."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.program import Program
from encounter_gui.app.services import ruleset
from encounter_gui.gui.printing.print_window import PrintWindow
from encounter_gui.interchange.import_dispatch import read_files
from encounter_gui.play.transfer.exports import parcel_of, text_of
from encounter_gui.rules.model.prepared import Handout
from tests.gui.encounters.conftest import Hand, Reopen
from tests.gui.encounters.test_builder import own
from tests.helpers.pdf_text import texts_of

Key = Qt.Key
Ctrl = Qt.KeyboardModifier.ControlModifier

LETTER = "Dear friend,\nask [[Vex|the man in grey]] before [[Docks]] closes.\n\nKestrel"


def write(prep: Prep, hand: Hand, title: str, text: str) -> None:
    """Writes a new handout, with the keyboard."""
    page = prep.panel.handouts
    prep.panel.show_tab("handouts")
    hand.click(page.add)
    hand.type(title)
    page.text.setFocus()
    page.text.insertPlainText(text)
    page.add.setFocus()


def test_a_handout_is_written_undone_and_kept(
    program: Program, prep: Prep, hand: Hand, reopen: Reopen
) -> None:
    """A title and a text; Ctrl+Z takes each step back; the file has it when it is opened again, and so has the JSON."""
    program.window.show_encounter(shown=True)
    prep.panel.show_tab("handouts")
    assert prep.panel.handouts.hint.isVisible()
    assert not prep.panel.handouts.text.isVisible()
    write(prep, hand, "Letter", LETTER)
    write(prep, hand, "News", "Rain.")
    made = (Handout(title="Letter", text=LETTER), Handout(title="News", text="Rain."))
    assert prep.plans.plan.handouts == made
    page = prep.panel.handouts
    hand.click(page.remove)
    assert prep.plans.plan.handouts == made[:1]
    assert page.title.text() == "Letter"
    page.add.setFocus()
    hand.press(Key.Key_Z, Ctrl)
    assert prep.plans.plan.handouts == made
    page.choice.setCurrentIndex(0)
    page.choice.activated.emit(0)
    assert page.text.toPlainText() == LETTER
    page.title.setFocus()
    page.title.clear()  # without a title it has the one it had
    page.add.setFocus()
    assert prep.plans.plan.handouts == made
    campaign = program.campaigns.campaign
    exported = text_of(parcel_of(campaign, "campaign", ruleset), "json")
    (kept,) = read_files([("a.json", exported.encode())]).encounters
    assert kept.encounter.plan.handouts == made
    again = reopen()
    assert again.prep is not None
    assert again.prep.plans.plan.handouts == made


def test_handouts_are_linked_and_found(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """By notes of an encounter, from there to a creature and an encounter, and Ctrl+K finds title and text."""
    vex = own(prep, name="Vex")
    first = prep.plans.document.title
    program.window.show_encounter(shown=True)
    write(prep, hand, "News", "Rain.")
    write(prep, hand, "Letter", LETTER)
    program.campaigns.create_encounter("Docks", "d6pool")
    assert not prep.panel.handouts.links.buttons
    prep.plans.editor.write("", "", "They find the [[letter]].")
    program.window.show_encounter(shown=True)
    prep.panel.show_tab("notes")
    hand.click(prep.panel.notes.links.buttons[0])
    page = prep.panel.handouts
    qtbot.waitUntil(lambda: page.text.toPlainText() == LETTER, timeout=10_000)
    assert prep.panel.tab == "handouts"
    assert prep.plans.document.title == first
    assert [each.text() for each in page.links.buttons] == ["Vex", "Docks"]
    hand.click(page.links.buttons[1])
    qtbot.waitUntil(lambda: prep.plans.document.title == "Docks", timeout=10_000)
    assert not page.text.isVisible()
    panel = program.window.command
    for typed in ("lett kestr", "man grey"):
        program.campaigns.open_encounter(program.campaigns.campaign.encounters()[1].id)
        program.window.table.setFocus()
        hand.press(Key.Key_K, Ctrl)
        qtbot.waitUntil(lambda: panel.isVisible() and panel.line.hasFocus(), timeout=10_000)
        hand.type(typed)
        ((_, hit),) = panel.list.results.rows
        assert hit.found.title == "Handout: Letter"
        qtbot.waitUntil(lambda: panel.is_seen)
        hand.press(Key.Key_Return)
        qtbot.waitUntil(lambda: prep.plans.document.title == first, timeout=10_000)
        assert page.text.isVisible()
        assert page.title.text() == "Letter"
    hand.click(page.links.buttons[0])
    program.room.parts.edit(vex.key)
    said = [each.text() for each in program.room.parts.editor.sheet.used_in.buttons]
    assert said == [f"Linked from {first}"]


def test_a_handout_is_printed_for_the_players(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot, tmp_path: Path
) -> None:
    """It alone, as a page and as Markdown: without brackets, other handouts, notes and the name of the encounter."""
    program.window.show_encounter(shown=True)
    prep.plans.editor.write("", "", "SECRET")
    write(prep, hand, "News", "Rain.")
    write(prep, hand, "Letter", LETTER)
    name = prep.plans.document.title
    for ending in ("md", "pdf"):
        hand.click(prep.panel.handouts.print)
        qtbot.waitUntil(lambda: bool(program.window.findChildren(PrintWindow)), timeout=10_000)
        window = program.window.findChildren(PrintWindow)[0]
        path = tmp_path / f"letter.{ending}"
        window.write(path)
        qtbot.waitUntil(lambda: not program.window.findChildren(PrintWindow), timeout=10_000)
        text = path.read_text() if ending == "md" else " ".join(texts_of(path))
        for line in (
            "Letter",
            "Dear friend,",
            "ask the man in grey before Docks closes.",
            "Kestrel",
        ):
            assert line in text
        for secret in ("[[", "SECRET", "Rain", "Vex", name):
            assert secret not in text
