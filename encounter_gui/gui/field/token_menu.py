"""The menu of a token, and of a place where nobody stands."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QWidget

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import Unit
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.view import Token

_SIZES: dict[Unit, tuple[float, ...]] = {"m": (0, 1, 1.5, 2, 3, 5), "ft": (0, 3, 5, 7.5, 10, 15)}
"""How far bodies reach that are larger than a person, in the unit of the plan; 0: a person's."""
_RADIUS: dict[Unit, float] = {"m": 5, "ft": 15}
"""How far a blast reaches that nobody has said a number for."""


class TokenMenu:
    """Makes the menus; what is chosen goes to the functions it was given."""

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        perform: Callable[[Command], object],
        aim: Callable[[CombatantId], object],
        hide: Callable[[], object],
        blast: Callable[[Point, float], object],
    ) -> None:
        """Takes what is drawn with, and what is done with what is chosen."""
        self._icons, self._texts = icons, texts
        self._perform, self._aim, self._hide, self._blast = perform, aim, hide, blast

    def of_token(
        self,
        parent: QWidget,
        token: Token,
        who: Sequence[CombatantId],
        target: Token | None,
        unit: Unit,
    ) -> QMenu:
        """Returns the menu of a token; ``who`` are all it is about, ``target`` is who is aimed at."""
        menu = QMenu(token.name, parent)
        self._add(menu, "aim", partial(self._aim, token.who), "target")
        if target is not None and target.who not in who:
            beside = do.Put(who=tuple(who), near=target.who)
            self._add(menu, "beside", partial(self._perform, beside), name=target.name)
        menu.addSeparator()
        floors = (("floor_up", 1, "arrow_up"), ("floor_down", -1, "arrow_down"))
        for key, by, icon in floors:
            command = do.Put(who=tuple(who), floor=token.floor + by)
            self._add(menu, key, partial(self._perform, command), icon)
        sizes = menu.addMenu(self._texts.text_of("gui.field.menu.size"))
        for size in _SIZES[unit]:
            text = self._texts.text_of(
                "gui.field.menu.radius" if size else "gui.field.menu.person",
                radius=metres_text(size),
                unit=unit,
            )
            resized = do.Put(who=tuple(who), radius=size)
            action = sizes.addAction(text, partial(self._perform, resized))
            action.setCheckable(True)
            action.setChecked(size == token.radius)
        menu.addSeparator()
        blast = partial(self._blast, (token.x, token.y), _RADIUS[unit])
        self._add(menu, "blast", blast, "grenade")
        self._add(menu, "hide" if not token.is_hidden else "show", self._hide, "eye_off")
        off = do.Put(who=tuple(who), off=True)
        self._add(menu, "off", partial(self._perform, off), "close")
        return menu

    def of_place(
        self,
        parent: QWidget,
        point: Point,
        absent: Sequence[CombatantId],
        unit: Unit,
        place_all: Callable[[], object],
        show_all: Callable[[], object],
        aim_at: Callable[[Point], object] | None,
    ) -> QMenu:
        """Returns the menu of a place of the plan; ``absent`` are those who stand nowhere.

        ``aim_at`` aims what is in hand at the place; None: it is not thrown.
        """
        menu = QMenu(parent)
        if aim_at is not None:
            self._add(menu, "aim_at", partial(aim_at, point), "target")
        self._add(menu, "blast", partial(self._blast, point, _RADIUS[unit]), "grenade")
        if absent:
            put = do.Put(who=tuple(absent), at=point)
            self._add(menu, "put_here", partial(self._perform, put), "place", count=len(absent))
            self._add(menu, "place_all", place_all, "group")
        menu.addSeparator()
        self._add(menu, "show_all", show_all)
        return menu

    def _add(
        self,
        menu: QMenu,
        key: str,
        act: Callable[[], object],
        icon: str = "",
        **names: str | int,
    ) -> None:
        shown = self._icons.icon(icon) if icon else QIcon()
        menu.addAction(shown, self._texts.text_of(f"gui.field.menu.{key}", **names), act)
