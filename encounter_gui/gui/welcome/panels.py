"""The three panels below the cards: the tour, what can be begun or opened, and what was open before."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.welcome.open_button import OpenButton
from encounter_gui.gui.welcome.panel_frame import PanelFrame
from encounter_gui.gui.welcome.welcome_row import RowWords, WelcomeRow
from encounter_gui.gui.welcome.welcome_view import RecentCampaign
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout

TOUR_ICONS = ("table", "aimed", "next", "undo", "print")
"""The icons of the steps of the tour, in their order."""

_BEGIN: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "new": ("file", ("Ctrl", "N")),
    "open": ("folder", ("Ctrl", "O")),
    "import": ("import", ("Ctrl", "I")),
    "backup": ("history", ()),
    "samples": ("waves", ()),
}
_MOST = 5


class TourPanel(PanelFrame):
    """Lists the steps of the tour."""

    tour_requested = Signal()

    def __init__(
        self, sample: str, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the name of the sample fight it is played on."""
        text_of = texts.text_of
        super().__init__(text_of("welcome.tour"), text_of("welcome.tour.length"), icons, parent)
        texts_behind = [text_of(f"welcome.tour.{place}.text") for place in range(1, 6)]
        longest = max(texts_behind, key=len)
        for place, icon in enumerate(TOUR_ICONS, 1):
            title, text = text_of(f"welcome.tour.{place}"), text_of(f"welcome.tour.{place}.text")
            words = RowWords(
                title=title,
                text=text,
                icon=icon,
                number=str(place),
                layout="behind",
                longest=longest,
            )
            row = WelcomeRow(words, icons, self)
            row.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.clicked.connect(self.tour_requested)
            self.rows.addWidget(row)
        self.rows.addStretch(1)
        self.start = OpenButton(text_of("welcome.tour.start"), icons, "walking", "T", self)
        self.start.clicked.connect(self.tour_requested)
        where = plain_label(text_of("welcome.tour.on", sample=sample), self.foot)
        add_items(self.foot_row, self.start, (where, 1))
        self.dress()


class BeginPanel(PanelFrame):
    """What can be begun or opened."""

    requested = Signal(str)
    """``new``, ``open``, ``import``, ``backup``, ``samples`` or ``keys``."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(texts.text_of("welcome.begin"), "", icons, parent)
        self.entries: dict[str, WelcomeRow] = {}
        for name, (icon, keys) in _BEGIN.items():
            title = texts.text_of(f"welcome.begin.{name}")
            text = texts.text_of(f"welcome.begin.{name}.text")
            self._add(name, RowWords(title=title, text=text, icon=icon, keys=keys))
        self.rows.addStretch(1)
        help_row = WelcomeRow(
            RowWords(title=texts.text_of("welcome.begin.keys"), keys=("F1",), is_last=True),
            icons,
            self.foot,
        )
        help_row.setObjectName("keys")
        help_row.clicked.connect(lambda: self.requested.emit("keys"))
        self.foot_row.setContentsMargins(1, 6, 1, 6)
        self.foot_row.addWidget(help_row)

    def _add(self, name: str, words: RowWords) -> None:
        row = WelcomeRow(words, self._icons, self)
        row.setObjectName(name)
        row.clicked.connect(lambda: self.requested.emit(name))
        self.entries[name] = row
        self.rows.addWidget(row)


class RecentPanel(PanelFrame):
    """The campaigns that were open before, the newest first; the first of them to go on with."""

    open_requested = Signal(str)
    find_requested = Signal(str)
    forget_requested = Signal(str)

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(texts.text_of("welcome.recent"), "", icons, parent)
        self._texts = texts
        self._shown: tuple[RecentCampaign, ...] = ()
        self._parts: list[QWidget] = []
        self.go_on = OpenButton("", icons, "undo", "↵", self.foot)
        self.go_on.clicked.connect(self._go_on)
        self._where = plain_label(texts.text_of("welcome.recent.where"), self.foot, wraps=False)
        self._here = plain_label(texts.text_of("welcome.recent.here"), self.foot)
        add_items(self.foot_row, self.go_on, (self._where, 1), (self._here, 1))
        self.dress()

    def show_recent(self, campaigns: tuple[RecentCampaign, ...]) -> None:
        """Shows the campaigns."""
        self._shown = campaigns[:_MOST]
        for part in self._parts:
            self.rows.removeWidget(part)
            part.deleteLater()
        self._parts = [self._row(each) for each in self._shown] or [self._nothing()]
        for part in self._parts:
            self.rows.addWidget(part, 1 if not self._shown else 0)
        if self._shown:
            space = QWidget(self)
            self._parts.append(space)
            self.rows.addWidget(space, 1)
        last = self.last
        self.go_on.setVisible(last is not None)
        self._where.setVisible(last is not None)
        self._here.setVisible(last is None)
        if last is not None:
            self.go_on.show_words(self._texts.text_of("welcome.recent.go_on", campaign=last.name))
            self.go_on.show_primary(is_primary=True, cap="↵")

    @property
    def last(self) -> RecentCampaign | None:
        """The campaign to go on with; None: there is none."""
        return next((each for each in self._shown if not each.is_missing), None)

    def _row(self, campaign: RecentCampaign) -> QWidget:
        gone = self._texts.text_of("welcome.recent.gone")
        words = RowWords(
            title=campaign.name,
            text=gone if campaign.is_missing else campaign.standing,
            tag=campaign.tag,
            end="" if campaign.is_missing else campaign.when,
            is_warning=campaign.is_missing,
        )
        row = WelcomeRow(words, self._icons, self)
        row.setObjectName(campaign.path)
        row.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        row.customContextMenuRequested.connect(self._offer_forgetting)
        chosen = self.find_requested if campaign.is_missing else self.open_requested
        row.clicked.connect(lambda: chosen.emit(campaign.path))
        if not campaign.is_missing:
            return row
        find = OpenButton(self._texts.text_of("welcome.recent.find"), self._icons, parent=self)
        find.setObjectName(campaign.path)
        find.setProperty("small", "true")
        find.clicked.connect(lambda: self.find_requested.emit(campaign.path))
        row_layout(row, STRETCH, find, margins=(0, 0, 14, 0))
        return row

    def _nothing(self) -> QWidget:
        page = QWidget(self)
        column = column_layout(page, STRETCH, margins=(40, 0, 40, 0))
        for key, font, role in (
            ("welcome.recent.none", "row", "text.secondary"),
            ("welcome.recent.none.text", "small", "text.muted"),
        ):
            label = QLabel(self._texts.text_of(key), page)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            dress_label(label, self._icons.theme, font, role)
            column.addWidget(label)
        column.addStretch(1)
        return page

    @Slot()
    def _go_on(self) -> None:
        if self.last is not None:
            self.open_requested.emit(self.last.path)

    @Slot(QPoint)
    def _offer_forgetting(self, place: QPoint) -> None:
        row = self.sender()
        if isinstance(row, WelcomeRow):
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            forget = menu.addAction(self._texts.text_of("welcome.recent.forget"))
            forget.setData(row.objectName())
            menu.triggered.connect(lambda action: self.forget_requested.emit(str(action.data())))
            menu.popup(row.mapToGlobal(place))
