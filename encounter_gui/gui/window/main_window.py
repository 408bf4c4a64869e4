"""The window: puts the parts in their places, and remembers which places those are."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QByteArray, QPoint, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLayout,
    QMainWindow,
    QMenu,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.attack_panel import AttackPanel
from encounter_gui.gui.combatants.filter_bar import FilterBar
from encounter_gui.gui.combatants.table import CombatantTable
from encounter_gui.gui.combatants.whole_rows import WholeRows
from encounter_gui.gui.control.actions import make_actions
from encounter_gui.gui.control.settings import GEOMETRY, LAYOUT, SPLIT, Settings
from encounter_gui.gui.files.file_banner import FileBanner
from encounter_gui.gui.keys.regions import Regions
from encounter_gui.gui.large.fight_column import FightColumn
from encounter_gui.gui.large.large_panels import LargePanels, Part
from encounter_gui.gui.large.strip_place import StripPlace
from encounter_gui.gui.large.undo_target import UndoTarget
from encounter_gui.gui.large.whole_page import WholePage
from encounter_gui.gui.log.log_panel import LogPanel
from encounter_gui.gui.status.status_panel import StatusPanel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.timeline.timeline_view import TimelineView
from encounter_gui.gui.toolbar.turn_bar import TurnBar
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.gui.widgets.screen_fit import TITLE_BAR
from encounter_gui.gui.window.menus import Menus
from encounter_gui.gui.window.panel_bar import PanelBar
from encounter_gui.gui.window.save_status import SaveStatus

if TYPE_CHECKING:  # made when they are first needed
    from encounter_gui.gui.command_line.palette.panel import CommandPanel
    from encounter_gui.gui.command_line.terms.asked import Walk
    from encounter_gui.gui.damage.damage_panel import DamagePanel
    from encounter_gui.gui.damage.damage_plan import DamagePlan

_FIRST_SIZE = (1366, 768)
_LEAST_SIZE = (860, 440)

_ENCOUNTER_WIDTH = 420
"""The most an encounter gets in prep; only body and sheet side by side need more."""

_STATUS_WIDTHS = ((2300, 920), (1900, 664), (1700, 604), (1180, 304), (0, 252))
"""How wide the panel at the right is at first, from which width of the window on."""
_DOCK_WIDTH = 240
_TABLE_WIDTH = 1000
"""What the table needs for all its columns, in logical pixels."""
_TIMELINE_HEIGHT = 96
_BENCH_WIDTH = 344
_EDGES = 2
"""What the frame around the bench takes of its height, in logical pixels."""
_EDITOR_WIDTH = 344
_LIBRARY_WIDTHS = ((1100, 268), (0, 214))
"""How wide the library is at first, from which width of the window on."""
_MINUS = ("-", "−")
_WITHOUT_DIGITS = frozenset(
    {"", "log", "explanation", "sheet", "timeline", "toolbar", "rail", "simultaneous"}
)
"""Parts that have no use for digits: there, a number selects a combatant as it does in the table."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class UiResources(Struct, frozen=True, kw_only=True):
    """What everything in the window is drawn with."""

    icons: Icons
    figure: BodyFigure
    texts: MessageCatalog


