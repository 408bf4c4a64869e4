"""What holds between people on the plan: grapples. Source: CHR-48."""

from collections.abc import Iterator

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome.sheet import grapple_marks
from encounter_gui.rules.view import Bond


def bonds(context: RulesContext) -> Iterator[Bond]:
    """Yields who grapples whom, of those who stand on the plan."""
    everybody = context.state.combatants
    for holder in everybody.values():
        for who in grapple_marks.others(holder, grapple_marks.GRAPPLING):
            held = everybody.get(who)
            if held is None or held.place is None or holder.place is None:
                continue
            names = {"who": holder.name, "target": held.name}
            text = context.texts.text_of("chrome.field.grapple", **names)
            yield Bond(kind="engaged", text=text, who=(holder.id, who))
