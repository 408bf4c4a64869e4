"""The players see what the game master allows and nothing else: the bytes of each game are searched for the rest."""

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from encounter_gui import paths
from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area, Plan
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.play.players import reveal
from encounter_gui.play.players.combatant import Onlooker, _letter
from encounter_gui.play.players.keys import PlayerKeys
from encounter_gui.play.players.projection import own_sheet, players_view
from encounter_gui.play.players.reveal import (
    AUDIENCES,
    CHOICES,
    FIELDS,
    PLAN_REVEALS,
    SIDES,
    RevealTable,
)
from encounter_gui.play.players.sentences import PublicLog
from encounter_gui.play.players.view import PlayersView
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.files import loader
from tests.play import random_play

KEYS = PlayerKeys(b"0123456789abcdef")
STATES = 40
"""So many states of each random fight are looked at, each with a table of its own."""


def onlooker(context: RulesContext, system: System, table: RevealTable) -> Onlooker:
    """Returns everybody at the table."""
    return Onlooker(context=context, system=system, table=table, keys=KEYS)


def any_table(random: Random, state: EncounterState) -> RevealTable:
    """Returns a table with anything chosen for sides and combatants."""
    table = RevealTable(plan=random.choice(PLAN_REVEALS))
    for audience in AUDIENCES:
        for side in SIDES:
            for what in FIELDS:
                if random.random() < 0.6:
                    chosen = random.choice(CHOICES[what])
                    table = table.with_side(audience, side, what, chosen)
        for who in state.combatants:
            for what in FIELDS:
                if random.random() < 0.2:
                    table = table.with_combatant(audience, who, what, random.choice(CHOICES[what]))
    return table


def mark(place: int, what: str) -> str:
    """Returns a word that stands nowhere else."""
    return f"Zq{place}{what}"


def marked(combatant: Combatant, place: int, *, is_hidden: bool) -> Combatant:
    """Returns a combatant all of whose words are its own, hidden or not."""
    flags = tuple(each for each in combatant.flags if each != "hidden")
    return replace(
        combatant,
        name=mark(place, "name"),
        note=mark(place, "note"),
        origin=mark(place, "origin"),
        items=tuple(replace(each, name=mark(place, "item")) for each in combatant.items),
        conditions=tuple(
            replace(each, note=mark(place, "remark")) for each in combatant.conditions
        ),
        flags=(*flags, "hidden") if is_hidden else flags,
    )


def coordinate(place: int, kind: int) -> float:
    """Returns where somebody stands: a number that stands nowhere else."""
    return float(f"{kind}{place:02}.3")


def marked_state(state: EncounterState, hidden: set[CombatantId]) -> EncounterState:
    """Returns a state in which every name and note can be told from every other."""
    combatants = {
        who: replace(
            marked(each, place, is_hidden=who in hidden),
            place=Place(x=coordinate(place, 71), y=coordinate(place, 72), floor=place % 2),
        )
        for place, (who, each) in enumerate(state.combatants.items())
    }
    shape = {"shape": "rectangle", "points": ((3.0, 4.0), (9.0, 8.0)), "amount": -7777}
    areas = (
        Area(key="Zqkey", name="Zqarea", kind="cover", step="Zqstep", **shape),  # type: ignore[arg-type]
        Area(key="Zqkey2", name="Zqentry", kind="entry", **shape),  # type: ignore[arg-type]
    )
    return replace(
        state,
        plan=Plan(width=9000, height=9000, name="Zqplan", areas=areas),
        name="Zqtitle",
        combatants=combatants,
        side_names=dict.fromkeys(SIDES, "Zqside"),
    )


