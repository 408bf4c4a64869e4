"""A creature tried out without a fight: what its sheet comes to, and its odds against somebody."""

from collections.abc import Collection
from dataclasses import replace

from msgspec import Struct, structs

from encounter_gui.core.errors import AppError, RuleError
from encounter_gui.play.trial_fight import Sandbox, attack_in, context_with, side_against
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.view import BodyView, Odds, Section


class WorkedOut(Struct, frozen=True, kw_only=True):
    """What follows from a creature's numbers; ``trouble`` says, in words, why nothing does."""

    sections: tuple[Section, ...] = ()
    body: BodyView | None = None
    hit_dice: str = ""
    trouble: str = ""


def worked_out(bench: Sandbox, creature: CreatureDef) -> WorkedOut:
    """Returns what the rules make of a creature: the sections of its sheet without offers, and its body."""
    try:
        context = context_with(bench, [creature])
        (who,) = context.state.combatants
        view = bench.system.combatant_view(context, who)
        body = bench.system.body(context, who)
        dice = bench.system.hit_dice(context, creature)
    except RuleError as error:
        return WorkedOut(trouble=bench.texts.text(error.message))
    shorts = {field.short or field.name for field in bench.ruleset.fields}
    plain = (_without_offers(each) for each in view.sections)
    sections = tuple(each for each in plain if each is not None and not _is_copy(each, shorts))
    return WorkedOut(sections=sections, body=_unhurt(body), hit_dice=dice)


def _is_copy(section: Section, shorts: Collection[str]) -> bool:
    """Whether a section only repeats fields that are being edited anyway."""
    names = [fact.name for fact in section.stats]
    return not section.title and bool(names) and all(name in shorts for name in names)


def _unhurt(body: BodyView) -> BodyView:
    """A body that nobody has hit yet: its armour, without letters for wounds and keys for blows."""
    parts = tuple(structs.replace(part, letter="", note="") for part in body.parts)
    return structs.replace(body, parts=parts, levels=(), asks="")


def _without_offers(section: Section) -> Section | None:
    """What can still be done in a fight says nothing of a creature."""
    if section.offers and not (section.stats or section.facts or section.gauges):
        return None
    return structs.replace(section, offers=())


def odds_between(bench: Sandbox, attacker: CreatureDef, target: CreatureDef) -> Odds | None:
    """Returns the odds of a creature's first attack on another, both fresh; None where there can be none."""
    opposed = replace(target, side=side_against(attacker.side, target.side))
    try:
        attack = attack_in(bench, context_with(bench, [attacker, opposed]), {})
        command = attack.form.command if attack is not None else None
        if attack is None or command is None:
            return None
        return bench.system.odds(attack.context, command)
    except AppError:
        return None  # a creature half written can be so that nothing can be done with it
