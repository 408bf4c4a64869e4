"""The attack bench of the D6-pool system: choices to a command, with the odds of exactly that command."""

from dataclasses import dataclass

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.commands import Command
from encounter_gui.rules.ruleset import ModifierDef
from encounter_gui.rules.system import Scene
from encounter_gui.rules.systems.d6pool import character, gear, mechanics, turns
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.chips import signed
from encounter_gui.rules.systems.d6pool.plan import (
    Strike,
    blast_strike,
    explosive_in,
    ladder,
    mode_of,
    plan_attack,
    throw_pool,
)
from encounter_gui.rules.view import Bench, BenchChoices, Chooser, DiceField, Option, Toggle

GM_DICE = 9
_ON = "on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is chosen on the bench, after defaults."""

    one: Combatant
    target: Combatant | None
    item: Item
    mode: str
    band: gear.RangeBand
    dodge: int
    gm: int
    modifiers: tuple[str, ...]
    hero: bool

    @property
    def kind(self) -> str:
        """Which modifiers apply: those of ranged, melee or thrown attacks."""
        if self.item.kind == "explosive":
            return "thrown"
        return self.mode if self.mode in ("melee", "thrown") else "ranged"


def setting(scene: Scene, choices: BenchChoices) -> Setting | None:
    """Returns the choices with defaults filled in; None where nobody can act."""
    one = _actor(scene, choices)
    if one is None:
        return None
    view = turns.seen(scene, one.id)
    one = view.one(one.id)
    item = gear.find(one, choices.get("weapon", "")) or gear.find(one, "") or gear.UNARMED
    mode = _mode(item, choices.get("mode", ""))
    target = _target(view, one, choices.get("target", ""))
    band = choices.get("band", "")
    limit = character.dodge_limit(target) if target else 0
    return Setting(
        one=one,
        target=target,
        item=item,
        mode=mode,
        band=band if band in gear.BANDS else "short",  # type: ignore[arg-type]  # one of the bands
        dodge=min(_whole(choices.get("dodge", "")), limit),
        gm=max(-GM_DICE, min(_whole(choices.get("gm", "")), GM_DICE)),
        modifiers=tuple(
            each.key for each in scene.ruleset.modifiers if choices.get(each.key) == _ON
        ),
        hero=choices.get("hero") == _ON,
    )


def bench(scene: Scene, choices: BenchChoices) -> Bench:
    """Returns the bench for these choices; those that no longer fit fall back to defaults."""
    chosen = setting(scene, choices)
    if chosen is None:
        return Bench(why_not=scene.words.word("d6pool.bench.nobody"))
    if chosen.one.has("in_air"):
        return _blast_bench(scene, chosen)
    if chosen.item.kind == "explosive":
        return _throw_bench(scene, chosen)
    return _attack_bench(scene, chosen)


def _attack_bench(scene: Scene, chosen: Setting) -> Bench:
    one, target = chosen.one, chosen.target
    who = (_who(scene, one), _whom(scene, one, target), _weapons(scene, one, chosen.item))
    weapon = gear.weapon_of(chosen.item)
    choosers = [*who, *_modes(scene, weapon, chosen.mode)]
    if chosen.kind != "melee":
        choosers.append(_bands(scene, weapon.ranges, chosen.band))
    if target is None:
        return Bench(
            actor=one.id,
            choosers=tuple(choosers),
            why_not=scene.words.word("d6pool.bench.no_target"),
        )
    choosers += [
        _dodges(scene, target, chosen.dodge, parry=chosen.kind == "melee"),
        _gm(scene, chosen.gm),
    ]
    command = do.Attack(
        who=one.id,
        target=target.id,
        weapon=weapon.key,
        mode=chosen.mode if chosen.mode in ("SS", "SA", "FA") else "",  # type: ignore[arg-type]  # one of these
        band="" if chosen.kind == "melee" else chosen.band,
        modifiers=() if chosen.kind == "melee" else chosen.modifiers,
        gm=chosen.gm,
        dodge=chosen.dodge,
        hero=chosen.hero,
    )
    plan = plan_attack(turns.seen(scene, one.id), command)
    made = one.gauges.get("attacks", 0)
    return Bench(
        actor=one.id,
        choosers=tuple(choosers),
        toggles=_toggles(scene, chosen, plan.strike),
        sum=_sum(scene, plan.strike),
        dice=_dice(scene, plan.strike),
        command=command,
        resolve=scene.words.word(f"d6pool.bench.{'again' if made else 'resolve'}"),
    )


