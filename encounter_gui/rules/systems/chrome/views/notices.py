"""What waits for the game master in a CHROME fight.

Source: CHR-23, CHR-38, CHR-54, CHR-57, CHR-60, CHR-63, CHR-64, CHR-70.
"""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.durations import rounds_left
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.actions import hacking
from encounter_gui.rules.systems.chrome.combat.attacks import is_frenzied
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.sheet import bolstering, character
from encounter_gui.rules.systems.chrome.views.chips import duration, ticking
from encounter_gui.rules.view import Notice


def notices(scene: Scene) -> tuple[Notice, ...]:
    """Returns what waits, the most pressing first; clocks of systems also outside a fight."""
    if scene.state.stage != "running":
        return (*_panicking(scene), *_distortions(scene), *_systems(scene))
    return (
        *_frenzied(scene),
        *_panicking(scene),
        *_gutless(scene),
        *_harmed(scene),
        *_unordered(scene),
        *_surprised(scene),
        *_presences(scene),
        *_unconscious(scene),
        *_distortions(scene),
        *_systems(scene),
    )


def _everybody(scene: Scene) -> tuple[Combatant, ...]:
    return tuple(one for one in scene.state.combatants.values() if "left" not in one.flags)


def _frenzied(scene: Scene) -> Iterator[Notice]:
    """Nobody moves on before somebody in a frenzy has attacked. Source: CHR-63."""
    word = scene.words.word
    for one in _everybody(scene):
        if is_frenzied(one):
            yield Notice(
                title=word("chrome.notice.frenzy", who=one.name),
                text=word("chrome.notice.frenzy.text"),
                kind="danger",
            )


def _panicking(scene: Scene) -> Iterator[Notice]:
    """Who has a Panic Check still to make, against what, and how likely it holds. Source: CHR-61, CHR-62."""
    word = scene.words.word
    for one in _everybody(scene):
        due = one.condition("panic_due")
        if due is None or not character.is_awake(one):
            continue
        left = character.conviction_now(one)
        text = word("chrome.notice.panic.text", conviction=left)
        yield Notice(
            title=word("chrome.notice.panic", who=one.name),
            text=f"{due.note} · {text}" if due.note else text,
            kind="danger",
            note=word("chrome.notice.panic.note", percent=round(100 * _holds(left))),
            button=word("chrome.notice.panic.button"),
            command=do.PanicCheck(who=(one.id,)),
        )


def _holds(conviction: int) -> float:
    """The share of the faces of the d20 that are no panic. Source: CHR-61."""
    faces = range(1, mechanics.PANIC_SIDES + 1)
    return sum(not mechanics.panics(face, conviction) for face in faces) / mechanics.PANIC_SIDES


def _gutless(scene: Scene) -> Iterator[Notice]:
    """Whoever has no courage saves before it fights. Source: CHR-63."""
    word = scene.words.word
    for who in scene.state.acting:
        one = scene.state.combatants.get(who)
        gutless = one.condition("gutless") if one else None
        if one is None or gutless is None or gutless.count or not character.can_act(one):
            continue
        yield Notice(
            title=word("chrome.notice.gutless", who=one.name),
            text=word("chrome.notice.gutless.text", fear=character.value(scene, one, "fear")),
            kind="warn",
            button=word("chrome.notice.gutless.button"),
            command=do.Engage(who=one.id),
        )


def _harmed(scene: Scene) -> Iterator[Notice]:
    """Who bleeds or burns, and how much at the end of the turn. Source: CHR-38, CHR-50, CHR-54."""
    word = scene.words.word
    for one in _everybody(scene):
        if character.is_dead(one):
            continue
        limbs = len(character.marks(one, character.BLEEDING))
        if limbs:
            yield Notice(
                title=word("chrome.notice.bleeding", who=one.name),
                text=word("chrome.notice.bleeding.text", damage=ticking(scene, one, "bleeding")),
                kind="danger",
                note=word("chrome.notice.health", left=character.health_now(one)),
            )
        if one.has("ablaze"):
            yield Notice(
                title=word("chrome.notice.ablaze", who=one.name),
                text=word("chrome.notice.ablaze.text", damage=ticking(scene, one, "ablaze")),
                kind="danger",
                note=word("chrome.notice.health", left=character.health_now(one)),
            )


