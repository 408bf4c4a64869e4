"""Phrases of what somebody does: the game's own commands and quick actions, things in hand, attacks, moves, dice."""

from collections.abc import Iterator, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.command_line.finding.ranking import words_of
from encounter_gui.gui.command_line.grammar.phrase import Phrase, Values
from encounter_gui.gui.command_line.grammar.phrases.about import about_one
from encounter_gui.gui.command_line.terms.asked import Asked, OnBench, Several, each_of, is_of_one
from encounter_gui.gui.command_line.terms.carried import item_called, items_called
from encounter_gui.gui.command_line.terms.checks import check_line
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.on_plan import point_of
from encounter_gui.gui.command_line.terms.rules_line import read_rules_line
from encounter_gui.rules.engine.field.moving import require_on_plan, require_plan
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.presenters.volley.preview import spread_evenly
from encounter_gui.rules.view import ActionOption

_TAKEN_IN_HAND = frozenset({"ready", "draw", "hold"})
_BEHIND_OTHERS = 3
"""What it costs to take a line for an action of the game: a condition that is put on by hand costs less."""

_FEET = 0.3048
"""Metres of a foot."""


# ---- quick actions and the game's own commands


def _own_action(line: LineContext, values: Values) -> Asked | None:
    """Returns the quick action of the one who is selected that the line is, word for word."""
    if len(line.selected) != 1:
        return None
    wanted = words_of(" ".join(values["words"]))
    options = line.actions(line.selected[0])
    found = next((each for each in options if words_of(each.text) == wanted), None)
    return found.command if found is not None else None


def _quick_action(line: LineContext, values: Values) -> Asked | None:
    """Returns a quick action by its name, or the only one whose name begins so."""
    who = values.get("who", line.selected)
    if len(who) != 1:
        return None
    text = " ".join(values["words"])
    found = option_called(text, line.actions(who[0]))
    return found.command if found is not None else None


def option_called(text: str, options: Sequence[ActionOption]) -> ActionOption | None:
    """Returns the quick action with this name, or the only one whose name begins so; None: there is none.

    ``takes cover`` is ``take cover``.
    """
    typed = words_of(text) or (text,)
    for words in (typed, (typed[0].removesuffix("s"), *typed[1:])):
        wanted = " ".join(words)
        named = [(" ".join(words_of(each.text)), each) for each in options]
        whole = [each for name, each in named if name == wanted]
        found = whole or [each for name, each in named if wanted and name.startswith(wanted)]
        if len(found) == 1:
            return found[0]
    return None


def _by_the_rules(line: LineContext, values: Values) -> Asked | None:
    """Returns a command of the game with the fields that follow its name."""
    words = [values["tag"], *values.get("words", ())]
    who = values.get("who", line.selected)
    if len(who) > 1 and "who" in values and is_of_one(line.command(values["tag"])):
        each = (read_rules_line(words, line.commands, line.context, (one,)) for one in who)
        return Several(commands=tuple(command for command in each if command is not None))
    return read_rules_line(words, line.commands, line.context, who, is_named="who" in values)


def _leave(line: LineContext, values: Values) -> Asked | None:
    """Returns leaving the fight without being down, of each of those."""
    command = line.command("leave")
    if command is None:
        return None
    return each_of(tuple(command(who=who) for who in values["who"]))


# ---- things in hand


def _throw(line: LineContext, values: Values) -> Asked | None:
    if values["item"][0][:1].isdecimal() or _has_fields(values["item"]):
        return None
    combatant = _bearer(values["item"], line, values)
    return OnBench(
        who=combatant.id,
        item=item_called(values["item"], combatant).key,
        target=values.get("target"),
    )


def _throw_at(line: LineContext, values: Values) -> Asked | None:
    """Returns what is in hand, or an item, aimed at a place of the plan; at somebody as at a target.

    Raises:
        RuleError: there is no plan, or the place is beside it.
    """
    goal, named = values["goal"], values.get("item", ())
    if named and (named[0][:1].isdecimal() or _has_fields(named)):
        return None
    combatant = line.context.combatant((values.get("who") or (_acting(line),))[0])
    item = item_called(named, combatant).key if named else ""
    if goal.who is not None:
        return OnBench(who=combatant.id, item=item, target=goal.who)
    point = require_on_plan(require_plan(line.context), point_of(goal, line, None, is_inside=True))
    return OnBench(who=combatant.id, item=item, point=point)