def _throw_bench(scene: Scene, chosen: Setting) -> Bench:
    one = chosen.one
    explosive = explosive_in(one, chosen.item.key)
    command = do.Throw(
        who=one.id,
        weapon=explosive.key,
        band=chosen.band,
        modifiers=chosen.modifiers,
        gm=chosen.gm,
        hero=chosen.hero,
    )
    pool = throw_pool(turns.seen(scene, one.id), command, explosive)
    dn = ladder(scene, chosen.band)
    words = scene.words
    locked = tuple(_locked(part.name, part.dice) for part in pool.parts)
    return Bench(
        actor=one.id,
        choosers=(
            _who(scene, one),
            _weapons(scene, one, chosen.item),
            _bands(scene, explosive.ranges, chosen.band),
            _gm(scene, chosen.gm),
        ),
        toggles=(*locked, *_situations(scene, chosen), *_hero(scene, chosen)),
        sum=words.word("d6pool.bench.sum_throw", dice=pool.dice, dn=dn),
        dice=(_field(scene, "throw", pool.dice),) if pool.dice else (),
        command=command,
        resolve=words.word("d6pool.bench.throw"),
    )


def _blast_bench(scene: Scene, chosen: Setting) -> Bench:
    one, target, words = chosen.one, chosen.target, scene.words
    in_air = one.condition("in_air")
    explosive = explosive_in(one, in_air.note if in_air else "")
    bands = _blast_bands(scene, explosive, chosen.band)
    head = (_who(scene, one), _whom(scene, one, target, include_self=True), bands)
    if target is None:
        return Bench(actor=one.id, choosers=head, why_not=words.word("d6pool.bench.no_target"))
    metres = explosive.blast[gear.BANDS.index(chosen.band)]
    caught = do.Caught(target=target.id, metres=metres, dodge=chosen.dodge, gm=chosen.gm)
    strike = blast_strike(turns.seen(scene, one.id), explosive, caught)
    if strike is None:
        return Bench(actor=one.id, choosers=head, why_not=words.word("d6pool.bench.no_target"))
    dodges = _dodges(scene, target, strike.dodge, parry=False)
    return Bench(
        actor=one.id,
        choosers=(*head, dodges, _gm(scene, chosen.gm)),
        toggles=tuple(_locked(part.name, part.dice) for part in strike.pool.parts),
        sum=_sum(scene, strike),
        dice=_dice(scene, strike),
        command=do.Blast(who=one.id, targets=(caught,), more=True),
        resolve=words.word("d6pool.bench.blast"),
    )


def strike_of(scene: Scene, command: Command) -> tuple[Strike, Combatant] | None:
    """Returns the strike a command would roll and its target; None for a command without one."""
    try:
        match command:
            case do.Attack():
                view = turns.seen(scene, command.who)
                return plan_attack(view, command).strike, view.one(command.target)
            case do.Blast(who=who, targets=(caught, *_)) if who is not None:
                return _blast_strike(scene, who, caught)
            case _:
                return None
    except (RuleError, KeyError):
        return None


def _blast_strike(
    scene: Scene, who: CombatantId, caught: do.Caught
) -> tuple[Strike, Combatant] | None:
    view = turns.seen(scene, who)
    in_air = view.one(who).condition("in_air")
    explosive = explosive_in(view.one(who), in_air.note if in_air else "")
    strike = blast_strike(view, explosive, caught)
    return (strike, view.one(caught.target)) if strike else None


