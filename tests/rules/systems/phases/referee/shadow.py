"""The shadow referee: the bookkeeping of phases and wounds, written from the numbered spec alone.

It is told the commands that a real session has accepted, and the dice that fell; what they come to it works out itself,
and asks for its dice in its own order. It follows PHA-08, PHA-11, PHA-19, PHA-22 to PHA-25, PHA-28, PHA-29, PHA-30 to
PHA-35, PHA-38 to PHA-42, PHA-47 to PHA-49, PHA-51, of PHA-53 disarming and tripping, PHA-60 to PHA-64, PHA-66, PHA-70,
PHA-72 without the attempt, PHA-76 to PHA-78.

Ties go as the help of the game says under *Acting at once*: each of a tie has a picture of its own, the phase as it
stood before with what it has done itself; what is spent is spent for all, the rest is kept as deeds until it is made
true together.

What it does not follow: surprise, other techniques and holds, Escape, difficult ground, climbing, swimming, falls,
Fatigue and Encumbrance, shot loads and thrown weapons, range, first aid and resuscitation, what is between fights,
house rules, orders changed in the middle of a phase.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from encounter_gui.rules.model import commands as general
from encounter_gui.rules.systems.phases import commands as do

FLESH, SLIGHT, MODERATE, SERIOUS, CRITICAL, DESTROYED = range(1, 7)
DN = {SLIGHT: 14, MODERATE: 16, SERIOUS: 18, CRITICAL: 20, DESTROYED: 20}
INTERVAL = {SLIGHT: 600, MODERATE: 300, SERIOUS: 100, CRITICAL: 20, DESTROYED: 20}
MINUTE = 20
PLACES = (
    *("left_leg", "left_leg", "right_leg", "right_leg", "left_arm"),
    *("right_arm", "torso", "torso", "torso", "head"),
)
"""By what a d10 shows, from 1. Source: PHA-41."""
AIMED = {"head": 4, "torso": 1, "right_arm": 3, "left_arm": 3, "right_leg": 2, "left_leg": 2}
DOWN = ("unconscious", "incapacitated", "clinically_dead", "dead")
OVER_BY_DEATH = ("in_shock", "stabilized", "stunned", *DOWN[:3])
TECHNIQUES = {"disarm": ("reflexes", 4), "trip": ("strength", 2)}
"""The characteristic of a technique and its penalty. Source: PHA-53."""

UNHELD = (do.Leave, do.Rouse, do.Wait, general.SetInitiative)
"""What is no action, so that it does not wait in a tie."""


@dataclass(frozen=True)
class Gun:
    """What is attacked with: dice, flat, least; modes with their discharges and rounds. Source: PHA-04."""

    dice: int
    flat: int = 0
    least: int = 0
    skill: str = "marksmanship"
    recoil: int = 0
    magazine: int = 0
    hands: int = 1
    burst: int = 0
    rof: int = 0
    jams: bool = True

    @property
    def is_melee(self) -> bool:
        """Whether it strikes at arm's length."""
        return self.skill != "marksmanship"


GUNS = {
    "unarmed": Gun(1, -2, 1, "hand_to_hand", jams=False),
    "knife": Gun(1, skill="melee", jams=False),
    "sword": Gun(2, skill="melee", jams=False),
    "heavy_pistol": Gun(3, recoil=2, magazine=10),
    "revolver": Gun(3, recoil=2, magazine=6),
    "smg": Gun(2, recoil=1, magazine=30, hands=2, burst=3, rof=20),
    "assault_rifle": Gun(4, recoil=2, magazine=30, hands=2, burst=3, rof=20),
    "laser_rifle": Gun(2, magazine=50, hands=2, rof=10, jams=False),
}
"""Source: section 12 of the spec."""

ARMOR = {
    "leather": (2, ("torso", "right_arm", "left_arm")),
    "light_vest": (6, ("torso",)),
    "helmet": (6, ("head",)),
    "combat_suit": (8, ("torso", "right_arm", "left_arm", "right_leg", "left_leg")),
}


