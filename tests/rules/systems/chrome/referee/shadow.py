"""A second bookkeeping of CHROME fights, as the numbered spec has them; it is told what was done and what fell.

It follows Speed Checks, the three blocks and enemies' own turns in theirs, extra Major Actions and slow starts,
surprise in a fight, Major Actions and enemies' lists, attacks of both sides, Saves, counter-attacks, complications
with an ally in the line, grenades, Soak and cover, critical effects, Sever, fire and bleeding, falls and the Save at 0
Health, unconsciousness, death and its witnesses, Presences as far as they appear and act, Panic Checks and every row
of the panic table, courage, Burn on attacks, Stress, Health and conditions by hand, medpacks, first aid, jams,
magazines, waiting, leaving, joining, waiving and settling late.

It does not follow: grapples, special abilities, hacking, lending, rest and downtime, surprise before a fight,
what a Presence's background lets it do, the attack in a frenzy (it is waived), the words of Distortions, CyberTech,
heavy armor, metres, house rules, several weapons of one kind, a place in the order by hand or for a newcomer in
mid-round, rules left to the game master, the end of the scene, and what is refused.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from encounter_gui.rules.model import commands as general
from encounter_gui.rules.systems.chrome import commands as do
from tests.rules.systems.chrome.referee.people import COLD, LIMBS, LOST, SAVES, Band, Person, Weapon

CRITICAL_FAILURE, FAILURE, SUCCESS, CRITICAL_SUCCESS = range(4)
GRENADE = "frag_grenade"


class Tape:
    """The dice and decisions of one entry, in the order in which they were asked for."""

    def __init__(
        self, rolls: Iterable[tuple[str, int, int, tuple[int, ...]]], choices: Iterable[Any]
    ) -> None:
        """Takes rolls (whose, how many, of how many sides, faces) and choices (whose, options, which)."""
        self.rolls, self.choices = list(rolls), list(choices)

    def dice(self, who: str, count: int, sides: int) -> tuple[int, ...]:
        """The next roll, which must be this one."""
        assert self.rolls, f"{who} should roll {count}d{sides}, nobody did"
        found = self.rolls.pop(0)
        wanted = who, count, sides
        assert found[:3] == wanted, f"{wanted} should roll, {found[:3]} did"
        return found[3]

    def face(self, who: str, sides: int) -> int:
        """The next die, which must be this one."""
        return self.dice(who, 1, sides)[0]

    def choice(self, who: str, options: tuple[str, ...]) -> str:
        """The next decision, which must be between these; one alone is none."""
        if len(options) == 1:
            return options[0]
        assert self.choices, f"{who} should choose of {options}, nobody did"
        whose, offered, chosen = self.choices.pop(0)
        assert (whose, set(offered)) == (who, set(options)), f"{who}: {options}; {whose}: {offered}"
        return str(chosen)

    def check_empty(self) -> None:
        """Everything that was asked for has been accounted for."""
        assert not self.rolls, f"rolled besides: {self.rolls}"
        assert not self.choices, f"decided besides: {self.choices}"


@dataclass
class Owed:
    """Something that is owed: of what kind, by whom, by which action, and what it needs."""

    kind: str
    who: str
    action: int = 0
    values: dict[str, Any] = field(default_factory=dict)


@dataclass
class Test:
    """A Stat Check or a Save: what it is rolled under, with what, and how it went."""

    who: Person
    name: str
    target: int
    edge: int
    skilled: bool
    rank: int = FAILURE
    roll: int = 0

    @property
    def is_save(self) -> bool:
        """Whether it is a Save."""
        return self.name in SAVES


class Shadow:
    """The fight as the spec has it."""

    def __init__(self, people: Iterable[Person]) -> None:
        """Takes who is there before the fight."""
        self.people = {each.key: each for each in people}
        self.round, self.at = 0, -1
        self.slots: list[tuple[str, bool]] = []
        self.groups: list[list[tuple[str, bool]]] = []
        self.owed: list[Owed] = []
        self.actions, self.action = 0, 0
        self.target = ""
        self.checked: dict[int, set[str]] = {}
        self.panicked: dict[int, set[str]] = {}
        self.targets: dict[int, str] = {}

    # ---- what is done

    def follow(self, command: Any, tape: Tape, settled: list[tuple[str, str, int]]) -> None:
        """Does what a command does; ``settled`` says what a command that settles or waives is about."""
        match command:
            case general.Settle():
                self._settle(settled, tape)
            case general.Waive():
                for each in settled:
                    self._waive(self._known(each))
            case _:
                self.actions += 1
                self.action = self.actions
                kind = type(command).__name__
                self._begin_by_acting(command, kind)
                name = {"Check": "check_", "Stress": "stress_", "Wake": "wakeup"}.get(kind, kind)
                act: Callable[[Any, Tape], None] = getattr(self, f"_{name.lower()}")
                act(command, tape)
        tape.check_empty()
        self._tidy()

    def join(self, person: Person) -> None:
        """Somebody joins: an enemy at once in its block, an Operator in the next round. Source: CHR-26, CHR-63."""
        self.people[person.key] = person
        self.actions += 1
        self.action = self.actions
        place = self._enemies_place()
        if not person.is_operator and place is not None and place >= self.at:
            self.groups[place].append((person.key, False))
            if place == self.at:
                self._fresh(person)
                person.turn = "waits"
        for each in self._squad(person):
            if each.has("trust_no_one") and each is not person:
                self._owe("trust_save", each, newcomer=person.key)
        self._tidy()

    def _enemies_place(self) -> int | None:
        for place, group in enumerate(self.groups):
            if any(not self.people[key].is_operator for key, _ in group if key in self.people):
                return place
        return None

    # ---- what is owed

    def _owe(self, kind: str, who: Person, **values: Any) -> None:
        self.owed.append(Owed(kind, who.key, self.action, values))

    def _frighten(self, who: Person) -> None:
        """A Panic Check, one for each action at most. Source: CHR-73."""
        if who.key in self.checked.get(self.action, set()):
            return
        if who.is_operator and not self._of("panic", who, self.action):
            self._owe("panic", who)

    def _of(self, kind: str, who: Person, action: int | None = None) -> list[Owed]:
        return [
            each
            for each in self.owed
            if (each.kind, each.who) == (kind, who.key) and action in (None, each.action)
        ]

    def _known(self, settled: tuple[str, str, int]) -> Owed:
        kind, who, place = settled
        return [each for each in self.owed if (each.kind, each.who) == (kind, who)][place]

    def _tidy(self) -> None:
        """What has lost its object is owed no more."""
        self.owed = [each for each in self.owed if self._has_object(each)]
        for each in self.people.values():
            self._owe_courage(each)
            self._owe_frenzy(each)

    def _owe_courage(self, who: Person) -> None:
        must = who.lacks_courage and who.key in self.acting and self._can_act(who)
        known = self._of("gutless", who)
        if must and not known:
            self.owed.append(Owed("gutless", who.key))

    def _rages(self, who: Person) -> bool:
        """Whether a frenzied combatant has still to attack, and can. Source: CHR-63."""
        bands: tuple[Band, ...] = ("close", "short", "long")
        others = (each for each in self.people.values() if each is not who)
        return (
            who.has("frenzy")
            and who.is_there
            and bool(self.groups)
            and any(who.can_use(arm, band) for arm in who.arms for band in bands)
            and any(not each.is_dead and not each.has_left for each in others)
        )

    def _owe_frenzy(self, who: Person) -> None:
        if self._rages(who) and not self._of("frenzy_attack", who):
            self.owed.append(Owed("frenzy_attack", who.key))

    def _end_frenzies(self) -> None:
        for each in self.people.values():
            if each.has("frenzy") and each.is_there and not self._rages(each):
                del each.marks["frenzy"]

    def _has_object(self, owed: Owed) -> bool:
        who = self.people.get(owed.who)
        if who is None:
            return False
        match owed.kind:
            case "death_save":
                return who.is_dead and not who.died
            case "critical_effects":
                return not who.is_dead or bool(self._of("death_save", who))
            case "counter":
                attacker = self.people[owed.values["attacker"]]
                return not attacker.is_dead and not attacker.has_left
            case "panic":
                return who.is_awake
            case "trust_save":
                newcomer = self.people[owed.values["newcomer"]]
                return not newcomer.has_left and who.has("trust_no_one") and who.is_awake
            case "gutless":
                return who.lacks_courage and who.key in self.acting and self._can_act(who)
            case "frenzy_attack":
                return self._rages(who)
            case _:
                return True

    def _settle(self, settled: list[tuple[str, str, int]], tape: Tape) -> None:
        owed = [self._known(each) for each in settled]
        self.action = owed[0].action
        self.owed = [each for each in self.owed if each not in owed]
        kind = owed[0].kind
        if kind == "panic":
            self._panic_checks([self.people[each.who] for each in owed], tape)
        elif kind == "trust_save":
            self._trust_saves(owed, tape)
        else:
            getattr(self, f"_settle_{kind}")(owed[0], tape)

    def _waive(self, owed: Owed) -> None:
        self.owed.remove(owed)
        who = self.people[owed.who]
        if owed.kind == "gutless":
            who.has_courage = True
        elif owed.kind == "frenzy_attack":
            who.marks.pop("frenzy", None)
        elif owed.kind == "distortion":
            self._take_distortion(who)

    # ---- time

    @property
    def acting(self) -> list[str]:
        """Who acts now."""
        is_turn = 0 <= self.at < len(self.groups)
        return [key for key, _ in self.groups[self.at]] if is_turn else []

    def _can_act(self, who: Person) -> bool:
        """Source: CHR-23, CHR-27, CHR-38, CHR-60."""
        if who.is_presence:
            return True
        if not who.is_there or who.losing:
            return False
        return not (who.turn == "waits" and any(who.has(each) for each in LOST))

    def _next(self, command: Any, tape: Tape) -> None:
        if not self.round:
            self.round = 1
            return
        if not self.groups:
            self._speed_checks(tape)
            self._move_on(tape)
            return
        if self.acting:
            self._end_group()
        self._move_on(tape)

    def _move_on(self, tape: Tape) -> None:
        """Goes to the next group in which somebody can act, into the next round where there is none. Source: CHR-22."""
        for place in range(self.at + 1, len(self.groups)):
            self.at = place
            if self._begin_group():
                return
            self._end_group()
        self._end_round()
        self._speed_checks(tape)
        self.round += 1
        for place in range(len(self.groups)):
            self.at = place
            if self._begin_group():
                return
            self._end_group()
        self.at = len(self.groups)

    def _begin_group(self) -> bool:
        group = self.groups[self.at]
        enemies = [self.people[key] for key, _ in group if not self.people[key].is_operator]
        for each in enemies:
            self._fresh(each)
            each.turn = "waits"
        if len(enemies) == 1:
            self._begin_turn(enemies[0])
        for key, extra in group:
            if self.people[key].is_operator:
                self._operators_turn(self.people[key], extra=extra)
        return any(self._can_act(self.people[key]) for key in self.acting)

    def _operators_turn(self, who: Person, *, extra: bool) -> None:
        """Source: CHR-25, CHR-28, CHR-60."""
        who.moves = 0
        if extra:
            who.majors = 1
            return
        self._mark_lost(who)
        if not self._can_act(who):
            who.majors = 0
            return
        who.majors = 1 if who.is_presence else 2
        if who.has("slow_start") and not who.is_presence:
            del who.marks["slow_start"]
            who.majors = 1

    def _mark_lost(self, who: Person) -> None:
        """A turn that begins is lost to surprise or shock. Source: CHR-23, CHR-38."""
        who.losing = {each for each in LOST if who.has(each)}

    def _fresh(self, who: Person) -> None:
        who.used = who.forgone = who.moves = 0
        who.made = {}

    def _begin_turn(self, who: Person) -> None:
        who.turn = "begun"
        self._mark_lost(who)

    def _begin_by_acting(self, command: Any, kind: str) -> None:
        """An enemy that waits begins its turn by acting; the one before has ended its own. Source: CHR-22, CHR-26."""
        takes = ("Attack", "Move", "TakeCover", "StandUp", "Activate", "Extinguish", "Wait")
        who = self.people.get(str(getattr(command, "who", "")))
        if kind not in takes or who is None or who.turn != "waits" or who.has("frenzy"):
            return
        for key in self.acting:
            if self.people[key].turn == "begun":
                self._end_turn(self.people[key])
        self._begin_turn(who)

    def _end_turn(self, who: Person) -> None:
        """Lost turns are over, fire and wounds do their damage, a Presence appears. Source: CHR-38, CHR-50, CHR-60."""
        self._end_frenzies()
        if not who.is_operator:
            who.turn = "done"
        who.majors = 0
        for each in who.losing:
            who.marks.pop(each, None)
        who.losing = set()
        if not who.is_dead:
            self._hurt(who, 2 * len(who.bleeding) + 2 * who.has("ablaze"))
        if who.presence_in is not None and who.presence_in <= self.round:
            who.presence_in = None
            who.marks["presence"] = None

    def _end_group(self) -> None:
        self._end_frenzies()
        for key, extra in self.groups[self.at]:
            who = self.people[key]
            who.majors = 0
            if extra:
                continue
            if who.turn == "waits":
                self._begin_turn(who)
            if who.is_operator or who.turn == "begun":
                self._end_turn(who)
        for key in self.acting:
            self.people[key].turn = ""

    def _end_round(self) -> None:
        """Who has slept long enough wakes. Source: CHR-57, CHR-63."""
        for who in self.people.values():
            ended = [
                each
                for each, until in who.marks.items()
                if until is not None and until <= self.round
            ]
            self._wake(who, ended)

    def _wake(self, who: Person, ended: list[str]) -> None:
        slept = "unconscious" in ended
        for each in ended:
            del who.marks[each]
        if slept and not who.is_dead:
            who.wakes_scared = True
        if ended and who.is_awake and who.wakes_scared:
            who.wakes_scared = False
            self._frighten(who)

    def _speed_checks(self, tape: Tape) -> None:
        """Who has no place rolls for one, all together; then the order of a round. Source: CHR-25, CHR-26."""
        new = [
            each
            for each in self.people.values()
            if each.is_operator
            and not each.block
            and (each.is_there or (each.is_dead and self._is_ghost(each)))
        ]
        tests = [self._plan(each, "speed") for each in new]
        self._roll(tests, tape)
        extras = []
        for test in tests:
            who = test.who
            self._bring(test)
            who.block = "before" if test.rank >= SUCCESS else "after"
            who.roll = test.roll
            if test.rank == CRITICAL_FAILURE:
                who.marks["slow_start"] = None
            if test.rank == CRITICAL_SUCCESS and not who.has("surprised"):
                extras.append(who)
        places = {key: place for place, (key, _) in enumerate(self._flat())}

        def rank(who: Person) -> tuple[int, int, int]:
            return -who.speed, who.roll, places.get(who.key, len(places))

        there = [each for each in self.people.values() if not each.has_left]
        before = sorted((each for each in there if each.block == "before"), key=rank)
        after = sorted((each for each in there if each.block == "after"), key=rank)
        enemies = [each for each in there if not each.is_operator and not each.is_dead]
        enemies.sort(key=lambda each: places.get(each.key, len(places)))
        extras.sort(key=lambda each: -each.speed)
        self.groups = [[(each.key, True)] for each in extras]
        self.groups += [[(each.key, False)] for each in before]
        self.groups += [[(each.key, False) for each in enemies]] * bool(enemies)
        self.groups += [[(each.key, False)] for each in after]

    def _is_ghost(self, who: Person) -> bool:
        return (who.has("presence") or who.presence_in is not None) and not who.has_left

    def _flat(self) -> list[tuple[str, bool]]:
        return [slot for group in self.groups for slot in group]

    # ---- tests

    def _plan(self, who: Person, name: str, *edges: int, skill: str = "", burn: int = 0) -> Test:
        """What a Stat Check or a Save is rolled under, and with what. Source: CHR-13, CHR-14, CHR-16, CHR-20."""
        is_save = name in SAVES
        found = set(edges)
        if who.has("ultra_sharp"):
            found.add(1)
        if who.has("adrenaline") and not is_save:
            found.add(1)
        if who.has("prone") and is_save:
            found.add(-1)
        target = who.numbers[name] + burn + 10 * (is_save and who.has("grit"))
        return Test(who, name, target, sum(found - {0}), bool(skill) and skill in who.skills)

    def _roll(self, tests: list[Test], tape: Tape) -> None:
        """Rolls tests, all dice asked for together. Source: CHR-13 to CHR-16."""
        for test in tests:
            shown = tape.dice(test.who.key, 2 if test.edge else 1, 100)
            ranked = sorted((_rank(face, test.target), -face) for face in shown)
            test.rank, face = ranked[-1 if test.edge > 0 else 0]
            test.roll = -face
            test.who.marks.pop("grit" if test.is_save else "adrenaline", None)

    def _bring(self, test: Test) -> None:
        """What a test brings: Conviction, Stress, Panic Checks. Source: CHR-17 to CHR-19, CHR-63."""
        who = test.who
        if who.is_presence:
            return
        prime = test.is_save and who.prime == test.name
        if test.rank == CRITICAL_SUCCESS:
            self._regain(who, 2)
        elif test.rank == SUCCESS and (prime or (test.skilled and not test.is_save)):
            self._regain(who, 1)
        if test.rank >= SUCCESS:
            return
        if prime:
            for each in self._squad(who):
                if each.has("on_the_edge"):
                    self._frighten(each)
        fumbles = test.rank == CRITICAL_FAILURE
        if not test.is_save or not fumbles:
            self._stress(who, 2 if fumbles else 1)
            return
        self._shake([*self._squad(who), who] if prime else [who])

    def _shake(self, people: list[Person]) -> None:
        """3 Stress and a Panic Check each. Source: CHR-17."""
        for each in {each.key: each for each in people}.values():
            self._stress(each, 3)
            self._frighten(each)

    def _check(self, test: Test, tape: Tape) -> Test:
        self._roll([test], tape)
        self._bring(test)
        return test

    def _squad(self, who: Person) -> list[Person]:
        """The Operators of its side who are awake, by Speed. Source: CHR-17, CHR-59."""
        found = [
            each
            for each in self.people.values()
            if each.is_operator and each.team == who.team and each.is_there
        ]
        return sorted(found, key=lambda each: -each.speed)

    def _stress(self, who: Person, amount: int) -> None:
        if who.is_operator:
            who.conviction = max(who.conviction - amount, 0)

    def _regain(self, who: Person, amount: int) -> None:
        if who.is_operator and not who.has("crushing_doubt"):
            who.conviction = max(min(who.conviction + amount, who.most_conviction), who.conviction)

    # ---- damage

    def _hurt(self, who: Person, damage: int) -> None:
        """Source: CHR-04, CHR-57, CHR-58."""
        if damage <= 0 or who.is_dead:
            return
        who.health = max(who.health - damage, 0)
        if not who.is_dead:
            return
        if who.is_operator:
            self._owe("death_save", who, fell=self.round, appears=self._appears(who))
        else:
            self._die(who)

    def _appears(self, who: Person) -> int:
        """The round at the end of whose slot a Presence appears. Source: CHR-60."""
        for place, group in enumerate(self.groups):
            if (who.key, False) in group:
                return self.round if place > self.at else self.round + 1
        return self.round

    def _die(self, who: Person, appears: int | None = None) -> None:
        """Source: CHR-57 to CHR-60."""
        who.health, who.died = 0, True
        ended = (*COLD, *LOST, "ablaze", "frenzy", "slow_start", "in_cover", "prone", "exposed")
        for each in ended:
            who.marks.pop(each, None)
        who.losing = set()
        if who.is_operator:
            who.presence_in = self._appears(who) if appears is None else appears
            for each in self._squad(who):
                self._frighten(each)

    def _settle_death_save(self, owed: Owed, tape: Tape) -> None:
        who = self.people[owed.who]
        test = self._check(self._plan(who, "body"), tape)
        if test.rank < SUCCESS:
            self._die(who, owed.values["appears"])
            return
        minutes = tape.face(who.key, 10)
        who.health = 1
        last = max(owed.values["fell"], 1) + 6 * minutes - 1
        self._sleep(who, "unconscious", last)

    def _sleep(self, who: Person, mark: str, last: int) -> None:
        who.marks[mark] = max(last, who.marks.get(mark) or 0)
        who.marks.pop("frenzy", None)

    # ---- attacks

    def _attack(self, command: do.Attack, tape: Tape) -> None:
        """Source: CHR-36 to CHR-45."""
        who, target = self.people[command.who], self.people[command.target]
        weapon = who.weapon(command.weapon)
        band: Band = command.band or weapon.first_band
        self.targets[self.action] = target.key
        if not who.is_operator:
            self._pay(who, weapon.key)
        else:
            who.majors -= 1
        self._fire(who, weapon)
        who.held = weapon.key
        edges = [command.edge, 1 if target.key in who.unnoticed else 0]
        who.unnoticed.discard(target.key)
        exposed = target.has("exposed") and not who.is_operator
        if not who.is_operator:
            target.marks.pop("exposed", None)
        rank = SUCCESS
        if who.is_operator:
            rank = self._combat_check(who, weapon, edges, tape, burn=command.burn)
        defence, save = "", None
        if rank >= SUCCESS and target.is_operator and target.is_awake:
            defence = self._defence(target, band, command.defence, tape)
            if defence == "save":
                burn = command.save_burn
                save_edges = [command.save_edge, -1 if exposed else 0]
                save = self._plan(target, weapon.save, *save_edges, burn=burn)
                self._burn(target, burn)
                self._check(save, tape)
                self._distort_burnt(save, burn)
        if rank >= SUCCESS and (save is None or save.rank < SUCCESS):
            fumbled = save is not None and save.rank == CRITICAL_FAILURE and not who.is_operator
            self._hit(target, weapon, band, critical=rank == CRITICAL_SUCCESS, by_save=fumbled)
        if who.is_operator and rank == CRITICAL_FAILURE:
            self._complication(who, target, weapon, band, command.ally, tape)
        if defence == "counter":
            self._owe("counter", target, attacker=who.key, weapon=command.counter_weapon)

    def _throw(self, command: do.Throw, tape: Tape) -> None:
        """A grenade: Close damage for its target, Short damage near it, a Reflex Save for Operators. Source: CHR-46."""
        who, target = self.people[command.who], self.people[command.target]
        self.targets[self.action] = target.key
        who.majors -= 1
        who.ammo[GRENADE] -= 1
        edges = [command.edge, 1 if target.key in who.unnoticed else 0]
        who.unnoticed.discard(target.key)
        test = self._check(self._plan(who, "combat", *edges, skill="Explosives"), tape)
        if test.rank == FAILURE:
            return
        caught: dict[str, tuple[int, bool, bool]] = {}
        if test.rank == CRITICAL_FAILURE:
            mates = [each for each in self.people.values() if each.team == who.team]
            caught = {each.key: (4, False, False) for each in mates}
        else:
            caught[target.key] = 6, command.cover, command.waive
            for each in command.caught:
                caught.setdefault(each.target, (4, each.cover, each.waive))
        self._blast(who, caught, tape, critical=test.rank == CRITICAL_SUCCESS)

    def _blast(
        self, who: Person, caught: dict[str, tuple[int, bool, bool]], tape: Tape, *, critical: bool
    ) -> None:
        """Source: CHR-44, CHR-46, CHR-47."""
        there = {
            key: found
            for key, found in caught.items()
            if not self.people[key].is_dead and not self.people[key].has_left
        }
        saving = (self.people[key] for key, (_, _, waived) in there.items() if not waived)
        saves = [
            self._plan(each, "reflex") for each in saving if each.is_operator and each.is_awake
        ]
        self._roll(saves, tape)
        for key in there:
            who.unnoticed.discard(key)
        for save in saves:
            self._bring(save)
        safe = {save.who.key for save in saves if save.rank >= SUCCESS}
        for key, (tier, covered, _) in there.items():
            victim = self.people[key]
            if key in safe:
                continue
            through = max(tier * (2 if critical else 1) - victim.soak - covered, 1)
            if victim.is_operator and (critical or tier >= 6):
                self._frighten(victim)
            self._hurt(victim, through)

    def _fire(self, who: Person, weapon: Weapon) -> None:
        if weapon.magazine:
            who.ammo[weapon.key] -= 1

    def _combat_check(
        self, who: Person, weapon: Weapon, edges: list[int], tape: Tape, burn: int = 0
    ) -> int:
        test = self._plan(who, "combat", *edges, skill=weapon.skill, burn=burn)
        self._burn(who, burn)
        self._check(test, tape)
        self._distort_burnt(test, burn)
        return test.rank

    def _burn(self, who: Person, amount: int) -> None:
        who.conviction -= min(amount, who.conviction)

    def _distort_burnt(self, test: Test, burn: int) -> None:
        """Source: CHR-20."""
        if burn and test.rank < SUCCESS:
            self._distort(test.who, 1)

    def _distort(self, who: Person, count: int) -> None:
        who.marks["distortion_due"] = None
        for _ in range(count):
            self.owed.append(Owed("distortion", who.key))

    def _take_distortion(self, who: Person) -> None:
        if not self._of("distortion", who):
            who.marks.pop("distortion_due", None)

    def _defence(self, target: Person, band: Band, wanted: str, tape: Tape) -> str:
        """Source: CHR-41, CHR-42."""
        options = ["save", "waive"]
        armed = any(target.can_use(each, "close") for each in target.arms)
        if band == "close" and armed and not target.has("surprised") and not target.lacks_courage:
            options = ["save", "counter", "waive"]
        if wanted in options:
            return wanted
        return tape.choice(target.key, tuple(options)) if "counter" in options else "save"

    def _hit(
        self, target: Person, weapon: Weapon, band: Band, *, critical: bool, by_save: bool = False
    ) -> None:
        """Damage, and then critical effects on who is still alive. Source: CHR-36 to CHR-38, CHR-43, CHR-44."""
        tier = weapon.tier(band)
        is_critical = critical or by_save
        raw = tier * (2 if critical else 1)
        if is_critical and "shock" in weapon.effects and target.synthetic:
            raw += 4
        covered = target.has("in_cover") and weapon.kind != "melee"
        through = max(raw - target.soak - covered, 1)
        if target.is_operator and (is_critical or tier >= 6):
            self._frighten(target)
        self._hurt(target, through)
        if not is_critical or not weapon.effects:
            return
        open_ = bool(self._of("death_save", target))
        if open_ or ("sever" in weapon.effects and not target.is_dead):
            self._owe("critical_effects", target, effects=weapon.effects)
        elif not target.is_dead:
            for each in weapon.effects:
                self._effect(target, each)

    def _effect(self, target: Person, effect: str) -> None:
        """Source: CHR-38."""
        if effect == "knockdown" and not target.large:
            target.marks["prone"] = None
        elif effect == "ablaze":
            target.marks["ablaze"] = None
        elif effect == "shock" and not target.synthetic:
            target.marks["shocked"] = None

    def _settle_critical_effects(self, owed: Owed, tape: Tape) -> None:
        who = self.people[owed.who]
        for each in owed.values["effects"]:
            if who.is_dead:
                continue
            if each == "sever":
                self._sever(who, tape.face(who.key, 10))
            else:
                self._effect(who, each)

    def _sever(self, who: Person, face: int) -> None:
        """Source: CHR-49, CHR-54, CHR-55."""
        if face == 10:
            self._die(who)
            return
        if face > 4:
            return
        limb = LIMBS[face - 1]
        if limb in who.severed:
            return
        who.severed.add(limb)
        who.bleeding.add(limb)
        if limb.endswith("leg"):
            who.marks["prone"] = None
        elif who.is_operator and who.held:
            held = who.weapon(who.held)
            if limb == "right_arm" or held.hands > 2 - who.lost_arms:
                self._drop(who, held.key)

    def _drop(self, who: Person, key: str) -> None:
        who.dropped.add(key)
        if who.held == key:
            who.held = ""

    def _complication(
        self,
        who: Person,
        target: Person,
        weapon: Weapon,
        band: Band,
        ally: str | None,
        tape: Tape,
    ) -> None:
        """Source: CHR-40."""
        face = tape.face(who.key, 6)
        melee = weapon.kind == "melee"
        kinds = ("jam", "jam", "empty", "ally", "drop", "exposed")
        kind = {"jam": "drop", "empty": "exposed"}.get(kinds[face - 1], kinds[face - 1])
        kind = kind if melee else kinds[face - 1]
        if kind == "ally":
            hit = self._in_line(who, target, ally, tape)
            if hit is not None:
                self._stray(hit, weapon, band, tape)
                return
            kind = "exposed"
        if kind == "jam":
            who.jammed.add(weapon.key)
        elif kind == "empty":
            who.ammo[weapon.key] = 0
        elif kind == "drop":
            self._drop(who, weapon.key)
        else:
            who.marks["exposed"] = None

    def _in_line(self, who: Person, target: Person, ally: str | None, tape: Tape) -> Person | None:
        near = [
            each.key
            for each in self.people.values()
            if each.team == who.team
            and each not in (who, target)
            and not each.is_dead
            and not each.has_left
        ]
        if ally in near or not near:
            return self.people[str(ally)] if ally in near else None
        chosen = tape.choice(who.key, (*near, "no"))
        return None if chosen == "no" else self.people[chosen]

    def _stray(self, hit: Person, weapon: Weapon, band: Band, tape: Tape) -> None:
        """The damage of the tier, Soak, a Reflex Save. Source: CHR-40."""
        if hit.is_operator and hit.is_awake:
            test = self._check(self._plan(hit, "reflex"), tape)
            if test.rank >= SUCCESS:
                return
        self._hit(hit, weapon, band, critical=False)

    def _settle_counter(self, owed: Owed, tape: Tape) -> None:
        """Source: CHR-42."""
        who, attacker = self.people[owed.who], self.people[owed.values["attacker"]]
        arms = [each for each in who.arms if who.can_use(each, "close")]
        arms.sort(key=lambda each: each.key != who.held)
        if not who.is_awake or not arms:
            return
        named = [each for each in arms if each.key == owed.values["weapon"]]
        weapon = (named or arms)[0]
        self._fire(who, weapon)
        edges = [1] if attacker.key in who.unnoticed else []
        who.unnoticed.discard(attacker.key)
        rank = self._combat_check(who, weapon, edges, tape)
        if rank >= SUCCESS:
            save = None
            if attacker.is_operator and attacker.is_awake:
                save = self._check(self._plan(attacker, weapon.save), tape)
            if save is None or save.rank < SUCCESS:
                self._hit(attacker, weapon, "close", critical=rank == CRITICAL_SUCCESS)
        if rank == CRITICAL_FAILURE:
            self._complication(who, attacker, weapon, "close", None, tape)

    # ---- panic

    def _panic_checks(self, people: list[Person], tape: Tape) -> None:
        """The target first, then by Speed, all dice together. Source: CHR-61, CHR-73."""
        self.checked.setdefault(self.action, set()).update(each.key for each in people)
        target = self.targets.get(self.action, "")
        people = [each for each in people if each.is_awake]
        people.sort(key=lambda each: (each.key != target, -each.speed))
        faces = [tape.face(each.key, 20) for each in people]
        for who, face in zip(people, faces, strict=True):
            if who.is_awake and face >= who.conviction:
                self.panicked.setdefault(self.action, set()).add(who.key)
                self._panic(who, face, tape)
        seen = self.panicked.get(self.action, set())
        for who in self.people.values():
            mates = {key for key in seen if key != who.key and self.people[key].team == who.team}
            if who.is_operator and len(mates) >= 2 and who.is_there:
                self._frighten(who)

    def _panic(self, who: Person, face: int, tape: Tape) -> None:
        """Source: CHR-63."""
        lasting = {
            20: "ultra_sharp",
            19: "adrenaline",
            18: "grit",
            11: "gutless",
            10: "on_the_edge",
            9: "reality_blur",
            7: "crushing_doubt",
            6: "trust_no_one",
            5: "frenzy",
        }
        if face == 8:
            who.conviction = 0
        stress = {17: 1, 16: 1, 15: 2, 14: 2, 13: 2, 12: 2}.get(face, 0)
        self._stress(who, stress)
        if face in (14, 15):
            near = tuple(each.key for each in self._squad(who) if each is not who)
            if near:
                self._stress(self.people[tape.choice(who.key, near)], 1)
        if face in lasting:
            if face == 11:
                who.has_courage = False
            who.marks[lasting[face]] = None
        if face in (1, 2, 3):
            self._distort(who, 1)
            who.most_conviction = max(who.most_conviction - {1: 2, 2: 1, 3: 0}[face], 0)
            who.conviction = min(who.conviction, who.most_conviction)
        if face in (12, 13):
            self._hurt(who, 2)
        if face == 4:
            self._sleep(who, "fainted", max(self.round, 1) + tape.face(who.key, 10) - 1)

    def _trust_saves(self, owed: list[Owed], tape: Tape) -> None:
        newcomers = list(dict.fromkeys(each.values["newcomer"] for each in owed))
        for newcomer in newcomers:
            whose = [self.people[each.who] for each in owed if each.values["newcomer"] == newcomer]
            tests = [self._plan(each, "fear") for each in whose]
            self._roll(tests, tape)
            for test in tests:
                self._bring(test)
                if test.rank < SUCCESS:
                    self._stress(test.who, 1)

    def _settle_gutless(self, owed: Owed, tape: Tape) -> None:
        self._find_courage(self.people[owed.who], tape)

    def _find_courage(self, who: Person, tape: Tape) -> None:
        self.owed = [each for each in self.owed if (each.kind, each.who) != ("gutless", who.key)]
        test = self._check(self._plan(who, "fear"), tape)
        if test.rank >= SUCCESS:
            who.has_courage = True
        else:
            who.has_left = True

    # ---- what else a turn is spent on

    def _pay(self, who: Person, option: str = "") -> None:
        """Source: CHR-28, CHR-31."""
        if who.is_operator:
            who.majors -= 1
            return
        who.used += 1
        if option:
            who.made[option] = who.made.get(option, 0) + 1

    def _move(self, command: do.Move, tape: Tape) -> None:
        who = self.people[command.who]
        self._pay(who, "move")
        who.moves += 1
        who.marks.pop("in_cover", None)
        if command.cover:
            who.marks["in_cover"] = None

    def _takecover(self, command: do.TakeCover, tape: Tape) -> None:
        self.people[command.who].marks["in_cover"] = None

    def _standup(self, command: do.StandUp, tape: Tape) -> None:
        self._pay(self.people[command.who])
        self.people[command.who].marks.pop("prone")

    def _activate(self, command: do.Activate, tape: Tape) -> None:
        self._pay(self.people[command.who])

    def _reload(self, command: do.Reload, tape: Tape) -> None:
        who = self.people[command.who]
        self._pay(who)
        weapon = who.weapon(command.weapon)
        who.ammo[weapon.key] = weapon.magazine

    def _clearjam(self, command: do.ClearJam, tape: Tape) -> None:
        self._pay(self.people[command.who])
        self.people[command.who].jammed.discard(command.weapon)

    def _pickup(self, command: do.PickUp, tape: Tape) -> None:
        who = self.people[command.who]
        self._pay(who)
        who.dropped.discard(command.weapon)
        who.held = command.weapon

    def _extinguish(self, command: do.Extinguish, tape: Tape) -> None:
        self._pay(self.people[command.who])
        self.people[command.target or command.who].marks.pop("ablaze")

    def _firstaid(self, command: do.FirstAid, tape: Tape) -> None:
        who, patient = self.people[command.who], self.people[command.patient]
        self._pay(who)
        test = self._check(self._plan(who, "intellect", command.edge, skill="First Aid"), tape)
        if test.rank >= SUCCESS:
            patient.bleeding.discard(command.place)

    def _useitem(self, command: do.UseItem, tape: Tape) -> None:
        who = self.people[command.who]
        target = self.people[command.target or command.who]
        self._pay(who)
        who.ammo["medpack"] -= 1
        target.health = max(min(target.health + 4, target.most_health), target.health)

    def _check_(self, command: do.Check, tape: Tape) -> None:
        who = self.people[command.who]
        self._check(self._plan(who, command.test, command.edge), tape)

    def _engage(self, command: do.Engage, tape: Tape) -> None:
        self._find_courage(self.people[command.who], tape)

    def _wait(self, command: do.Wait, tape: Tape) -> None:
        who = self.people[command.who]
        who.majors = 0
        if not who.is_operator:
            listed = sum(each.attacks for each in who.arms) + (who.move != "none")
            who.used += max(listed - who.forgone - who.used, 0)
            if who.turn == "begun":
                self._end_turn(who)

    # ---- the game master's word

    def _paniccheck(self, command: do.PanicCheck, tape: Tape) -> None:
        for key in command.who:
            self._frighten(self.people[key])

    def _stress_(self, command: do.Stress, tape: Tape) -> None:
        for key in command.who:
            if command.amount > 0:
                self._stress(self.people[key], command.amount)
            else:
                self._regain(self.people[key], -command.amount)

    def _adjust(self, command: general.Adjust, tape: Tape) -> None:
        for key in command.who:
            self._hurt(self.people[key], -int(command.change))

    def _afflict(self, command: general.Afflict, tape: Tape) -> None:
        for key in command.who:
            if command.condition == "gutless":
                self.people[key].has_courage = False
            self.people[key].marks[command.condition] = None

    def _unnoticed(self, command: do.Unnoticed, tape: Tape) -> None:
        for key in command.who:
            self.people[key].unnoticed |= set(command.by)

    def _surprise(self, command: do.Surprise, tape: Tape) -> None:
        """In a fight: until the slot has been passed over once; the rest of one's own turn is lost. Source: CHR-23."""
        tests = [self._plan(self.people[key], "fear") for key in command.who]
        self._roll(tests, tape)
        for test in tests:
            self._bring(test)
            if test.rank < SUCCESS:
                test.who.marks["surprised"] = None
                if test.who.key in self.acting:
                    test.who.majors = 0

    def _leave(self, command: do.Leave, tape: Tape) -> None:
        self.people[command.who].has_left = True

    def _kill(self, command: do.Kill, tape: Tape) -> None:
        self._die(self.people[command.who])

    def _wakeup(self, command: do.Wake, tape: Tape) -> None:
        who = self.people[command.who]
        self._wake(who, [each for each in COLD if who.has(each)])


def _rank(face: int, target: int) -> int:
    """Source: CHR-13 to CHR-15."""
    doubles = face % 11 == 0
    if face < target:
        return CRITICAL_SUCCESS if doubles else SUCCESS
    return CRITICAL_FAILURE if doubles else FAILURE
