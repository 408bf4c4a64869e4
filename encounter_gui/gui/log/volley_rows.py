"""The attacks of many in the log: what their heading says of what they have come to."""

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Segment
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.play.session.session import EncounterSession


def result_segments(session: EncounterSession, entries: Sequence[Entry]) -> tuple[Segment, ...]:
    """Returns what the attacks under a heading have come to, worked out from the attacks as they stand now.

    Names are those at their end: whoever has left the fight since then was still there.
    """
    texts, then = session.game.texts, session.log.state_at(entries[-1].id)
    names = {who: each.name for who, each in then.combatants.items()}
    facts = [
        event
        for entry in entries
        for event in entry.events
        if isinstance(event, ev.Resolved) and event.what == "attack"
    ]
    hits = Counter(
        names.get(each.target, "") for each in facts if each.target and each.values.get("hit")
    )
    count = sum(hits.values())
    said: list[Segment] = [(": ", False)]
    said.append((texts.text_of("gui.fight.log.volley.hits", hits=count, count=len(facts)), True))
    if count:
        whom = ", ".join(
            texts.text_of("gui.fight.log.volley.share", who=who, count=hits[who]) for who in hits
        )
        said.append((f" ({whom})", False))
    down = [names[who] for who in _fallen(session, entries)]
    if down:
        words = texts.text_of("gui.fight.log.volley.down", count=len(down), who=", ".join(down))
        said += [("; ", False), (words, True)]
    short = [texts.sentence(each.label) for each in entries if each.note_part == "falls_short"]
    said += [(f". {text}", False) for text in short]
    return tuple(said)


def _fallen(session: EncounterSession, entries: Sequence[Entry]) -> list[CombatantId]:
    """Returns who has fallen between the first of the entries and the last."""
    system, now = session.game.system, session.head_context
    was, then = (session.log.state_at(each) for each in (entries[0].parent, entries[-1].id))
    before, after = (system.standing(structs.replace(now, state=each)) for each in (was, then))
    return [who for who in then.combatants if who in before - after]