def _actor(scene: Scene, choices: BenchChoices) -> Combatant | None:
    state = scene.state
    wanted = CombatantId(choices.get("who", ""))
    if wanted in state.acting:
        return state.combatants[wanted]
    open_now = [slot.who for slot in state.slots if slot.group == state.group and not slot.is_done]
    return next((state.combatants[who] for who in (*open_now, *state.acting)), None)


def _target(scene: Scene, one: Combatant, wanted: str) -> Combatant | None:
    chosen = scene.state.combatants.get(CombatantId(wanted))
    if chosen is not None:
        return chosen
    others = [each for each in scene.state.combatants.values() if not character.is_out(each)]
    friends = ("pc", "ally") if one.side in ("pc", "ally") else (one.side,)
    return next((each for each in others if each.side not in friends and each.id != one.id), None)


def _mode(item: Item, wanted: str) -> str:
    if item.kind == "explosive":
        return "thrown"
    try:
        return mode_of(gear.weapon_of(item), wanted)
    except RuleError:
        return mode_of(gear.weapon_of(item), "")


def _who(scene: Scene, one: Combatant) -> Chooser:
    options = tuple(Option(key=who, text=scene.one(who).name) for who in scene.state.acting)
    return Chooser(
        key="who",
        label=scene.words.word("d6pool.bench.who"),
        look="list",
        options=options,
        chosen=one.id,
    )


def _whom(
    scene: Scene, one: Combatant, target: Combatant | None, *, include_self: bool = False
) -> Chooser:
    options = tuple(
        Option(key=each.id, text=each.name)
        for each in scene.state.combatants.values()
        if (include_self or each.id != one.id) and not character.is_dead(each)
    )
    label = scene.words.word("d6pool.bench.target")
    return Chooser(
        key="target", label=label, look="list", options=options, chosen=target.id if target else ""
    )


def _weapons(scene: Scene, one: Combatant, chosen: Item) -> Chooser:
    held = one.memo.get("held", "")
    free = (held, gear.UNARMED.key)
    options = tuple(
        Option(
            key=item.key,
            text=item.name,
            note=_weapon_note(scene, one, item),
            why_not="" if item.key in free else scene.words.word("d6pool.bench.draw_first"),
        )
        for item in gear.weapons(one)
    )
    label = scene.words.word("d6pool.bench.weapon")
    return Chooser(key="weapon", label=label, look="list", options=options, chosen=chosen.key)


def _weapon_note(scene: Scene, one: Combatant, item: Item) -> str:
    if item.kind == "explosive":
        return scene.words.word("d6pool.bench.left", left=one.gauges.get(f"ammo.{item.key}", 0))
    weapon = gear.weapon_of(item)
    level = weapon.damage + (character.level(scene, one, "strength") if weapon.adds_strength else 0)
    return scene.words.word("d6pool.bench.damage", damage=max(level, 0))


def _modes(scene: Scene, weapon: gear.Weapon, chosen: str) -> tuple[Chooser, ...]:
    if len(weapon.modes) < 2:
        return ()
    options = tuple(
        Option(key=mode, text=scene.words.word(f"d6pool.mode.{mode}")) for mode in weapon.modes
    )
    label = scene.words.word("d6pool.bench.mode")
    return (Chooser(key="mode", label=label, look="segments", options=options, chosen=chosen),)


def _bands(scene: Scene, limits: tuple[int, ...], chosen: str) -> Chooser:
    options = tuple(
        Option(
            key=band,
            text=f"{scene.words.word(f'd6pool.band.{band}')} {ladder(scene, band)}",  # type: ignore[arg-type]  # a band
            note=f"≤ {limit} m",
        )
        for band, limit in zip(gear.BANDS, limits, strict=False)
    )
    label = scene.words.word("d6pool.bench.range")
    return Chooser(key="band", label=label, look="segments", options=options, chosen=chosen)


