"""The attack form of many: who attacks, at whom and how spread, then the questions of the attack that all of them make.

What happens to be selected is only what is proposed first: the form names who attacks and how many attack whom.
"""

from collections.abc import Iterable, Iterator, Set
from typing import Protocol, TypeVar

from msgspec import Struct, structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.text_format import crowd_name, names_of
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.presenters.volley.kinds import (
    by_kind,
    kind_of,
    name_of_kind,
)
from encounter_gui.rules.presenters.volley.preview import (
    AttackRules,
    spread_evenly,
    standing,
    target_of,
)
from encounter_gui.rules.view import (
    AttackForm,
    FormField,
    Option,
    Toggle,
    VolleyForm,
    VolleyPlan,
    VolleyPreview,
    VolleyRequest,
)

WHO, AT, AIM = "volley.who", "volley.at", "volley.aim:"
"""The keys of the questions who attacks and how the attacks are spread, and what begins that of a target's toggle."""

DECLINED = "volley.declined"
"""The key of the toggle with which nobody is asked whether to react."""

EVEN, RANDOM = "even", "random"
_FIRST = "first:"
_FRIENDS: tuple[Side, ...] = ("pc", "ally")
_OF_ONE = ("who", "target")


class VolleyRules(AttackRules, Protocol):
    """What the form needs of a rule system besides."""

    def volley_preview(self, context: RulesContext, plan: VolleyPlan) -> VolleyPreview:
        """Returns what is known of the attacks of many beforehand."""
        ...


class _Attackers(Struct, frozen=True, kw_only=True):
    """One answer to the question who attacks."""

    key: str
    text: str
    members: tuple[Combatant, ...]


def volley_form(system: VolleyRules, context: RulesContext, request: VolleyRequest) -> VolleyForm:
    """Returns the attack form of many for what is chosen; what does not fit any more falls back to defaults."""
    offered = _attackers(context, request.selected)
    if not offered:
        why_not = context.texts.text_of("rules.volley.nobody")
        return VolleyForm(form=AttackForm(why_not=why_not, is_of_many=True))
    wanted = request.choices.get(WHO, "")
    chosen = next((each for each in offered if each.key == wanted), offered[0])
    targets = _targets(system, context, request, chosen.members)
    actor = chosen.members[0].id
    if not any(each.is_on for each in targets):
        key = "rules.volley.choose_target" if targets else "rules.volley.no_target"
        form = AttackForm(
            actor=actor,
            fields=(_who_field(context, offered, chosen),),
            toggles=tuple(_toggles(context, targets, None)),
            why_not=context.texts.text_of(key),
            is_of_many=True,
        )
        return VolleyForm(form=form)
    plan, at = _plan(context, request, chosen, targets)
    known = system.volley_preview(context, plan)
    if known.left_out and at == EVEN:
        plan = _without_gaps(plan, {who for who, _ in known.left_out})
        known = system.volley_preview(context, plan)
    form = _form(system, context, plan, known)
    fields = (
        _who_field(context, offered, chosen),
        _at_field(context, plan, at),
        *_of_attack(context, form.fields, plan),
    )
    return VolleyForm(
        form=AttackForm(
            actor=actor,
            fields=fields,
            toggles=(
                *_toggles(context, targets, known),
                *(_from_each(context, each) for each in form.toggles if not each.is_locked),
                *_reactions(system, context, request),
            ),
            sum=form.sum,
            command=form.command if not known.why_not else None,
            why_not=known.why_not,
            note=known.figures if not known.why_not else "",
            resolve=context.texts.text_of("rules.volley.resolve", count=known.count),
            is_of_many=True,
        ),
        plan=plan,
        preview=known,
    )


# ---- who attacks


def _attackers(context: RulesContext, selected: tuple[CombatantId, ...]) -> list[_Attackers]:
    """Returns who may be meant, the likeliest first: who is selected, then kinds and sides among those who act now."""
    acting = [context.combatant(who) for who in context.state.acting]
    found = [
        *_selected(context, selected),
        *(
            _Attackers(key=f"kind:{':'.join(kind)}", text=name_of_kind(members), members=members)
            for kind, members in sorted(by_kind(acting).items(), key=lambda each: -len(each[1]))
            if len(members) > 1
        ),
        *_sides(context, acting),
    ]
    known: dict[tuple[CombatantId, ...], _Attackers] = {}
    for each in found:
        known.setdefault(tuple(member.id for member in each.members), each)
    return list(known.values())


