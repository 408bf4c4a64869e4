"""What a golden save holds, as plain lines of text: the only module here that knows the program's names.

Two kinds of facts are told apart. ``facts`` are what is true of a fight (numbers, conditions, places, the order): they
never change for a save that was made once. ``shown`` are the words a person reads: they change where somebody rewords
a text on purpose, and only then.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from encounter_gui import paths
from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import ROOT, CombatantId, EncounterId, EntryId
from encounter_gui.dice.requests import Choice, Chosen, Faces, RollRequest
from encounter_gui.encounter.events import Resolved
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.play.transfer.imports import preview_files
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command
from tests.helpers.rulesets import shipped

NOW = "2030-01-01T00:00:00Z"


class Save:
    """An open campaign file, as the program opens it."""

    def __init__(self, path: Path) -> None:
        """Opens the file; every entry is proved to be what was written when a fight is taken up."""
        services = CampaignServices(
            rulesets=shipped, texts=paths.message_catalog(), now=lambda: NOW
        )
        self.campaign = OpenCampaign.open(path, services)

    def __enter__(self) -> "Save":
        return self

    def __exit__(self, *_: object) -> None:
        self.campaign.close()

    def encounters(self) -> dict[int, str]:
        """Returns the names of all encounters by their number in the file."""
        return {int(each.id): each.name for each in self.campaign.encounters()}

    def fight(self, number: int) -> "Fight":
        """Returns an encounter as it was left."""
        return Fight(self.campaign.session(EncounterId(number)))

    def together(self) -> Any:
        """Keeps everything done within in one go: many moves of the head need not wait for the disk one by one."""
        return self.campaign.together()

    def prepared(self) -> list[str]:
        """Returns what is prepared in the campaign: creatures, own things, parties, plans."""
        return list(_prepared(self.campaign))

    def taken_in(self, file: Path) -> "Fight":
        """Returns the encounter of a file of our own format, as a new one of this campaign."""
        found = preview_files(
            [(file.name, file.read_bytes())], rulesets=shipped, fallback=file.name.split(".")[0]
        )
        (one,) = found.encounters
        return Fight(self.campaign.session(self.campaign.take_in(one.encounter)))


class Fight:
    """One encounter, to be looked at and played."""

    def __init__(self, session: EncounterSession) -> None:
        """Takes its session."""
        self._session = session

    @property
    def name(self) -> str:
        """What the fight itself is called."""
        return self._session.state.name

    @property
    def labels(self) -> list[str]:
        """What the log says of each entry that led to the head, oldest first."""
        words = self._session.game.texts
        return [words.text(entry.label) for entry in self._session.log.path()]

    @property
    def wordless(self) -> set[str]:
        """The keys of what any entry on the way says that have no text any more."""
        said = [
            message
            for entry in self._session.log.line()
            for message in (
                entry.label,
                *(reason.text for reason in entry.reasons),
                *(rolled.request.label for rolled in entry.rolls),
            )
        ]
        return {each.key for each in said if self._session.game.texts.text_or(each.key, "") == ""}

    @property
    def others(self) -> int:
        """How many entries there are beside those that led to the head."""
        return len(self._session.log) - len(self._session.log.path())

    @property
    def depth(self) -> int:
        """How many steps that can be undone led to the head; in version 1 each entry was one."""
        return sum(entry.gesture == ROOT for entry in self._session.log.path())

    @property
    def head(self) -> EntryId:
        """The entry the fight stands at."""
        return self._session.log.head

    @property
    def can_undo(self) -> bool:
        """Whether something is left to undo."""
        return self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return self._session.can_redo

    def carried(self, name: str) -> list[tuple[str, str, int]]:
        """Returns the weapons of somebody: key, name, and the rounds left."""
        found = (each for each in self._session.state.combatants.values() if each.name == name)
        return [
            (item.key, item.name, each.gauges.get(f"ammo.{item.key}", 0))
            for each in found
            for item in each.items
            if item.kind == "weapon"
        ]

    def undo(self) -> None:
        """Takes the last entry back."""
        self._session.undo()

    def redo(self) -> None:
        """Does again what was undone last."""
        self._session.redo()

    def go_to(self, entry: EntryId) -> None:
        """Moves the head to an entry."""
        self._session.move_head(entry)

    def next(self) -> bool:
        """Presses Next with the same dice each time; returns whether the rules let it."""
        return "refused" not in self.tried({"do": "next"})

    def tried(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Plays a command, with the same dice each time and the last of all options, or is refused.

        Returns:
            ``refused`` with the key of the reason; or the rolls asked for, the decisions, the results that
            were told, and the facts and words (``shown``) that are new.
        """
        before = {*self.facts(), *self.shown()}
        entries = len(self._session.log.path())
        rolls: list[str] = []
        asked: list[str] = []
        try:
            performance = self._session.start(self._command(command), ask=True)
            while performance.ask is not None:
                if isinstance(performance.ask, Choice):
                    # Without the Snap Attacks that later versions offer besides.
                    known = [each for each in performance.ask.options if ":" not in each]
                    if len(known) > 1:
                        asked.append(f"{performance.ask.key}: {' '.join(known)}")
                    performance.reply(Chosen(option=known[-1]))
                    continue
                faces = [_faces(request, len(rolls)) for request in performance.ask]
                rolls += [f"{each.key} {each.who} {each.notation}" for each in performance.ask]
                performance.reply(faces)
        except RuleError as error:
            return {"refused": error.message.key}
        facts = [line for line in self.facts() if line not in before]
        shown = [self.labels[-1], *(line for line in self.shown() if line not in before)]
        events = [event for entry in self._session.log.path()[entries:] for event in entry.events]
        results = [
            _line(each.what, each.who or "", each.target or "", _pairs(each.values))
            for each in events
            if isinstance(each, Resolved)
        ]
        return {"rolls": rolls, "asked": asked, "results": results, "facts": facts, "shown": shown}

    def _command(self, command: Mapping[str, Any]) -> Command:
        kinds = {
            str(kind.__struct_config__.tag): kind for kind in self._session.game.system.commands
        }
        return msgspec.convert(dict(command), kinds[command["do"]])

    def facts(self) -> list[str]:
        """Returns what is true at the head."""
        game = self._session.game
        return list(_facts(game.system, self._session.context))

    def sheets(self) -> list[str]:
        """Returns what everybody is made of: sheet and items."""
        return [
            _line(who, one.name, _pairs(one.sheet), "items", " ".join(i.key for i in one.items))
            for who, one in self._session.state.combatants.items()
        ]

    def shown(self) -> list[str]:
        """Returns what is read off the screen at the head: heading, timeline, table with its chips, notices."""
        game = self._session.game
        return list(_shown(game.system, self._session.context))

    def panels(self) -> list[str]:
        """Returns what the panels of everybody say at the head."""
        game, context = self._session.game, self._session.context
        return [
            line for who in context.state.combatants for line in _panel(game.system, context, who)
        ]


