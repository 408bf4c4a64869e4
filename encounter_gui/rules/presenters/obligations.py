"""What is owed, as notices: one for each test, or for all tests of a kind that are rolled together."""

from collections.abc import Collection, Sequence

from encounter_gui.encounter.obligation import Obligation
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import Kinds, name_of, title_of
from encounter_gui.rules.model.commands import Settle
from encounter_gui.rules.model.text_format import percent
from encounter_gui.rules.view import Notice


def notices(context: RulesContext, kinds: Kinds, told: Collection[str] = ()) -> tuple[Notice, ...]:
    """Returns a notice for each obligation, in the order of settling, with the command that settles it.

    Those of a kind that is settled together share one. ``told`` are kinds of which the notices of a system say more.
    """
    found: dict[str, list[Obligation]] = {}
    for each in context.state.obligations:
        if each.kind not in told:
            kind = kinds.get(each.kind)
            is_shared = kind is not None and kind.together
            found.setdefault(each.kind if is_shared else str(each.id), []).append(each)
    return tuple(_notice(context, kinds, owed) for owed in found.values())


def _notice(context: RulesContext, kinds: Kinds, owed: Sequence[Obligation]) -> Notice:
    first, texts = owed[0], context.texts
    names = ", ".join(dict.fromkeys(name for each in owed if (name := name_of(context, each))))
    reasons = [texts.sentence(each.reason) for each in owed if each.reason]
    reason = reasons[0] if len(set(reasons)) == 1 else ""
    return Notice(
        title=title_of(context, first),
        text=reason if names in reason else " · ".join(part for part in (names, reason) if part),
        kind="warn",
        note=_chance_text(context, kinds, owed),
        button=texts.text_of("rules.owed_settle"),
        command=Settle(ids=tuple(each.id for each in owed)),
    )


def _chance_text(context: RulesContext, kinds: Kinds, owed: Sequence[Obligation]) -> str:
    """Returns the chance of passing a single test; nothing for several, or where there is none to tell."""
    kind = kinds.get(owed[0].kind)
    chance = kind.chance(context, owed[0]) if kind and len(owed) == 1 else None
    if chance is None:
        return ""
    return context.texts.text_of("rules.owed_chance", percent=percent(chance))