def _selected(context: RulesContext, selected: tuple[CombatantId, ...]) -> Iterator[_Attackers]:
    """Yields those who are selected, if any of them acts now: of two sides the one that acts."""
    acting = set(context.state.acting)
    meant = _expanded(context, selected)
    first = next((each for each in meant if each.id in acting), None)
    if first is None:
        return
    members = tuple(each for each in meant if _is_friend(each) == _is_friend(first))
    if len(members) > 1:
        yield _Attackers(key="selected", text=names_of(members), members=members)


def _expanded(context: RulesContext, selected: tuple[CombatantId, ...]) -> tuple[Combatant, ...]:
    """Returns the selected, with all of a kind of which one alone is selected: the row of a group is selected so."""
    state = context.state
    rows = by_kind(state.combatants[who] for who in selected if who in state.combatants)
    everybody = by_kind(state.combatants.values())
    return tuple(
        each
        for kind, members in rows.items()
        for each in (everybody[kind] if len(members) == 1 else members)
    )


def _sides(context: RulesContext, acting: Iterable[Combatant]) -> Iterator[_Attackers]:
    """Yields all of a side who act now."""
    sides: dict[Side, list[Combatant]] = {}
    for each in acting:
        sides.setdefault(each.side, []).append(each)
    for side, members in sides.items():
        text = crowd_name(context.side_name(side), len(members))
        yield _Attackers(key=f"side:{side}", text=text, members=tuple(members))


def _is_friend(combatant: Combatant) -> bool:
    return combatant.side in _FRIENDS


def _who_field(
    context: RulesContext, offered: Iterable[_Attackers], chosen: _Attackers
) -> FormField:
    return FormField(
        key=WHO,
        label=context.texts.text_of("rules.volley.who"),
        look="list",
        options=tuple(
            Option(key=each.key, text=each.text, side=each.members[0].side) for each in offered
        ),
        chosen=chosen.key,
    )


# ---- whom they attack


class _Target(Struct, frozen=True, kw_only=True):
    """Whom the attackers could attack, those of a kind together, and whether they are chosen."""

    key: str
    members: tuple[Combatant, ...]
    is_on: bool


def _targets(
    system: AttackRules,
    context: RulesContext,
    request: VolleyRequest,
    attackers: tuple[Combatant, ...],
) -> tuple[_Target, ...]:
    """Returns whom they could attack; at first those among the selected, and without any of them everybody."""
    able, own = standing(system, context), _is_friend(attackers[0])
    opponents = (
        each
        for each in context.state.combatants.values()
        if each.id in able and each.side != "neutral" and _is_friend(each) != own
    )
    found = by_kind(opponents)
    picked = found.keys() & {kind_of(each) for each in _expanded(context, request.selected)}
    usual = picked or found.keys()
    targets = list[_Target]()
    for kind, members in found.items():
        key = f"{AIM}{':'.join(kind)}"
        default = modifier_fields.ON if kind in usual else "off"
        is_on = request.choices.get(key, default) == modifier_fields.ON
        targets.append(_Target(key=key, members=members, is_on=is_on))
    return tuple(targets)


def _toggles(
    context: RulesContext, targets: Iterable[_Target], known: VolleyPreview | None
) -> Iterator[Toggle]:
    counts = {each.target: each.count for each in known.shares} if known else {}
    for target in targets:
        members = target.members
        count = sum(counts.get(each.id, 0) for each in members)
        yield Toggle(
            key=target.key,
            text=name_of_kind(members),
            amount=f"×{count}" if target.is_on and known else "",
            is_on=target.is_on,
            tip=context.texts.text_of("rules.volley.aim_tip"),
        )


