"""The print window: what, on which paper, and every page before it is printed."""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QItemSelectionModel, Qt, Signal, Slot
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QListView,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from encounter_gui.core.errors import AppError
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.dialogs.replacing import write_or_ask
from encounter_gui.gui.dialogs.save_dialog import SaveDialog
from encounter_gui.gui.printing.page_view import SMALL, PageModel, PageView
from encounter_gui.gui.printing.pages.pagination import Page, pages_of
from encounter_gui.gui.printing.pages.paper import DPI, PAPERS
from encounter_gui.gui.printing.pages.printer_pen import PagePainter
from encounter_gui.gui.printing.pdf import render, write_pdf
from encounter_gui.gui.printing.print_options import PrintChoices, RosterColumns
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.line_edit import NumberField, set_in
from encounter_gui.gui.window.main_window import UiResources
from encounter_gui.play.transfer.atomic_file import save
from encounter_gui.reports.content.composer import REPORTS, Choices, ReportName
from encounter_gui.reports.document import Document
from encounter_gui.reports.render.text_formats import TEXTS

Compose = Callable[[Choices], Document]
"""Returns the document of the fight that is open, with these reports."""

_SHEETS, _CARDS = (1, 2, 4), (4, 8, 9)
_UNSAFE = str.maketrans(dict.fromkeys('/\\:*?"<>|', "-"))
"""Signs that some file systems do not take in names."""


