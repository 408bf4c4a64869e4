"""Dresses Qt's own widgets: palette, style sheet, default font. Tables are painted by delegates."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from encounter_gui.gui.theme.stylesheet import SHEET
from encounter_gui.gui.theme.theme import ROLES, Theme
from encounter_gui.gui.theme.widget_style import FlatStyle

_Group = QPalette.ColorGroup

_DRESSED = "encounter_gui_theme"
"""The property of the application that holds the digest of the theme it is dressed in."""

_TEXT_ROLES = ("WindowText", "Text", "ButtonText", "HighlightedText", "PlaceholderText")


def palette(theme: Theme) -> QPalette:
    """Returns Qt's palette for a theme; in the Disabled group all text is ``text.disabled``."""
    result = QPalette()
    for name, role in theme.palette.items():
        result.setColor(QPalette.ColorRole[name], theme.colour(role))
    for name in _TEXT_ROLES:
        result.setColor(_Group.Disabled, QPalette.ColorRole[name], theme.colour("text.disabled"))
    return result


def style_sheet(theme: Theme) -> str:
    """Returns the style sheet of the few kinds of widget that Fusion does not draw as wanted.

    Widgets choose a variant by a dynamic property, set before they are first shown: ``primary`` "true" (the yellow
    button), ``small``, ``flat``, ``bordered`` "true", ``segment`` "first", "middle", "last" or "only", ``wrong``
    "true" on a line edit, ``dock`` "true" on the frame inside a dock.
    """
    colours = {role.replace(".", "_"): theme.colour(role).name() for role in ROLES}
    radii = {name: f"{theme.radius(name):g}" for name in ("cell", "chip", "control", "dock")}
    sizes = {name: f"{theme.size(name):g}" for name in ("dock_gap", "min_target")}
    return SHEET.substitute(**colours, **{f"radius_{k}": v for k, v in radii.items()}, **sizes)


def apply(app: QApplication, theme: Theme) -> None:
    """Dresses the whole application; may be called again with another theme while windows are open.

    Nothing happens if it is dressed in this theme already: every widget there is would be polished anew.
    """
    prepare(app, theme)
    finish(app, theme)


def prepare(app: QApplication, theme: Theme) -> None:
    """Dresses the application but for its style sheet, with which Qt polishes each widget whenever it is moved.

    So a window is built before ``finish``, which polishes all of them once.
    """
    if _is_dressed(app, theme):
        return
    app.setStyleSheet(
        ""
    )  # first, or Qt polishes every widget twice: for the new style, then for the sheet
    app.setStyle(FlatStyle(theme))
    app.setPalette(palette(theme))
    app.setFont(theme.font("body"))


def finish(app: QApplication, theme: Theme) -> None:
    """Adds the style sheet to what ``prepare`` has done."""
    if not _is_dressed(app, theme):
        app.setStyleSheet(style_sheet(theme))
        app.setProperty(_DRESSED, theme.digest)


def _is_dressed(app: QApplication, theme: Theme) -> bool:
    return bool(app.property(_DRESSED) == theme.digest and app.styleSheet() == style_sheet(theme))
