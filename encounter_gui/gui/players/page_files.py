"""The files of the players' page: those that come with the program, its words, and the colours of the themes."""

import json
from collections.abc import Mapping
from pathlib import Path

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.theme import ROLES, Theme
from encounter_gui.share.page_files import PageFiles

_SHIPPED = ("page.html", "view.css", "view.js")

_WORDS = (
    "actions", "actions.none", "acts", "after", "armor", "between", "ended", "health", "held", "intent.button",
    "intent.label",
    "intent.said", "intent.sent", "join.button", "join.code", "join.name", "join.plain", "join.text", "join.title",
    "lost", "next", "no.code", "no.full", "no.seat", "no.token", "now", "order",
    "place.lost", "plan", "plan.ask", "plan.away", "plan.back", "plan.floor", "plan.how", "plan.label", "plan.sent",
    "prompt.again", "prompt.blank",
    "prompt.face", "prompt.faces", "prompt.label", "prompt.rolls", "prompt.send",
    "prompt.sent", "ready", "said", "seat.asked", "seat.button", "seat.label", "seat.title",
    "side.ally", "side.foe", "side.neutral", "side.pc", "skip", "tab.fight", "tab.me", "tab.notes", "tabs", "title",
    "turn.next", "turn.now", "waits", "wound",
)  # fmt: skip
"""What the page says, by the end of its key ``players.page.…``."""


def page_files(
    folder: Path, figure: Path, texts: MessageCatalog, themes: Mapping[str, Theme]
) -> PageFiles:
    """Returns the page; ``themes`` are those of dark, light and high contrast, which a browser chooses among."""
    files = {name: (folder / name).read_bytes() for name in _SHIPPED}
    files["figure.svg"] = figure.read_bytes()
    files["texts.json"] = json.dumps(
        {key: texts.text_or(f"players.page.{key}", key) for key in _WORDS}
    ).encode()
    files["theme.css"] = theme_css(themes).encode()
    return PageFiles(files=files)


def theme_css(themes: Mapping[str, Theme]) -> str:
    """Returns the colours of themes as variables: dark unless a browser asks for light, or for more contrast."""
    return "\n".join(
        (
            f":root {{ {_variables(themes['dark'])} }}",
            f"@media (prefers-color-scheme: light) {{ :root {{ {_variables(themes['light'])} }} }}",
            f"@media (prefers-contrast: more) {{ :root {{ {_variables(themes['high_contrast'])} }} }}",
        )
    )


def _variables(theme: Theme) -> str:
    return " ".join(
        f"--{role.replace('.', '-').replace('_', '-')}: {theme.colour(role).name()};"
        for role in ROLES
    )
