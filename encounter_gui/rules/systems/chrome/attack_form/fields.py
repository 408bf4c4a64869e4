"""The questions, toggles and dice fields of the attack bench. Source: CHR-16, CHR-20, CHR-36, CHR-41, CHR-42."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.model.text_format import signed
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.chrome.attack_form.selection import (
    CAUGHT,
    EVERYBODY,
    SPECIAL,
    Setting,
    actors,
    most_burn,
    targets,
)
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    COVER_SOAK,
    AttackPlan,
    counter_weapons,
    defences,
    why_unusable,
)
from encounter_gui.rules.systems.chrome.sheet import character, gear
from encounter_gui.rules.systems.chrome.sheet.check_plan import TestPlan
from encounter_gui.rules.systems.chrome.sheet.gear import Ability, Weapon
from encounter_gui.rules.view import Chooser, DiceField, Option, Toggle

EDGES = (("1", "adv"), ("0", "none"), ("-1", "disadv"))
"""What may be chosen for Advantage, and its words."""

RULE_OF_GM = "CHR-16"
"""The rule of the game master's own Advantage, by which it is told from other parts."""


def head(scene: Scene, chosen: Setting) -> tuple[Chooser, ...]:
    """Returns who attacks whom, with what."""
    return (
        actor_chooser(scene, chosen.one),
        target_chooser(scene, chosen),
        weapon_chooser(scene, chosen),
    )


def actor_chooser(scene: Scene, one: Combatant) -> Chooser:
    """Returns the question who attacks."""
    options = tuple(Option(key=each.id, text=each.name, side=each.side) for each in actors(scene))
    label = scene.words.word("chrome.bench.who")
    return Chooser(key="who", label=label, look="list", options=options, chosen=one.id)


def target_chooser(scene: Scene, chosen: Setting) -> Chooser:
    """Returns the question whom it is aimed at."""
    words, those = scene.words, targets(scene, chosen.one, chosen.ability)
    options = [Option(key=each.id, text=each.name, side=each.side) for each in those]
    if chosen.ability is not None and len(those) > 1:
        options.append(Option(key=EVERYBODY, text=words.word("chrome.bench.everybody")))
    picked = EVERYBODY if chosen.is_everybody else chosen.target.id if chosen.target else ""
    return Chooser(
        key="target",
        label=words.word("chrome.bench.target"),
        look="list",
        options=tuple(options),
        chosen=picked,
    )


def weapon_chooser(scene: Scene, chosen: Setting) -> Chooser:
    """Returns the question with what: weapons, grenades, an enemy's special abilities."""
    one = chosen.one
    options = [_weapon_option(scene, one, item) for item in gear.weapons(one)]
    options += [
        Option(key=f"{SPECIAL}{each.key}", text=each.name, note=ability_note(scene, each))
        for each in gear.abilities(one)
    ]
    picked = f"{SPECIAL}{chosen.ability.key}" if chosen.ability else ""
    return Chooser(
        key="weapon",
        label=scene.words.word("chrome.bench.weapon"),
        look="list",
        options=tuple(options),
        chosen=chosen.item.key if chosen.item else picked,
    )


def _weapon_option(scene: Scene, one: Combatant, item: Item) -> Option:
    if item.kind == "explosive":
        return Option(key=item.key, text=item.name, note=grenade_note(scene, item))
    weapon = gear.weapon_of(item)
    times = f" ×{weapon.attacks}" if weapon.attacks > 1 else ""
    return Option(
        key=item.key,
        text=f"{item.name}{times}",
        note=weapon_note(scene, weapon),
        why_not=_unusable(scene, one, weapon),
    )


def _unusable(scene: Scene, one: Combatant, weapon: Weapon) -> str:
    """Why a weapon cannot be used at any range, in the words of its refusal."""
    if not weapon.bands:
        return ""
    band = weapon.bands[0]
    why = why_unusable(one, weapon, band)
    where = scene.words.word(f"chrome.band.{band}")
    return scene.words.word(why, who=one.name, weapon=weapon.name, band=where) if why else ""


def weapon_note(scene: Scene, weapon: Weapon) -> str:
    """Returns a weapon's numbers in short: ``Close · Massive 4 · Sever``, or ``C 4 · S 6 · L 4``."""
    word = scene.words.word
    bands = weapon.bands
    if len(bands) == 1:
        found = [word(f"chrome.band.{bands[0]}"), tier_text(scene, weapon.tier(bands[0]))]
    else:
        found = [f"{word(f'chrome.band.{band}.letter')} {weapon.tier(band)}" for band in bands]
    found += [effect_name(scene, each) for each in weapon.effects]
    if weapon.grapples:
        found.append(word("chrome.bench.grapples"))
    return " · ".join(found)