@dataclass
class Person:
    """Somebody as the spec sees them."""

    key: str
    name: str
    levels: dict[str, int]
    armor: tuple[str, ...]
    items: list[str]
    held: str = ""
    off: str = ""
    ammo: dict[str, int] = field(default_factory=dict)
    initiative: int | None = None
    actions: int = 0
    used: int = 0
    lost: int = 0
    recoil: int = 0
    moved: int = 0
    full: str = ""
    gait: str = ""
    plan: tuple[int, str, tuple[str, ...]] | None = None
    wounds: dict[str, int] = field(default_factory=dict)
    marks: dict[str, int | None] = field(default_factory=dict)
    jammed: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    has_left: bool = False
    has_waited: bool = False

    @property
    def worst(self) -> int:
        """The worst wound."""
        return max(self.wounds.values(), default=0)

    @property
    def penalty(self) -> int:
        """What the worst wound takes. Source: PHA-66."""
        return -max(self.worst - 1, 0) if self.worst < DESTROYED else -4

    @property
    def is_down(self) -> bool:
        """Whether it lies there. Source: PHA-76."""
        return any(each in self.marks for each in DOWN)

    @property
    def is_out(self) -> bool:
        """Whether it takes no part any more."""
        return self.is_down or self.has_left

    @property
    def left(self) -> int:
        """Actions neither used nor lost."""
        return max(self.actions - self.used - self.lost, 0)

    def level_of(self, past: int) -> int:
        """The wound of damage past armour. Source: PHA-60."""
        strong, tough = self.levels["strength"], self.levels["stamina"]
        steps = (1, strong, strong + tough, 2 * strong + tough, 2 * (strong + tough))
        return max((level for level, least in enumerate(steps, 1) if least <= past), default=0)

    def put(self, key: str, value: int | None = None) -> None:
        """A condition with what it brings and ends. Source: PHA-31, PHA-51, PHA-61, PHA-72."""
        was_out = self.is_out
        self.marks[key] = value
        if key == "dead":
            for each in OVER_BY_DEATH:
                self.marks.pop(each, None)
        if key == "prone":
            self.gait = ""
        elif self.is_out and not was_out:
            self.goes_out()

    def goes_out(self) -> None:
        """What ends for who is out; what weighs on an All-Out Dodge ends with it. Source: PHA-31, PHA-35, PHA-51."""
        self.gait = ""
        if "all_out_dodge" in self.marks:
            self.marks.pop("all_out_dodge")
            self.marks.pop("off_balance", None)

    def stun(self) -> str:
        """Takes an action of this phase, or else of the next; returns which. Source: PHA-64."""
        if self.left:
            self.lost += 1
            if self.full in ("run", "sprint"):
                self.gait = ""
            return "now"
        self.marks["stunned"] = (self.marks.get("stunned") or 0) + 1
        return "next"

    def loses(self, weapon: str) -> None:
        """A weapon lies on the ground that was in a hand or put away. Source: PHA-53."""
        self.held = "" if self.held == weapon else self.held
        self.off = "" if self.off == weapon else self.off
        self.dropped.add(weapon)

    def guard(self) -> str:
        """What it blocks and parries with. Source: PHA-47."""
        arms = (each for each in (self.held, self.off) if each and GUNS[each].is_melee)
        return next(arms, "unarmed")


@dataclass
class Owed:
    """Something owed: its kind, by whom, what it goes on with, and of whose action it is."""

    kind: str
    who: str
    order: int
    number: int
    stage: Any = None
    by: str = ""


@dataclass
class Deed:
    """What somebody does in a tie, kept until all of it have acted: what changes, of whom, to what.

    ``is_own``: it is what a combatant does, not what is done to it. Source: PHA-19.
    """

    by: str
    who: str
    what: str
    key: str = ""
    value: Any = None
    is_own: bool = False

    def change(self, one: Person) -> None:
        """Makes it true of somebody."""
        match self.what:
            case "put":
                one.put(self.key, self.value)
            case "struck":
                one.loses(self.value)
            case "take":
                one.marks.pop(self.key, None)
            case "level":
                one.wounds[self.key] = self.value
            case "gait":
                one.gait = self.value
            case "hand":
                setattr(one, self.key, self.value)
            case "falls" | "jams":
                (one.dropped if self.what == "falls" else one.jammed).add(self.value)
            case "picked" | "cleared":
                (one.dropped if self.what == "picked" else one.jammed).discard(self.value)
            case "stun":
                self._stun(one)

    def _stun(self, one: Person) -> None:
        """The stun as it was when it struck: a second time it takes the same action."""
        if not self.value:
            self.value = one.stun()
        elif self.value == "now":
            one.lost += 1
            if one.full in ("run", "sprint"):
                one.gait = ""
        else:
            one.marks["stunned"] = (one.marks.get("stunned") or 0) + 1


@dataclass
class Stage:
    """An attack action on its way."""

    who: str
    target: str
    weapon: str
    mode: str
    place: str
    shots: int
    rounds: int
    weighs: int
    gm: int = 0
    technique: str = ""
    number: int = 0
    hits: int = 0
    defense: str = ""
    against: int = 0
    is_free: bool = False


class Tape:
    """The dice that fell and what was chosen, in order."""

    def __init__(self, rolls: list[Any], choices: list[Any]) -> None:
        """Takes both."""
        self.rolls, self.choices = list(rolls), list(choices)

    def dice(self, who: str, count: int, sides: int) -> tuple[int, ...]:
        """The next dice, which must be these."""
        assert self.rolls, f"the spec asks {who} for {count}d{sides}, the program for nothing"
        whose, number, faces, shown = self.rolls.pop(0)
        asked = (whose, number, faces)
        assert asked == (who, count, sides), f"spec asks {(who, count, sides)}, program {asked}"
        return tuple(shown)

    def choice(self) -> str:
        """The next decision."""
        assert self.choices, "the spec asks for a decision, the program does not"
        found: str = self.choices.pop(0)
        return found

    def done(self) -> None:
        """Nothing may be left."""
        assert not self.rolls, f"the program asks for more: {self.rolls}"
        assert not self.choices, f"the program lets choose more: {self.choices}"


