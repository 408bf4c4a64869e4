"""Labels: a few words of the game master's own that stand by a combatant. No rule reads them."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.text_format import names_of

_LABELS = "labels"
"""The memo of a combatant that keeps its labels, one in a line."""

LONGEST = 40
"""Letters of the longest label: it stands in a row of the table."""


def labels_of(combatant: Combatant) -> tuple[str, ...]:
    """Returns the labels of a combatant, in the order in which they were given."""
    return tuple(combatant.memo_text(_LABELS).splitlines())


def labelled(context: RulesContext, command: do.Label) -> Outcome:
    """Gives combatants a label, or takes one or all off.

    Raises:
        RuleError: it has no words or too many, or nobody has it who could lose it.
    """
    combatants = context.combatants(command.who)
    text = " ".join(command.text.split())
    if command.on and not 0 < len(text) <= LONGEST:
        raise refuse("rules.label_words", most=LONGEST)
    changed = [
        (each, left)
        for each in combatants
        if (left := _changed(labels_of(each), text, on=command.on)) != labels_of(each)
    ]
    if not changed:
        key = "rules.labelled_already" if command.on else "rules.not_labelled"
        raise refuse(key, who=names_of(combatants), text=text)
    word = "label_on" if command.on else "label_off" if text else "label_all_off"
    return Outcome(
        label=say(f"rules.log.{word}", who=names_of(each for each, _ in changed), text=text),
        events=tuple(
            ev.MemoSet(who=each.id, key=_LABELS, value="\n".join(left)) for each, left in changed
        ),
    )


def _changed(known: tuple[str, ...], text: str, *, on: bool) -> tuple[str, ...]:
    if on:
        return known if text in known else (*known, text)
    return tuple(each for each in known if text and each.casefold() != text.casefold())