_ADDED = ("base", "modifiers", "raw")


def _faces(request: RollRequest, before: int) -> Faces:
    """Returns dice that differ from roll to roll, and are the same in each run."""
    shown = ((7 * (before + place) + 3) % request.sides for place in range(request.count))
    return Faces(values=tuple(request.lowest + face for face in shown))


def played(script: Path) -> Fight:
    """Returns a fight script played to its end in memory."""
    text = script.read_text(encoding="utf-8")
    report = play_fight(
        text, script.name, rulesets=shipped, texts=paths.message_catalog(), now=lambda: NOW
    )
    assert not report.failures
    return Fight(report.session)


# ------------------------------------------------------------------ what is true


def _facts(system: System, context: RulesContext) -> Iterator[str]:
    state = context.state
    yield _line(
        state.name, state.ruleset, state.stage, f"round {state.round}", f"group {state.group}",
        "acting", " ".join(state.acting), "held by", " ".join(each.by for each in state.held),
    )  # fmt: skip
    yield _line("switches", _pairs(state.switches), "sides", _pairs(state.side_names))
    yield _line("order", " ".join(
        f"{slot.who}:{slot.score}:{slot.group}:{slot.lane}:{'x' if slot.is_done else '-'}"
        for slot in state.slots
    ))  # fmt: skip
    out = {row.who for row in system.rows(context) if row.is_out}
    for who, one in state.combatants.items():
        yield _combatant(one, system.derived_conditions(context, who), is_out=who in out)


def _combatant(one: Combatant, derived: Iterable[str], *, is_out: bool) -> str:
    places = (
        f"{key}={each.level}{''.join(f'+{mark}' for mark in each.marks)}"
        for key, each in sorted(one.locations.items())
        if each.level or each.marks
    )
    return _line(
        f"{one.number}. {one.id}", one.name, one.side, "out" if is_out else "",
        " ".join(sorted(one.flags)), _pairs({k: v for k, v in one.gauges.items() if v}),
        "conditions", " ".join(_condition(each) for each in one.conditions),
        "derived", " ".join(derived), "places", " ".join(places), one.note,
    )  # fmt: skip


def _condition(one: Condition) -> str:
    until = one.until
    end = f"<{until.round}{until.edge}{until.whose or ''}" if until else ""
    by = f"@{one.by}" if one.by else ""
    return f"{one.key}{'' if one.count is None else f'={one.count}'}{end}{by}"