class Shadow:
    """A fight as the spec keeps it."""

    def __init__(self, people: list[Person]) -> None:
        """Takes who is there."""
        self.people = self.true = {each.key: each for each in people}
        self.phase, self.at = 0, -1
        self.groups: list[list[str]] = []
        self.held: list[Deed] = []
        self.still_to_act: list[str] = []
        self.actor, self.is_tied = "", False
        self.owed: list[Owed] = []
        self.facts: list[dict[str, Any]] = []
        self._count = 0

    # ---- following

    def follow(self, command: Any, tape: Tape, settled: list[tuple[str, str, int]]) -> None:
        """Takes a command that was accepted, with its dice."""
        self.tape, self.facts = tape, []
        match command:
            case general.Next():
                self.next()
            case general.Settle():
                for each in settled:
                    owed = self.take(each)
                    self.acts(owed.by)
                    self.settle(owed)
            case general.Waive():
                for each in settled:
                    self.take(each)
            case do.Declare():
                self.people[command.who].plan = self.planned(command)
            case do.Apply():
                self.apply(one_by_one=command.one_by_one)
            case do.Attack():
                self.acts(command.who)
                self.attack(command)
            case _:
                self.acts("" if isinstance(command, UNHELD) else command.who)
                self.act(command)
        self.acts("")
        self.void()
        tape.done()

    # ---- ties

    @property
    def acting(self) -> list[str]:
        """Whose turn it is. Source: PHA-19."""
        return self.groups[self.at] if self.at >= 0 else []

    def acts(self, who: str) -> None:
        """From now on it is the action of somebody, who has a picture of its own in a tie; empty: nobody's action."""
        self.actor, self.people = who, self.true
        up = [each for each in self.acting if not self.true[each].is_out]
        self.is_tied = who in self.acting and (bool(self.held) or len(up) > 1)
        if self.is_tied:
            self.people = self.seen_by(who)

    def seen_by(self, who: str) -> dict[str, Person]:
        """The phase as it stood before the tie, with what somebody has done itself. Source: PHA-19."""
        own = [each for each in self.held if each.by == who]
        if not own:
            return copy.deepcopy(self.true) if self.is_tied else self.true
        people = copy.deepcopy(self.true)
        for each in own:
            each.change(people[each.who])
        return people

    def spent(self, who: Person, use: Callable[[Person], None]) -> None:
        """What is used up is used up for all of a tie at once. Source: PHA-19, PHA-23, PHA-77."""
        use(who)
        if self.is_tied:
            use(self.true[who.key])

    def done(
        self, who: Person, what: str, key: str = "", value: Any = None, *, is_own: bool = False
    ) -> None:
        """A change of somebody: true now, in a tie in the picture of who acts. Source: PHA-19."""
        deed = Deed(self.actor, who.key, what, key, value, is_own)
        deed.change(who)
        if self.is_tied:
            self.held.append(deed)

    def does(self, who: Person, what: str, key: str = "", value: Any = None) -> None:
        """What somebody does itself, or gives up for its defense."""
        self.done(who, what, key, value, is_own=True)

    def apply(self, *, one_by_one: bool) -> None:
        """What waits becomes true once all have acted, or earlier by the game master's ruling. Source: PHA-19."""
        assert self.held, "applied, and nothing waits"
        self.still_to_act = [self.true[each].name for each in self.acting if self.is_to_act(each)]
        assert one_by_one or not self.still_to_act, f"applied before {self.still_to_act} have acted"
        self.merge()

    def is_to_act(self, who: str) -> bool:
        """Whether a tie waits for somebody."""
        one = self.seen_by(who)[who]
        return not (one.is_out or one.has_waited or one.used or one.moved) and bool(one.left)

    def merge(self) -> None:
        """What those have done who acted at once, in the order of the help. Source: PHA-19, PHA-61 to PHA-64."""
        held = sorted(self.held, key=lambda each: self.acting.index(each.by))
        self.held = []
        own = [each for each in held if each.is_own]
        effects = [each for each in held if not each.is_own]
        for each in sorted(own, key=lambda each: each.by == each.who):
            each.change(self.true[each.who])
        levels = self.worst_levels(effects)
        for (who, place), reached in levels.items():
            if max(reached) > self.true[who].wounds.get(place, 0):
                self.true[who].wounds[place] = max(reached)
                self.affect(self.true[who], place, max(reached), stuns=False)
        self.merge_conditions(effects)
        for each in effects:
            if each.what == "struck" and each.value not in self.true[each.who].dropped:
                each.change(self.true[each.who])
        for each in effects:
            if each.what == "stun" and not self.true[each.who].is_down:
                self.true[each.who].stun()
        for (who, place), reached in levels.items():
            if reached.count(max(reached)) > 1:
                self.make_worse(self.true[who], place, max(reached))

    def worst_levels(self, effects: list[Deed]) -> dict[tuple[str, str], list[int]]:
        """To which level each of a tie has brought a place, by whose it is and which."""
        last = {(each.who, each.key, each.by): each for each in effects if each.what == "level"}
        found: dict[tuple[str, str], list[int]] = {}
        for (who, place, _), each in last.items():
            found.setdefault((who, place), []).append(each.value)
        return found

    def merge_conditions(self, effects: list[Deed]) -> None:
        """What tests and blows have put on; of two clocks of Shock the sooner, of two times out the longer."""
        for each in effects:
            one = self.true[each.who]
            if each.what == "jams":
                one.jammed.add(each.value)
            if each.what != "put" or ("dead" in one.marks and each.key in OVER_BY_DEATH):
                continue
            value, known = each.value, one.marks.get(each.key)
            if known is not None and each.key == "in_shock":
                value = min(value, known)
            elif known is not None and each.key == "incapacitated":
                value = max(value, known)
            one.put(each.key, value)
        for one in self.true.values():
            if one.marks.get("in_shock") and any(each.who == one.key for each in effects):
                self.sooner(one)

    def make_worse(self, who: Person, place: str, level: int) -> None:
        """A place that two have brought to the same level is one worse, with its Shock Test. Source: PHA-61, PHA-62."""
        if "dead" in who.marks or level >= DESTROYED or who.wounds[place] != level:
            return
        who.wounds[place] = level + 1
        self.affect(who, place, level + 1)
        self.demand_shock(who, level + 1)

    def planned(self, command: do.Declare) -> tuple[int, str, tuple[str, ...]]:
        """A plan; hunkering down takes the place of ducking. Source: PHA-28."""
        stances = command.stances
        if "hunkering" in stances:
            stances = tuple(each for each in stances if each != "ducking")
        return (1 if command.full else command.actions), command.full, stances

    def act(self, command: Any) -> None:
        """What is neither an attack nor the flow. Source: PHA-22, PHA-26."""
        who = self.people[command.who]
        match command:
            case do.Draw():
                self.draw(who, command)
            case do.Reload():
                self.spend(who)
                weapon = command.weapon or who.held or who.off
                self.loads(who, weapon, GUNS[weapon].magazine)
            case do.ClearJam():
                self.spend(who)
                self.does(who, "cleared", value=command.weapon or who.held or who.off)
            case do.StandUp():
                self.spend(who)
                self.does(who, "take", "prone")
            case do.Other():
                self.spend(who)
            case do.Move():
                self.move(who, command.gait)
            case do.Leave():
                who.has_left = True
                who.goes_out()
            case general.SetInitiative():
                who.initiative = command.to
            case do.Rouse():
                who.marks.pop("unconscious", None)
                who.marks.pop("incapacitated", None)
            case _:
                assert isinstance(command, do.Wait), f"unknown: {command}"
                who.has_waited = True

    def draw(self, who: Person, command: do.Draw) -> None:
        """A weapon in a hand; the other is emptied for or of a two-handed one. Source: PHA-26."""
        self.spend(who)
        gun = GUNS[command.weapon]
        useless = who.wounds.get("right_arm", 0) >= SERIOUS
        hand = command.hand or ("left" if useless and gun.hands == 1 else "right")
        mine, other = ("held", "off") if hand == "right" else ("off", "held")
        across = getattr(who, other)
        if across and (gun.hands > 1 or GUNS[across].hands > 1 or across == command.weapon):
            self.does(who, "hand", other, "")
        self.does(who, "hand", mine, command.weapon)
        self.does(who, "picked", value=command.weapon)

    def move(self, who: Person, gait: str) -> None:
        """Moving. Source: PHA-12, PHA-22, PHA-31."""
        if gait in ("run", "sprint"):
            self.whole_phase(who, gait)
            self.steady(who)
        if gait == "prone":
            self.does(who, "put", "prone")
            return
        if gait != "still":
            self.spent(who, lambda one: setattr(one, "moved", 1))
        self.does(who, "gait", value="" if gait == "still" else gait)

    def whole_phase(self, who: Person, full: str) -> None:
        """A Full Action takes the place of everything declared. Source: PHA-22, PHA-25."""

        def use(one: Person) -> None:
            one.actions = one.used = 1
            one.full = full

        self.spent(who, use)

    def loads(self, who: Person, weapon: str, rounds: int) -> None:
        """So many rounds are in a weapon now. Source: PHA-77."""
        self.spent(who, lambda one: one.ammo.update({weapon: rounds}))

    def spend(self, who: Person) -> None:
        """One action; what weighed on it is over. Source: PHA-23, PHA-35."""
        self.spent(who, lambda one: setattr(one, "used", one.used + 1))
        self.steady(who)

    def steady(self, who: Person) -> None:
        """Being off balance ends with the next action. Source: PHA-35."""
        if "off_balance" in who.marks:
            self.does(who, "take", "off_balance")

    # ---- the flow of phases

    def next(self) -> None:
        """A step; what waits in a tie is made true before it, with the tests it leads to. Source: PHA-11, PHA-19."""
        self.owed = [each for each in self.owed if each.kind != "going_on"]
        if not self.phase:
            self.phase = 1
            for who in self.people.values():
                who.marks.pop("cool_held", None)
            self.roll_initiative()
            return
        if self.at < 0:
            self.reveal()
            return
        late = [each.kind for each in self.owed if each.kind != "initiative"]
        assert not late, f"gone on though {late} are owed"
        if self.held:
            self.merge()
            if any(each.kind != "initiative" for each in self.owed):
                self.owe("going_on", "", 90)
                return
        self.on()

    def roll_initiative(self) -> None:
        """For everybody that has none. Source: PHA-19."""
        for who in self.people.values():
            if who.initiative is None and not who.is_out:
                self.roll_for(who)

    def roll_for(self, who: Person) -> None:
        """Three dice, REF, Initiative. Source: PHA-19."""
        dice = sum(self.tape.dice(who.key, 3, 6))
        who.initiative = dice + who.levels["reflexes"] + who.levels["initiative"]

    def join(self, who: Person) -> None:
        """A newcomer, who rolls when it enters, or with all others as the phase begins. Source: PHA-19."""
        has_order = any(
            each.initiative is not None for each in self.people.values() if not each.is_out
        )
        self.people[who.key] = who
        if self.phase and has_order:
            self.owe("initiative", who.key, 99)

    def reveal(self) -> None:
        """Declarations come true. Source: PHA-24, PHA-28, PHA-29, PHA-51, PHA-64."""
        self.roll_initiative()
        for who in self.people.values():
            if who.is_out:
                continue
            who.actions, who.full, stances = who.plan or (1, "", ())
            who.plan = None
            who.marks |= dict.fromkeys(stances)
            stunned = who.marks.get("stunned") or 0
            if "stunned" in who.marks:
                who.lost = min(stunned, who.actions)
                who.marks["stunned"] = stunned - who.lost
                if who.marks["stunned"] == 0:
                    who.marks.pop("stunned")
            if who.lost and who.full:
                continue
            if who.full in ("run", "sprint"):
                who.gait = who.full
            if who.full == "all_out_dodge":
                who.used = 1
                who.marks["all_out_dodge"] = None
        known = [each for each in self.people.values() if not each.is_out]
        known.sort(key=self.place)
        self.groups = [[each.key for each in equal] for _, equal in groupby(known, self.place)]
        self.on()

    def place(self, who: Person) -> tuple[int, int]:
        """Where somebody acts in this phase; who is at the same place acts at once. Source: PHA-19."""
        return -self.score(who), -self.breaks_tie(who)

    def group_of(self, who: str) -> int | None:
        """Which group somebody acts in; None: in none of this phase."""
        found = (number for number, group in enumerate(self.groups) if who in group)
        return next(found, None)

    def score(self, who: Person) -> int:
        """Initiative in this phase. Source: PHA-29."""
        return (who.initiative or 0) + 3 * ("snap_shot" in who.marks)

    def breaks_tie(self, who: Person) -> int:
        """What decides between equal ones. Source: PHA-19."""
        return who.levels["reflexes"] + who.levels["initiative"]

    def on(self) -> None:
        """The next one who is not out, or the next phase."""
        for place in range(self.at + 1, len(self.groups)):
            if not all(self.people[each].is_out for each in self.groups[place]):
                self.at = place
                return
        self.new_phase()

    def new_phase(self) -> None:
        """What ends and what is due. Source: PHA-28, PHA-64, PHA-70, PHA-72."""
        for who in self.people.values():
            late = min(max(who.used + who.lost - who.actions, 0), who.lost)
            if late:
                who.lost -= late
                who.marks["stunned"] = (who.marks.get("stunned") or 0) + late
            if "all_out_dodge" in who.marks:
                who.marks.pop("off_balance", None)
            for key in ("ducking", "hunkering", "snap_shot", "all_out_dodge", "aborted"):
                who.marks.pop(key, None)
        self.phase += 1
        self.at, self.groups = -1, []
        for who in self.people.values():
            due = who.marks.get("clinically_dead")
            if due is not None and due <= self.phase:
                who.put("dead")
        for who in self.people.values():
            due = who.marks.get("in_shock")
            if due is not None and due <= self.phase:
                who.marks["in_shock"] = self.phase + INTERVAL[max(who.worst, SLIGHT)]
                self.owe("clock_shock", who.key, 10)
        for who in self.people.values():
            who.actions = who.used = who.lost = who.recoil = who.moved = 0
            who.full, who.plan, who.has_waited = "", None, False

    # ---- what is owed

    def owe(self, kind: str, who: str, order: int, stage: Any = None) -> None:
        """Adds something owed, in the order of settling."""
        self._count += 1
        self.owed.append(Owed(kind, who, order, self._count, stage, self.actor))
        self.owed.sort(key=lambda each: (each.order, each.number))

    def take(self, wanted: tuple[str, str, int]) -> Owed:
        """Takes off what is settled: its kind, whose, and how many of these are older."""
        kind, who, older = wanted
        alike = [each for each in self.owed if (each.kind, each.who) == (kind, who)]
        alike.sort(key=lambda each: each.number)
        assert older < len(alike), f"the spec owes no {kind} of {who}"
        self.owed.remove(alike[older])
        return alike[older]

    def settle(self, owed: Owed) -> None:
        """Rolls what is owed."""
        if owed.kind == "going_on":
            self.next()
            return
        who = self.people[owed.who]
        match owed.kind:
            case "initiative":
                self.roll_for(who)
            case "shock_test":
                self.shock_test(who, owed.stage)
            case "clock_shock":
                self.clock_shock(who)
            case "cool_test":
                self.cool_test(who)
            case "next_hit":
                stage = owed.stage
                self.hits(stage, stage.hits)
            case "next_shot":
                self.fire(owed.stage)
            case "counter":
                self.counter(owed.stage)

    def void(self) -> None:
        """What has lost its object is owed no more."""
        self.owed = [each for each in self.owed if self.applies(each)]

    def applies(self, owed: Owed) -> bool:
        """Whether something owed still has its object, as the action sees it of which it is."""
        if owed.kind == "going_on":
            return True
        people = self.seen_by(owed.by) if self.held else self.true
        who, stage = people[owed.who], owed.stage
        dead = "dead" in who.marks
        match owed.kind:
            case "initiative":
                return who.initiative is None and not who.is_out
            case "shock_test":
                return not dead and "clinically_dead" not in who.marks
            case "clock_shock":
                return "in_shock" in who.marks
            case "cool_test":
                return not who.is_down and "cool_held" not in who.marks
            case "next_hit":
                return "dead" not in people[stage.target].marks
            case "next_shot":
                is_there = "dead" not in people[stage.target].marks and not who.is_out
                return is_there and self.can_fire(who, stage.weapon)
            case _:
                return "dead" not in people[stage.who].marks and not who.is_out

    def can_fire(self, who: Person, weapon: str) -> bool:
        """Whether a weapon has a round, and no jam. Source: PHA-35, PHA-77."""
        has_round = not GUNS[weapon].magazine or who.ammo[weapon] > 0
        return has_round and weapon not in who.jammed

    def test(self, who: Person, bonus: int, dn: int) -> bool:
        """Three dice against a DN; a natural 3 fails. Source: PHA-05, PHA-08."""
        dice = sum(self.tape.dice(who.key, 3, 6))
        passed = dice + bonus >= dn and dice > 3
        self.facts.append({"total": dice + bonus, "dn": dn, "passed": passed})
        return passed

    def shock_test(self, who: Person, level: int) -> None:
        """The Shock Test of a wound. Source: PHA-62."""
        if "in_shock" in who.marks:
            self.sooner(who)
        elif not self.test(who, who.levels["stamina"], DN[level]):
            self.done(who, "put", "in_shock", self.phase + INTERVAL[who.worst])

    def sooner(self, who: Person) -> None:
        """The clock moves if that is sooner. Source: PHA-62."""
        due, known = self.phase + INTERVAL[max(who.worst, SLIGHT)], who.marks["in_shock"]
        if known is None or due < known:
            self.done(who, "put", "in_shock", due)

    def clock_shock(self, who: Person) -> None:
        """The test that is due. Source: PHA-70, PHA-72."""
        worst = max(who.worst, SLIGHT)
        if self.test(who, who.levels["stamina"], DN[worst]):
            who.marks["in_shock"] = self.phase + INTERVAL[worst]
            return
        who.marks.pop("in_shock")
        who.put("unconscious")
        who.put("clinically_dead", self.phase + MINUTE)

    def cool_test(self, who: Person) -> None:
        """The COOL test of a wound. Source: PHA-63, PHA-66."""
        if self.test(who, who.levels["cool"] + who.levels["initiative"] + who.penalty, 16):
            self.done(who, "put", "cool_held")
            return
        minutes = self.tape.dice(who.key, 1, 6)[0]
        self.done(who, "put", "incapacitated", self.phase + minutes * MINUTE)

    # ---- attacks

    def attack(self, command: do.Attack) -> None:
        """An attack action. Source: PHA-23, PHA-30 to PHA-35, PHA-78."""
        who, target = self.people[command.who], self.people[command.target]
        weapon = command.weapon or who.held or who.off or "unarmed"
        gun = GUNS[weapon]
        mode = command.mode or (
            "blow" if gun.is_melee else "laser" if weapon == "laser_rifle" else "one"
        )
        weighs = -3 * ("off_balance" in who.marks)
        self.spend(who)
        stage = Stage(
            command.who,
            command.target,
            weapon,
            mode,
            command.place,
            command.shots,
            command.rounds,
            weighs,
            command.gm,
            command.technique,
        )
        choice = command.defense
        if not choice and len(self.defenses(stage)) > 1:
            choice = self.tape.choice()
        forced = self.defenses(stage)
        stage.defense = forced[0] if len(forced) == 1 else choice
        self.defend(stage, target)
        self.fire(stage)

    def defenses(self, stage: Stage) -> list[str]:
        """What the target may do; techniques are never chosen here. Source: PHA-25, PHA-32."""
        target = self.people[stage.target]
        if target.is_down:
            return ["passive"]
        if "all_out_dodge" in target.marks:
            return ["all_out_dodge"]
        if self.group_of(target.key) is None or target.is_out or not target.left:
            return ["standard"]
        return ["standard", "dodge"]

    def defend(self, stage: Stage, target: Person) -> None:
        """The one defense roll of the action. Source: PHA-32, PHA-47 to PHA-51."""
        gun = GUNS[stage.weapon]
        if stage.defense == "passive":
            stage.against = 12 if gun.is_melee else 18
            return
        levels, kind = target.levels, stage.defense
        parts = {
            "standard": levels["reflexes"] + levels["evade"],
            "dodge": levels["reflexes"] + levels["evade"] + 3,
            "all_out_dodge": levels["reflexes"] + levels["evade"] + 3,
            "parry": levels["reflexes"] + levels[GUNS[target.guard()].skill],
            "block": levels["strength"] + levels[GUNS[target.guard()].skill],
        }
        bonus = parts[kind] + target.penalty
        if kind != "standard":
            bonus -= 3 * ("snap_shot" in target.marks) + 3 * ("off_balance" in target.marks)
        if kind in ("dodge", "parry", "block"):
            bonus -= 3 * (target.actions - 1)
            self.give_up(target)
            self.spend(target)
            self.spent(target, lambda one: setattr(one, "full", ""))
        elif kind == "all_out_dodge" and kind not in target.marks:
            self.give_up(target)
            self.whole_phase(target, kind)
            self.spent(target, lambda one: one.put(kind))
        dice = sum(self.tape.dice(target.key, 3, 6))
        stage.against = dice + bonus
        self.facts.append({"kind": kind, "bonus": bonus, "total": stage.against})

    def give_up(self, target: Person) -> None:
        """A run that was declared is given up for a defense; before one's turn it is an abort. Source: PHA-25."""
        if target.full in ("run", "sprint"):
            self.does(target, "gait", value="")
        if (self.group_of(target.key) or 0) > self.at:
            self.spent(target, lambda one: one.put("aborted"))

    def fire(self, stage: Stage) -> None:
        """The discharges from one on, until a test has to be made. Source: PHA-34, PHA-78."""
        for number in range(stage.number, stage.shots):
            target = self.people[stage.target]
            is_over = "dead" in target.marks or not self.can_fire(
                self.people[stage.who], stage.weapon
            )
            if number and is_over:
                return
            stage.number = number
            margin, hits, jams = self.discharge(stage)
            left = self.hits(stage, hits, owes=False) if hits else 0
            critical = stage.defense == "parry" and -margin >= 5 and not stage.is_free
            if critical and not target.is_out and "dead" not in self.people[stage.who].marks:
                self.owe("counter", stage.target, 35, Stage(**vars(stage)))
            if any(
                each.who == stage.target
                and each.kind in ("shock_test", "cool_test")
                and (each.by == self.actor or not self.is_tied)
                for each in self.owed
            ):
                if left:
                    self.owe("next_hit", stage.who, 25, Stage(**{**vars(stage), "hits": left}))
                if not jams and number + 1 < stage.shots:
                    more = Stage(**{**vars(stage), "number": number + 1})
                    self.owe("next_shot", stage.who, 30, more)
                return
            if jams:
                return

    def discharge(self, stage: Stage) -> tuple[int, int, bool]:
        """One attack roll: by how much it leads, how many hit, whether the weapon jams. Source: PHA-30 to PHA-35."""
        who, target, gun = self.people[stage.who], self.people[stage.target], GUNS[stage.weapon]
        rounds = self.rounds(stage, who)
        bonus = self.bonus(stage, who, target, rounds)
        if not gun.is_melee:
            self.spent(who, lambda one: setattr(one, "recoil", one.recoil + gun.recoil))
        if gun.magazine:
            self.loads(who, stage.weapon, who.ammo[stage.weapon] - rounds)
        dice = sum(self.tape.dice(who.key, 3, 6))
        margin = dice + bonus - stage.against
        self.facts.append({"bonus": bonus, "total": dice + bonus, "dos": margin})
        self.margin = margin
        if dice == 3:
            if gun.is_melee:
                self.fumbles(who, "put", "off_balance")
            elif gun.jams:
                self.fumbles(who, "jams", value=stage.weapon)
            return margin, 0, gun.jams
        if stage.technique:
            self.work(stage, target)
            return margin, 0, False
        return margin, self.how_many(stage, rounds) if margin >= 0 else 0, False

    def how_many(self, stage: Stage, rounds: int) -> int:
        """How many rounds of a discharge hit that is not beaten. Source: PHA-34, PHA-35, PHA-40."""
        if self.margin and stage.mode == "burst":
            return self.tape.dice(stage.who, 1, rounds)[0] if rounds > 1 else 1
        if self.margin and stage.mode in ("full", "laser"):
            return min(self.margin, rounds)
        return 1

    def work(self, stage: Stage, loser: Person) -> None:
        """What a technique that wins does, and one that is even does not. Source: PHA-53."""
        weapon = loser.held or loser.off
        if self.margin > 0 and stage.technique == "trip":
            self.done(loser, "put", "prone")
        elif self.margin > 0 and weapon:
            self.done(loser, "struck", value=weapon)

    def fumbles(self, who: Person, what: str, key: str = "", value: Any = None) -> None:
        """A fumble is somebody's own doing; that of a counter-attack is part of the other's action. Source: PHA-35."""
        self.done(who, what, key, value, is_own=who.key == self.actor)

    def bonus(self, stage: Stage, who: Person, target: Person, rounds: int) -> int:
        """What is added to the dice of a discharge. Source: PHA-28 to PHA-33, PHA-66."""
        gun = GUNS[stage.weapon]
        levels = who.levels
        if stage.technique:
            characteristic, penalty = TECHNIQUES[stage.technique]
            bonus = levels[characteristic] + levels["hand_to_hand"] - penalty
        elif stage.place:
            bonus = levels["perception"] + levels[gun.skill] - AIMED[stage.place]
        else:
            bonus = levels["strength" if gun.is_melee else "reflexes"] + levels[gun.skill]
        if stage.mode in ("full", "laser"):
            bonus += rounds // 10
        bonus += stage.gm - 3 * (who.actions - 1) + stage.weighs - 3 * ("snap_shot" in who.marks)
        bonus += self.stance(who) + self.stance(target) + who.penalty
        if not gun.is_melee:
            bonus -= who.recoil
        if target.is_down:
            return bonus + 2
        return bonus - {"jog": 1, "run": 2, "sprint": 3}.get(target.gait, 0)

    def stance(self, who: Person) -> int:
        """Of stances only the worst counts. Source: PHA-28, PHA-76."""
        if "hunkering" in who.marks:
            return -6
        return -3 * ("ducking" in who.marks or "prone" in who.marks)

    def rounds(self, stage: Stage, who: Person) -> int:
        """The rounds of a discharge, cut to what is left. Source: PHA-77."""
        gun = GUNS[stage.weapon]
        each = {
            "burst": gun.burst,
            "full": stage.rounds or gun.rof,
            "laser": stage.rounds or gun.rof,
        }
        wanted = each.get(stage.mode, 1)
        return min(wanted, who.ammo[stage.weapon]) if gun.magazine else wanted

    def hits(self, stage: Stage, count: int, *, owes: bool = True) -> int:
        """Hits one after the other, until one demands a test; the number still to come. Source: PHA-34, PHA-78."""
        target = self.people[stage.target]
        margin = self.margin if not owes else 1
        if stage.mode == "laser":
            if margin == 0:
                self.hit(stage, target, 0, 1)
            else:
                self.hit(stage, target, margin, count)
            return 0
        for number in range(count):
            if "dead" in target.marks:
                return 0
            before = len(self.owed)
            self.hit(stage, target, margin, 1)
            left = count - number - 1
            if len(self.owed) > before and left:
                if owes:
                    self.owe("next_hit", stage.who, 25, Stage(**{**vars(stage), "hits": left}))
                return left
        return 0

    def hit(self, stage: Stage, target: Person, margin: int, count: int) -> None:
        """Location, damage, armour, wound. Source: PHA-38 to PHA-42, PHA-60."""
        gun, striker = GUNS[stage.weapon], stage.who
        place = stage.place
        if not place:
            place = PLACES[self.tape.dice(striker, 1, 10)[0] - 1]
        if margin == 0:
            raw = 1
        else:
            raw = sum(
                max(each + gun.flat, gun.least) for each in self.damage(striker, gun.dice, count)
            )
            if stage.mode in ("one", "blow", "semi", "double"):
                raw += margin
        worn = (ARMOR[each] for each in target.armor)
        armor = max((value for value, covers in worn if place in covers), default=0)
        past = max(raw - armor, 0) * (2 if place == "head" else 1)
        self.facts.append({"place": place, "raw": raw, "past": past})
        self.wound(target, place, target.level_of(past))

    def damage(self, who: str, dice: int, count: int) -> list[int]:
        """Dice of damage, each 6 with a further die worth one less. Source: PHA-39."""
        sums = [0] * count
        going = dict.fromkeys(range(count), dice)
        is_first = True
        while going:
            then: dict[int, int] = {}
            for number, many in going.items():
                faces = self.tape.dice(who, many, 6)
                sums[number] += sum(faces) - (0 if is_first else many)
                if sixes := faces.count(6):
                    then[number] = sixes
            going, is_first = then, False
        return sums

    # ---- wounds

    def wound(self, who: Person, place: str, dealt: int) -> None:
        """A wound with what it does and demands. Source: PHA-61 to PHA-64."""
        if not dealt or "dead" in who.marks:
            return
        before = who.wounds.get(place, 0)
        level = max(before, dealt)
        if dealt == before and before < DESTROYED:
            level = before + 1
        if level > before:
            self.done(who, "level", place, level)
            self.affect(who, place, level)
            self.demand_shock(who, level)
        if not who.is_down and "cool_held" not in who.marks:
            self.owe("cool_test", who.key, 20)

    def demand_shock(self, who: Person, level: int) -> None:
        """The Shock Test of a wound that has changed something. Source: PHA-62."""
        if level < SLIGHT or "dead" in who.marks or "clinically_dead" in who.marks:
            return
        if "in_shock" in who.marks:
            self.sooner(who)
        else:
            self.owe("shock_test", who.key, 10, level)

    def affect(self, who: Person, place: str, level: int, *, stuns: bool = True) -> None:
        """What a place that has got worse does. Source: PHA-61, PHA-64."""
        if place in ("head", "torso") and level == DESTROYED:
            self.done(who, "put", "dead")
        elif place == "head" and level >= SERIOUS:
            self.done(who, "put", "unconscious")
        elif place == "head" and level == MODERATE and stuns and not who.is_down:
            self.done(who, "stun")
        elif place in ("right_arm", "left_arm") and level >= MODERATE:
            self.drop(who, place.removesuffix("_arm"))
        elif place in ("right_leg", "left_leg"):
            self.leg(who)

    def leg(self, who: Person) -> None:
        """Two wounded legs of about the same grade count as one grade worse. Source: PHA-64."""
        one, two = (who.wounds.get(each, 0) for each in ("right_leg", "left_leg"))
        more = bool(one and two and abs(one - two) <= 1)
        if max(one, two) + more >= SERIOUS:
            self.done(who, "put", "prone")

    def drop(self, who: Person, hand: str) -> None:
        """What a hand holds falls, a two-handed weapon from either. Source: PHA-64."""
        mine, other = ("held", "off") if hand == "right" else ("off", "held")
        slot = mine if getattr(who, mine) else other
        weapon = getattr(who, slot)
        if weapon and (slot == mine or GUNS[weapon].hands > 1):
            self.done(who, "hand", slot, "")
            self.done(who, "falls", value=weapon)

    def counter(self, stage: Stage) -> None:
        """The free counter-attack of a parry that wins by 5. Source: PHA-49."""
        if self.tape.choice() != "counter":
            return
        who = self.people[stage.target]
        free = Stage(
            stage.target,
            stage.who,
            who.guard(),
            "blow",
            "",
            1,
            0,
            -3 * ("off_balance" in who.marks),
            is_free=True,
        )
        options = self.defenses(free)
        free.defense = options[0] if len(options) == 1 else self.tape.choice()
        self.steady(who)
        self.defend(free, self.people[free.target])
        self.fire(free)
