"""Ctrl+P in the real window: pages before they are printed, two keys for a summary, and nothing half-written."""

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPageRanges
from PySide6.QtPrintSupport import QPrinter  # noqa: TID251 - the real one, for what its dialog sets
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from encounter_gui.gui.printing.print_options import PrintChoices, read_choices, usual, written
from encounter_gui.gui.printing.print_window import PrintWindow


@pytest.fixture
def opened(sample, qtbot, tmp_path, monkeypatch):
    """The print window on the sample fight; papers go into a folder of the test."""
    monkeypatch.setenv("HOME", str(tmp_path))
    QTest.keyClick(sample.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(sample.window.findChildren(PrintWindow)))
    return sample.window.findChildren(PrintWindow)[0]


def test_two_keys_print_what_is_sensible(sample, opened, qtbot, tmp_path):
    """Ctrl+P, Enter: budget of task 9. Without a printer, a PDF named after the fight."""
    counted = 1
    QTest.keyClick(opened, Qt.Key.Key_Return)
    counted += 1
    qtbot.waitUntil(lambda: any(tmp_path.glob("*.pdf")))
    (path,) = tmp_path.glob("*.pdf")
    assert counted <= 2
    assert path.name == "Canal bridge, encounter sheet.pdf"
    text = PdfReader(path).pages[0].extract_text()
    assert "Kestrel" in text
    qtbot.waitUntil(lambda: not sample.window.findChildren(PrintWindow))


def test_pages_follow_what_is_ticked(opened, qtbot):
    before = opened.model.rowCount()
    box = opened._reports["summary"]
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert opened.model.rowCount() > before
    opened.paper.setCurrentText("A5")
    small = opened.model.rowCount()
    opened.paper.setCurrentText("A4")
    assert small > opened.model.rowCount()
    for box in opened._reports.values():
        box.setChecked(False)
    assert opened.model.rowCount() == 0
    assert not opened.go.isEnabled()
    assert opened.message.text()


def test_the_page_shown_is_the_one_chosen_in_the_list(opened):
    opened._reports["summary"].setChecked(True)
    opened.list.setFocus()
    QTest.keyClick(opened.list, Qt.Key.Key_Down)
    assert opened.view.accessibleDescription().startswith("2:")
    image = opened.view.grab().toImage()
    places = ((x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5))
    dark = sum(image.pixelColor(x, y).lightness() < 100 for x, y in places)

    assert dark > 20


def test_what_cannot_be_written_is_said_and_the_window_stays(opened, tmp_path):
    opened.write(tmp_path / "nowhere" / "a.pdf")
    assert "nowhere" in opened.message.text()
    assert opened.isVisible()
    assert not list(tmp_path.glob("*.pdf"))


def test_escape_prints_nothing(opened, qtbot, sample, tmp_path):
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not sample.window.findChildren(PrintWindow))
    assert not list(tmp_path.glob("*.pdf"))
    assert QApplication.activeModalWidget() is None


def test_choices_are_kept_and_a_spoilt_line_counts_as_none():
    choices = PrintChoices(
        paper="Letter",
        is_colour=True,
        margin=20.0,
        cards_per_page=9,
        columns={"cwn": ("name", "hp")},
    )
    assert read_choices(written(choices)) == choices
    assert read_choices("{oops") == PrintChoices()
    assert read_choices("") == PrintChoices()


def test_columns_of_the_roster_are_chosen_in_the_window_and_kept(opened, sample, qtbot):
    opened._reports["roster"].setChecked(True)
    actions = {action.text(): action for action in opened.columns.menu().actions()}
    assert actions["Temporary Health"].isChecked()
    actions["Temporary Health"].setChecked(False)
    actions["Actions"].setChecked(True)
    roster = opened._document.parts[-1].blocks[0]
    titles = [column.title for column in roster.columns]
    assert "Temporary Health" not in titles
    assert "Actions" in titles
    kept = opened.choices.columns
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not sample.window.findChildren(PrintWindow))
    sample.printing.open()
    (again,) = sample.window.findChildren(PrintWindow)
    assert again.choices.columns == kept
    again.reject()