def _pairs(values: Any) -> str:
    """Returns the values of a result; those that results carry only since the facts were written are left out."""
    known = {key: value for key, value in values.items() if key.partition(".")[0] not in _ADDED}
    return " ".join(f"{key}={value}" for key, value in sorted(known.items()))


def _line(*parts: str) -> str:
    return " | ".join(part for part in map(str, parts))


# ------------------------------------------------------------------ what is shown


def _shown(system: System, context: RulesContext) -> Iterator[str]:
    heading = system.heading(context)
    yield _line("heading", heading.state, heading.round, heading.part, heading.actors, heading.next)
    timeline = system.timeline(context)
    yield _line("timeline", timeline.caption, timeline.note)
    for slot in timeline.slots:
        members = " ".join(f"{each.name}({each.state})" for each in slot.members)
        yield _line("slot", slot.text, slot.note, slot.look, members)
    for bar in timeline.effects:
        yield _line("effect", bar.text, bar.kind, f"{bar.start}–{bar.end}")
    for notice in system.notices(context):
        yield _line("notice", notice.title, notice.text, notice.note, notice.button)
    for row in system.rows(context):
        marks = [word for word in ("now", "done", "out", "tied") if getattr(row, f"is_{word}")]
        cells = (f"{key}: {_cell(cell)}" for key, cell in row.cells.items())
        yield _line(f"row {row.number}", " ".join(marks), *cells)


def _cell(cell: Any) -> str:
    """Returns the words of a cell of the table, whatever it is drawn as."""
    told = [str(getattr(cell, name, "")) for name in ("name", "text", "note")]
    if hasattr(cell, "current"):
        told.append(f"{cell.current}/{cell.high}")
    if hasattr(cell, "left"):
        told.append(f"{cell.left}/{cell.total}")
    told += [f"[{_chip(chip)}]" for chip in getattr(cell, "chips", ())]
    told += [f"{each.text}({each.state})" for each in getattr(cell, "capsules", ())]
    told += list(getattr(cell, "pips", ())) + list(getattr(cell, "tags", ()))
    told += [f"{letter}" for _, _, letter in getattr(cell, "cells", ())]
    return " ".join(each for each in told if each)


def _chip(chip: Any) -> str:
    return "/".join((chip.text, chip.kind, chip.duration, chip.tip))


def _panel(system: System, context: RulesContext, who: CombatantId) -> Iterator[str]:
    sheet = system.combatant_view(context, who)
    chips = " ".join(f"[{_chip(chip)}]" for chip in sheet.chips)
    yield _line("panel", sheet.name, sheet.role, chips, sheet.note)
    for part in sheet.sections:
        facts = (*part.stats, *part.facts, *part.columns)
        told = (" ".join((each.name, each.value, each.note)).strip() for each in facts)
        drawn = (_cell(each) for each in (*part.gauges, part.slots, part.dice) if each is not None)
        yield _line(f"  {part.title}", part.note, *drawn, *told)
    body = system.body(context, who)
    hurt = (f"{each.name} {each.letter} {each.text}" for each in body.parts if each.level)
    yield _line("  body", body.text, *hurt)


# ------------------------------------------------------------------ what is prepared


def _prepared(campaign: OpenCampaign) -> Iterator[str]:
    shelf = campaign.prepared
    for kept in shelf.creatures.all():
        entry = kept.value
        yield _line(
            "creature", str(kept.row), kept.ruleset, entry.name, entry.kind, entry.role,
            entry.folder, entry.public_name, entry.base, entry.total, _pairs(entry.creature.sheet),
            " ".join(item.item for item in entry.creature.items),
            f"picture of {len(shelf.portrait(entry.portrait)) if entry.portrait else 0} bytes",
            f"from {entry.source.file}" if entry.source else "", shelf.source(kept.row),
        )  # fmt: skip
    for extra in shelf.custom_entries.all():
        yield _line("own", extra.ruleset, extra.value.key, extra.value.name)
    for party in shelf.parties.all():
        yield _line("party", str(party.row), party.ruleset, party.value.name)
        for one in party.value.members:
            yield _combatant(one, (), is_out=False)
    for each in campaign.encounters():
        plan = shelf.plan(each.id)
        if plan.recruits or plan.read_aloud:
            yield _line(
                "plan", each.name, plan.folder, plan.read_aloud, plan.notes, str(plan.party)
            )
            for recruit in plan.recruits:
                conditions = " ".join(_condition(one) for one in recruit.conditions)
                yield _line("  recruit", recruit.creature, recruit.count, recruit.name, conditions)
            for wave in plan.waves:
                yield _line("  wave", wave.name, str(wave.round), wave.when, str(wave.has_come))
            for reminder in plan.reminders:
                yield _line("  reminder", reminder.text, str(reminder.has_fired))
