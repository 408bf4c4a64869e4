"""Phrases about who there is: joining and leaving, names, sides, groups, labels, conditions, numbers of the sheet."""

from encounter_gui.core.errors import refuse
from encounter_gui.gui.command_line.grammar.phrase import Asks, Phrase, Values
from encounter_gui.gui.command_line.grammar.phrases.about import about, about_one
from encounter_gui.gui.command_line.terms.asked import Asked, Recruits
from encounter_gui.gui.command_line.terms.change_line import CHANGE
from encounter_gui.gui.command_line.terms.creatures import find_creature, nearest
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.targets import readings
from encounter_gui.rules.model import commands as do


def _add(line: LineContext, values: Values) -> Asked:
    count, name = values.get("copies", 1), values.get("creature", "")
    if not name:
        raise refuse("gui.command.add_whom")
    is_group = count > 1 and "group" in values
    creatures = line.context.ruleset.creatures
    found = find_creature(name, creatures)
    own = line.own_creature(name)
    if own is not None and (found is None or own[1].casefold() == name.casefold()):
        return Recruits(key=own[0], name=own[1], count=count, is_group=is_group)
    if found is None:
        near = nearest(name, [each.name for each in creatures])
        raise refuse("gui.command.no_creature", name=name, near=near)
    return do.Add(creature=found.key, count=count, is_group=is_group)


def _remove(line: LineContext, values: Values) -> Asked:
    return do.Remove(who=about(line, values))


def _rename(line: LineContext, values: Values) -> Asked:
    return do.Rename(who=about_one(line, values, "rename"), name=values["name"])


def _side(line: LineContext, values: Values) -> Asked:
    return do.ChangeSide(who=about(line, values), to=values["side"])


def _group(*, on: bool) -> Asks:
    def asks(line: LineContext, values: Values) -> Asked:
        return do.Group(who=about(line, values), on=on)

    return asks


def _hidden(*, on: bool) -> Asks:
    def asks(line: LineContext, values: Values) -> Asked:
        return do.Flag(who=about(line, values), flag="hidden", on=on)

    return asks


def _label(line: LineContext, values: Values) -> Asked:
    text: str = values["text"]
    words = text.split()
    if "who" not in values:
        named = next(readings(words, 0, line), None)
        if CHANGE.fullmatch(words[0]) or (named is not None and named.count == len(words)):
            raise refuse("gui.command.label_what", text=text)
    return do.Label(who=about(line, values), text=text)


def _label_quoted(line: LineContext, values: Values) -> Asked:
    return do.Label(who=about(line, values), text=values["quoted"])


def _unlabel(line: LineContext, values: Values) -> Asked:
    return do.Label(who=about(line, values), text=values.get("text", ""), on=False)


def _afflict(line: LineContext, values: Values) -> Asked | None:
    """Returns a condition put on by hand; its name alone is only looked for: nobody is named who gets it."""
    duration = values.get("duration")
    if duration is None and not values.keys() & {"who", "c"}:
        return None
    return do.Afflict(who=about(line, values), condition=values["condition"], duration=duration)


def _relieve(line: LineContext, values: Values) -> Asked:
    return do.Relieve(who=about(line, values), condition=values["condition"])


def _which_condition(line: LineContext, _values: Values) -> Asked:
    names = (each.name for each in line.context.ruleset.conditions if each.by_hand)
    raise refuse("rules.which_condition", known=", ".join(names))


def _set(line: LineContext, values: Values) -> Asked:
    return do.Correct(
        who=about_one(line, values, "set"),
        number=" ".join(values["named"]),
        to=values["value"],
        anyway="anyway" in values,
    )


PEOPLE = (
    Phrase(
        key="add",
        form="!add|spawn|summon <copies>? <creature>? <copies>? group?",
        asks=_add,
        examples=("add 4 ganger", "add 6 ganger group"),
    ),
    Phrase(
        key="remove",
        form="<who> remove|removed|delete|deleted|leaves_the_list",
        asks=_remove,
        examples=("remove 4 5",),
    ),
    Phrase(
        key="rename",
        form="!rename|call <who> (to|as)<name:text>",
        asks=_rename,
        examples=("rename 4 to Lefty",),
    ),
    Phrase(
        key="rename_behind",
        form="!<who> rename|is_called|is_now_called (to|as)<name:text>",
        asks=_rename,
        examples=("4 is called Lefty",),
    ),
    Phrase(
        key="side",
        form="<who> side|joins|joins_the|changes_sides|make|turn (to|into|an|a)<side>",
        asks=_side,
        examples=("ash side foe",),
    ),
    Phrase(key="group", form="<who>? group", asks=_group(on=True), examples=("4-9 group",)),
    Phrase(
        key="ungroup", form="<who>? ungroup|split", asks=_group(on=False), examples=("4 ungroup",)
    ),
    Phrase(key="hide", form="<who> hide|hides|hidden", asks=_hidden(on=True), examples=("hide 4",)),
    Phrase(
        key="reveal",
        form="<who> reveal|unhide|show",
        asks=_hidden(on=False),
        examples=("reveal 4",),
    ),
    Phrase(
        key="label",
        form="!label|tag|mark <who>? <text>",
        asks=_label,
        examples=('label ash "has the key"',),
    ),
    Phrase(
        key="label_behind",
        form="!<who> label|tag|mark <text>",
        asks=_label,
        examples=('ash label "has the key"',),
    ),
    Phrase(
        key="label_quoted", form="!label|tag|mark <quoted> (on|for|to)<who>", asks=_label_quoted
    ),
    Phrase(
        key="unlabel",
        form="!unlabel|untag <who>? <text>?",
        asks=_unlabel,
        examples=("unlabel ash",),
    ),
)

CONDITIONS = (
    Phrase(
        key="afflict",
        form="(to|on)<who>? c|is|are|gets|get|becomes|now|falls|has|put? <condition> <duration>?",
        asks=_afflict,
        examples=("4 9 prone", "c prone 2", "ash prone for 2 rounds"),
    ),
    Phrase(
        key="relieve",
        form="(from|of)<who> not|no|remove|without|is_not|cure|end|no_longer <condition>",
        asks=_relieve,
        examples=("3 not prone",),
    ),
    Phrase(
        key="relieve_behind",
        form="!<who> <condition> off|over|gone|ends",
        asks=_relieve,
        examples=("3 prone off",),
    ),
    Phrase(key="condition", form="!<who>? c", asks=_which_condition),
)

SHEET = (
    Phrase(
        key="set",
        form="!<who>? set <named> (to)<value> anyway?",
        asks=_set,
        examples=(
            "3 set smg 12",
            "3 set max health 14",
            "3 set vest level 4",
            "4 set ac 45 anyway",
            "2 set side ally",
        ),
    ),
)