def _blast_bands(scene: Scene, explosive: gear.Explosive, chosen: str) -> Chooser:
    options = tuple(
        Option(key=band, text=f"≤ {limit} m", note=f"{damage}d6")
        for band, limit, damage in zip(gear.BANDS, explosive.blast, explosive.damage, strict=False)
    )
    label = scene.words.word("d6pool.bench.from_blast")
    return Chooser(key="band", label=label, look="segments", options=options, chosen=chosen)


def _dodges(scene: Scene, target: Combatant, chosen: int, *, parry: bool) -> Chooser:
    limit = character.dodge_limit(target)
    why = scene.words.word("d6pool.bench.no_dice", left=limit)
    options = tuple(
        Option(key=str(dice), text=str(dice), why_not="" if dice <= limit else why)
        for dice in range(mechanics.DODGE_MOST + 1)
    )
    label = scene.words.word(f"d6pool.bench.{'parries' if parry else 'dodges'}", who=target.name)
    return Chooser(key="dodge", label=label, look="segments", options=options, chosen=str(chosen))


def _gm(scene: Scene, chosen: int) -> Chooser:
    return Chooser(
        key="gm",
        label=scene.words.word("d6pool.gm"),
        look="number",
        chosen=str(chosen),
        least=-GM_DICE,
        most=GM_DICE,
        place="left",
    )


def _toggles(scene: Scene, chosen: Setting, strike: Strike) -> tuple[Toggle, ...]:
    locked = tuple(
        _locked(part.name, part.dice)
        for part in strike.pool.parts
        if part.key not in chosen.modifiers
    )
    return (*locked, *_situations(scene, chosen), *_hero(scene, chosen))


def _situations(scene: Scene, chosen: Setting) -> tuple[Toggle, ...]:
    return tuple(
        Toggle(
            key=each.key,
            text=each.name,
            amount=signed(each.amount),
            is_on=each.key in chosen.modifiers,
            group=each.group,
            tip=each.rule,
        )
        for each in scene.ruleset.modifiers
        if _is_offered(each, chosen.kind)
    )


def _is_offered(modifier: ModifierDef, kind: str) -> bool:
    return bool(modifier.group) and (not modifier.on or kind in modifier.on)


def _hero(scene: Scene, chosen: Setting) -> tuple[Toggle, ...]:
    if not chosen.one.gauges.get("hero") and not chosen.one.memo.get("hero"):
        return ()
    return (
        Toggle(
            key="hero", text=scene.words.word("d6pool.bench.hero"), amount="×2", is_on=chosen.hero
        ),
    )


def _locked(name: str, dice: int) -> Toggle:
    return Toggle(
        key=f"state:{name}",
        text=name,
        amount=str(dice) if dice >= 0 else signed(dice),
        is_on=True,
        is_locked=True,
    )


def _sum(scene: Scene, strike: Strike) -> str:
    key = "d6pool.bench.sum_dodge" if strike.dodge else "d6pool.bench.sum"
    return scene.words.word(
        key,
        attack=strike.pool.dice,
        dn=strike.dn,
        dodge=strike.dodge,
        damage=strike.damage,
        resistance=strike.resistance.dice,
    )


def _dice(scene: Scene, strike: Strike) -> tuple[DiceField, ...]:
    asked = (
        ("dodge", 0 if strike.is_certain else strike.dodge),
        ("attack", 0 if strike.is_certain else strike.pool.dice),
        ("damage", strike.damage),
        ("resistance", strike.resistance.dice if strike.damage else 0),
    )
    return tuple(_field(scene, key, dice) for key, dice in asked if dice)


def _field(scene: Scene, key: str, dice: int) -> DiceField:
    return DiceField(key=key, label=scene.words.word(f"d6pool.roll.{key}"), notation=f"{dice}d6")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0
