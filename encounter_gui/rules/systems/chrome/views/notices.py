"""What waits for the game master in a CHROME fight.

Source: CHR-23, CHR-38, CHR-54, CHR-57, CHR-60, CHR-63, CHR-64, CHR-70.
"""

from collections.abc import Iterable, Iterator

from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import rounds_left
from encounter_gui.rules.model.commands import Command, Settle
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.presenters.words.notices import notice
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.actions import hacking
from encounter_gui.rules.systems.chrome.checks import bolstering
from encounter_gui.rules.systems.chrome.combat.frenzy import is_frenzied
from encounter_gui.rules.systems.chrome.harm import panic
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.sheet import character, owed
from encounter_gui.rules.systems.chrome.views.chips import duration, ticking
from encounter_gui.rules.view import Notice


def notices(context: RulesContext) -> tuple[Notice, ...]:
    """Returns what waits, the most pressing first; clocks of systems also outside a fight."""
    marked = _marked(context)
    if context.state.stage != "running":
        return (
            *_panicking(context, marked),
            *_distortions(context, marked),
            *_systems(context),
        )
    return (
        *_frenzy_notices(context, marked),
        *_panicking(context, marked),
        *_gutless(context),
        *_harm_notices(context, marked),
        *_unordered_notices(context, marked),
        *_surprise_notices(context, marked),
        *_presences(context),
        *_unconscious(context, marked),
        *_distortions(context, marked),
        *_systems(context),
    )


