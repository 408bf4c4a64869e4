"""Every action of the menus, with its key; one that cannot be done now says what is missing."""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar
from shiboken6 import isValid

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.source import Found
from encounter_gui.gui.control.actions import ACTIONS

_WHEN = {f"action_{spec.id}": spec.when for spec in ACTIONS}
_ICONS = {f"action_{spec.id}": spec.icon for spec in ACTIONS}
_THEME = "action_theme"
_PLAIN = "caret_right"
"""The icon of entries that have none of their own."""

_ELSEWHERE = ("command",)
"""Actions that open the palette itself."""


class MenuActions:
    """Lists the actions of a menu bar, those of the menus inside it, and some that stand in no menu."""

    def __init__(
        self,
        bar: QMenuBar,
        more: Sequence[QAction],
        texts: MessageCatalog,
        *,
        besides: Sequence[QMenu] = (),
    ) -> None:
        """Takes the menu bar, actions that may stand in no menu, and the menus that others list (``besides``)."""
        self._bar = bar
        self._more = tuple(more)
        self._texts = texts
        self._besides = tuple(besides)

    def __call__(self) -> Iterator[Found]:
        """Yields what can be found: each action once, under the menus it stands in."""
        seen: set[QAction] = set()
        for action, path in (
            *self._inside(self._bar.actions(), ()),
            *((each, ()) for each in self._more),
        ):
            if action not in seen and action.objectName().removeprefix("action_") not in _ELSEWHERE:
                seen.add(action)
                yield self._found(action, path)

    def _inside(
        self, actions: Sequence[QAction], path: tuple[str, ...]
    ) -> Iterator[tuple[QAction, tuple[str, ...]]]:
        for action in actions:
            menu = action.menu()
            if isinstance(menu, QMenu):
                if menu not in self._besides:
                    menu.aboutToShow.emit()  # some are filled when they open
                    yield from self._inside(menu.actions(), (*path, plain_words(action.text())))
            elif not action.isSeparator() and action.text():
                yield action, path

    def _found(self, action: QAction, path: tuple[str, ...]) -> Found:
        name, words = action.objectName(), plain_words(action.text())
        keys = action.shortcuts()
        note = self._texts.text_or(f"gui.palette.note.{name.removeprefix('action_')}", "")
        where = "".join(path[:1])
        return Found(
            key=name or "/".join((*path, words)),
            title=": ".join((*path[1:], words)),
            note=" · ".join(each for each in (note, where, self._state(action)) if each),
            also=" ".join(self._caps(keys)),
            icon=_icon(name),
            cap=next(iter(self._caps(keys)), ""),
            aliases=aliases_of(self._texts, name.removeprefix("action_")),
            is_setting=action.isCheckable(),
            why_not="" if action.isEnabled() else self._why_not(name),
            ways={"do": _trigger(action)},
        )

    def _state(self, action: QAction) -> str:
        if not action.isCheckable():
            return ""
        return self._texts.text_of("gui.palette.on" if action.isChecked() else "gui.palette.off")

    @staticmethod
    def _caps(keys: Sequence[QKeySequence]) -> list[str]:
        return [each.toString(QKeySequence.SequenceFormat.NativeText) for each in keys]

    def _why_not(self, name: str) -> str:
        return self._texts.text_of(f"gui.palette.why.{_WHEN.get(name, 'open')}")


def aliases_of(texts: MessageCatalog, name: str) -> tuple[str, ...]:
    """Returns the other words for an action or a choice, as people say it; none: it has none."""
    listed = texts.text_or(f"gui.palette.alias.{name}", "").split(";")
    return tuple(each.strip() for each in listed if each.strip())


def plain_words(text: str) -> str:
    """Returns the words of a menu entry without the marks of its letter."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def _icon(name: str) -> str:
    """Returns the icon of an action; those that are ticked in their menu have none there, and one here."""
    return "theme" if name.startswith(_THEME) else _ICONS.get(name) or _PLAIN


def _trigger(action: QAction) -> Callable[[], object]:
    def trigger() -> None:
        if isValid(action):  # a menu that is filled anew frees what stood in it
            action.trigger()

    return trigger
