"""The help: its pages in a list, the one that is read beside it, with links from page to page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, QUrl, Slot
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
from encounter_gui.gui.theme.theme import Theme

_SIZE = 900, 620
_LIST = 200
_MARGIN = 14
_ABOVE = 18
_FOR_ALL = ("prep", "fights", "printing", "rulesets", "dice", "refusals")


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

    @Slot(int)
    def _turn(self, row: int) -> None:
        page = self._pages[row]
        document = self.text.document()
        document.setDefaultFont(self._theme.font("body"))
        self.text.setMarkdown(page.text)
        self.text.setAccessibleName(page.title)
        _add_rules(document.rootFrame(), self._theme)
        _add_space(document)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)

    @Slot(QUrl)
    def _follow(self, link: QUrl) -> None:
        """Leads to another page; what lies outside is copied from, not opened: the program needs no network."""
        name = link.fileName().removesuffix(".md")
        if not link.scheme() and name in {page.name for page in self._pages}:
            self.show_page(name)


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
    first = (system, *_FOR_ALL)
    names = dict.fromkeys((*first, *sorted(texts)))
    return tuple(HelpPage(name=name, text=texts[name]) for name in names if name in texts)
