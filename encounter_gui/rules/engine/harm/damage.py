"""Damage that is no attack, on several at once: one mechanism, in which a game says how a hit is taken.

A game's function for that is the one its attacks end in, so that seven points do the same wherever they come from.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import Rolled, RollRequest, Typed, accept
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.asking import Rolling, ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Adjust, Damage, DamageTarget, Way
from encounter_gui.rules.model.text_format import counted_names, stem_of

MOST = 9999
"""More damage is a slip of the finger."""


class HitByHand(Struct, frozen=True, kw_only=True):
    """So much damage on its way to one combatant. ``place`` empty: none is named, the rules find it or need none."""

    who: CombatantId
    amount: int
    place: str = ""
    is_past_armor: bool = False
    is_lethal: bool = True


class Reduction(Struct, frozen=True, kw_only=True):
    """What one thing took of damage; ``gauge`` is the running number used up by it, empty: none is.

    ``text`` is the arithmetic in words, e.g. ``3 − 8 = 0``; empty: there is nothing to add.
    """

    name: str
    stopped: int
    gauge: str = ""
    text: str = ""


class HitResult(Struct, frozen=True, kw_only=True):
    """What a hit by hand has come to; ``text`` says it in words, without the name of who was hit.

    ``place`` is where it was, empty where places mean nothing; ``face`` is the die that chose it, None: none was
    rolled. ``lost`` counts what the target lost (hit points, wounds), ``over`` what found nothing left to take.
    """

    who: CombatantId
    amount: int
    text: str
    place: str = ""
    face: int | None = None
    steps: tuple[Reduction, ...] = ()
    lost: int = 0
    over: int = 0

    @property
    def stopped(self) -> int:
        """How much did not get through."""
        return sum(step.stopped for step in self.steps)


def _no_dice(context: RulesContext, hit: HitByHand) -> tuple[RollRequest, ...]:
    return ()


def _no_places(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    return ()


def _never(combatant: Combatant) -> bool:
    return False


class HarmRules(Struct, frozen=True, kw_only=True):
    """How a game takes damage that is no attack.

    ``suffer`` lets a hit take effect, with the answers to what ``dice`` asks for it. ``places`` returns the keys of
    the places of somebody's body that a hit can be aimed at; none: places mean nothing. ``is_beyond`` returns whether
    nothing can harm somebody any more. ``has_armor``: damage can be told to go past armour. ``rule_of_half`` is the
    rule by which half damage is rounded down; empty: no rule says so.
    """

    suffer: Callable[[Resolution, HitByHand, Sequence[Rolled]], HitResult]
    dice: Callable[[RulesContext, HitByHand], tuple[RollRequest, ...]] = _no_dice
    places: Callable[[RulesContext, Combatant], tuple[str, ...]] = _no_places
    is_beyond: Callable[[Combatant], bool] = _never
    has_armor: bool = False
    rule_of_half: str = ""

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways damage can go in this game."""
        return ("rules", "past_armor", "raw") if self.has_armor else ("rules", "raw")


ChangeByHand = Callable[[Resolution, Adjust], Rolling[object]]
"""Carries out a change of a gauge by hand, with all that the game makes of it."""


# ---- how much, and where


def amount_of(command: Damage, target: DamageTarget) -> int:
    """Returns how much damage a target gets; halves are rounded down."""
    if target.amount is not None:
        return target.amount
    match target.share:
        case "0":
            return 0
        case "1/2":
            return command.amount // 2
        case "1":
            return command.amount
        case "2":
            return command.amount * 2


def sum_text(command: Damage, target: DamageTarget) -> str:
    """Returns how much damage a target gets as arithmetic, e.g. ``7 ÷ 2 = 3``; without a share just the number."""
    amount = amount_of(command, target)
    if target.amount is not None or target.share == "1":
        return str(amount)
    sign = {"0": "× 0", "1/2": "÷ 2", "2": "× 2"}[target.share]
    return f"{command.amount} {sign} = {amount}"


def sorted_targets(
    rules: HarmRules, context: RulesContext, command: Damage
) -> tuple[DamageTarget, ...]:
    """Returns the targets in the order in which they joined, so that it does not matter how they were named.

    Raises:
        RuleError: nobody, somebody twice or somebody who is not there is named, the damage is none or too much, a
            place or way does not exist, or nothing can harm any of them.
    """
    _require_possible(rules, context, command)
    seen: set[CombatantId] = set()
    for target in command.targets:
        combatant = context.known_combatant(target.who)
        if target.who in seen:
            raise refuse("rules.damage.twice", who=combatant.name)
        seen.add(target.who)
        amount = amount_of(command, target)
        if not 0 <= amount <= MOST:
            raise refuse("rules.damage.too_much", most=MOST)
        _require_place(rules, context, combatant, target.place or command.place)
    order = {who: place for place, who in enumerate(context.state.combatants)}
    return tuple(sorted(command.targets, key=lambda each: order[each.who]))


