"""The shadow referee: the bookkeeping of phases and wounds, written from the numbered spec alone.

It is told the commands that a real session has accepted, and the dice that fell; what they come to it works out itself,
and asks for its dice in its own order. It follows PHA-08, PHA-11, PHA-19, PHA-22 to PHA-25, PHA-28, PHA-29, PHA-30 to
PHA-35, PHA-38 to PHA-42, PHA-47 to PHA-49, PHA-51, PHA-60 to PHA-64, PHA-66, PHA-70, PHA-72 without the attempt,
PHA-76 to PHA-78.

What it does not follow: ties (at its tables nobody is equal to anybody), surprise, techniques and holds, Escape,
difficult ground, climbing, swimming, falls, Fatigue and Encumbrance, shot loads and thrown weapons, range, first aid
and resuscitation, what is between fights, house rules.
"""

from dataclasses import dataclass, field
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
HELD = {"right": "held", "left": "off"}


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

    def stop(self) -> None:
        """What ends for who is out or lies. Source: PHA-31."""
        self.gait = ""

    def guard(self) -> str:
        """What it blocks and parries with. Source: PHA-47."""
        arms = (each for each in (self.held, self.off) if each and GUNS[each].is_melee)
        return next(arms, "unarmed")


@dataclass
class Owed:
    """Something owed: its kind, by whom, and what it goes on with."""

    kind: str
    who: str
    order: int
    number: int
    stage: Any = None


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
        self.people = {each.key: each for each in people}
        self.phase, self.at = 0, -1
        self.order: list[str] = []
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
                    self.settle(self.take(each))
            case general.Waive():
                for each in settled:
                    self.take(each)
            case do.Declare():
                self.people[command.who].plan = self.planned(command)
            case do.Attack():
                self.attack(command)
            case _:
                self.act(command)
        self.void()
        tape.done()

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
                who.ammo[weapon] = GUNS[weapon].magazine
            case do.ClearJam():
                self.spend(who)
                who.jammed.discard(command.weapon or who.held or who.off)
            case do.StandUp():
                self.spend(who)
                who.marks.pop("prone")
            case do.Other():
                self.spend(who)
            case do.Move():
                self.move(who, command.gait)
            case do.Leave():
                who.has_left = True
                self.goes_out(who)
            case do.Rouse():
                who.marks.pop("unconscious", None)
                who.marks.pop("incapacitated", None)
            case _:
                assert isinstance(command, do.Wait), f"unknown: {command}"

    def draw(self, who: Person, command: do.Draw) -> None:
        """A weapon in a hand; the other is emptied for or of a two-handed one. Source: PHA-26."""
        self.spend(who)
        gun = GUNS[command.weapon]
        useless = who.wounds.get("right_arm", 0) >= SERIOUS
        hand = command.hand or ("left" if useless and gun.hands == 1 else "right")
        mine, other = ("held", "off") if hand == "right" else ("off", "held")
        across = getattr(who, other)
        if across and (gun.hands > 1 or GUNS[across].hands > 1 or across == command.weapon):
            setattr(who, other, "")
        setattr(who, mine, command.weapon)
        who.dropped.discard(command.weapon)

    def move(self, who: Person, gait: str) -> None:
        """Moving. Source: PHA-12, PHA-22, PHA-31."""
        if gait in ("run", "sprint"):
            who.actions = who.used = 1
            who.full = gait
            who.marks.pop("off_balance", None)
            who.gait = gait
        elif gait == "prone":
            who.marks["prone"] = None
            who.gait = ""
        else:
            who.gait = "" if gait == "still" else gait
            if gait == "jog":
                who.moved = 1

    def spend(self, who: Person) -> None:
        """One action; what weighed on it is over. Source: PHA-23, PHA-35."""
        who.used += 1
        who.marks.pop("off_balance", None)

    # ---- the flow of phases

    def next(self) -> None:
        """A step. Source: PHA-11, PHA-19, PHA-24."""
        if not self.phase:
            self.phase = 1
            for who in self.people.values():
                who.marks.pop("cool_held", None)
            self.roll_initiative()
        elif self.at < 0:
            self.reveal()
        else:
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
        """A newcomer, who rolls when it enters. Source: PHA-19."""
        self.people[who.key] = who
        if self.phase:
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
        known.sort(key=lambda each: (-self.score(each), -self.breaks_tie(each)))
        self.order = [each.key for each in known]
        self.on()

    def score(self, who: Person) -> int:
        """Initiative in this phase. Source: PHA-29."""
        return (who.initiative or 0) + 3 * ("snap_shot" in who.marks)

    def breaks_tie(self, who: Person) -> int:
        """What decides between equal ones. Source: PHA-19."""
        return who.levels["reflexes"] + who.levels["initiative"]

    def on(self) -> None:
        """The next one who is not out, or the next phase."""
        for place in range(self.at + 1, len(self.order)):
            if not self.people[self.order[place]].is_out:
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
        self.at, self.order = -1, []
        for who in self.people.values():
            due = who.marks.get("clinically_dead")
            if due is not None and due <= self.phase:
                self.die(who)
        for who in self.people.values():
            due = who.marks.get("in_shock")
            if due is not None and due <= self.phase:
                who.marks["in_shock"] = self.phase + INTERVAL[max(who.worst, SLIGHT)]
                self.owe("clock_shock", who.key, 10)
        for who in self.people.values():
            who.actions = who.used = who.lost = who.recoil = who.moved = 0
            who.full, who.plan = "", None

    # ---- what is owed

    def owe(self, kind: str, who: str, order: int, stage: Any = None) -> None:
        """Adds something owed, in the order of settling."""
        self._count += 1
        self.owed.append(Owed(kind, who, order, self._count, stage))
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
        """Whether something owed still has its object."""
        who, stage = self.people[owed.who], owed.stage
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
                return "dead" not in self.people[stage.target].marks
            case "next_shot":
                return "dead" not in self.people[stage.target].marks and not who.is_out
            case _:
                return "dead" not in self.people[stage.who].marks and not who.is_out

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
            who.marks["in_shock"] = self.phase + INTERVAL[who.worst]
            who.marks.pop("stabilized", None)

    def sooner(self, who: Person) -> None:
        """The clock moves if that is sooner. Source: PHA-62."""
        due = self.phase + INTERVAL[max(who.worst, SLIGHT)]
        who.marks["in_shock"] = min(who.marks["in_shock"] or due, due)

    def clock_shock(self, who: Person) -> None:
        """The test that is due. Source: PHA-70, PHA-72."""
        worst = max(who.worst, SLIGHT)
        if self.test(who, who.levels["stamina"], DN[worst]):
            who.marks["in_shock"] = self.phase + INTERVAL[worst]
            return
        who.marks.pop("in_shock")
        who.marks |= {"unconscious": None, "clinically_dead": self.phase + MINUTE}
        self.goes_out(who)

    def cool_test(self, who: Person) -> None:
        """The COOL test of a wound. Source: PHA-63, PHA-66."""
        if self.test(who, who.levels["cool"] + who.levels["initiative"] + who.penalty, 16):
            who.marks["cool_held"] = None
            return
        minutes = self.tape.dice(who.key, 1, 6)[0]
        who.marks["incapacitated"] = self.phase + minutes * MINUTE
        self.goes_out(who)

    def goes_out(self, who: Person) -> None:
        """What ends for who is out. Source: PHA-31, PHA-51."""
        who.stop()
        who.marks.pop("all_out_dodge", None)

    def die(self, who: Person) -> None:
        """Death, and what ends with it. Source: PHA-61, PHA-72."""
        was_out = who.is_out
        for key in ("in_shock", "stabilized", "clinically_dead", "unconscious", "incapacitated"):
            who.marks.pop(key, None)
        who.marks.pop("stunned", None)
        who.marks["dead"] = None
        if not was_out:
            self.goes_out(who)

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
        if target.key not in self.order or target.is_out or not target.left:
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
            target.full = ""
        elif kind == "all_out_dodge" and kind not in target.marks:
            self.give_up(target)
            target.actions = target.used = 1
            target.full = kind
            target.marks[kind] = None
        dice = sum(self.tape.dice(target.key, 3, 6))
        stage.against = dice + bonus
        self.facts.append({"kind": kind, "bonus": bonus, "total": stage.against})

    def give_up(self, target: Person) -> None:
        """A run that was declared is given up for a defense; before one's turn it is an abort. Source: PHA-25."""
        if target.full in ("run", "sprint"):
            target.gait = ""
        if self.order.index(target.key) > self.at:
            target.marks["aborted"] = None

    def fire(self, stage: Stage) -> None:
        """The discharges from one on, until a test has to be made. Source: PHA-34, PHA-78."""
        for number in range(stage.number, stage.shots):
            target = self.people[stage.target]
            if number and "dead" in target.marks:
                return
            stage.number = number
            margin, hits, jams = self.discharge(stage)
            left = self.hits(stage, hits, owes=False) if hits else 0
            critical = stage.defense == "parry" and -margin >= 5 and not stage.is_free
            if critical and not target.is_out and "dead" not in self.people[stage.who].marks:
                self.owe("counter", stage.target, 35, Stage(**vars(stage)))
            if any(
                each.who == stage.target and each.kind in ("shock_test", "cool_test")
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
            who.recoil += gun.recoil
        if gun.magazine:
            who.ammo[stage.weapon] -= rounds
        dice = sum(self.tape.dice(who.key, 3, 6))
        margin = dice + bonus - stage.against
        self.facts.append({"bonus": bonus, "total": dice + bonus, "dos": margin})
        if dice == 3:
            if gun.is_melee:
                who.marks["off_balance"] = None
            elif gun.jams:
                who.jammed.add(stage.weapon)
            return margin, 0, gun.jams
        if margin < 0:
            return margin, 0, False
        self.margin = margin
        if margin == 0:
            return margin, 1, False
        if stage.mode == "burst":
            return margin, self.tape.dice(who.key, 1, rounds)[0] if rounds > 1 else 1, False
        if stage.mode in ("full", "laser"):
            return margin, min(max(margin, 1), rounds), False
        return margin, 1, False

    def bonus(self, stage: Stage, who: Person, target: Person, rounds: int) -> int:
        """What is added to the dice of a discharge. Source: PHA-28 to PHA-33, PHA-66."""
        gun = GUNS[stage.weapon]
        levels = who.levels
        if stage.place:
            bonus = levels["perception"] + levels[gun.skill] - AIMED[stage.place]
        else:
            bonus = levels["strength" if gun.is_melee else "reflexes"] + levels[gun.skill]
        if stage.mode in ("full", "laser"):
            bonus += rounds // 10
        bonus += -3 * (who.actions - 1) + stage.weighs - 3 * ("snap_shot" in who.marks)
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
        armor = max(
            (value for value, covers in map(ARMOR.get, target.armor) if place in covers), default=0
        )  # type: ignore[misc]
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
            who.wounds[place] = level
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

    def affect(self, who: Person, place: str, level: int) -> None:
        """What a place that has got worse does. Source: PHA-61, PHA-64."""
        if place in ("head", "torso") and level == DESTROYED:
            self.die(who)
        elif place == "head" and level >= SERIOUS:
            was_out = who.is_out
            who.marks["unconscious"] = None
            if not was_out:
                self.goes_out(who)
        elif place == "head" and level == MODERATE and not who.is_down:
            if who.left:
                who.lost += 1
                if who.full in ("run", "sprint"):
                    who.gait = ""
            else:
                who.marks["stunned"] = (who.marks.get("stunned") or 0) + 1
        elif place in ("right_arm", "left_arm") and level >= MODERATE:
            self.drop(who, place.removesuffix("_arm"))
        elif place in ("right_leg", "left_leg"):
            self.leg(who)

    def leg(self, who: Person) -> None:
        """Two wounded legs of about the same grade count as one grade worse. Source: PHA-64."""
        one, two = (who.wounds.get(each, 0) for each in ("right_leg", "left_leg"))
        more = bool(one and two and abs(one - two) <= 1)
        if max(one, two) + more >= SERIOUS:
            who.marks["prone"] = None
            who.gait = ""

    def drop(self, who: Person, hand: str) -> None:
        """What a hand holds falls, a two-handed weapon from either. Source: PHA-64."""
        mine, other = ("held", "off") if hand == "right" else ("off", "held")
        slot = mine if getattr(who, mine) else other
        weapon = getattr(who, slot)
        if weapon and (slot == mine or GUNS[weapon].hands > 1):
            setattr(who, slot, "")
            who.dropped.add(weapon)

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
        who.marks.pop("off_balance", None)
        self.defend(free, self.people[free.target])
        self.fire(free)