def forbidden(look: Onlooker, own: CombatantId | None = None) -> Iterator[str]:
    """Yields every word that must not stand in a message, if it is to the player of ``own``, or to everybody."""
    yield from ("Zqside", "Zqkey", "Zqstep", "Zqentry", "Zqplan", "7777")
    if look.table.plan != "all":
        yield "Zqarea"
    if not look.table.shows_title:
        yield "Zqtitle"
    for place, combatant in enumerate(look.context.state.combatants.values()):
        yield from (mark(place, what) for what in ("note", "origin", "remark"))
        if look.table.plan == "nothing" or (combatant.id != own and not look.sees(combatant)):
            yield from (str(coordinate(place, kind)) for kind in (71, 72))
        if combatant.id == own:
            continue
        if not look.sees(combatant) or look.reveal(combatant, "name") != "number":
            yield mark(place, "name")
        shows_items = (
            look.reveal(combatant, "weapon") != "nothing"
            or look.reveal(combatant, "armor") != "nothing"
        )
        if not look.sees(combatant) or not shows_items:
            yield mark(place, "item")


@cache
def states(system: str, seed: int = 20) -> list[tuple[RulesContext, System, EntryId]]:
    """Returns states of a random fight, with the entry after which they stand so."""
    table, found = random_play.RandomTable(system, seed), []
    for _ in range(STATES):
        for _ in range(3):
            table.step()
        session = table.session
        found.append((session.context, session.game.system, session.log.head))
    return found


@pytest.mark.parametrize("system", random_play.SYSTEMS)
def test_no_message_holds_a_name_or_note_that_is_hidden(system: str) -> None:
    """Names, items and notes are searched for in the bytes of every message, with the table drawn at random."""
    random, seen, hidden_names = Random(18), 0, 0
    for before, game, _ in states(system):
        hidden = {who for who in before.state.combatants if random.random() < 0.3}
        table = any_table(random, before.state)
        context = replace(before, state=marked_state(before.state, hidden))
        look = onlooker(context, game, table)
        view = msgspec.json.encode(players_view(look))
        seen += view.count(b"Zq")
        for word in forbidden(look):
            assert word.encode() not in view, (word, view)
            hidden_names += 1
        for who in context.state.combatants:
            sheet = msgspec.json.encode(own_sheet(look, who))
            for word in forbidden(look, who):
                assert word.encode() not in sheet, (word, sheet)
    assert seen > 50, "the words that are allowed do stand there: the search can find something"
    assert hidden_names > 200


@pytest.mark.parametrize("system", random_play.SYSTEMS)
def test_sentences_say_nothing_of_who_is_hidden(system: str) -> None:
    """A whole random fight is followed with one table; what is hidden is in no sentence, before and after undo."""
    random, said = Random(4), set[str]()
    first = states(system)[0][0]
    log, heads = PublicLog(first.texts), set[EntryId]()
    hidden = {who for who in first.state.combatants if random.random() < 0.3}
    table = any_table(random, first.state).with_side("table", "pc", "name", "number")
    for before, game, head in states(system):
        heads.add(head)
        context = replace(before, state=marked_state(before.state, hidden))
        look = onlooker(context, game, table)
        told = log.follow(players_view(look), head, heads, ())
        said.update(told)
        assert not [word for word in forbidden(look) if word in " ".join(told)]
    assert said


def other_numbers(combatant: Combatant, by: int) -> Combatant:
    """Returns a combatant with other numbers on the sheet and in every gauge that is above 2, still above 2."""
    gauges = {key: each + by if each > 2 else each for key, each in combatant.gauges.items()}
    items = tuple(
        replace(each, values={**each.values, "damage": 777, "cost": 777})
        for each in combatant.items
    )
    place = Place(x=1.5, y=2.5, floor=3, radius=4) if combatant.place else None
    note = f"{combatant.note} {by}"
    return replace(combatant, gauges=gauges, items=items, note=note, place=place)


@pytest.mark.parametrize("system", random_play.SYSTEMS)
def test_other_numbers_of_the_hidden_change_no_byte(system: str) -> None:
    """What the players do not see may be anything: their messages are the same to the last byte."""
    random, compared = Random(3), 0
    for context, game, _ in states(system):
        hidden = {who for who in context.state.combatants if random.random() < 0.5}
        table = any_table(random, context.state)
        state = marked_state(context.state, hidden)
        outs = {row.who: row.is_out for row in game.rows(replace(context, state=state))}
        others = {
            who: other_numbers(each, 5) if who in hidden else each
            for who, each in state.combatants.items()
        }
        changed = replace(state, combatants=others)
        after = {row.who: row.is_out for row in game.rows(replace(context, state=changed))}
        if outs != after:
            continue
        views = [
            msgspec.json.encode(players_view(onlooker(replace(context, state=each), game, table)))
            for each in (state, changed)
        ]
        assert views[0] == views[1]
        compared += 1
    assert compared > STATES // 3