def _marked(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who is still here and bears or owes anything: of the others there is nothing to tell."""
    owing = {each.who for each in context.state.obligations}
    return tuple(
        combatant
        for combatant in context.state.combatants.values()
        if (character.bears_anything(combatant) or combatant.id in owing)
        and "left" not in combatant.flags
    )


def _frenzy_notices(context: RulesContext, marked: Iterable[Combatant]) -> Iterator[Notice]:
    """Nobody moves on before somebody in a frenzy has attacked. Source: CHR-63."""
    for combatant in marked:
        if is_frenzied(combatant):
            attack = owed.obligations_of(context, combatant.id, owed.FRENZY_ATTACK)
            yield notice(context, "frenzy", kind="danger", who=combatant.name, owed=attack)


def _panicking(context: RulesContext, marked: Iterable[Combatant]) -> Iterator[Notice]:
    """Who has a Panic Check still to make, against what, and how likely it holds. Source: CHR-61, CHR-62.

    That of somebody unconscious waits, and is shown as waiting.
    """
    text_of = context.texts.text_of
    for combatant in marked:
        due = owed.obligations_waiting(context, combatant, owed.PANIC)
        if not due:
            continue
        is_awake = character.is_awake(combatant)
        reason = context.texts.sentence(due[0].reason) if due[0].reason else ""
        left = character.conviction_now(combatant)
        text = text_of("chrome.notice.panic.text", conviction=left)
        chance = round(100 * panic.chance_to_hold(combatant))
        note = "note" if is_awake else "waits"
        yield notice(
            context,
            "panic",
            text=f"{reason} · {text}" if reason else text,
            kind="danger" if is_awake else "info",
            note=text_of(f"chrome.notice.panic.{note}", percent=chance),
            command=_panic_command(combatant, due[0]),
            owed=(each for each in due if each.id),
            who=combatant.name,
        )


def _panic_command(combatant: Combatant, due: Obligation) -> Command:
    """Returns what makes a Panic Check that is owed, or one that only a condition says is owed."""
    return Settle(ids=(due.id,)) if due.id else do.PanicCheck(who=(combatant.id,))


def _gutless(context: RulesContext) -> Iterator[Notice]:
    """Whoever has no courage saves before it fights. Source: CHR-63."""
    for who in context.state.acting:
        combatant = context.state.combatants.get(who)
        if combatant is None or not character.lacks_courage(combatant):
            continue
        if character.can_act(combatant):
            fear = character.value(context, combatant, "fear")
            command = do.Engage(who=who)
            yield notice(
                context,
                "gutless",
                kind="warn",
                command=command,
                owed=owed.obligations_of(context, who, owed.GUTLESS),
                who=combatant.name,
                fear=fear,
            )


def _harm_notices(context: RulesContext, marked: Iterable[Combatant]) -> Iterator[Notice]:
    """Who bleeds or burns, and how much at the end of the turn. Source: CHR-38, CHR-50, CHR-54."""
    for combatant in marked:
        if character.is_dead(combatant):
            continue
        left = character.health_now(combatant)
        note = context.texts.text_of("chrome.notice.health", left=left)
        harms = {
            "bleeding": bool(character.marks(combatant, character.BLEEDING)),
            "ablaze": combatant.has("ablaze"),
        }
        for key in (key for key, does_harm in harms.items() if does_harm):
            damage = ticking(context, combatant, key)
            yield notice(context, key, kind="danger", note=note, who=combatant.name, damage=damage)


def _unordered_notices(context: RulesContext, marked: Iterable[Combatant]) -> Iterator[Notice]:
    """Surprise is settled before the Speed Checks. Source: CHR-23, CHR-25."""
    if context.state.slots:
        return
    able = tuple(
        combatant.id
        for combatant in character.operators(context)
        if not character.is_out(combatant)
    )
    is_settled = any(combatant.has("surprised") for combatant in marked)
    test = character.name_of(context, str(context.switch("chrome.surpriseSave")))
    command = do.Surprise(who=able) if able and not is_settled else None
    yield notice(context, "initiative", command=command, test=test)


def _surprise_notices(context: RulesContext, marked: Iterable[Combatant]) -> Iterator[Notice]:
    combatants = [combatant for combatant in marked if combatant.has("surprised")]
    if not combatants:
        return
    until = duration(context, "surprised", combatants[0].condition("surprised"))
    until = until or context.texts.text_of("chrome.until.turn")
    yield notice(context, "surprised", text=names_of(combatants), kind="warn", note=until)


def _presences(context: RulesContext) -> Iterator[Notice]:
    """Whose Presence is about to appear. Source: CHR-60."""
    died = (each for each in context.state.combatants.values() if deaths.DUE in each.memo)
    for combatant in died:
        due = combatant.memo_text(deaths.DUE)
        if due and character.is_dead(combatant):
            note = context.texts.text_of("chrome.notice.presence.note", round=due)
            form = bolstering.form(context, combatant)
            yield notice(context, "presence", note=note, who=combatant.name, form=form)


def _unconscious(context: RulesContext, marked: Iterable[Combatant]) -> Iterator[Notice]:
    """How long somebody is still unconscious. Source: CHR-57."""
    for combatant in marked:
        for key in character.COLD:
            known = combatant.condition(key)
            if known is None or character.is_dead(combatant):
                continue
            left = rounds_left(context, known)
            yield notice(
                context,
                "unconscious",
                text=context.texts.text_of(f"chrome.notice.{key}.text"),
                kind="warn",
                note="" if left is None else _rounds(context, left),
                command=do.Wake(who=combatant.id),
                who=combatant.name,
            )


def _rounds(context: RulesContext, left: int) -> str:
    if left <= 1:
        return context.texts.text_of("chrome.notice.last_round")
    return context.texts.text_of("chrome.notice.rounds", rounds=left)


def _distortions(context: RulesContext, marked: Iterable[Combatant]) -> Iterator[Notice]:
    """Permanent Distortions that the game master has still to write down. Source: CHR-64."""
    for combatant in marked:
        due = owed.obligations_waiting(context, combatant, owed.DISTORTION)
        if due:
            known = (each for each in due if each.id)
            yield notice(context, "distortion", kind="warn", owed=known, who=combatant.name)


def _systems(context: RulesContext) -> Iterator[Notice]:
    """The clocks of the systems that are being hacked. Source: CHR-70."""
    for system, clock in hacking.clocks(context).items():
        if not clock:
            continue
        is_over = clock in (hacking.LOCKED, hacking.OPEN)
        key = f"chrome.notice.system.{clock if is_over else 'clock'}"
        yield notice(
            context,
            "system",
            text=context.texts.text_of(key, clock=clock),
            kind="warn" if clock == hacking.LOCKED else "info",
            command=do.Reboot(system=system) if is_over else None,
            system=system,
        )