def _ready(line: LineContext, values: Values) -> Asked | None:
    is_turn_held = values["item"][0] in ("until", "for")
    if values["ready"] in line.tags or _has_fields(values["item"]) or is_turn_held:
        return None
    combatant = _bearer(values["item"], line, values)
    item = item_called(values["item"], combatant)
    for each in line.actions(combatant.id):
        command = each.command
        if command is None or command.__struct_config__.tag not in _TAKEN_IN_HAND:
            continue
        if item.key in (getattr(command, "item", ""), getattr(command, "weapon", "")):
            return command
    raise refuse("gui.command.not_readied", who=combatant.name, item=item.name)


def _has_fields(words: Sequence[str]) -> bool:
    return any("=" in each for each in words)


def _bearer(named: Sequence[str], line: LineContext, values: Values) -> Combatant:
    """Returns who carries a thing: the one it is about, or where that one does not, one who acts now."""
    if "who" in values:
        return line.context.combatant(about_one(line, values, named[0]))
    if len(line.selected) > 1:
        raise refuse("gui.command.one_only", command=named[0], count=len(line.selected))
    meant = (*line.selected, *line.context.state.acting)
    if not meant:
        raise refuse("gui.command.nobody")
    combatants = line.context.combatants(meant)
    bearing = (each for each in combatants if items_called(named, each.items))
    return next(bearing, combatants[0])


# ---- attacks


def _attack(line: LineContext, values: Values) -> Asked | None:
    """Returns an attack set up on the bench: by whom, on whom, with what; of or on several, attacks in one go."""
    if "attack" in line.tags and _has_fields(values.get("item", ())):
        return None
    attackers = values.get("who") or (_acting(line),)
    others = tuple(each for each in values["targets"] if each not in attackers)
    targets = others or values["targets"]  # of all, nobody attacks those of one's own
    combatant = line.context.combatant(attackers[0])
    item = item_called(values["item"], combatant).key if "item" in values else ""
    if len(attackers) == len(targets) == 1:
        return OnBench(who=attackers[0], item=item, target=targets[0])
    return spread_evenly(attackers, targets, {"weapon": item} if item else {})


def _odds(line: LineContext, values: Values) -> Asked:
    combatant = line.context.combatant(values["one"])
    item = item_called(values["item"], combatant).key if "item" in values else ""
    return OnBench(who=combatant.id, item=item, target=values["target"])


def _acting(line: LineContext) -> CombatantId:
    meant = (*line.selected, *(each for each in (line.actor,) if each), *line.context.state.acting)
    if not meant:
        raise refuse("gui.command.nobody")
    return meant[0]


def _grapple(line: LineContext, values: Values) -> Asked:
    """Returns the game's own way to get hold of somebody, whatever it is called.

    Raises:
        RuleError: the game has none.
    """
    who = about_one(line, values, "grapple") if "who" in values else _acting(line)
    target = values["target"]
    command = line.command("grapple")
    if command is not None:
        return command(who=who, target=target)
    if "technique_grab" in line.context.ruleset.tables:
        return OnBench(who=who, target=target, mode="technique:grab")
    raise refuse("gui.command.no_grapple", game=line.context.ruleset.name)


# ---- moving and dice


