"""How the head of the strip looks when it has something to say, as plain values."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Side
from encounter_gui.gui.log.prompt_state import OwedItem, PromptKind, PromptState, Question
from encounter_gui.gui.log.prompt_words import MINOR, Piece
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.model.commands import Settle
from encounter_gui.rules.view import ChipKind, Notice, Option

_ICONS: dict[PromptKind, str] = {"info": "info", "warn": "warning", "danger": "error"}

Words = Callable[[str], str]
"""Returns the text of a key of the strip."""


class PromptLook(Struct, frozen=True, kw_only=True):
    """What every part of the head shows; an empty ``button`` or ``waive`` is not there.

    ``key`` tells what the dice are for from what they were for before: what was typed stays with it.
    """

    later: str
    key: object = ""
    kind: PromptKind = "info"
    icon: str = "info"
    pieces: tuple[Piece, ...] = ()
    side: Side | None = None
    note: str = ""
    button: str = ""
    waive: str = ""
    is_primary: bool = False
    requests: tuple[RollRequest, ...] = ()
    names: tuple[str, ...] = ()
    roller: Roller | None = None
    options: tuple[Option, ...] = ()

    def complaining(self, text: str) -> "PromptLook":
        """Returns the same with a complaint in the place of its words; all that can be answered stays."""
        pieces = ((text, "body", "status.danger", 500),)
        return replace(self, icon="error", pieces=pieces, side=None, note="")


def look_of(state: PromptState, word: Words) -> PromptLook | None:
    """Returns how the foremost of what there is to say looks; None: there is nothing."""
    look = _look_of_foremost(state, word)
    if look is None or state.foremost == "error" or not state.is_asking:
        return look
    if state.error:
        return look.complaining(state.error)
    return replace(look, pieces=(*look.pieces, (state.held, "body", "status.warn", 500)))


def _look_of_foremost(state: PromptState, word: Words) -> PromptLook | None:
    if state.foremost == "error":
        pieces = _pieces("", state.error)
        return PromptLook(
            kind="danger",
            icon="error",
            pieces=pieces,
            later=word("dismiss"),
        )
    if state.question is not None:
        return _look_of_question(state.question, word)
    if state.banner:
        return PromptLook(
            icon="history",
            pieces=_pieces("", state.banner),
            button=word("continue"),
            later=word("live"),
        )
    if state.head is not None:
        return _look_of_owed(state.head, word)
    if state.notice is None:
        return None
    return replace(_look_of_notice(state.notice, state.rolls, word), roller=state.roller)


def _look_of_question(question: Question, word: Words) -> PromptLook:
    icon = "dice" if question.requests else "help"
    return PromptLook(
        key=question.ids or "question",
        kind=question.kind,
        icon=ROLLER_ICONS[question.roller] if question.roller else icon,
        pieces=_pieces(question.title, question.words, question.sum),
        side=question.side,
        note=question.note,
        button=word("roll") if question.requests else "",
        waive=word("waive") if question.may_waive else "",
        later=word("later" if question.is_kept else "cancel"),
        is_primary=question.is_primary,
        requests=question.requests,
        names=question.names,
        roller=question.roller,
        options=question.options,
    )


def _look_of_owed(item: OwedItem, word: Words) -> PromptLook:
    test = item.test
    is_said = "%" in item.words
    return PromptLook(
        key=test.ids,
        kind=_kind(test.kind),
        icon=ROLLER_ICONS[item.roller],
        pieces=(
            *_pieces(test.name, item.words, "" if test.sum in item.words else test.sum),
            ("" if test.reason in item.words else test.reason, "body", MINOR, 400),
        ),
        side=test.side,
        note="" if is_said else test.chance,
        button=test.button or word("roll" if test.rolls else "settle"),
        waive=word("waive") if test.may_waive else "",
        later=word("later"),
        requests=test.rolls,
        names=item.names,
        roller=item.roller,
    )


def _look_of_notice(notice: Notice, rolls: tuple[RollRequest, ...], word: Words) -> PromptLook:
    kind = _kind(notice.kind)
    return PromptLook(
        key=(notice.title, notice.text),
        kind=kind,
        icon="equals" if notice.kind == "info" else _ICONS[kind],
        pieces=_pieces(notice.title, notice.text),
        note=notice.note,
        button=notice.button,
        waive=word("waive") if isinstance(notice.command, Settle) else "",
        later=word("later"),
        requests=rolls,
    )


def _kind(kind: ChipKind) -> PromptKind:
    return kind if kind in ("warn", "danger") else "info"


def _pieces(title: str, words: str, sum_: str = "") -> tuple[Piece, ...]:
    return (
        (title, "body", "text.primary", 700),
        (words, "body", "text.primary", 400),
        (sum_, "dice", "text.primary", 600),
    )
