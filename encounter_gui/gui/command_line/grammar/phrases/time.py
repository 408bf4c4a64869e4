"""Phrases of the time between fights: it passes, somebody is reminded, the hurt are cared for, magazines filled."""

from encounter_gui.gui.command_line.grammar.phrase import Phrase, Values
from encounter_gui.gui.command_line.terms.asked import Asked
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.rules.model import commands as do


def _pass(line: LineContext, values: Values) -> Asked | None:
    """Returns letting time pass; in a running fight whoever waits holds the turn."""
    if values["wait"] == "wait" and line.context.state.stage == "running":
        return None
    return do.PassTime(for_=values["span"])


def _until(line: LineContext, values: Values) -> Asked | None:
    if values["wait"] == "wait" and line.context.state.stage == "running":
        return None
    return do.PassTime(until=values["moment"])


def _step(_line: LineContext, values: Values) -> Asked:
    return do.PassTime(for_=values["step"])


def _next_due(_line: LineContext, _values: Values) -> Asked:
    return do.PassTime(to="next")


def _remind_in(_line: LineContext, values: Values) -> Asked:
    return do.Remind(text=values["text"], for_=values["span"])


def _remind_at(_line: LineContext, values: Values) -> Asked:
    return do.Remind(text=values["text"], until=values["moment"])


def _care(_line: LineContext, values: Values) -> Asked:
    return do.Care(who=values["who"], by=values["one"])


def _no_care(_line: LineContext, values: Values) -> Asked:
    return do.Care(who=values["who"])


def _refill(line: LineContext, values: Values) -> Asked:
    """Returns filling magazines: of those who are named or selected, else of everybody."""
    return do.Refill(who=tuple(values.get("who", line.selected)))


TIME = (
    Phrase(
        key="pass_time",
        form="!wait|pass|let_pass|advance (for)<span>",
        asks=_pass,
        examples=("pass 2 h", "wait 90 min", "pass 3 days"),
    ),
    Phrase(key="time_step", form="!<step>", asks=_step, examples=("+2h", "+1h30m")),
    Phrase(
        key="pass_until",
        form="!wait|until|pass (until|till|to)<moment>",
        asks=_until,
        examples=("until 23:30", "wait until morning", "until day 3 08:00"),
    ),
    Phrase(
        key="next_due",
        form="!next_due|to_next_due|to_the_next_due|until_the_next_due",
        asks=_next_due,
        examples=("next due",),
    ),
    Phrase(
        key="remind_in",
        form="!remind|remind_me (!in|after)<span> <text>",
        asks=_remind_in,
        examples=("remind in 2 h police at the bridge",),
    ),
    Phrase(
        key="remind_at",
        form="!remind|remind_me (!at|on)<moment> <text>",
        asks=_remind_at,
        examples=("remind at 23:30 the shop closes",),
    ),
    Phrase(
        key="care",
        form="!<one> looks_after|cares_for|tends <who>",
        asks=_care,
        examples=("vee looks after ash",),
    ),
    Phrase(
        key="no_care",
        form="!nobody_looks_after|nobody_cares_for <who>",
        asks=_no_care,
        examples=("nobody looks after ash",),
    ),
    Phrase(
        key="refill",
        form="<who>? refill|refills|refill_magazines|fill_magazines",
        asks=_refill,
        examples=("refill ash", "refill magazines"),
    ),
)