def tier_text(scene: Scene, tier: int) -> str:
    """Returns damage with the name of its tier, where it has one: ``Massive 4``. Source: CHR-09."""
    named = (key for key, amount in scene.ruleset.tables["tiers"].items() if amount == tier)
    key = next(named, "")
    known = (
        scene.words.word(f"chrome.tier.{key}") if key in ("standard", "massive", "deadly") else ""
    )
    return f"{known} {tier}".strip()


def effect_name(scene: Scene, effect: str) -> str:
    """Returns a critical effect in a word; of a house rule's own, as it is written. Source: CHR-38."""
    if effect in ("knockdown", "sever", "ablaze", "shock"):
        return scene.words.word(f"chrome.effect.{effect}")
    return effect.capitalize()


def grenade_note(scene: Scene, item: Item) -> str:
    """Returns a grenade's numbers in short."""
    grenade = gear.grenade_of(item)
    return scene.words.word("chrome.bench.blast", centre=grenade.centre, near=grenade.near)


def ability_note(scene: Scene, ability: Ability) -> str:
    """Returns what a special ability does in short: ``Sanity Save · 2 Stress``."""
    word = scene.words.word
    found = [word("chrome.bench.save", save=character.name_of(scene, ability.save))]
    if ability.stress:
        found.append(word("chrome.bench.stress", amount=ability.stress))
    if ability.panics:
        found.append(word("chrome.bench.panic"))
    return " · ".join(found)


def band_chooser(scene: Scene, chosen: Setting) -> tuple[Chooser, ...]:
    """Returns the question how far it is, with the damage at each range; none for a weapon of one range."""
    weapon = chosen.weapon
    if weapon is None or len(weapon.bands) < 2:
        return ()
    options = tuple(
        Option(
            key=band,
            text=f"{scene.words.word(f'chrome.band.{band}')} {weapon.tier(band)}",
            note=tier_text(scene, weapon.tier(band)),
        )
        for band in weapon.bands
    )
    label = scene.words.word("chrome.bench.band")
    return (Chooser(key="band", label=label, look="segments", options=options, chosen=chosen.band),)


def defence_chooser(scene: Scene, chosen: Setting, plan: AttackPlan) -> tuple[Chooser, ...]:
    """Returns the question what the target does: Save, strike back, or neither. Source: CHR-41, CHR-42."""
    if chosen.target is None or plan.save is None:
        return ()
    possible = defences(scene, chosen.target, plan.band)
    options = tuple(
        Option(key=each, text=defence_text(scene, each, plan.save)) for each in possible
    )
    label = scene.words.word("chrome.bench.defence")
    segments = Chooser(
        key="defence", label=label, look="segments", options=options, chosen=chosen.defence
    )
    return (segments, *_counter_chooser(scene, chosen))


def defence_text(scene: Scene, defence: str, save: TestPlan) -> str:
    """Returns a way to defend oneself in words: ``Reflex Save 44``."""
    if defence != "save":
        return scene.words.word(f"chrome.defence.{defence}")
    name = character.name_of(scene, save.test)
    return scene.words.word("chrome.defence.save", save=name, target=save.target)


def _counter_chooser(scene: Scene, chosen: Setting) -> tuple[Chooser, ...]:
    arms = counter_weapons(chosen.target) if chosen.target else ()
    if chosen.defence != "counter" or len(arms) < 2:
        return ()
    options = tuple(
        Option(key=each.key, text=each.name, note=weapon_note(scene, each)) for each in arms
    )
    label = scene.words.word("chrome.bench.counter")
    return (
        Chooser(
            key="counter",
            label=label,
            look="list",
            options=options,
            chosen=chosen.counter,
            place="left",
        ),
    )


def edge_chooser(scene: Scene, key: str, edge: int, *, is_second: bool = False) -> Chooser:
    """Returns the game master's own Advantage or Disadvantage, under ``edge`` or ``save_edge``. Source: CHR-16."""
    word = scene.words.word
    return Chooser(
        key=key,
        label=word(f"chrome.bench.{key}"),
        look="segments",
        options=tuple(
            Option(key=each, text=word(f"chrome.bench.edge.{name}")) for each, name in EDGES
        ),
        chosen=str(edge),
        place="left" if is_second else "head",
    )