def _require_possible(rules: HarmRules, context: RulesContext, command: Damage) -> None:
    if not command.targets:
        raise refuse("rules.nobody_named")
    if command.way not in rules.ways:
        raise refuse("rules.damage.no_armor")
    if command.gauge and command.way != "raw":
        raise refuse("rules.damage.gauge_is_raw")
    if command.way == "raw":
        adjustments.gauge_of(context, command.gauge)
    elif all(rules.is_beyond(context.known_combatant(each.who)) for each in command.targets):
        raise refuse(
            "rules.damage.beyond", who=context.known_combatant(command.targets[0].who).name
        )
    if not any(amount_of(command, each) for each in command.targets):
        raise refuse("rules.damage.none")


def _require_place(
    rules: HarmRules, context: RulesContext, combatant: Combatant, place: str
) -> None:
    if not place:
        return
    known = rules.places(context, combatant)
    if not known:
        raise refuse("rules.damage.no_places")
    if place not in known:
        names = ", ".join(place_name(context, each) for each in known)
        raise refuse("rules.damage.no_such_place", place=place, known=names)


def place_name(context: RulesContext, place: str) -> str:
    """Returns what the ruleset calls a place of the body; its key where there is none; empty for no place."""
    return next((each.name for each in context.ruleset.locations if each.key == place), place)


def hit_of(command: Damage, target: DamageTarget) -> HitByHand:
    """Returns what is on its way to a target."""
    return HitByHand(
        who=target.who,
        amount=amount_of(command, target),
        place=target.place or command.place,
        is_past_armor=command.way == "past_armor",
        is_lethal=command.lethal,
    )


# ---- dice


def dice_of(
    rules: HarmRules, context: RulesContext, command: Damage, target: DamageTarget
) -> tuple[RollRequest, ...]:
    """Returns the rolls a hit needs; their keys end in the target's id, so that each can be answered beforehand."""
    hit = hit_of(command, target)
    if not _reaches(rules, context, command, hit):
        return ()
    found = rules.dice(context, hit)
    return tuple(replace(each, key=f"{each.key}.{target.who}") for each in found)


def _reaches(rules: HarmRules, context: RulesContext, command: Damage, hit: HitByHand) -> bool:
    """Returns whether the rules have anything to do with a hit."""
    is_harmed = hit.amount > 0 and not rules.is_beyond(context.combatant(hit.who))
    return command.way != "raw" and is_harmed


# ---- at the table


def deal(
    rules: HarmRules, resolution: Resolution, command: Damage, change: ChangeByHand
) -> Rolling[tuple[HitResult, ...]]:
    """Lets damage reach all its targets, whose dice are asked for together; returns what it came to for each.

    Raises:
        RuleError: it cannot be dealt like that.
    """
    context = resolution.context
    targets = sorted_targets(rules, context, command)
    _explain_half(rules, resolution, command)
    wanted = [dice_of(rules, context, command, target) for target in targets]
    answers = iter((yield from ask(*(each for requests in wanted for each in requests))))
    results: list[tuple[HitResult, str]] = []
    for target, requests in zip(targets, wanted, strict=True):
        own = tuple(islice(answers, len(requests)))
        results.append((yield from _reach(rules, resolution, command, target, own, change)))
    _tell(resolution, command, targets, results)
    return tuple(result for result, _ in results)


def _tell(
    resolution: Resolution,
    command: Damage,
    targets: Sequence[DamageTarget],
    results: Sequence[tuple[HitResult, str]],
) -> None:
    """Says what damage has come to, of many to whom the same happened once: ``Ganger ×7 8: 8 off hit points, dead``."""
    told: dict[tuple[str, str, str], list[tuple[Combatant, str]]] = {}
    for target, (_, text) in zip(targets, results, strict=True):
        combatant = resolution.context.combatant(target.who)
        kind = combatant.group or stem_of(combatant.name)
        same = (kind, sum_text(command, target), text.replace(combatant.name, kind))
        told.setdefault(same, []).append((combatant, text))
    for (_, amount, together), alike in told.items():
        names = counted_names((combatant, "") for combatant, _ in alike)
        texts = [together] if len(names) < len(alike) else [text for _, text in alike]
        for (name, _), text in zip(names, texts, strict=True):
            resolution.add_text("rules.damage.told", who=name, sum=amount, result=text)


