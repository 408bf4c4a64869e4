"""What waits for the game master in a CHROME fight.

Source: CHR-23, CHR-38, CHR-54, CHR-57, CHR-60, CHR-63, CHR-64, CHR-70.
"""

from collections.abc import Iterator

from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import rounds_left
from encounter_gui.rules.model.commands import Command, Settle
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.actions import hacking
from encounter_gui.rules.systems.chrome.combat.frenzy import is_frenzied
from encounter_gui.rules.systems.chrome.harm import dying, panic
from encounter_gui.rules.systems.chrome.sheet import bolstering, character, owed
from encounter_gui.rules.systems.chrome.views.chips import duration, ticking
from encounter_gui.rules.view import Notice

TOLD = frozenset({owed.PANIC, owed.GUTLESS, owed.FRENZY_ATTACK, owed.DISTORTION})
"""The kinds of obligation that stand among these notices."""


def notices(context: RulesContext) -> tuple[Notice, ...]:
    """Returns what waits, the most pressing first; clocks of systems also outside a fight."""
    if context.state.stage != "running":
        return (*_panicking(context), *_distortions(context), *_systems(context))
    return (
        *_frenzy_notices(context),
        *_panicking(context),
        *_gutless(context),
        *_harm_notices(context),
        *_unordered_notices(context),
        *_surprise_notices(context),
        *_presences(context),
        *_unconscious(context),
        *_distortions(context),
        *_systems(context),
    )


def _everybody(context: RulesContext) -> tuple[Combatant, ...]:
    return tuple(
        combatant
        for combatant in context.state.combatants.values()
        if "left" not in combatant.flags
    )


def _frenzy_notices(context: RulesContext) -> Iterator[Notice]:
    """Nobody moves on before somebody in a frenzy has attacked. Source: CHR-63."""
    text_of = context.texts.text_of
    for combatant in _everybody(context):
        if is_frenzied(combatant):
            yield Notice(
                title=text_of("chrome.notice.frenzy", who=combatant.name),
                text=text_of("chrome.notice.frenzy.text"),
                kind="danger",
            )


def _panicking(context: RulesContext) -> Iterator[Notice]:
    """Who has a Panic Check still to make, against what, and how likely it holds. Source: CHR-61, CHR-62."""
    text_of = context.texts.text_of
    for combatant in _everybody(context):
        due = owed.obligations_waiting(context, combatant, owed.PANIC)
        if not due or not character.is_awake(combatant):
            continue
        reason = context.texts.sentence(due[0].reason) if due[0].reason else ""
        left = character.conviction_now(combatant)
        text = text_of("chrome.notice.panic.text", conviction=left)
        yield Notice(
            title=text_of("chrome.notice.panic", who=combatant.name),
            text=f"{reason} · {text}" if reason else text,
            kind="danger",
            note=text_of(
                "chrome.notice.panic.note", percent=round(100 * panic.chance_to_hold(combatant))
            ),
            button=text_of("chrome.notice.panic.button"),
            command=_panic_command(combatant, due[0]),
        )


def _panic_command(combatant: Combatant, due: Obligation) -> Command:
    """Returns what makes a Panic Check that is owed, or one that only a condition says is owed."""
    return Settle(ids=(due.id,)) if due.id else do.PanicCheck(who=(combatant.id,))


def _gutless(context: RulesContext) -> Iterator[Notice]:
    """Whoever has no courage saves before it fights. Source: CHR-63."""
    text_of = context.texts.text_of
    for who in context.state.acting:
        combatant = context.state.combatants.get(who)
        gutless = combatant.condition("gutless") if combatant else None
        if (
            combatant is None
            or gutless is None
            or gutless.count
            or not character.can_act(combatant)
        ):
            continue
        yield Notice(
            title=text_of("chrome.notice.gutless", who=combatant.name),
            text=text_of(
                "chrome.notice.gutless.text", fear=character.value(context, combatant, "fear")
            ),
            kind="warn",
            button=text_of("chrome.notice.gutless.button"),
            command=do.Engage(who=combatant.id),
        )


