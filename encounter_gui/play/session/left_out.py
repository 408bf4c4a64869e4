"""Who is left out of what many did in one go, where a correction has made it impossible for them."""

from dataclasses import replace

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.core.messages import say
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.headings import LAST_PARTS
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command, OfCombatant
from encounter_gui.rules.presenters.volley.preview import left_out_text


class LeftOut:
    """Those who are left out, by the heading they stood under, each with the reason."""

    def __init__(self, system: System) -> None:
        """Begins with nobody."""
        self._system = system
        self._of: dict[EntryId, dict[CombatantId, str]] = {}

    def __contains__(self, heading: EntryId | None) -> bool:
        """Returns whether anybody under a heading is left out."""
        return heading in self._of

    def add(self, heading: EntryId | None, command: Command, context: RulesContext) -> None:
        """Leaves out who gives a command; what stands under no heading is one by itself."""
        if heading is None or not isinstance(command, OfCombatant):
            return
        refused = self._system.dry_run(context).refusal(command)
        why = refused.message if refused else say("rules.volley.given_up")
        self._of.setdefault(heading, {})[command.who] = context.texts.text(why)

    def told_in(self, entry: Entry, heading: EntryId | None, context: RulesContext) -> Entry:
        """Returns an entry; where it is the last line under its heading it says who is left out."""
        left_out = self._of.get(heading) if heading is not None else None
        if not left_out or entry.note_part not in LAST_PARTS:
            return entry
        text = left_out_text(context, left_out)
        if entry.note_part == "falls_short":
            text = f"{entry.command['text']} {text}"
        return replace(entry, command={**entry.command, "text": text, "part": "falls_short"})
