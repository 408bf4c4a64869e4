"""What the rules of CHROME say at the table: every change is true at once, with what follows from it."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Value
from encounter_gui.rules.engine import checks as engine_checks
from encounter_gui.rules.engine.checks import Check
from encounter_gui.rules.engine.modifiers import values_of
from encounter_gui.rules.engine.reading.asks import Truth, Whole
from encounter_gui.rules.engine.reading.fields import who_of
from encounter_gui.rules.engine.reading.table import EventStore, TablePlay
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter, arms_of
from encounter_gui.rules.systems.chrome.rules.panic import Panicked, PanicPlan
from encounter_gui.rules.systems.chrome.rules.rolls import D100
from encounter_gui.rules.systems.chrome.rules.said import SHAKEN, Said, SquadRule
from encounter_gui.rules.systems.chrome.rules.strike import NOT_ROLLED, Struck
from encounter_gui.rules.systems.chrome.rules.weapons import MISHAPS, NOTHING
from encounter_gui.rules.systems.chrome.sheet import character, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import OUTCOMES, D100Plan

D100Check = Check[D100Plan]
"""A rolled Stat Check or Save: ``total`` is the roll that counts, ``rank`` how it went."""


class TableSaid(Said, TablePlay):
    """What the rules say at the table.

    ``checks`` are the tests that were rolled, as they went. ``facts`` are values of the fact of an attack that the
    procedure knows, ``attack_fact`` is what it is called.
    """

    def __init__(self, resolution: Resolution, *, has_edges: bool = True) -> None:
        """Takes what collects events; ``has_edges``: the game master may change what speaks for a test."""
        TablePlay.__init__(self, resolution)
        self._has_edges = has_edges
        self.checks: list[D100Check] = []
        self.attack_fact = "attack"
        self.attack_values: dict[str, Value] = {}

    @override
    def effect(self, *events: ev.Event) -> None:
        """Makes events true at once."""
        if events:
            self.resolution.apply(*events)

    @override
    def fact(self, what: str, who: Any, target: Any = None, **values: Any) -> None:
        """Records what a roll has come to."""
        ids = [who_of(each) if isinstance(each, Fighter) else each for each in (who, target)]
        self.resolution.fact(what, *ids, **values)

    @property
    @override
    def last_roll(self) -> Mapping[str, int]:
        """The roll and what was to be rolled under, of the last test."""
        last = self.checks[-1]
        return {"roll": last.total, "aim": last.plan.target}

    @override
    def squad(
        self, who: Fighter, what: int, rule: SquadRule, where: Truth, *, itself: bool
    ) -> None:
        """Lets something befall each of a squad, by Speed; a Critical Failure of a Save also who is not among them."""
        if not where:
            return
        roller = self.context.combatant(who_of(who))
        ids = [each.id for each in character.squad(self.context, roller)]
        if what == SHAKEN:
            ids = list(dict.fromkeys((*ids, roller.id)))
        for other in ids:
            if itself or other != roller.id:
                rule(self, self.fighter(other), True, who)  # noqa: FBT003 - a truth of rules

    def fighter(self, who: CombatantId) -> Fighter:
        """Returns a combatant as rules see it."""
        return Fighter(EventStore(self, who))

    # ---- tests

    def given(self, plan: D100Plan, *, is_alone: bool) -> D100Plan:
        """Returns a test with what the game master has put in place of its numbers and Advantages."""
        resolution = self.resolution
        whose = "" if is_alone else engine_checks.name_of(resolution.context, plan)
        if self._has_edges:
            edges = resolution.parts(f"edge.{plan.who}", plan.edges, whose, of=plan.who)
            plan = replace(plan, edges=edges)
        return engine_checks.as_given(resolution, plan, is_alone=is_alone)

    def shown(self, plan: D100Plan, die: D100) -> None:
        """Records what a test has shown, with its arithmetic."""
        faces = (die.seen or [()])[-1]
        total = die.counting(faces)
        check = Check(plan=plan, shown=faces, total=total, rank=OUTCOMES[die.rank(total)])
        self.checks.append(check)
        values: dict[str, Value] = {
            "test": plan.test,
            "aim": plan.target or 0,
            "roll": check.total,
            "outcome": check.rank,
            "edge": plan.edge,
            "burn": plan.burn,
            **values_of(plan.parts),
        }
        self.resolution.fact("test", plan.who, None, **values)
        self.resolution.reason_of(
            plan.who,
            "chrome.why.test",
            plan.rule,
            who=self.context.combatant(plan.who).name,
            parts=plan.text,
            shift=self._shift_text(plan),
            edge=self._edge_text(plan),
            faces=_faces_text(check),
            outcome=self.text(f"chrome.outcome.{check.rank}"),
        )

    def _edge_text(self, plan: D100Plan) -> str:
        if not plan.edges:
            return ""
        key = {1: "advantage", -1: "disadvantage", 0: "cancelled"}[plan.edge]
        names = ", ".join(modifier.name for modifier in plan.edges)
        return self.text(f"chrome.edge.{key}", names=names)

    def _shift_text(self, plan: D100Plan) -> str:
        return self.text("chrome.why.shift", shift=with_sign(plan.shift)) if plan.shift else ""

    # ---- words

    @override
    def struck(self, who: Fighter, target: Fighter, found: Struck) -> None:
        """Records the fact of an attack, for the log, reports and expectations."""
        is_tested = found.test != NOT_ROLLED
        known = self.attack_values
        self.fact(
            self.attack_fact,
            who,
            target,
            **{
                **{key: known[key] for key in ("band", "weapon")},
                "tier": self.noted.get("tier", known["tier"]),
                "outcome": OUTCOMES[int(found.test)] if is_tested else "",
                "defence": known.get("defence", ""),
                "save": OUTCOMES[int(found.save)] if found.save != NOT_ROLLED else "",
                "hit": bool(found.is_hit),
                "critical": is_tested and found.test == mechanics.CRITICAL_SUCCESS,
                "soak": self.noted.get("soak", known["soak"]),
                "damage": int(found.through),
                "raw": int(found.raw),
            },
        )

    @override
    def severed(self, who: Fighter, limb: Whole, *, is_off: bool) -> None:
        """Says what a Sever has taken."""
        context, roll = self.context, int(number(self.noted["roll"]))
        place = next(each for each in context.ruleset.locations if roll in each.rolls)
        name = place.name.lower()
        self.fact("sever", who, roll=roll, place=place.key, severed=is_off)
        self.reason("chrome.why.sever", "CHR-54", roll=roll, place=name)
        self.clause(
            f"chrome.then.{'severed' if is_off else 'not_severed'}", who=self.name(who), place=name
        )

    @override
    def ticks(self, who: Fighter, wounds: Whole, burns: Whole, damage: Whole) -> None:
        """Says what fire and so many wounds do."""
        if not wounds and not burns:
            return
        table = self.context.ruleset.tables["effects"]
        bleeding = int(wounds) * number(table.get("bleeding"))
        self.fact("tick", who, bleeding=bleeding, ablaze=int(burns) * number(table.get("ablaze")))
        key = "chrome.then.bleeds" if wounds else "chrome.then.burns"
        self.clause(key, who=self.name(who), damage=damage, left=max(who.health - damage, 0))

    @override
    def goes_wrong(self, who: Fighter, arm: Whole, effect: Whole) -> None:
        """Says what a fumbled attack leads to."""
        word = MISHAPS[int(effect)]
        self.fact("complication", who, roll=self.noted["roll"], effect=word)
        if effect != NOTHING and word != "ally":
            weapon = arms_of(self.context.combatant(who_of(who)))[int(arm)].name
            self.clause(f"chrome.then.complication_{word}", who=self.name(who), weapon=weapon)

    @override
    def panic_checked(self, who: Fighter, plan: PanicPlan, found: Panicked) -> None:
        """Says how a Panic Check has gone; nothing of one that was sure to be a panic."""
        if plan.is_sure:
            return
        roll, left, panics = int(found.face), plan.conviction, bool(found.panics)
        self.fact("panic_check", who, roll=roll, conviction=left, panics=panics)
        key = "chrome.why.panics" if panics else "chrome.why.holds"
        self.reason(key, "CHR-61", who=self.name(who), roll=roll, conviction=left)
        if not panics:
            self.clause("chrome.then.holds", who=self.name(who), roll=roll)

    @override
    def panics(self, who: Fighter, face: Whole) -> None:
        """Says which row of the panic table it is; the squad that sees it is counted in this gesture."""
        resolution, row = self.resolution, int(face)
        name = str(self._row(row).get("name", ""))
        panicked = (*owed.ids(resolution, owed.PANICKED), who_of(who))
        known = tuple(dict.fromkeys(panicked))
        resolution.carried = {**resolution.carried, owed.PANICKED: known}
        self.fact("panic", who, row=row, name=name)
        self.clause("chrome.then.panics", who=self.name(who), row=row, name=name)

    def _row(self, face: int) -> Mapping[str, Value]:
        return self.context.ruleset.tables[f"panic_{face}"]

    @override
    def afflict_row(self, who: Fighter, row: Panicked) -> None:
        """Puts on what a row of the panic table leaves. Source: CHR-63, CHR-64."""
        known = self._row(int(row.face))
        if known.get("condition"):
            condition = Condition(key=str(known["condition"]))
            self.resolution.add_condition(who_of(who), condition)
        who.distort(self, number(known.get("distortions")))


def _faces_text(check: D100Check) -> str:
    if len(check.shown) == 1:
        return f"{check.total:02d}"
    return " / ".join(f"{face:02d}" for face in check.shown) + f" → {check.total:02d}"


def at(resolution: Resolution, who: CombatantId) -> tuple[TableSaid, Fighter]:
    """Returns a play of the table, and a combatant in it: for rules that roll nothing."""
    play = TableSaid(resolution)
    return play, play.fighter(who)