def _harm_notices(context: RulesContext) -> Iterator[Notice]:
    """Who bleeds or burns, and how much at the end of the turn. Source: CHR-38, CHR-50, CHR-54."""
    text_of = context.texts.text_of
    for combatant in _everybody(context):
        if character.is_dead(combatant):
            continue
        limbs = len(character.marks(combatant, character.BLEEDING))
        if limbs:
            yield Notice(
                title=text_of("chrome.notice.bleeding", who=combatant.name),
                text=text_of(
                    "chrome.notice.bleeding.text", damage=ticking(context, combatant, "bleeding")
                ),
                kind="danger",
                note=text_of("chrome.notice.health", left=character.health_now(combatant)),
            )
        if combatant.has("ablaze"):
            yield Notice(
                title=text_of("chrome.notice.ablaze", who=combatant.name),
                text=text_of(
                    "chrome.notice.ablaze.text", damage=ticking(context, combatant, "ablaze")
                ),
                kind="danger",
                note=text_of("chrome.notice.health", left=character.health_now(combatant)),
            )


def _unordered_notices(context: RulesContext) -> Iterator[Notice]:
    """Surprise is settled before the Speed Checks. Source: CHR-23, CHR-25."""
    if context.state.slots:
        return
    text_of = context.texts.text_of
    able = tuple(
        combatant.id
        for combatant in character.operators(context)
        if not character.is_out(combatant)
    )
    is_settled = any(combatant.has("surprised") for combatant in _everybody(context))
    test = str(context.switch("chrome.surpriseSave"))
    button = text_of("chrome.notice.initiative.button", test=character.name_of(context, test))
    offers = bool(able) and not is_settled
    yield Notice(
        title=text_of("chrome.notice.initiative"),
        text=text_of("chrome.notice.initiative.text"),
        button=button if offers else "",
        command=do.Surprise(who=able) if offers else None,
    )


def _surprise_notices(context: RulesContext) -> Iterator[Notice]:
    combatants = [combatant for combatant in _everybody(context) if combatant.has("surprised")]
    if not combatants:
        return
    text_of = context.texts.text_of
    until = duration(context, "surprised", combatants[0].condition("surprised"))
    yield Notice(
        title=text_of("chrome.notice.surprised"),
        text=", ".join(combatant.name for combatant in combatants),
        kind="warn",
        note=until or text_of("chrome.until.turn"),
    )


def _presences(context: RulesContext) -> Iterator[Notice]:
    """Whose Presence is about to appear. Source: CHR-60."""
    text_of = context.texts.text_of
    for combatant in context.state.combatants.values():
        due = combatant.memo_text(dying.DUE)
        if due and character.is_dead(combatant):
            yield Notice(
                title=text_of("chrome.notice.presence", who=combatant.name),
                text=text_of(
                    "chrome.notice.presence.text", form=bolstering.form(context, combatant)
                ),
                note=text_of("chrome.notice.presence.note", round=due),
            )


def _unconscious(context: RulesContext) -> Iterator[Notice]:
    """How long somebody is still unconscious. Source: CHR-57."""
    text_of = context.texts.text_of
    for combatant in _everybody(context):
        for key in character.COLD:
            known = combatant.condition(key)
            if known is None or character.is_dead(combatant):
                continue
            left = rounds_left(context.state, known)
            yield Notice(
                title=text_of("chrome.notice.unconscious", who=combatant.name),
                text=text_of(f"chrome.notice.{key}.text"),
                kind="warn",
                note="" if left is None else _rounds(context, left),
                button=text_of("chrome.notice.unconscious.button"),
                command=do.Wake(who=combatant.id),
            )


def _rounds(context: RulesContext, left: int) -> str:
    if left <= 1:
        return context.texts.text_of("chrome.notice.last_round")
    return context.texts.text_of("chrome.notice.rounds", rounds=left)


def _distortions(context: RulesContext) -> Iterator[Notice]:
    """Permanent Distortions that the game master has still to write down. Source: CHR-64."""
    text_of = context.texts.text_of
    for combatant in _everybody(context):
        if owed.obligations_waiting(context, combatant, owed.DISTORTION):
            yield Notice(
                title=text_of("chrome.notice.distortion", who=combatant.name),
                text=text_of("chrome.notice.distortion.text"),
                kind="warn",
            )


def _systems(context: RulesContext) -> Iterator[Notice]:
    """The clocks of the systems that are being hacked. Source: CHR-70."""
    text_of = context.texts.text_of
    for system, clock in hacking.clocks(context).items():
        if not clock:
            continue
        is_over = clock in (hacking.LOCKED, hacking.OPEN)
        yield Notice(
            title=text_of("chrome.notice.system", system=system),
            text=text_of(f"chrome.notice.system.{clock}")
            if is_over
            else text_of("chrome.notice.system.clock", clock=clock),
            kind="warn" if clock == hacking.LOCKED else "info",
            button=text_of("chrome.notice.system.button") if is_over else "",
            command=do.Reboot(system=system) if is_over else None,
        )