@pytest.mark.parametrize(
    ("ending", "said"), [("md", "# Canal bridge"), ("html", "<html"), ("csv", "Kestrel")]
)
def test_the_same_reports_are_saved_as_text(opened, tmp_path, qtbot, sample, ending, said):
    """What is written is told by the ending of the file; the window closes as after printing."""
    path = tmp_path / f"a.{ending}"
    opened.write(path)
    assert said in path.read_text(encoding="utf-8")
    qtbot.waitUntil(lambda: not sample.window.findChildren(PrintWindow))


def test_a_print_that_was_cancelled_is_said_and_the_window_stays(opened, monkeypatch):
    """The printer takes no page: nothing is pretended."""

    class Refusing:
        def __getattr__(self, name):
            return lambda *_: ""

        def printerName(self):  # noqa: N802
            return "Tray"

    monkeypatch.setattr(
        "encounter_gui.gui.printing.print_window.render", lambda _pages, _device: False
    )
    opened._to_printer(Refusing())
    assert "Tray" in opened.message.text()
    assert opened.isVisible()


def test_a_printer_that_prints_into_a_file_writes_it_whole_or_not(opened, tmp_path):
    path = str(tmp_path / "nowhere" / "a.pdf")

    class IntoFile:
        def outputFileName(self):  # noqa: N802
            return path

        def printRange(self):  # noqa: N802
            return QPrinter.PrintRange.AllPages

    opened._to_printer(IntoFile())
    assert "nowhere" in opened.message.text()
    assert not list(tmp_path.rglob("*.pdf"))


def test_only_the_pages_that_were_asked_for_are_printed(opened, tmp_path):
    """Pages 2 and 3 of the printer's own dialog, into its file."""
    opened._reports["sheets"].setChecked(True)
    assert opened.model.rowCount() > 4
    printer = QPrinter()
    path = tmp_path / "some.pdf"
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    printer.setPrintRange(QPrinter.PrintRange.PageRange)
    printer.setPageRanges(QPageRanges.fromString("2-3"))
    opened._to_printer(printer)
    pages = PdfReader(path).pages
    assert [
        f"page {n} of" in page.extract_text() for n, page in zip((2, 3), pages, strict=True)
    ] == [True, True]


class Told:
    """A printer that remembers what it was told."""

    def __init__(self):
        self.told = {}

    def __getattr__(self, name):
        return lambda value: self.told.update({name: value})


def test_a_printer_is_told_of_paper_sides_and_colours(opened):
    opened.paper.setCurrentText("Letter")
    plain = opened._made(Told()).told
    assert plain["setDuplex"] == QPrinter.DuplexMode.DuplexNone
    assert plain["setColorMode"] == QPrinter.ColorMode.GrayScale
    opened.two_sided.setChecked(True)
    opened.colour.setChecked(True)
    told = opened._made(Told()).told
    assert told["setDuplex"] == QPrinter.DuplexMode.DuplexAuto
    assert told["setColorMode"] == QPrinter.ColorMode.Color
    assert told["setPageLayout"].pageSize().name().startswith("Letter")


def test_backs_of_cards_are_printed_on_their_backs(opened):
    opened.backs.setChecked(True)
    assert opened._made(Told()).told["setDuplex"] == QPrinter.DuplexMode.DuplexNone
    opened._reports["cards"].setChecked(True)
    assert opened._made(Told()).told["setDuplex"] == QPrinter.DuplexMode.DuplexAuto


def test_the_dialog_remembers(opened, sample, qtbot):
    opened.paper.setCurrentText("Letter")
    opened.colour.setChecked(True)
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not sample.window.findChildren(PrintWindow))
    sample.printing.open()
    (again,) = sample.window.findChildren(PrintWindow)
    assert (again.paper.currentText(), again.colour.isChecked()) == ("Letter", True)
    again.reject()


def test_before_in_and_after_a_fight_other_papers_are_sensible():
    assert usual("ready") == ("encounter", "sheets")
    assert usual("running") == ("encounter",)
    assert usual("ended") == ("summary",)
