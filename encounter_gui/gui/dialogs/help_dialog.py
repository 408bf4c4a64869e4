"""The help: its pages in a list, the one that is read beside it, with links from page to page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, QTimer, QUrl, Slot
from PySide6.QtGui import QTextCursor, QTextDocument, QTextFrame, QTextTable
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTextBrowser,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.dialogs.rule_pages import SCHEME, linked, page_name
from encounter_gui.gui.theme.theme import Theme

_SIZE = 900, 620
_LIST = 200
_MARGIN = 14
_ABOVE = 18
_FOR_ALL = ("table", "palette", "prep", "fights", "printing", "rulesets", "dice", "refusals")


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPage:
    """A page of the help: the name of its file, and its text in Markdown, whose first line is its title."""

    name: str
    text: str

    @property
    def title(self) -> str:
        """What it is about."""
        return self.text.partition("\n")[0].lstrip("# ")


class HelpDialog(QDialog):
    """Shows pages that can be read and copied from; it may stay open beside the fight."""

    def __init__(
        self,
        pages: Sequence[HelpPage],
        theme: Theme,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the pages, in the order of the list."""
        super().__init__(parent)
        self._pages = tuple(pages)
        self._theme = theme
        column = set_up_dialog(self, texts.text_of("gui.help.title"))
        self.list = QListWidget(self)
        self.list.setFixedWidth(_LIST)
        self.list.setAccessibleName(texts.text_of("gui.help.pages"))
        for page in pages:
            item = QListWidgetItem(page.title, self.list)
            item.setSizeHint(QSize(0, round(theme.size("row_list"))))
        self.text = QTextBrowser(self)
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(_MARGIN)
        row = QHBoxLayout()
        row.addWidget(self.list)
        row.addWidget(self.text, 1)
        column.addLayout(row, 1)
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.accept)
        column.addLayout(buttons(close))
        self.list.currentRowChanged.connect(self._turn)
        self.text.anchorClicked.connect(self._follow)
        self.resize(*_SIZE)

    def show_page(self, name: str) -> None:
        """Turns to a page; one that is not there: to the first."""
        names = [page.name for page in self._pages]
        self.list.setCurrentRow(names.index(name) if name in names else 0)

    def show_heading(self, heading: str) -> None:
        """Scrolls to a heading of the page that is shown, by its first words; where there is none nothing moves."""
        block = self.text.document().begin()
        while heading and block.isValid():
            is_heading = block.blockFormat().headingLevel() > 0
            if is_heading and f"{block.text()} ".startswith(f"{heading} "):
                self.text.setTextCursor(QTextCursor(block))
                # Only once the dialog has its size is it known how far that is.
                QTimer.singleShot(0, self, self._scroll_to_cursor)
                return
            block = block.next()

    @Slot()
    def _scroll_to_cursor(self) -> None:
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.value() + self.text.cursorRect().top() - _MARGIN)

    @Slot(int)
    def _turn(self, row: int) -> None:
        page = self._pages[row]
        document = self.text.document()
        document.setDefaultFont(self._theme.font("body"))
        self.text.setMarkdown(linked(page.text))
        self.text.setAccessibleName(page.title)
        _add_rules(document.rootFrame(), self._theme)
        _add_space(document)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)

    @Slot(QUrl)
    def _follow(self, link: QUrl) -> None:
        """Leads to another page; what lies outside is copied from, not opened: the program needs no network."""
        if link.scheme() == SCHEME:
            self._show_rule(link.path())
            return
        name = link.fileName().removesuffix(".md")
        if not link.scheme() and name in {page.name for page in self._pages}:
            self.show_page(name)

    def _show_rule(self, rule: str) -> None:
        """Turns to the page with a rule; an id that no page explains leads nowhere."""
        for page in self._pages:
            if f"\n### {rule} " in page.text:
                self.show_page(page.name)
                self.show_heading(rule)
                return


def _add_space(document: QTextDocument) -> None:
    """Headings belong to what follows them."""
    block = document.begin().next()
    while block.isValid():
        if block.blockFormat().headingLevel():
            form = block.blockFormat()
            form.setTopMargin(_ABOVE)
            QTextCursor(block).setBlockFormat(form)
        block = block.next()


def _add_rules(frame: QTextFrame, theme: Theme) -> None:
    """Tables with a thin line under each row, as everywhere in the program."""
    for child in frame.childFrames():
        if isinstance(child, QTextTable):
            form = child.format()
            form.setBorder(1)
            form.setBorderCollapse(True)
            form.setBorderBrush(theme.colour("line.subtle"))
            form.setCellPadding(4)
            form.setTopMargin(6)
            form.setBottomMargin(6)
            child.setFormat(form)
        _add_rules(child, theme)


def pages_of(texts: Mapping[str, str], system: str) -> tuple[HelpPage, ...]:
    """Returns the pages: how the game that is played works, then what holds for all, then the other games."""
    first = (system, page_name(system), *_FOR_ALL)
    names = dict.fromkeys((*first, *sorted(texts)))
    return tuple(HelpPage(name=name, text=texts[name]) for name in names if name in texts)