def burn_chooser(scene: Scene, key: str, one: Combatant | None, burn: int) -> tuple[Chooser, ...]:
    """Returns the Conviction burned on a roll, under ``burn`` or ``save_burn``; none if there is none.

    Source: CHR-20.
    """
    most = most_burn(scene, one)
    if not most:
        return ()
    label = scene.words.word(f"chrome.bench.{key}")
    return (
        Chooser(
            key=key,
            label=label,
            look="number",
            chosen=str(burn),
            least=0,
            most=most,
            place="left",
        ),
    )


def roll_toggles(scene: Scene, chosen: Setting, test: TestPlan) -> tuple[Toggle, ...]:
    """Returns what the state does to a roll, locked: Grit, Prone, what is unnoticed. Source: CHR-16, CHR-63."""
    raised = (part for part in test.targets[1:] if part.rule != "CHR-20")
    edges = (
        part
        for part in test.edges
        if part.key not in chosen.modifiers and (part.key or part.rule != RULE_OF_GM)
    )
    return (
        *(_locked(part, signed(part.amount)) for part in raised),
        *(_locked(part, edge_word(scene, part.amount)) for part in edges),
    )


def _locked(part: Part, amount: str) -> Toggle:
    return Toggle(
        key=f"state:{part.key or part.name}",
        text=part.name,
        amount=amount,
        is_on=True,
        is_locked=True,
        tip=part.rule,
    )


def edge_word(scene: Scene, amount: int) -> str:
    """Returns ``Adv`` or ``Disadv``."""
    return scene.words.word(f"chrome.bench.edge.{'adv' if amount > 0 else 'disadv'}")


def soak_toggles(scene: Scene, parts: Iterable[Part]) -> tuple[Toggle, ...]:
    """Returns the target's Soak, and what adds to it now. Source: CHR-34, CHR-36, CHR-47."""
    those = list(parts)
    worn = [part for part in those if not part.key]
    amount = sum(part.amount for part in worn)
    soak = Toggle(
        key="state:soak",
        text=scene.words.word("chrome.column.soak"),
        amount=str(amount),
        is_on=True,
        is_locked=True,
        tip=modifiers.sum_text(worn) if worn else "",
    )
    return (soak, *(_locked(part, signed(part.amount)) for part in those if part.key))


def situation_toggles(scene: Scene, chosen: Setting) -> tuple[Toggle, ...]:
    """Returns the situational modifiers of the attacker's check, as Advantage or Disadvantage. Source: CHR-16."""
    return tuple(
        structs.replace(each, amount=_edge_of(scene, scene.ruleset, each.key))
        for each in modifier_fields.toggles(scene.ruleset, chosen.modifiers, "attack")
    )


def _edge_of(scene: Scene, ruleset: Ruleset, key: str) -> str:
    known = ruleset.modifier(key)
    return edge_word(scene, known.amount) if known else ""


def blast_toggles(scene: Scene, chosen: Setting) -> Iterator[Toggle]:
    """Yields cover between the target and the blast, and who else is in it. Source: CHR-46, CHR-47."""
    word = scene.words.word
    yield Toggle(
        key="cover",
        text=word("chrome.bench.cover"),
        amount=signed(COVER_SOAK),
        is_on=chosen.has_cover,
    )
    for each in (chosen.one, *targets(scene, chosen.one, None)):
        if chosen.target is None or each.id != chosen.target.id:
            yield Toggle(
                key=f"{CAUGHT}{each.id}",
                text=word("chrome.bench.caught", who=each.name),
                is_on=each.id in chosen.caught,
            )


def sum_text(scene: Scene, test: TestPlan) -> str:
    """Returns the arithmetic of a roll: ``d100 < 44 keep the worse of two``."""
    word = scene.words.word
    text = word("chrome.bench.sum", target=test.target)
    if not test.edge:
        return text
    return (
        f"{text} {word('chrome.bench.sum.better' if test.edge > 0 else 'chrome.bench.sum.worse')}"
    )


def damage_text(scene: Scene, plan: AttackPlan) -> str:
    """Returns what a plain hit comes to: ``4 − Soak 2 = 2``."""
    return scene.words.word(
        "chrome.bench.sum.damage",
        tier=plan.tier,
        soak=plan.soaked,
        damage=plan.applied(is_critical=False),
    )


def dice_field(scene: Scene, key: str, test: TestPlan, *, label: str = "d100") -> DiceField:
    """Returns the field for the d100 of a test, under the key it is asked for with."""
    return DiceField(
        key=key, label=scene.words.word(f"chrome.dice.{label}"), notation=f"{test.dice}z100"
    )