@pytest.mark.parametrize("system", random_play.SYSTEMS)
def test_rounds_left_change_no_byte_where_they_are_not_shown(system: str) -> None:
    """Ammunition is a number of the weapon: with its word alone nobody can count shots."""
    table = RevealTable()
    for context, game, _ in states(system):
        state = context.state
        foes = {
            who: replace(
                each,
                gauges={
                    key: left + 3 if key.startswith("ammo.") else left
                    for key, left in each.gauges.items()
                },
            )
            if each.side not in ("pc", "ally")
            else each
            for who, each in state.combatants.items()
        }
        for named in (table, table.with_side("table", "foe", "weapon", "word")):
            views = [
                msgspec.json.encode(
                    players_view(onlooker(replace(context, state=each), game, named))
                )
                for each in (state, replace(state, combatants=foes))
            ]
            assert views[0] == views[1]


# ---- golden cases


@pytest.fixture
def fight() -> tuple[RulesContext, System]:
    """A fight of CHROME that has run for a while."""
    table = random_play.RandomTable("chrome", 2)
    for _ in range(12):
        table.step()
    return table.session.context, table.session.game.system


def shown(context: RulesContext, game: System, table: RevealTable) -> PlayersView:
    """Returns the view of everybody at the table."""
    return players_view(onlooker(context, game, table))


def first_foe(context: RulesContext) -> Combatant:
    """Returns the first foe."""
    return next(each for each in context.state.combatants.values() if each.side == "foe")


def with_health(context: RulesContext, who: CombatantId, left: int, most: int) -> RulesContext:
    """Returns a context in which somebody has so much health left."""
    combatants = dict(context.state.combatants)
    one = combatants[who]
    combatants[who] = replace(
        one,
        sheet={**one.sheet, "health": most},
        gauges={**one.gauges, "health": left},
        conditions=(),
        flags=(),
    )
    return replace(context, state=replace(context.state, combatants=combatants))


@pytest.mark.parametrize(
    ("left", "word", "level"),
    [(10, "unhurt", 3), (9, "hurt", 2), (6, "hurt", 2), (5, "badly hurt", 1), (1, "badly hurt", 1)],
)
def test_a_foe_is_a_word_by_what_is_left(
    fight: tuple[RulesContext, System], left: int, word: str, level: int
) -> None:
    """Unhurt is all of it, hurt more than half, badly hurt the rest."""
    context, game = fight
    foe = first_foe(context)
    view = shown(with_health(context, foe.id, left, 10), game, RevealTable())
    health = next(each for each in view.combatants if each.key == KEYS.key(foe.id)).health
    assert health is not None
    assert (health.word, health.level) == (word, level)
    assert (health.share, health.text) == (-1, "")


def test_a_foe_whose_numbers_are_shown_says_8_of_10(fight: tuple[RulesContext, System]) -> None:
    """The game master may show the numbers of one foe; the others of its side stay words."""
    context, game = fight
    foe = first_foe(context)
    table = RevealTable().with_combatant("table", foe.id, "health", "number")
    view = shown(with_health(context, foe.id, 8, 10), game, table)
    texts = {each.key: each.health.text for each in view.combatants if each.health}
    assert texts[KEYS.key(foe.id)] == "8 of 10"
    others = [each for each in view.combatants if each.side == "foe"]
    assert [each for each in others if each.health and each.health.text] == [
        each for each in others if each.key == KEYS.key(foe.id)
    ]