def _move(line: LineContext, values: Values) -> Asked | None:
    """Returns the game's own move over a distance, in its own unit."""
    command = line.command("move")
    who = about_one(line, values, "move")
    amount, unit = values["distance"]
    if command is None:
        if "spend" not in line.tags:
            raise refuse("gui.command.no_move", who=line.context.combatant(who).name)
        return read_rules_line(["spend", "action=move"], line.commands, line.context, (who,))
    is_feet = "feet" in command.__struct_fields__
    is_said_in_feet = unit in ("ft", "feet", "foot", "'") or (is_feet and not unit)
    if is_feet != is_said_in_feet:
        amount = amount / _FEET if is_feet else amount * _FEET
    field = f"feet={round(amount)}" if is_feet else f"metres={round(amount, 1):g}"
    gait = values.get("gait", ("",))[0] or ("jog" if is_feet else "walk")
    gaits = [f"gait={gait}"] if "gait" in command.__struct_fields__ else []
    return read_rules_line(["move", *gaits, field], line.commands, line.context, (who,))


def _roll(line: LineContext, values: Values) -> Asked:
    return do.Roll(
        dice=values["dice"],
        who=about_one(line, values, "roll") if "who" in values else None,
        text=values.get("reason", ""),
    )


def _check(line: LineContext, values: Values) -> Asked | None:
    who = about_one(line, values, "roll")
    return check_line(line, who, values["test"], values.get("amount"))


def action_phrases() -> Iterator[Phrase]:
    """Yields the phrases, those first that are meant before others."""
    yield Phrase(
        key="throw_at",
        form="!<who>? throw|throws|lob|lobs|toss|aim|aims|blast <item:named>? (!at|on|into)<goal>",
        asks=_throw_at,
        examples=("throw frag grenade at 30 11", "aim at 30 11"),
    )
    yield Phrase(
        key="throw",
        form="!<who>? throw|throws|lob|lobs|toss <item:named> (at)<target:one>?",
        asks=_throw,
        examples=("throw frag grenade",),
    )
    yield Phrase(
        key="ready",
        form="!<who>? ready|draw|hold|equip|wield|draws|readies <item:named>",
        asks=_ready,
        examples=("1 ready frag",),
    )
    yield Phrase(
        key="attack",
        form="!<who>? shoot|shoots|attacks|attack|fires|fire|stab|stabs|strikes (at|on)<targets:who> "
        "(with)<item:named>?",
        asks=_attack,
        examples=("cutter shoots ash", "ash attacks 4 with rifle", "foes shoot pcs"),
    )
    yield Phrase(
        key="odds",
        form="!odds|chance|chances (of|for)<one> (on|against|at|vs|to)<target:one> (with)<item:named>?",
        asks=_odds,
        examples=("odds ash 4 rifle",),
    )
    yield Phrase(
        key="grapple",
        form="!<who>? grapple|grapples|grab|grabs|clinch|wrestle|wrestles <target:one>",
        asks=_grapple,
        examples=("ash grabs 4",),
    )
    yield Phrase(
        key="move",
        form="<who> move|moves|walk|walks|run|runs <distance>",
        asks=_move,
        examples=("move cutter 4 m",),
    )
    yield Phrase(
        key="leave",
        form="<who> leave|leaves|flee|flees|fled|run_away|runs_away|surrender|surrenders|escapes",
        asks=_leave,
        examples=("4 flees", "foes surrender"),
    )
    yield Phrase(
        key="roll",
        form="(by)<who>? roll|rolls|throw_dice <dice> (for|because)<reason:text>?",
        asks=_roll,
        examples=("roll 3d6+2",),
    )
    yield Phrase(key="dice", form="!<dice>", asks=_roll, examples=("2d6",))
    yield Phrase(
        key="check",
        form="(by)<who>? roll|rolls|check|checks|test|tests <test:named> (!against|vs|dn)<amount>?",
        asks=_check,
        examples=("roll strength ash", "ash rolls stealth"),
    )


OWN_ACTION = Phrase(key="own_action", form="!<words>", asks=_own_action)
ACTIONS = tuple(action_phrases())
RULES = (
    Phrase(
        key="rules",
        form="!<who>? <tag> <words>?",
        asks=_by_the_rules,
        cost=_BEHIND_OTHERS,
        examples=("2 screen ash",),
    ),
    Phrase(
        key="quick_action",
        form="!<who>? <words>",
        asks=_quick_action,
        cost=_BEHIND_OTHERS,
        examples=("3 reload",),
    ),
)