def _unordered(scene: Scene) -> Iterator[Notice]:
    """Surprise is settled before the Speed Checks. Source: CHR-23, CHR-25."""
    if scene.state.slots:
        return
    word = scene.words.word
    able = tuple(one.id for one in character.operators(scene) if not character.is_out(one))
    is_settled = any(one.has("surprised") for one in _everybody(scene))
    test = str(scene.switch("chrome.surpriseSave"))
    button = word("chrome.notice.initiative.button", test=character.name_of(scene, test))
    offers = bool(able) and not is_settled
    yield Notice(
        title=word("chrome.notice.initiative"),
        text=word("chrome.notice.initiative.text"),
        button=button if offers else "",
        command=do.Surprise(who=able) if offers else None,
    )


def _surprised(scene: Scene) -> Iterator[Notice]:
    those = [one for one in _everybody(scene) if one.has("surprised")]
    if not those:
        return
    word = scene.words.word
    until = duration(scene, "surprised", those[0].condition("surprised"))
    yield Notice(
        title=word("chrome.notice.surprised"),
        text=", ".join(one.name for one in those),
        kind="warn",
        note=until or word("chrome.until.turn"),
    )


def _presences(scene: Scene) -> Iterator[Notice]:
    """Whose Presence is about to appear. Source: CHR-60."""
    word = scene.words.word
    for one in scene.state.combatants.values():
        due = one.memo_text(dying.DUE)
        if due and character.is_dead(one):
            yield Notice(
                title=word("chrome.notice.presence", who=one.name),
                text=word("chrome.notice.presence.text", form=bolstering.form(scene, one)),
                note=word("chrome.notice.presence.note", round=due),
            )


def _unconscious(scene: Scene) -> Iterator[Notice]:
    """How long somebody is still unconscious. Source: CHR-57."""
    word = scene.words.word
    for one in _everybody(scene):
        for key in character.COLD:
            known = one.condition(key)
            if known is None or character.is_dead(one):
                continue
            left = rounds_left(scene.state, known)
            yield Notice(
                title=word("chrome.notice.unconscious", who=one.name),
                text=word(f"chrome.notice.{key}.text"),
                kind="warn",
                note="" if left is None else _rounds(scene, left),
                button=word("chrome.notice.unconscious.button"),
                command=do.Wake(who=one.id),
            )


def _rounds(scene: Scene, left: int) -> str:
    if left <= 1:
        return scene.words.word("chrome.notice.last_round")
    return scene.words.word("chrome.notice.rounds", rounds=left)


def _distortions(scene: Scene) -> Iterator[Notice]:
    """Permanent Distortions that the game master has still to write down. Source: CHR-64."""
    word = scene.words.word
    for one in _everybody(scene):
        if one.has("distortion_due"):
            yield Notice(
                title=word("chrome.notice.distortion", who=one.name),
                text=word("chrome.notice.distortion.text"),
                kind="warn",
            )


def _systems(scene: Scene) -> Iterator[Notice]:
    """The clocks of the systems that are being hacked. Source: CHR-70."""
    word = scene.words.word
    for system, clock in hacking.clocks(scene).items():
        if not clock:
            continue
        is_over = clock in (hacking.LOCKED, hacking.OPEN)
        yield Notice(
            title=word("chrome.notice.system", system=system),
            text=word(f"chrome.notice.system.{clock}")
            if is_over
            else word("chrome.notice.system.clock", clock=clock),
            kind="warn" if clock == hacking.LOCKED else "info",
            button=word("chrome.notice.system.button") if is_over else "",
            command=do.Reboot(system=system) if is_over else None,
        )