def _explain_half(rules: HarmRules, resolution: Resolution, command: Damage) -> None:
    """Says how a half that is no whole number was rounded."""
    halved = any(each.share == "1/2" and each.amount is None for each in command.targets)
    if halved and command.amount % 2:
        half = command.amount // 2
        resolution.reason("rules.damage.half", rules.rule_of_half, amount=command.amount, half=half)


def _reach(
    rules: HarmRules,
    resolution: Resolution,
    command: Damage,
    target: DamageTarget,
    rolled: Sequence[Rolled],
    change: ChangeByHand,
) -> Rolling[tuple[HitResult, str]]:
    """Lets damage reach one target; returns what it has come to, and that in words with all that follows from it."""
    told = resolution.clause_count
    hit = hit_of(command, target)
    if command.way == "raw":
        result = yield from _raw(resolution, command, hit, change)
    elif _reaches(rules, resolution.context, command, hit):
        result = rules.suffer(resolution, hit, rolled)
    else:
        result = _unharmed(resolution.context, hit)
    rest = resolution.take_text(told)
    return result, ", ".join(part for part in (result.text, rest) if part)


def _unharmed(context: RulesContext, hit: HitByHand) -> HitResult:
    """Returns the result of a hit that does nothing: none is left of it, or nothing can harm its target any more."""
    key = "rules.damage.beyond_told" if hit.amount else "rules.damage.spared"
    text = context.texts.text_of(key)
    return HitResult(who=hit.who, amount=hit.amount, text=text, over=hit.amount)


def _raw(
    resolution: Resolution, command: Damage, hit: HitByHand, change: ChangeByHand
) -> Rolling[HitResult]:
    """Takes damage straight off a gauge, past every rule but what the gauge itself leads to."""
    gauge = adjustments.gauge_def(resolution.context, command.gauge)
    key = gauge.key
    before = resolution.combatant(hit.who).gauges.get(key, 0)
    if hit.amount:
        by = adjustments.hurting(gauge, hit.amount)
        yield from change(resolution, Adjust(who=(hit.who,), change=by, gauge=key))
    after = resolution.combatant(hit.who).gauges.get(key, 0)
    lost = max(after - before if gauge.is_harm else before - after, 0)
    told = "rules.damage.raw_added" if gauge.is_harm else "rules.damage.raw_told"
    text = resolution.context.texts.text_of(told, gauge=gauge.name, lost=lost)
    over = hit.amount - lost
    return HitResult(who=hit.who, amount=hit.amount, text=text, lost=lost, over=over)


def gauge_name(context: RulesContext, key: str) -> str:
    """Returns what the ruleset calls a gauge; empty: the main one.

    Raises:
        RuleError: there is no such gauge.
    """
    return adjustments.gauge_def(context, key).name


def damage_label(resolution: Resolution, command: Damage) -> Message:
    """Returns the log line of damage by hand: where it comes from, and each of its targets."""
    source = command.source.strip()
    if not source:
        source = resolution.context.texts.text_of(f"rules.damage.way.{command.way}")
    return say("rules.log.damage", source=source, results=resolution.text)


# ---- beforehand


def foreseen(
    rules: HarmRules,
    resolution: Resolution,
    command: Damage,
    change: ChangeByHand,
    typed: Mapping[str, Typed],
) -> tuple[tuple[HitResult, ...], tuple[DamageTarget, ...]]:
    """Deals damage to the targets whose dice are known; returns what it comes to, and the targets still open.

    ``typed`` are the dice known beforehand, by the key of their roll.

    Raises:
        RuleError: it cannot be dealt like that.
        RollRefused: these dice cannot fall like that.
    """
    context = resolution.context
    targets = sorted_targets(rules, context, command)
    _explain_half(rules, resolution, command)
    dice = {target.who: dice_of(rules, context, command, target) for target in targets}
    waiting = tuple(
        target for target in targets if any(each.key not in typed for each in dice[target.who])
    )
    ready = tuple(target for target in targets if target not in waiting)
    results = tuple(_foreseen(rules, resolution, command, ready, dice, typed, change))
    return results, waiting


def _foreseen(
    rules: HarmRules,
    resolution: Resolution,
    command: Damage,
    targets: Sequence[DamageTarget],
    dice: Mapping[CombatantId, Sequence[RollRequest]],
    typed: Mapping[str, Typed],
    change: ChangeByHand,
) -> Iterator[HitResult]:
    for target in targets:
        own = tuple(accept(each, typed[each.key]) for each in dice[target.who])
        reaching = _reach(rules, resolution, command, target, own, change)
        try:
            next(reaching)
        except StopIteration as done:
            yield done.value[0]
