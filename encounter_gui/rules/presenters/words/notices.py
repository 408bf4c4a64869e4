"""What waits for the game master, in the words of a system."""

from collections.abc import Iterable

from encounter_gui.core.messages import Param
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view import ChipKind, Notice


def notice(
    context: RulesContext,
    name: str,
    *,
    kind: ChipKind = "info",
    text: str | None = None,
    note: str = "",
    command: Command | None = None,
    owed: Iterable[Obligation] = (),
    **params: Param,
) -> Notice:
    """Returns a notice with the texts ``<system>.notice.<name>`` and ``.text``; that of its command is ``.button``.

    ``text`` takes the place of its second text. ``owed`` is what it tells of: no other notice does. ``params`` are for
    all of its texts.
    """
    text_of, key = context.texts.text_of, f"{context.ruleset.system}.notice.{name}"
    return Notice(
        title=text_of(key, **params),
        text=text_of(f"{key}.text", **params) if text is None else text,
        kind=kind,
        note=note,
        button=text_of(f"{key}.button", **params) if command else "",
        command=command,
        owed=tuple(each.id for each in owed),
    )