def _reactions(
    system: AttackRules, context: RulesContext, request: VolleyRequest
) -> Iterator[Toggle]:
    """Yields the offer that nobody is asked whether to react, in games in which somebody may."""
    if system.reactions:
        text_of = context.texts.text_of
        yield Toggle(
            key=DECLINED,
            text=text_of("rules.volley.declined"),
            is_on=request.choices.get(DECLINED) == modifier_fields.ON,
            tip=text_of("rules.volley.declined_tip"),
        )


def _plan(
    context: RulesContext, request: VolleyRequest, chosen: _Attackers, targets: tuple[_Target, ...]
) -> tuple[VolleyPlan, str]:
    """Returns the plan that the choices come to, and how the attacks are spread."""
    aimed = tuple(each.id for target in targets if target.is_on for each in target.members)
    wanted, count = request.choices.get(AT, EVEN), len(chosen.members)
    first = CombatantId(wanted.removeprefix(_FIRST))
    choices = {
        key: each
        for key, each in request.choices.items()
        if key not in (WHO, AT, DECLINED, *_OF_ONE) and not key.startswith(AIM)
    }
    plan = structs.replace(
        spread_evenly(tuple(each.id for each in chosen.members), aimed, choices),
        is_declined=request.choices.get(DECLINED) == modifier_fields.ON,
    )
    if wanted == RANDOM and len(request.draws) >= count:
        drawn = tuple(draw % len(aimed) for draw in request.draws[:count])
        return structs.replace(plan, aims=drawn), RANDOM
    if first in aimed:
        return structs.replace(plan, aims=(aimed.index(first),) * count), wanted
    return plan, EVEN


def _without_gaps(plan: VolleyPlan, left_out: Set[CombatantId]) -> VolleyPlan:
    """Returns a plan spread evenly over those who can attack: who is left out comes last."""
    attackers = sorted(plan.attackers, key=lambda who: who in left_out)
    even = spread_evenly(tuple(attackers), plan.targets)
    return structs.replace(plan, attackers=even.attackers, aims=even.aims)


def _at_field(context: RulesContext, plan: VolleyPlan, at: str) -> FormField:
    text_of = context.texts.text_of
    at_one = (
        Option(
            key=f"{_FIRST}{who}",
            text=text_of("rules.volley.all_at", who=context.combatant(who).name),
        )
        for who in plan.targets
    )
    return FormField(
        key=AT,
        label=text_of("rules.volley.spread"),
        look="list",
        options=(
            Option(key=EVEN, text=text_of("rules.volley.even")),
            Option(key=RANDOM, text=text_of("rules.volley.random")),
            *at_one,
        ),
        chosen=at,
    )


# ---- the attack that all of them make


def _form(
    system: AttackRules, context: RulesContext, plan: VolleyPlan, known: VolleyPreview
) -> AttackForm:
    """Returns the form of the first attack that can be made; if none can, of the first."""
    left_out, able = {who for who, _ in known.left_out}, standing(system, context)
    places = (place for place, who in enumerate(plan.attackers) if who not in left_out)
    place = next(places, 0)
    target = target_of(plan, place, able)
    aimed = {"target": target} if target is not None else {}
    return system.form_of(context, {**plan.choices, "who": plan.attackers[place], **aimed})


def _of_attack(
    context: RulesContext, fields: Iterable[FormField], plan: VolleyPlan
) -> Iterator[FormField]:
    """Yields the questions that all attackers answer alike: nobody's target is among them.

    What is asked of one target is asked of each of them.
    """
    each_of_them = context.texts.text_of("rules.volley.each_target")
    names = [context.combatant(who).name for who in plan.targets]
    for each in fields:
        if each.key not in _OF_ONE and not any(option.side for option in each.options):
            label = each.label
            for name in names:
                label = label.replace(name, each_of_them)
            yield _from_each(context, structs.replace(each, label=label))


_Asked = TypeVar("_Asked", FormField, Toggle)


def _from_each(context: RulesContext, asked: _Asked) -> _Asked:
    """Returns what is asked of all attackers, where the plan says it of each of them from their own place."""
    if not asked.by_plan:
        return asked
    says = context.texts.text_of("rules.volley.by_plan", says=asked.plan_says)
    return structs.replace(asked, plan_says=says)