def test_who_is_hidden_has_no_place_and_no_letter(fight: tuple[RulesContext, System]) -> None:
    """Without names foes are Enemy A, B …: who is hidden takes no letter, so that nothing tells of it."""
    context, game = fight
    foes = [each for each in context.state.combatants.values() if each.side == "foe"]
    table = RevealTable().with_side("table", "foe", "name", "word")
    hidden = {foes[0].id}
    state = marked_state(context.state, hidden)
    view = shown(replace(context, state=state), game, table)
    names = [each.name for each in view.combatants if each.side == "foe"]
    assert names == [f"Enemy {letter}" for letter in "ABCDEFGH"[: len(foes) - 1]]
    keys = {each.key for each in (*view.combatants, *view.order)}
    assert KEYS.key(foes[0].id) not in keys


def test_the_own_sheet_is_in_full_and_of_nobody_else(fight: tuple[RulesContext, System]) -> None:
    """A player sees the own numbers, weapons with rounds, and stats."""
    context, game = fight
    mine = next(each for each in context.state.combatants.values() if each.side == "pc")
    sheet = own_sheet(onlooker(context, game, RevealTable()), mine.id)
    assert sheet is not None
    assert sheet.combatant.name == mine.name
    assert sheet.combatant.health is not None
    assert sheet.combatant.health.text
    assert {each.name for each in sheet.stats} >= {"Strength", "Combat"}


# ---- the table that is kept


def test_the_table_survives_being_kept() -> None:
    """What was chosen is there again after a restart; a spoilt text counts as nothing chosen."""
    foe = CombatantId("foe_1")
    table = (
        RevealTable(shows_title=True)
        .with_side("table", "foe", "health", "bar")
        .with_combatant("table", foe, "name", "word")
        .with_combatant("own", foe, "weapon", "nothing")
        .with_alias(foe, "The tall one")
    )
    assert reveal.read(reveal.reveal_text(table)) == table
    assert reveal.read("{") == reveal.read("") == RevealTable()
    assert reveal.read('{"sides": {"table": {"foe": {"health": "all"}}}}') == RevealTable()


def test_a_choice_a_field_does_not_have_tells_less_never_more() -> None:
    """A bar of armour is nothing, for armour has only a number."""
    table = RevealTable().with_side("table", "foe", "armor", "bar")
    assert table.of_side("table", "foe", "armor") == "nothing"


def test_one_of_them_is_as_its_side_again() -> None:
    """What was said of one combatant can be taken back as a whole."""
    foe = CombatantId("foe_1")
    table = RevealTable().with_combatant("table", foe, "health", "number")
    assert table.differs(foe)
    assert not table.as_side(foe).differs(foe)
    assert not table.with_combatant("table", foe, "health", None).differs(foe)


