"""Phrases of the course of the fight: turns, steps back and forth, notes, who wins."""

from typing import Literal

from encounter_gui.core.errors import refuse
from encounter_gui.gui.command_line.grammar.phrase import Asks, Phrase, Values
from encounter_gui.gui.command_line.grammar.phrases.about import about, about_one
from encounter_gui.gui.command_line.terms.asked import Asked, Move, Opens, OwnPhrase
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.rules_line import read_rules_line
from encounter_gui.gui.command_line.terms.words import said
from encounter_gui.rules.model import commands as do

_BEFORE_TEXT = frozenset(
    [
        "note",
        "notes",
        "write",
        "declare",
        "declares",
        "label",
        "mark",
        "tag",
        "rename",
        "call",
        "called",
        "hold",
        "wait",
    ]
)
"""Words behind which all is text, whatever it says."""


def _steps(kind: Literal["undo", "redo", "next", "back"]) -> Asks:
    def asks(_line: LineContext, values: Values) -> Asked:
        return Move(kind=kind, count=values.get("steps", 1))

    return asks


def _delay(line: LineContext, values: Values) -> Asked:
    return do.Delay(who=about_one(line, values, "delay"), after=values.get("after"))


def _hold_turn(line: LineContext, values: Values) -> Asked | None:
    """Returns holding the turn; in a game that has holding or waiting among its own actions, that one is meant."""
    spoken = values["hold"].removesuffix("s")
    if spoken in line.tags:
        return None
    if spoken == "wait" and "hold" in line.tags:
        if "until" in values:
            word = values["until"]
            raise refuse("gui.command.nothing_behind", change=spoken, word=word)
        who = about(line, values)
        return read_rules_line(["hold"], line.commands, line.context, who)
    return do.HoldTurn(who=about_one(line, values, "hold"), until=values.get("until", ""))


def _act_now(line: LineContext, values: Values) -> Asked:
    return do.ActNow(who=about_one(line, values, "act now"))


def _initiative(line: LineContext, values: Values) -> Asked:
    return do.SetInitiative(who=about_one(line, values, "initiative"), to=values["number"])


def _note(line: LineContext, values: Values) -> Asked:
    if "text" not in values:
        raise refuse("gui.command.note_what")
    who = about_one(line, values, "note") if "who" in values else None
    return do.Note(text=values["text"], who=who)


def _declare(line: LineContext, values: Values) -> Asked | None:
    """Returns the note that keeps what somebody declares in a game whose rules have no declarations."""
    if any(issubclass(each, do.Declaring) for each in line.commands):
        return None
    if "text" not in values:
        raise refuse("gui.command.declare_what")
    about(line, values)
    text = line.context.texts.text_of("gui.command.declares", intent=values["text"])
    return do.Note(text=text, who=about_one(line, values, "declare"))


def _forecast(_line: LineContext, _values: Values) -> Asked:
    return Opens(action="forecast")


def _workshop(_line: LineContext, _values: Values) -> Asked:
    return Opens(action="workshop")


def _means(_line: LineContext, values: Values) -> Asked | None:
    """Returns a phrase of one's own; a note or a label in which something means something is none."""
    if not _BEFORE_TEXT.isdisjoint(map(said, values["named"])):
        return None
    return OwnPhrase(name=" ".join(values["named"]), line=values["text"])


def _forget(_line: LineContext, values: Values) -> Asked:
    return OwnPhrase(name=values["text"], line="")


COURSE = (
    Phrase(
        key="next",
        form="!next|end_turn|end_the_turn|end_of_turn|finish_turn|next_turn|next_one <steps>?",
        asks=_steps("next"),
        examples=("next", "end turn"),
    ),
    Phrase(
        key="undo",
        form="!undo|undo_that|undo_last|undo_the_last|take_back|take_that_back <steps>?",
        asks=_steps("undo"),
        examples=("undo 3",),
    ),
    Phrase(key="redo", form="!redo|redo_that <steps>?", asks=_steps("redo"), examples=("redo",)),
    Phrase(key="back", form="!back <steps>?", asks=_steps("back"), examples=("back",)),
    Phrase(
        key="delay",
        form="<who>? delay|delays (!after|behind|until)<after:one>?",
        asks=_delay,
        examples=("cutter delay", "delay after ash"),
    ),
    Phrase(
        key="hold_turn",
        form="<who>? hold|holds|hold_turn|wait|waits|hold_the_turn (until|for)<until:text>?",
        asks=_hold_turn,
        examples=("ash hold until the door opens",),
    ),
    Phrase(
        key="act_now",
        form="<who>? act_now|acts_now|goes_now|go_now|interrupt|interrupts",
        asks=_act_now,
        examples=("ash acts now",),
    ),
    Phrase(
        key="initiative",
        form="<who> initiative|init (to)<number>",
        asks=_initiative,
        examples=("ash initiative 14",),
    ),
    Phrase(
        key="note",
        form="!note|write <text>?",
        asks=_note,
        examples=("note the lights go out",),
    ),
    Phrase(
        key="note_on",
        form="!<who> note|notes <text>?",
        asks=_note,
        examples=("ash note owes us a favour",),
    ),
    Phrase(
        key="declare",
        form="!<who>? declare|declares <text>?",
        asks=_declare,
        examples=("declare run",),
    ),
    Phrase(
        key="who_wins",
        form="who_wins|who_is_winning|forecast|how_does_it_end",
        asks=_forecast,
        examples=("who wins",),
    ),
    Phrase(
        key="workshop",
        form="!rules_workshop|workshop|own_rules|house_rules|campaign_rules",
        asks=_workshop,
        examples=("rules workshop", "own rules"),
    ),
    Phrase(
        key="means",
        form="!<named> means <text>",
        asks=_means,
        examples=("boom means foes -6 half grenade",),
    ),
    Phrase(key="forget", form="!forget <text>", asks=_forget, examples=("forget boom",)),
)