class PrintWindow(QDialog):
    """Shows the pages as they will be; Enter prints them, or writes the PDF where there is no printer."""

    printed = Signal(str)
    """Where the pages went: a file, or a printer's name."""
    chosen = Signal(object)
    """``PrintChoices``: what was chosen, whenever it changes."""

    def __init__(
        self,
        compose: Compose,
        reports: tuple[ReportName, ...],
        choices: PrintChoices,
        inks: Callable[[bool], PagePainter],
        resources: UiResources,
        roster: RosterColumns,
        parent: QWidget | None = None,
    ) -> None:
        """Takes what makes the document, what is chosen at first, what to paint with, and what a roster can have."""
        super().__init__(parent)
        self._compose = compose
        self._choices = choices
        self._inks = inks
        self._figure = resources.figure
        self._texts = texts = resources.texts
        self._roster = roster
        self._pages: tuple[Page, ...] = ()
        self._document: Document | None = None
        self._printer: QPrinter | None = None
        column = set_up_dialog(self, texts.text_of("gui.print.title"))
        self._reports = {name: self._check(f"report_{name}", name in reports) for name in REPORTS}
        self.for_players = self._check("for_players", is_on=False)
        self._make_paper()
        self.model = PageModel(self)
        self.list = self._page_list()
        self.view = PageView(texts.text_of("gui.print.page"), self)
        self.message = plain_label("", self)
        self._lay_out(column)
        self.renew()
        self.resize(1060, 720)

    # ---- made once

    def _check(self, name: str, is_on: bool) -> QCheckBox:
        box = QCheckBox(self._texts.text_of(f"gui.print.{name}"), self)
        box.setChecked(is_on)
        box.toggled.connect(self.renew)
        return box

    def _make_paper(self) -> None:
        choices = self._choices
        self.paper = self._combo("paper", PAPERS, choices.paper)
        self.landscape = self._check("landscape", choices.is_landscape)
        self.colour = self._check("colour", choices.is_colour)
        self.two_sided = self._check("two_sided", choices.is_two_sided)
        self.backs = self._check("backs", choices.has_backs)
        self.blank = self._check("blank", choices.is_blank)
        self.sheets = self._combo(
            "sheets_per_page", tuple(map(str, _SHEETS)), str(choices.sheets_per_page)
        )
        self.cards = self._combo(
            "cards_per_page", tuple(map(str, _CARDS)), str(choices.cards_per_page)
        )
        self.columns = self._columns_button()
        self.margin = NumberField(self)
        self.margin.setRange(0, 50)
        self.margin.setSuffix(" mm")
        self.margin.setValue(round(choices.margin))
        self.scale = QDoubleSpinBox(self)
        set_in(self.scale)
        self.scale.setRange(0.5, 1.5)
        self.scale.setSingleStep(0.05)
        self.scale.setValue(choices.scale)
        for box, name in ((self.margin, "margin"), (self.scale, "scale")):
            box.setAccessibleName(self._texts.text_of(f"gui.print.{name}"))
            box.valueChanged.connect(self.renew)

    def _columns_button(self) -> QPushButton:
        """The columns of the roster, each to be ticked in a menu."""
        button = QPushButton(self._texts.text_of("gui.print.columns"), self)
        menu = QMenu(button)
        shown = self._choices.columns.get(self._roster.system, self._roster.usual)
        for key, title in self._roster.known:
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(key in shown)
            action.setData(key)
            action.toggled.connect(self.renew)
        button.setMenu(menu)
        return button

    def _combo(self, name: str, options: tuple[str, ...], chosen: str) -> QComboBox:
        box = QComboBox(self)
        box.addItems(list(options))
        box.setCurrentText(chosen)
        box.setAccessibleName(self._texts.text_of(f"gui.print.{name}"))
        box.currentTextChanged.connect(self.renew)
        return box

    def _page_list(self) -> QListView:
        view = QListView(self)
        view.setModel(self.model)
        view.setIconSize(SMALL)
        view.setUniformItemSizes(True)
        view.setFixedWidth(SMALL.width() + 52)
        view.setAccessibleName(self._texts.text_of("gui.print.pages"))
        view.selectionModel().currentChanged.connect(self._show_current)
        return view

    def _lay_out(self, column: QVBoxLayout) -> None:
        form = QFormLayout()
        for box in self._reports.values():
            form.addRow(box)
        form.addRow(self.for_players)
        for name in ("paper", "margin", "scale", "sheets", "cards"):
            label = {"sheets": "sheets_per_page", "cards": "cards_per_page"}.get(name, name)
            form.addRow(self._texts.text_of(f"gui.print.{label}"), getattr(self, name))
        for box in (self.landscape, self.colour, self.two_sided, self.backs, self.blank):
            form.addRow(box)
        form.addRow(self.columns)
        inner = QWidget(self)
        inner.setLayout(form)
        left = QScrollArea(self)
        left.setWidgetResizable(True)
        left.setFrameShape(QScrollArea.Shape.NoFrame)
        left.setWidget(inner)
        left.setFixedWidth(284)
        row = QHBoxLayout()
        row.addWidget(left)
        row.addWidget(self.list)
        row.addWidget(self.view, 1)
        column.addLayout(row, 1)
        column.addWidget(self.message)
        column.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        cancel = QPushButton(self._texts.text_of("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        self.to_file = QPushButton(self._texts.text_of("gui.print.to_file"), self)
        self.to_file.clicked.connect(self._ask_file)
        self.to_printer = QPushButton(self._texts.text_of("gui.print.to_printer"), self)
        self.to_printer.clicked.connect(self._ask_printer)
        self.go = QPushButton(self._texts.text_of("gui.print.go"), self)
        self.go.setProperty("primary", "true")
        self.go.clicked.connect(self._print)
        return buttons(cancel, self.to_printer, self.to_file, self.go)

    # ---- what is shown

    @property
    def choices(self) -> PrintChoices:
        """What is chosen now."""
        return structs.replace(
            self._choices,
            paper=next(each for each in PAPERS if each == self.paper.currentText()),
            is_landscape=self.landscape.isChecked(),
            is_colour=self.colour.isChecked(),
            is_two_sided=self.two_sided.isChecked(),
            margin=float(self.margin.value()),
            scale=round(self.scale.value(), 2),
            sheets_per_page=int(self.sheets.currentText()),
            cards_per_page=int(self.cards.currentText()),
            columns=self._columns,
            has_backs=self.backs.isChecked(),
            is_blank=self.blank.isChecked(),
        )

    @property
    def _columns(self) -> dict[str, tuple[str, ...]]:
        """The roster's columns by system; the usual ones are not kept."""
        actions = self.columns.menu().actions()
        ticked = tuple(str(action.data()) for action in actions if action.isChecked())
        others = {k: v for k, v in self._choices.columns.items() if k != self._roster.system}
        is_usual = not ticked or ticked == self._roster.usual
        return others if is_usual else {**others, self._roster.system: ticked}

    @property
    def reports(self) -> tuple[ReportName, ...]:
        """The reports that are ticked."""
        return tuple(name for name, box in self._reports.items() if box.isChecked())

    @Slot()
    def renew(self) -> None:
        """Makes the pages anew, from what is chosen."""
        choices = self.choices
        self._choices = choices
        for_players = self.for_players.isChecked()
        asked = choices.of(self.reports, for_players=for_players, system=self._roster.system)
        self._document = self._compose(asked)
        page_painter = self._inks(choices.is_colour)
        self._pages = pages_of(
            self._document, choices.sheet, page_painter, self._figure, self._texts
        )
        row = max(self.list.currentIndex().row(), 0)
        self.model.show_pages(self._pages, choices.sheet)
        self._select(min(row, len(self._pages) - 1))
        for button in (self.go, self.to_file, self.to_printer):
            button.setEnabled(bool(self._pages))
        key = "gui.print.count" if self._pages else "print.nothing"
        self.message.setText(
            self._texts.text_of(key, pages=len(self._pages), target=self._target())
        )
        self.chosen.emit(choices)

    def _target(self) -> str:
        printer = QPrinterInfo.defaultPrinter()
        return str(self._path) if printer.isNull() else printer.description()

    @property
    def _path(self) -> Path:
        """Where the PDF goes unless another file is chosen: beside the last one, named after fight and reports."""
        folder = Path(self._choices.folder) if self._choices.folder else Path.home()
        fight = self._document.fight if self._document else ""
        parts = (
            fight,
            *(self._texts.text_of(f"gui.print.report_{name}").lower() for name in self.reports[:2]),
        )
        name = ", ".join(part for part in parts if part)
        return folder / f"{name.translate(_UNSAFE)}.pdf"

    def _select(self, row: int) -> None:
        index = self.model.index(max(row, 0))
        if index.isValid():
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.list.selectionModel().setCurrentIndex(index, flag)
        self._show_current()

    @Slot()
    def _show_current(self) -> None:
        row = self.list.currentIndex().row()
        page = self._pages[row] if 0 <= row < len(self._pages) else None
        self.view.show_page(page, self._choices.sheet)

    # ---- printing

    @Slot()
    def _print(self) -> None:
        info = QPrinterInfo.defaultPrinter()
        if info.isNull():
            self.write_or_ask(self._path)
            return
        self._printer = self._made(QPrinter(info))
        self._to_printer(self._printer)

    def _made(self, printer: QPrinter) -> QPrinter:
        """Tells a printer the paper, before its own dialog has the last word on trays, copies and sides."""
        sides = (
            QPrinter.DuplexMode.DuplexAuto if self._is_duplex else QPrinter.DuplexMode.DuplexNone
        )
        printer.setPageLayout(self._choices.sheet.layout)
        printer.setDuplex(sides)
        grey, colour = QPrinter.ColorMode.GrayScale, QPrinter.ColorMode.Color
        printer.setColorMode(colour if self._choices.is_colour else grey)
        return printer

    @property
    def _is_duplex(self) -> bool:
        has_backs = self._choices.has_backs and "cards" in self.reports
        return self._choices.is_two_sided or has_backs

    @Slot()
    def _ask_file(self) -> None:
        kinds = {"pdf": "PDF", "md": "Markdown", "html": "HTML", "csv": "CSV"}
        title = self._texts.text_of("gui.print.to_file")
        dialog = SaveDialog(title, str(self._path), kinds, self)
        dialog.fileSelected.connect(lambda path: self.write_or_ask(Path(path)))
        dialog.open()

    def write_or_ask(self, path: Path) -> None:
        """Writes a file, after a question where one is there already."""
        write_or_ask(path, self._write_all, self._texts, self)

    def _write_all(self, path: Path, overwrite: bool) -> None:
        self.write(path, overwrite=overwrite)

    def write(self, path: Path, pages: Sequence[Page] = (), *, overwrite: bool = False) -> None:
        """Writes a PDF, or what the ending says, and closes; what is wrong is said, and the window stays.

        ``pages`` are those of the PDF; all of them if empty. A file that is there is replaced only with ``overwrite``.
        """
        try:
            if path.suffix.lower() in TEXTS and self._document is not None:
                text = TEXTS[path.suffix.lower()](self._document)
                save(path, text.encode(), overwrite=overwrite)
            else:
                wanted, sheet = pages or self._pages, self._choices.sheet
                write_pdf(wanted, sheet, path, path.stem, overwrite=overwrite)
        except AppError as error:
            self.message.setText(self._texts.text(error.message))
            return
        self._choices = structs.replace(self._choices, folder=str(path.parent))
        self.chosen.emit(self._choices)
        self.accept()
        self._tell_done(str(path))

    def _tell_done(self, target: str) -> None:
        letters = self._inks(self._choices.is_colour).lacking
        said = self._texts.text_of("print.no_font", letters=letters) if letters else ""
        self.printed.emit(f"{target}. {said}" if said else target)

    @Slot()
    def _ask_printer(self) -> None:
        # Kept as an attribute: a dialog on a printer that has gone crashes.
        self._printer = self._made(QPrinter())
        dialog = QPrintDialog(self._printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._print_on_chosen)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.show()

    @Slot()
    def _print_on_chosen(self) -> None:
        if self._printer is not None:
            self._to_printer(self._printer)

    def _to_printer(self, printer: QPrinter) -> None:
        """Prints; into a file as whole as every other, and what was cancelled or refused is said."""
        pages = wanted_pages(self._pages, printer)
        if printer.outputFileName():  # the dialog of the printers has asked whether to replace it
            self.write(Path(printer.outputFileName()), pages, overwrite=True)
            return
        printer.setResolution(DPI)
        printer.setPageLayout(self._choices.sheet.layout)
        printer.setFullPage(True)
        printer.setDocName(self._path.stem)
        done = render(pages, printer)
        states = (QPrinter.PrinterState.Aborted, QPrinter.PrinterState.Error)
        if not done or printer.printerState() in states:
            key = "print.printer_failed"
            self.message.setText(self._texts.text_of(key, printer=printer.printerName()))
            return
        self.accept()
        self._tell_done(printer.printerName())


def wanted_pages(pages: Sequence[Page], printer: QPrinter) -> tuple[Page, ...]:
    """Returns the pages that were asked for in a printer's dialog; all of them where none of those exists."""
    if printer.printRange() != QPrinter.PrintRange.PageRange:
        return tuple(pages)
    ranges = printer.pageRanges()
    return tuple(page for page in pages if ranges.contains(page.number)) or tuple(pages)