class MainWindow(QMainWindow):
    """Holds the parts; ``connections`` joins them to the controllers."""

    closing = Signal()
    side_changed = Signal()
    """Another panel stands at the right."""
    tuning_closed = Signal()
    """How hard the fight will be is not shown any more."""
    damage_made = Signal(object)
    """``DamagePanel``: from now on there is one."""
    command_made = Signal(object)
    """``CommandPanel``: from now on there is one."""

    def __init__(self, resources: UiResources, parent: QWidget | None = None) -> None:
        """Takes what it is drawn with."""
        super().__init__(parent)
        icons, texts = resources.icons, resources.texts
        self._icons = icons
        self._texts = texts
        self.actions_of = make_actions(self, texts, icons)
        self.undo_target = UndoTarget(self.actions_of, texts, self)
        self.menus = Menus(self, self.actions_of, texts)
        self.kept = SaveStatus(icons, self)
        self.banner = FileBanner(self)
        self.turn_bar = TurnBar(self.actions_of, icons, texts, self)
        self.timeline = TimelineView(icons, texts)
        self.rail = PanelBar(self.actions_of, icons, texts)
        self.table = CombatantTable(icons, texts)
        self.filter_bar = FilterBar(icons, texts)
        self.attack_panel = AttackPanel(icons, texts)
        self.log = LogPanel(icons, texts)
        self.status = StatusPanel(icons, resources.figure, texts)
        self._docks: dict[str, QDockWidget] = {}
        self._frame = ScrubFrame(icons, self)
        self._right_page: QWidget = self.status
        self._carry: QWidget = self.status
        self._is_small = False
        self._is_prep = False
        self._time: QWidget | None = None
        self._is_time = False
        self.whole_page = WholePage(self)
        self._editor: QWidget | None = None
        self._tuning: QWidget | None = None
        self._gave_place: QWidget | None = None
        self._guards: list[Callable[[], bool]] = []
        self.instead_of_bench: Callable[[], bool] = bool
        """Takes the keyboard to what comes before an attack; returns False where nothing does."""
        self.covers_bench: Callable[[], bool] = bool
        """Whether something covers the bench that leaves it in use: what is on it can be resolved."""
        self.uncover_bench: Callable[[], object] = bool
        """Has that give the bench free."""
        self.enter_cover: Callable[[], bool] = bool
        """Takes the keyboard to what covers it; returns False where nothing does."""
        self.ask_leaving: Callable[[Walk], object] = bool
        """Asks on the plan who strikes at those who leave melee by a line, and has them go once it is answered."""
        self._library_width = self._status_width = self._beside_width = 0
        """The last: how wide the right dock was before the encounter in it gave room to the editor; 0: it did not."""
        self._gave_way: list[QDockWidget] = []
        self._encounter_page: QWidget | None = None
        self._under_welcome: tuple[QWidget, ...] = ()
        self._lay_out()
        self._add_keys()
        icons.loaded.connect(self._show_icons)
        self.table.setFocus()

    # ---- what it remembers

    def restore(self, settings: Settings) -> None:
        """Takes the places and sizes it had last time; what does not fit any more is left out."""
        self.restoreGeometry(QByteArray(settings.get(GEOMETRY)))
        self.restoreState(QByteArray(settings.get(LAYOUT)))
        self._status_width = _at(self.width(), _STATUS_WIDTHS)  # what was kept is not changed
        if settings.get(SPLIT):
            self._split.restoreState(QByteArray(settings.get(SPLIT)))
            self._split.is_by_hand = True

    def settle_docks(self) -> None:
        """Works the width of the right dock out anew: it was built before the style sheet that sizes what is in it."""
        for each in self.findChildren(QLayout):
            each.invalidate()
        dock = self._docks["status"]
        self.resizeDocks([dock], [dock.sizeHint().width()], Qt.Orientation.Horizontal)

    def open_on_screen(self) -> None:
        """Shows the window; it fills a screen that has no room for its size and a title bar."""
        room = self.screen().availableGeometry()
        has_room = self.width() <= room.width() and self.height() + TITLE_BAR <= room.height()
        if has_room or self.isMaximized() or self.isFullScreen():
            self.show()
        else:
            self.showMaximized()

    def remember(self, settings: Settings) -> None:
        """Keeps places and sizes for next time: those of the fight, even if something is being prepared."""
        self.show_welcome(is_shown=False)
        self.whole_page.leave()
        self.show_prep(False)
        self.show_time(is_shown=False)
        self._take_back()
        self.large_panels.close()
        settings.set(GEOMETRY, bytes(self.saveGeometry().data()))
        settings.set(LAYOUT, bytes(self.saveState().data()))
        if self._split.is_by_hand:
            settings.set(SPLIT, bytes(self._split.saveState().data()))

    # ---- panels and rooms that are made when they are first needed

    @cached_property
    def damage(self) -> "DamagePanel":
        """The panel of changes by hand."""
        from encounter_gui.gui.damage.damage_panel import DamagePanel

        panel = DamagePanel(self._icons, self._texts)
        self._bench_part.addWidget(panel)
        self.regions.add("damage", panel)
        self.damage_made.emit(panel)
        return panel

    @property
    def shows_damage(self) -> bool:
        """Whether a change by hand stands in the place of the bench."""
        return "damage" in vars(self) and not self.damage.isHidden()

    @cached_property
    def command(self) -> "CommandPanel":
        """The open command field, which lies over the window."""
        from encounter_gui.gui.command_line.palette.panel import CommandPanel

        panel = CommandPanel(self._icons, self._texts, self)
        self.command_made.emit(panel)
        return panel

    def take_welcome(self, page: QWidget) -> None:
        """Takes the welcome screen, which has the whole window below the menus; it is not shown yet."""
        self._rooms.addWidget(page)

    def show_welcome(self, *, is_shown: bool) -> None:
        """Shows the welcome screen instead of everything else, or everything else again, as it was."""
        if is_shown == self.is_welcome or self._rooms.count() == 1:
            return
        self.whole_page.leave()
        if is_shown:
            self._under_welcome = tuple(
                each for each in (self.turn_bar, *self._docks.values()) if not each.isHidden()
            )
        for part in self._under_welcome:
            part.setVisible(not is_shown)
        if not is_shown and self._is_small:
            self._docks["status"].raise_()
        self._rooms.setCurrentIndex(1 if is_shown else 0)
        if is_shown:
            self.setWindowTitle(self._texts.text_of("gui.title.none"))
            self.kept.say_nothing_open(self._texts.text_of("gui.kept.none"))

    @property
    def is_welcome(self) -> bool:
        """Whether the welcome screen is shown: nothing is open."""
        return self._rooms.currentIndex() == 1

    def take_library(self, panel: QWidget) -> None:
        """Gives the library its place beside the rail; it is not shown yet."""
        self._library = frame_around(panel)
        self.regions.add("library", panel)
        self._library.hide()
        self._columns.insertWidget(0, self._library)
        self._columns.setStretchFactor(0, 0)
        self._columns.setStretchFactor(1, 1)

    def take_whole_page(self, name: str, page: QWidget) -> None:
        """Takes a page, as a part of this name, that gets all of the window right of the rail while it is shown."""
        self.regions.add(name, page)
        parts = lambda: (*self._docks.values(), self._columns.widget(0))  # noqa: E731
        self.whole_page.take(name, page, self._pages, parts)

    def take_editor(self, editor: QWidget) -> None:
        """Gives the editor of creatures its place: in prep, where the fight is otherwise."""
        page = self._editor = frame_around(editor)
        self.regions.add("editor", editor)
        # Its own wish follows its fields; no field may push the fight's panels aside.
        page.setMinimumWidth(_EDITOR_WIDTH)
        self._pages.addWidget(page)

    def take_tuning(self, page: QWidget) -> None:
        """Gives the page on how hard the fight will be its place: where library, editor or fight are otherwise."""
        self._tuning = frame_around(page)
        self._tuning.setMinimumWidth(_EDITOR_WIDTH)
        self.regions.add("tuning", page)
        self._pages.addWidget(self._tuning)

    @property
    def shows_tuning(self) -> bool:
        """Whether it is shown how hard the fight will be."""
        return self._tuning is not None and self._pages.currentWidget() is self._tuning

    def show_tuning(self, *, is_shown: bool) -> None:
        """Shows how hard the fight will be beside what is prepared, or again what was there before."""
        if is_shown:
            self.whole_page.leave()
        if self._tuning is None or is_shown == self.shows_tuning:
            return
        library = self._columns.widget(0)
        if is_shown:
            is_open = library is not None and library is not self._pages and library.isVisible()
            self._gave_place = library if is_open else None
            self._pages.setCurrentWidget(self._tuning)
        else:
            self._show_page()
        if self._gave_place is not None:
            self._gave_place.setVisible(not is_shown)
        self._docks["timeline"].setVisible(not is_shown and not self._is_prep and not self._is_time)
        if not is_shown:
            self.tuning_closed.emit()

    def _show_page(self) -> None:
        """Shows the editor in prep, else the fight."""
        editor = self._editor if self._is_prep else None
        place = self._pages.indexOf(editor) if editor is not None else 0
        self._pages.setCurrentIndex(place)

    @property
    def is_prep(self) -> bool:
        """Whether an encounter is being prepared: library, editor and encounter instead of the fight."""
        return self._is_prep

    def show_library(self, is_shown: bool) -> None:
        """Opens or closes the library beside whatever is shown; it comes back as wide as it was."""
        self.whole_page.leave()
        if is_shown:
            self.show_tuning(is_shown=False)
        if is_shown == self._library.isVisible():
            return
        if not is_shown:
            self._library_width = self._library.width()
        self._library.setVisible(is_shown)
        if is_shown:
            self._library_width = self._library_width or _at(self.width(), _LIBRARY_WIDTHS)
            rest = self._columns.width() - self._library_width
            self._columns.setSizes([self._library_width, rest])
        self._make_room()

    def show_prep(self, is_prep: bool) -> None:
        """Shows library, editor and encounter, or the fight again; everything keeps its place and size."""
        self.whole_page.leave()
        self.show_tuning(is_shown=False)
        if is_prep == self._is_prep:
            return
        self._is_prep = is_prep
        self._show_page()
        self._docks["timeline"].setVisible(not is_prep and not self._is_time)
        if self._encounter_page is not None:
            self.show_encounter(shown=is_prep)
        self._make_room()
        width = self._docks["status"].width()
        if not is_prep and self._beside_width:
            self._widen_right(self._beside_width)
        elif is_prep and self.isVisible() and width > _ENCOUNTER_WIDTH:
            self._widen_right(width)

    def _make_room(self) -> None:
        """Beside the library the selected combatant gives way where the table would lose its last columns."""
        library = self._columns.widget(0)
        is_open = library is not None and library is not self._pages and not library.isHidden()
        is_beside = is_open and not self._is_prep
        least = (
            self.rail.width()
            + _at(self.width(), _LIBRARY_WIDTHS)
            + _TABLE_WIDTH
            + _at(self.width(), _STATUS_WIDTHS)
        )
        shown = [each for each in self._docks.values() if not each.isHidden()]
        gives_way = (
            is_beside and self.width() < least and self._right.currentWidget() is self.status
        )
        if gives_way and not self._gave_way:
            # In a small window the timeline is a tab beside it.
            self._gave_way = (
                shown
                if self._is_small
                else [each for each in shown if each is self._docks["status"]]
            )
            for dock in self._gave_way:
                dock.hide()
        elif not is_beside:
            self._take_back()

    @Slot()
    def _keep_margin(self) -> None:
        """Keeps a gap at the right edge of the window when no dock is there."""
        right = Qt.DockWidgetArea.RightDockWidgetArea
        is_there = any(
            self.dockWidgetArea(dock) == right and not dock.isHidden()
            for dock in self._docks.values()
        )
        self._centre_row.setContentsMargins(4, 0, 0 if is_there else 4, 4)

    def _widen_right(self, width: int) -> None:
        """Gives the right dock this width; in prep no more than an encounter needs, and the rest after it."""
        is_less = self._is_prep and width > _ENCOUNTER_WIDTH
        self._beside_width = width if is_less else 0
        wanted = _ENCOUNTER_WIDTH if is_less else width
        self.resizeDocks([self._docks["status"]], [wanted], Qt.Orientation.Horizontal)

    def _take_back(self) -> None:
        """Shows again what gave way to the library."""
        for dock in self._gave_way:
            is_covered = self._is_prep or self._is_time
            dock.setVisible(not (is_covered and dock is self._docks["timeline"]))
        self._gave_way = []
        if self._is_small:
            self._docks["status"].raise_()

    # ---- what it shows of its own

    @Slot(bool)
    def show_live(self, is_live: bool) -> None:
        """Frames the whole window while the past is looked at."""
        self._frame.setVisible(not is_live)
        self._frame.raise_()

    def begin_change(self, sign: str) -> None:
        """Puts the panel of changes by hand in the place of the bench, about the selected; ``-`` is damage."""
        from encounter_gui.gui.damage.damage_plan import DamagePlan

        text = "" if sign in _MINUS else sign
        selected, crowds = self.table.selected(), self.table.selected_crowds()
        self.begin_damage(DamagePlan(targets=selected, rows=selected, crowds=crowds, text=text))

    def begin_damage(self, plan: "DamagePlan") -> None:
        """Puts the panel of changes by hand in the place of the bench, with this said."""
        self.whole_page.leave()
        if self._time is not None and self._is_time:
            self.large_panels.cover(self._time, ("table",), before="bench")
        else:
            self.large_panels.close()
        self._bench_part.show()
        self._bench_part.setCurrentWidget(self.damage)
        self.damage.begin(plan)

    def begin_hit(self) -> bool:
        """Opens the field for a blow at a place of the body in the panel; returns whether that has places."""
        self.whole_page.leave()
        self._docks["status"].show()
        self._docks["status"].raise_()
        self.show_encounter(shown=False)
        return self.status.begin_hit()

    def begin_edit(self) -> bool:
        """Opens the field for a value of the sheet in the panel; returns whether anybody's is shown there."""
        self.whole_page.leave()
        self._docks["status"].show()
        self._docks["status"].raise_()
        self.show_encounter(shown=False)
        return self.status.begin_edit()

    def add_encounter_page(self, page: QWidget) -> None:
        """Takes what shows the prepared encounter; it stands in the place of the selected combatant."""
        self._encounter_page = page
        self.add_side_page("encounter", page)

    def add_side_page(self, name: str, page: QWidget) -> None:
        """Takes a panel that can stand in the place of the selected combatant, as a part of this name."""
        self._right.addWidget(page)
        self.regions.add(name, page)

    def show_side(self, page: QWidget | None) -> None:
        """Shows a panel at the right; None: the selected combatant again."""
        if page is not None:
            self.whole_page.leave()
        self._right.setCurrentWidget(page or self._right_page)
        if page is not None:
            self._docks["status"].show()
            self._docks["status"].raise_()

    @property
    def shows_encounter(self) -> bool:
        """Whether what is prepared is shown in the place of the selected combatant."""
        return self._right.currentWidget() is self._encounter_page

    def take_recap(self, panel: QWidget, course: QWidget, carry: QWidget) -> None:
        """Takes the parts of the recap: in the place of the fight, of the timeline, and of the selected combatant."""
        self.large_panels.add(panel, over=("table", "bench", "log"))
        for part in (panel, course, carry):
            self.regions.add("recap", part)
        self._timeline_part.addWidget(course)
        self._right.addWidget(carry)
        self._carry = carry

    def show_recap(self, *, is_shown: bool) -> None:
        """Shows the recap's parts beside the fight's column, or timeline and selected combatant again."""
        was_encounter = self.shows_encounter
        self._timeline_part.setCurrentIndex(1 if is_shown else 0)
        self._right_page = self._carry if is_shown else self.status
        self.turn_bar.next.show_primary(is_primary=not is_shown)
        if not was_encounter:
            self._right.setCurrentWidget(self._right_page)

    # ---- the time between fights

    def take_time(
        self, page: QWidget, still_open: QWidget, coming: QWidget, height: Callable[[], int]
    ) -> None:
        """Takes the parts of the time between fights: in the place of table and bench, as a tab, below the strip.

        ``height`` returns how high the page is with all that is in it, in logical pixels.
        """
        self._time, self._coming = page, coming
        self.large_panels.add(page, over=("table", "bench"), has_escape=False)
        self._split.take_page(page, height)
        self.regions.add("time", page)
        self.status.take_open_page(still_open)
        self.strip_place.add_under(coming)

    @property
    def is_time(self) -> bool:
        """Whether the time between fights is shown."""
        return self._is_time

    def show_time(self, *, is_shown: bool) -> None:
        """Shows the time between fights in the place of table, bench and timeline, or the fight again."""
        page = self._time
        if page is None or is_shown == self._is_time:
            return
        self.whole_page.leave()
        self._is_time = is_shown
        self._docks["timeline"].setVisible(not is_shown and not self._is_prep)
        self.status.show_open(is_shown=is_shown)
        self.strip_place.stand_below(is_shown)
        self._coming.setVisible(is_shown)
        self.turn_bar.use_time(is_between=is_shown)
        self.log.use_time(is_between=is_shown)
        if is_shown:
            self._cover_fight(page)
            self.large_panels.open(page)
        else:
            self.large_panels.close(page)
        # What takes the keyboard to the table takes it to the page that stands in its place.
        self.table.setFocusProxy(page if is_shown else None)  # type: ignore[arg-type]  # None takes it off
        self.rail.mark("time", is_open=is_shown)
        self.actions_of["time"].setChecked(is_shown)
        self.share_out()

    @Slot()
    def share_out(self) -> None:
        """Gives the parts of the column their heights anew: more or less is shown in one of them."""
        self._split.share_out()

    def _cover_fight(self, page: QWidget) -> None:
        """Has the time between fights take table and bench; in a small window the log as well."""
        small: tuple[Part, ...] = ("table", "bench", "log")
        over = small if self._is_small else small[:2]
        self.large_panels.cover(page, over, before="bench")

    def show_encounter(self, *, shown: bool) -> None:
        """Shows what is prepared at the right, or the selected combatant again."""
        self.show_side(self._encounter_page if shown else None)

    def end_change(self) -> None:
        """Puts the bench back, and the keyboard to the table."""
        self._bench_part.setCurrentIndex(0)
        if self._time is not None and self._is_time:
            self._cover_fight(self._time)
        self.table.preview(())
        self.table.setFocus()

    @Slot()
    def _tell_side(self) -> None:
        """Marks in the rail which panel stands at the right."""
        page = self._right.currentWidget()
        self.rail.mark("dice", is_open=self.regions.region_of(page) == "dice")
        self.side_changed.emit()

    def popup(self, menu: QMenu, point: QPoint) -> None:
        """Opens a menu that is freed when it closes."""
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(point)

    @Slot()
    def _show_icons(self) -> None:
        """Icons come after the first paint; buttons that were painted without theirs do not know of it."""
        for widget in self.findChildren(QWidget):
            widget.update()

    # ---- laying out

    def _lay_out(self) -> None:
        self.setObjectName("main_window")
        self.setWindowTitle(self._texts.text_of("gui.title.none"))
        self.setAccessibleName(self._texts.text_of("gui.title.none"))
        self.setMinimumSize(*_LEAST_SIZE)
        self.resize(*_FIRST_SIZE)
        self.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks)
        self.menuBar().setCornerWidget(self.kept)
        self.addToolBar(self.turn_bar)
        self._rooms = QStackedWidget()
        self._rooms.addWidget(self._centre())
        self.setCentralWidget(self._rooms)
        right = Qt.Corner.TopRightCorner
        self.setCorner(right, Qt.DockWidgetArea.TopDockWidgetArea)
        self._timeline_part = QStackedWidget()
        self._timeline_part.addWidget(self.timeline)
        self._dock("timeline", self._timeline_part, Qt.DockWidgetArea.TopDockWidgetArea)
        self._right = QStackedWidget()
        self._right.addWidget(self.status)
        self._right.currentChanged.connect(self._tell_side)
        self._dock("status", frame_around(self._right), Qt.DockWidgetArea.RightDockWidgetArea)
        self._parts_menu()
        self.resizeDocks([self._docks["timeline"]], [_TIMELINE_HEIGHT], Qt.Orientation.Vertical)

    def _centre(self) -> QWidget:
        self._bench_part = QStackedWidget()
        self._bench_part.addWidget(frame_around(self.attack_panel))
        # Its own wish follows the longest name; no name may push the panel of the selected aside.
        self._bench_part.setMinimumWidth(_BENCH_WIDTH)
        bench = self.attack_panel
        self._split = FightColumn(self.table.whole_height, lambda: bench.height_wanted + _EDGES)
        bench.height_changed.connect(self._split.share_out)
        parts: dict[Part, QWidget] = {
            "table": frame_around(self._table_part()), "bench": self._bench_part, "log": self.log
        }  # fmt: skip
        self._split.take_parts(*parts.values())
        self.large_panels = LargePanels(self._split, parts, self.table)
        rows = self.table.rows
        for changed in (rows.modelReset, rows.rowsInserted, rows.rowsRemoved):
            changed.connect(self._split.share_out)
        centre = QWidget()
        row = self._centre_row = QHBoxLayout(centre)
        row.setSpacing(4)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._fight_page())
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        self._columns.setHandleWidth(4)
        self._columns.setChildrenCollapsible(False)
        self._columns.addWidget(self._pages)
        row.addWidget(self.rail)
        column = column_layout(spacing=4)
        column.addWidget(self.banner)
        column.addWidget(self._columns, 1)
        row.addLayout(column, 1)
        self.strip_place = StripPlace(self.log.prompt, self.log, column, self)
        return centre

    def _table_part(self) -> QWidget:
        """Returns the table with the line over it in which it is filtered."""
        part = QWidget()
        column = column_layout(part, spacing=0)
        column.addWidget(self.filter_bar)
        column.addWidget(WholeRows(self.table), 1)
        return part

    def _fight_page(self) -> QWidget:
        """Returns the page with table, bench and log; what arrives from players stands below them."""
        page = QWidget()
        self._fight_column = column_layout(page, spacing=4)
        self._fight_column.addWidget(self._split, 1)
        return page

    def take_arrivals(self, row: QWidget) -> None:
        """Takes the row of what arrives from players: to be seen whatever takes the place of bench and log."""
        self._fight_column.addWidget(row)

    def _dock(self, name: str, content: QWidget, area: Qt.DockWidgetArea) -> None:
        dock = QDockWidget(self._texts.text_of(f"gui.part.{name}"), self)
        dock.setObjectName(f"dock_{name}")
        # No title bar: what it is stands in it, and the menu View opens and closes it.
        dock.setTitleBarWidget(QWidget(dock))
        inner = QWidget(dock)
        margins = (4, 0, 4, 0) if name == "timeline" else (0, 0, 4, 4)
        around(inner, content, margins)
        # As a tab in a small window it has to make do with the width of the other.
        inner.setMinimumWidth(_DOCK_WIDTH)
        dock.setWidget(inner)
        dock.setAccessibleName(dock.windowTitle())
        dock.visibilityChanged.connect(self._keep_margin)
        self.addDockWidget(area, dock)
        self._docks[name] = dock

    def _parts_menu(self) -> None:
        menu = self.menus["docks"]
        for dock in self._docks.values():
            menu.addAction(dock.toggleViewAction())
        parts: tuple[Part, ...] = ("bench", "log")
        for part in parts:
            action = QAction(self._texts.text_of(f"gui.part.{part}"), self)
            action.setCheckable(True)
            action.setChecked(True)
            action.toggled.connect(partial(self.large_panels.show_part, part))
            menu.addAction(action)

    def _add_keys(self) -> None:
        """Takes the parts the keyboard goes round, from the table on, and gives the actions their places."""
        self.regions = Regions(
            self,
            {
                "table": self.table,
                "strip": self.log.prompt,
                "damage": None,
                "bench": self.attack_panel,
                "log": self.log.log,
                "explanation": self.log.explanation,
                "sheet": self.status,
                "timeline": self._timeline_part,
                "toolbar": self.turn_bar,
                "rail": self.rail,
            },
        )
        self.regions.add("log", self.log.search)
        self.regions.add("table", self.filter_bar)
        self.regions.use_entrance("bench", self.attack_panel.take_focus)
        self.regions.use_entrance("damage", self._enter_damage)
        self.actions_of.use_places(
            {
                "fight": (self._split, self.timeline, self.status),
                "selected": (self.table, self.timeline, self.status),
            }
        )
        self.actions_of["next_region"].triggered.connect(self.regions.enter_next)
        self.actions_of["previous_region"].triggered.connect(self.regions.enter_previous)
        self.actions_of["bench"].triggered.connect(self.enter_bench)
        self.actions_of["resolve"].triggered.connect(self._resolve)

    @Slot()
    def enter_bench(self) -> None:
        """Takes the keyboard to the attack, or to what stands in its place."""
        if self.instead_of_bench():
            return
        self.uncover_bench()
        for name in ("damage", "bench"):
            if self.regions.enter(name):
                return

    @Slot()
    def _resolve(self) -> None:
        """Resolves the attack that is seen, wherever the keyboard is; leads to what stands in its place."""
        is_covered = self.covers_bench()
        if is_covered and self.attack_panel.why_not:
            self.log.prompt.show_error(self.attack_panel.why_not)
        elif (is_covered or self.attack_panel.isVisible()) and self.attack_panel.isEnabled():
            self.attack_panel.resolve()
        elif not (
            is_covered and self.log.prompt.take_focus()
        ):  # what is asked is answered without the bench
            self.enter_bench()

    def _enter_damage(self) -> bool:
        if self.shows_damage and self.damage.isVisible():
            self.damage.head.take_focus()
            return True
        return False

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return self.regions.step_focus(1 if next else -1)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Does what a key does that no part had a use for: nobody can be caught in one."""
        focus, key = QApplication.focusWidget(), Qt.Key(event.key())
        if key == Qt.Key.Key_Escape and not self.table.hasFocus():
            self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif key in _ENTER and isinstance(focus, QAbstractButton) and focus.isEnabled():
            focus.click()
        elif (
            not (self._is_time or self.whole_page.is_shown)
            and self.regions.current in _WITHOUT_DIGITS
            and self.table.take_digit(event.text())
        ):
            self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().keyPressEvent(event)

    # ---- small windows, closing

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._frame.setGeometry(self.rect())
        theme = self._icons.theme
        least = theme.extent("window_min")
        is_small = self.width() < least.width() or self.height() < least.height()
        if is_small != self._is_small:
            self._is_small = is_small
            self._stack_docks()
            if self._time is not None and self._is_time:
                self._docks["timeline"].hide()
                self._cover_fight(self._time)
        if _at(self.width(), _STATUS_WIDTHS) != self._status_width:
            self._status_width = _at(self.width(), _STATUS_WIDTHS)
            self._widen_right(self._status_width)

    def _stack_docks(self) -> None:
        """In a small window the docks share one place, as tabs."""
        timeline, status = self._docks["timeline"], self._docks["status"]
        width = status.width()
        if self._is_small:
            self.tabifyDockWidget(status, timeline)
            status.raise_()
        else:
            self.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, timeline)
            self.resizeDocks([timeline], [_TIMELINE_HEIGHT], Qt.Orientation.Vertical)
        self.resizeDocks([status], [width], Qt.Orientation.Horizontal)

    def guard(self, may_close: Callable[[], bool]) -> None:
        """Has somebody asked before the window closes, who may say no because something is not saved yet."""
        self._guards.append(may_close)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not all(may_close() for may_close in self._guards):
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)


class ScrubFrame(QWidget):
    """A cyan line around the whole window: what is shown is the past."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        """Takes the window it lies over."""
        super().__init__(parent)
        self._icons = icons
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = self._icons.theme.colour("accent.interactive")
        for inset in (0, 1):
            painter.setPen(colour)
            painter.drawRect(self.rect().adjusted(inset, inset, -1 - inset, -1 - inset))


def _at(width: int, steps: tuple[tuple[int, int], ...]) -> int:
    """Returns the value of the first step that this width of the window reaches."""
    return next(value for least, value in steps if width >= least)


def frame_around(content: QWidget) -> QFrame:
    """Returns a dock's frame around a widget: a line and round corners."""
    frame = QFrame()
    frame.setProperty("dock", "true")
    # The line itself is one more: above and below it, ten rows leave no room for a second.
    around(frame, content, (1, 0, 1, 0))
    return frame


def around(outer: QWidget, content: QWidget, margins: tuple[int, int, int, int]) -> QLayout:
    """Lays a widget out as the only content of another."""
    column = QVBoxLayout(outer)
    column.setContentsMargins(*margins)
    column.addWidget(content)
    return column
