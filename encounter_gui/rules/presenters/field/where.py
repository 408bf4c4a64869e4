"""Where somebody stands, for their panel: the nearest opponent, who reaches them, and what they stand in."""

from collections.abc import Collection, Iterable, Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.amounts import area_name
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.engine.field.sight import nearest_first, standing_in
from encounter_gui.rules.model.metres import Metres, metres_text
from encounter_gui.rules.presenters.field.plan import is_friend
from encounter_gui.rules.view import Fact, Section


def with_where(
    context: RulesContext,
    rules: FieldRules,
    combatant: Combatant,
    out: Collection[CombatantId],
    sections: Iterable[Section],
) -> tuple[Section, ...]:
    """Returns the sections of a panel with the one that says where somebody stands; who is placed nowhere has none.

    It stands behind the figures and before what can be done and what is carried. ``out`` are those out of the fight.
    """
    shown = tuple(sections)
    if context.state.plan is None or combatant.place is None:
        return shown
    listed = (at for at, each in enumerate(shown) if each.title and not (each.gauges or each.stats))
    at = next(listed, len(shown))
    return (*shown[:at], _where(context, rules, combatant, out), *shown[at:])


def _where(
    context: RulesContext, rules: FieldRules, combatant: Combatant, out: Collection[CombatantId]
) -> Section:
    opponents = [
        (each, far)
        for each, far in nearest_first(context.state, combatant.id)
        if each.id not in out and each.side != "neutral" and not is_friend(combatant, each)
    ]
    text_of = context.texts.text_of
    return Section(
        title=text_of("rules.where"),
        note=text_of("rules.where.field"),
        facts=tuple(_facts(context, rules, combatant, opponents)),
    )


def _facts(
    context: RulesContext,
    rules: FieldRules,
    combatant: Combatant,
    opponents: list[tuple[Combatant, Metres]],
) -> Iterator[Fact]:
    text_of = context.texts.text_of
    if opponents:
        nearest, far = opponents[0]
        apart = text_of("rules.field.apart", distance=metres_text(far), unit=rules.unit)
        yield Fact(name=text_of("rules.where.nearest"), value=nearest.name, note=apart)
        reaching = [each.name for each, far in opponents if far <= rules.reach]
        yield Fact(
            name=text_of("rules.where.leaving"),
            value=", ".join(reaching) or text_of("rules.where.nobody"),
            note=text_of("rules.where.in_reach" if reaching else "rules.where.free"),
        )
    areas = dict.fromkeys(
        area_name(context, each) for each in standing_in(context.state, combatant.id)
    )
    if areas:
        yield Fact(name=text_of("rules.where.in"), value=", ".join(areas))
    place = combatant.place
    if place is not None:
        point = f"{metres_text(round(place.x, 1))}, {metres_text(round(place.y, 1))}"
        floor = text_of("rules.where.floor", floor=place.floor) if place.floor else ""
        yield Fact(name=text_of("rules.where.place"), value=point, note=floor)
