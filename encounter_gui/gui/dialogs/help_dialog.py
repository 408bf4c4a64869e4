"""The help: its pages in a list, the one that is read beside it, with links from page to page."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import (
    QKeySequence,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrame,
    QTextTable,
)
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.ranking import Index, words_of
from encounter_gui.gui.command_line.finding.source import Found
from encounter_gui.gui.command_line.sources.help_sections import plain_text, sections_of
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.dialogs.rule_pages import SCHEME, linked, page_name
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import add_clear_button

_SIZE = 900, 620
_LIST = 240
_MARGIN = 14
_ABOVE = 18
_MOST_FOUND = 40
_MOST_MARKS = 200
_FOR_ALL = (
    "table",
    "palette",
    "prep",
    "fights",
    "time",
    "workshop",
    "printing",
    "rulesets",
    "ruleset-keys",
    "python-game",
    "dice",
    "refusals",
)


class HelpPage(Struct, frozen=True, kw_only=True):
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
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the pages, in the order of the list, and what it is drawn with."""
        super().__init__(parent)
        self._pages = tuple(pages)
        self._theme = icons.theme
        column = set_up_dialog(self, texts.text_of("gui.help.title"))
        self.list = QListWidget(self)
        self.list.setFixedWidth(_LIST)
        self.list.setAccessibleName(texts.text_of("gui.help.pages"))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(texts.text_of("gui.help.search"))
        self.search.setAccessibleName(texts.text_of("gui.help.search"))
        add_clear_button(self.search, icons, texts)
        self.nothing = QLabel(texts.text_of("gui.help.nothing"), self)
        self.nothing.hide()
        self._shown: tuple[_Place, ...] = ()
        self._found: Index | None = None
        self.text = QTextBrowser(self)
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(_MARGIN)
        side = column_layout(None, self.search, self.nothing, (self.list, 1))
        row = row_layout(None, side, (self.text, 1))
        column.addLayout(row, 1)
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.accept)
        column.addLayout(buttons(close))
        # Enter belongs to the search here.
        close.setDefault(False)
        close.setAutoDefault(False)
        self.search.setFixedWidth(_LIST)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self.list.setFocus)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._begin_search)
        self._list(tuple(_Place(page=each.name, title=each.title) for each in self._pages))
        self.list.currentRowChanged.connect(self._turn)
        self.text.anchorClicked.connect(self._follow)
        self.resize(*_SIZE)

    def show_page(self, name: str) -> None:
        """Turns to a page; one that is not there: to the first."""
        if self.search.text():
            self.search.clear()
        names = [page.name for page in self._pages]
        self.list.setCurrentRow(names.index(name) if name in names else 0)

    @Slot()
    def _begin_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    @Slot(str)
    def _search(self, text: str) -> None:
        """Lists the sections all words are found in, best first; without words the pages again."""
        if not text.strip():
            self._list(tuple(_Place(page=each.name, title=each.title) for each in self._pages))
            return
        if self._found is None:
            self._found = Index(_sections(self._pages))
        hits = self._found.find(words_of(text), _MOST_FOUND).hits
        places = (hit.found.key.partition("#") for hit in hits)
        self._list(tuple(_Place(page=page, title=head, heading=head) for page, _, head in places))
        self._mark(text)

    def _list(self, places: tuple["_Place", ...]) -> None:
        """Shows these in the list, and turns to the first."""
        self.list.blockSignals(True)
        self._shown = places
        self.list.clear()
        for place in places:
            item = QListWidgetItem(place.title, self.list)
            item.setSizeHint(QSize(0, round(self._theme.size("row_list"))))
        self.nothing.setVisible(not places)
        self.list.blockSignals(False)
        if places:
            self.list.setCurrentRow(0)
            self._turn(0)

    def _mark(self, text: str) -> None:
        """Marks the words that are looked for in the page that is shown."""
        marks: list[QTextEdit.ExtraSelection] = []
        form = QTextCharFormat()
        form.setBackground(self._theme.colour("accent.interactive_fill"))
        for word in text.split():
            cursor = self.text.document().find(word)
            while not cursor.isNull() and len(marks) < _MOST_MARKS:
                mark = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = cursor, form
                marks.append(mark)
                cursor = self.text.document().find(word, cursor)
        self.text.setExtraSelections(marks)

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
        if not 0 <= row < len(self._shown):
            return
        place = self._shown[row]
        page = next(each for each in self._pages if each.name == place.page)
        document = self.text.document()
        document.setDefaultFont(self._theme.font("body"))
        self.text.setMarkdown(linked(page.text))
        self.text.setAccessibleName(page.title)
        _add_rules(document.rootFrame(), self._theme)
        _add_space(document)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        if place.heading:
            self.show_heading(place.heading)
        self._mark(self.search.text())

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


class _Place(Struct, frozen=True, kw_only=True):
    """A line of the list: a page, or one of its headings."""

    page: str
    title: str
    heading: str = ""


def _sections(pages: Sequence[HelpPage]) -> Iterator[Found]:
    for page in pages:
        for heading, body in sections_of(page.text):
            title = plain_text(heading)
            yield Found(key=f"{page.name}#{title}", title=title, also=plain_text(body))


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
    """Returns the pages: the game that is played, what holds for all, the other games, last the words for files."""
    first = (system, page_name(system), *_FOR_ALL)
    names = dict.fromkeys(
        (*first, *sorted(texts, key=lambda each: (each.endswith("-files"), each)))
    )
    return tuple(HelpPage(name=name, text=texts[name]) for name in names if name in texts)