def test_letters_go_on_behind_z() -> None:
    """More than 26 without a name are told apart, too."""
    assert [_letter(each) for each in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


# ---- the fights that come with the program


@cache
def sample_states(name: str) -> list[tuple[RulesContext, System, EntryId]]:
    """Returns every state of a sample fight, with the entry after which it stands so."""
    script = next(each for each in paths.samples() if each.stem == name)
    report = play_fight(
        script.read_text(encoding="utf-8"),
        script.name,
        rulesets=lambda key: loader.build(key, paths.ruleset_texts),
        texts=paths.message_catalog(),
        now=lambda: "2026-01-01T00:00:00Z",
    )
    session = report.session
    return [
        (
            replace(session.context, state=session.log.state_at(each.id)),
            session.game.system,
            each.id,
        )
        for each in session.log.path()
    ]


@pytest.mark.parametrize("name", sorted(each.stem for each in paths.samples()))
def test_no_message_of_a_sample_fight_tells_what_is_hidden(name: str) -> None:
    """After each entry of each sample, with tables drawn at random: no hidden name, item or note in any message."""
    random, searched = Random(7), 0
    for before, game, _ in sample_states(name)[::3]:
        hidden = {who for who in before.state.combatants if random.random() < 0.3}
        table = any_table(random, before.state)
        look = onlooker(replace(before, state=marked_state(before.state, hidden)), game, table)
        view = msgspec.json.encode(players_view(look))
        for word in forbidden(look):
            assert word.encode() not in view, (word, view)
            searched += 1
        for who in before.state.combatants:
            sheet = msgspec.json.encode(own_sheet(look, who))
            assert not [word for word in forbidden(look, who) if word.encode() in sheet]
    assert searched > 100


@pytest.mark.parametrize("name", sorted(each.stem for each in paths.samples()))
def test_other_numbers_of_the_hidden_change_no_byte_of_a_sample_fight(name: str) -> None:
    """The same for numbers: with others in their place every message is the same to the last byte."""
    random, compared = Random(9), 0
    for before, game, _ in sample_states(name)[::3]:
        hidden = {who for who in before.state.combatants if random.random() < 0.5}
        state = marked_state(before.state, hidden)
        changed = replace(
            state,
            combatants={
                who: other_numbers(each, 7) if who in hidden else each
                for who, each in state.combatants.items()
            },
        )
        contexts = [replace(before, state=each) for each in (state, changed)]
        outs = [[(row.who, row.is_out) for row in game.rows(each)] for each in contexts]
        if outs[0] != outs[1]:
            continue
        table = any_table(random, before.state)
        views = [
            msgspec.json.encode(players_view(onlooker(each, game, table))) for each in contexts
        ]
        assert views[0] == views[1]
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("system", ["d6pool", "phases"])
def test_nobody_sees_what_waits_in_a_tie(system: str) -> None:
    """Wounds, stuns and moves that wait for the others of a tie are in no message before they come true."""
    compared = 0
    for seed in range(40):
        table, random = random_play.RandomTable(system, seed), Random(seed)
        for _ in range(60):
            table.step()
            context, game = table.session.context, table.session.game.system
            if not context.state.held or compared > STATES:
                continue
            reveals = any_table(random, context.state)
            bare = replace(context, state=replace(context.state, held=()))
            looks = [onlooker(each, game, reveals) for each in (context, bare)]
            shown = [
                msgspec.json.encode(
                    [
                        players_view(look).combatants,
                        *(own_sheet(look, who) for who in context.state.combatants),
                    ]
                )
                for look in looks
            ]
            assert shown[0] == shown[1]
            compared += 1
        if compared > STATES // 2:
            return
    raise AssertionError("no ties were met")


def test_the_plan_is_shown_as_far_as_the_table_says() -> None:
    """Nothing by itself; tokens with what the players call them; all with names of areas and one's own reach."""
    before, game, _ = states("chrome")[0]
    context = replace(before, state=marked_state(before.state, set()))
    who = next(each.id for each in context.state.combatants.values() if each.side == "pc")
    found = {}
    for step in PLAN_REVEALS:
        look = onlooker(context, game, RevealTable(plan=step))
        own = own_sheet(look, who)
        assert own is not None
        found[step] = (players_view(look).plan, own.place)
    assert RevealTable().plan == "nothing"
    assert found["nothing"] == (None, None)
    (some, place), (all_of, own_place) = found["tokens"], found["all"]
    assert some is not None
    assert all_of is not None
    assert place is not None
    assert own_place is not None
    assert [each.name for each in some.areas] == [""]
    assert [each.name for each in all_of.areas] == ["Zqarea"]
    assert len(some.tokens) == len(context.state.combatants)
    assert (place.rings, bool(own_place.rings)) == ((), True)


def test_a_token_has_the_letters_of_an_alias() -> None:
    """Whoever is not known by name has the letters of what the players call it."""
    before, game, _ = states("chrome")[0]
    context = replace(before, state=marked_state(before.state, set()))
    foe = next(each.id for each in context.state.combatants.values() if each.side == "foe")
    table = RevealTable(plan="tokens").with_combatant("table", foe, "name", "word")
    table = table.with_alias(foe, "Grey man")
    plan = players_view(onlooker(context, game, table)).plan
    assert plan is not None
    assert {each.label for each in plan.tokens if each.key == KEYS.key(foe)} == {"Gm"}


def test_what_is_shown_of_the_plan_is_kept() -> None:
    """With the encounter, and read again; a text without it shows nothing."""
    table = RevealTable(plan="all")
    assert reveal.read(reveal.reveal_text(table)) == table
    assert reveal.read("{}").plan == "nothing"
