"""Pages on the screen: a list of small ones, and one as large as there is room, painted as on paper."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.printing.pages.pagination import Page
from encounter_gui.gui.printing.pages.paper import Paper
from encounter_gui.gui.widgets.tool_tips import plain_tip

SMALL = QSize(96, 124)
_WHITE = QColor("#FFFFFF")
_GREY = QColor("#7A7A7A")

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class PageModel(QAbstractListModel):
    """The pages as small pictures, made when one is looked at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: tuple[Page, ...] = ()
        self._paper = Paper()
        self._kept: dict[int, QIcon] = {}

    def show_pages(self, pages: Sequence[Page], paper: Paper) -> None:
        """Shows other pages."""
        self.beginResetModel()
        self._pages, self._paper, self._kept = tuple(pages), paper, {}
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._pages)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        page = self._pages[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return str(page.number)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(f"{page.number}: {page.title}")
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{page.number}: {page.title}"
            case Qt.ItemDataRole.DecorationRole:
                return self._icon(index.row())
            case _:
                return None

    def _icon(self, row: int) -> QIcon:
        if row not in self._kept:
            picture = QPixmap(SMALL)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint_page(painter, self._pages[row], self._paper, QRectF(picture.rect()))
            painter.end()
            self._kept[row] = QIcon(picture)
            # Selected, paper stays as white as it is: Qt would tint it.
            self._kept[row].addPixmap(picture, QIcon.Mode.Selected)
        return self._kept[row]


class PageView(QWidget):
    """One page, as large as there is room."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page: Page | None = None
        self._paper = Paper()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_page(self, page: Page | None, paper: Paper) -> None:
        """Shows a page; None: there is none."""
        self._page, self._paper = page, paper
        self.setAccessibleDescription(f"{page.number}: {page.title}" if page else "")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(460, 600)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._page is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_page(painter, self._page, self._paper, QRectF(self.rect()).adjusted(8, 8, -8, -8))
            painter.end()


def paint_page(painter: QPainter, page: Page, paper: Paper, area: QRectF) -> None:
    """Paints a page with its paper into an area, as large as fits, in the middle."""
    size = paper.size
    factor = min(area.width() / size.width(), area.height() / size.height())
    left = area.center().x() - size.width() * factor / 2
    top = area.center().y() - size.height() * factor / 2
    painter.save()
    painter.translate(left, top)
    painter.scale(factor, factor)
    sheet = QRectF(0, 0, size.width(), size.height())
    painter.fillRect(sheet, _WHITE)
    painter.setPen(_GREY)
    painter.drawRect(sheet)
    painter.setClipRect(sheet)
    page.paint(painter)
    painter.restore()
