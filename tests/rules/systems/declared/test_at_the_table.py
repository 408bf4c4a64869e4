"""A declared game at the table: who acts when, what keeps from acting, damage by hand, what is typed and corrected."""

import pytest
from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import (
    Add,
    Adjust,
    Afflict,
    Damage,
    DamageTarget,
    Next,
    RollInitiative,
    SetInitiative,
)
from encounter_gui.rules.systems.declared import commands as do
from tests.helpers.declared import alley_with, rich, table_of
from tests.helpers.table import Table

MODIFIER = '[[modifiers]]\nkey = "dark"\nname = "Dark"\namount = -2\ngroup = "sight"\n'


def _names(table: Table) -> list[str]:
    """Who acts now."""
    return [table.context.combatant(who).name for who in table.context.state.acting]


def _round(table: Table, count: int) -> list[list[str]]:
    """Who acts in the next so many steps, initiative as it is."""
    found = []
    for _ in range(count):
        found.append(_names(table))
        table.next()
    return found


def test_equal_initiatives_act_in_the_order_of_joining_one_after_the_other(alley: Table) -> None:
    for name in ("Ann", "Bea", "Cid"):
        alley.join(name, side="pc", fight=1)
    alley.begin(3, 5, 3)
    assert _round(alley, 3) == [["Bea"], ["Ann"], ["Cid"]]


def test_a_side_rolls_once_with_who_adds_most_and_acts_together() -> None:
    table = table_of(alley_with(('rolled = "round"', 'rolled = "once"\nby = "side"')))
    table.join("Ann", side="pc", fight=1)
    table.join("Bea", side="ally", fight=4)
    table.join("Cid", fight=2)
    table.begin(3, 6)  # 3 + 4 against 6 + 2
    assert [each.by_side for each in table.system.initiative(table.context)] == [True, True]
    assert _round(table, 3) == [["Cid"], ["Ann", "Bea"], ["Cid"]]  # no further roll
    table.play(Add(creature="bruiser", name="Dot"))
    assert not table.context.state.obligations  # it acts by its side's initiative
    assert _round(table, 2) == [["Ann", "Bea"], ["Cid", "Dot"]]


def test_initiative_of_every_round_is_rolled_anew_and_set_by_hand() -> None:
    table = table_of(alley_with())
    ann, cid = table.join("Ann", side="pc", fight=1), table.join("Cid", fight=2)
    table.begin(6, 1)
    assert _round(table, 2) == [["Ann"], ["Cid"]]
    assert not table.context.state.slots
    table.next(1, 6)
    assert _names(table) == ["Cid"]
    table.play(SetInitiative(who=ann, to=1))
    table.play(RollInitiative(who=(ann,)), 6)
    scores = {each.name: each.score for each in table.system.initiative(table.context)}
    assert scores == {"Ann": 7, "Cid": 8}
    assert table.context.state.acting == (cid,)


def test_a_newcomer_owes_initiative_and_is_told_so(alley: Table) -> None:
    alley.join("Ann", side="pc", fight=1)
    alley.begin(6)
    alley.play(Add(creature="bruiser"))
    (owed,) = alley.context.state.obligations
    assert owed.kind == "initiative"
    alley.play(RollInitiative(scope="missing"), 2)
    assert not alley.context.state.obligations
    assert [slot.score for slot in alley.context.state.slots] == [7, 4]


def test_who_is_idle_is_passed_over_and_may_not_attack() -> None:
    table = table_of(
        rich("by the margin", ('rolled = "round"', 'rolled = "once"\nidle = ["stunned"]'))
    )
    ann, cid = table.join("Ann", side="pc", fight=1), table.join("Cid", fight=2)
    table.begin(1, 6)
    table.play(Afflict(who=(ann,), condition="stunned"))
    table.next()
    assert (
        table.context.state.round == 2
    )  # stunned to the end of the round: it would have been her turn
    assert _names(table) == ["Cid"]
    table.play(Afflict(who=(cid,), condition="stunned"))
    assert table.refused(do.Attack(who=cid, target=ann)) == "declared.is_idle"
    assert table.refused(do.Wait(who=cid)) == "declared.is_idle"


def test_damage_by_hand_goes_less_what_stops_an_attack_and_straight_past_it() -> None:
    table = table_of(rich("margin and dice"))
    foe = table.join("Foe", fight=2, items=["vest", "coat"])
    target = (DamageTarget(who=foe),)
    result = table.play(Damage(targets=target, amount=7), 3)  # 1d3 and the coat's 2
    assert (result["damage"], result["soak"], result["harm"]) == (7, 5, 2)
    assert table.context.combatant(foe).gauges["health"] == 10
    table.play(Damage(targets=target, amount=4, way="raw"))
    assert table.context.combatant(foe).gauges["health"] == 6
    table.play(Damage(targets=target, amount=40), 1)
    assert table.system.derived_conditions(table.context, foe) == ("out",)
    table.play(Adjust(who=(foe,), change="=3"))
    assert table.system.derived_conditions(table.context, foe) == ()


def test_conditions_of_the_ruleset_weigh_on_rolls_as_long_as_they_last() -> None:
    """Dazed for 2 rounds: 1 less to attack, 2 easier to hit. A shorter time does not end a longer one."""
    table = table_of(rich("margin and dice"))
    ann, cid = (
        table.join("Ann", side="pc", fight=3, items=["pipe"]),
        table.join("Cid", fight=2, items=["pipe"]),
    )
    table.begin(6, 1)
    first = table.play(do.Attack(who=ann, target=cid), 8, 1, 1, 1)
    assert (first["total"], first["against"]) == (11, 4)
    until = table.context.combatant(cid).condition("dazed").until
    assert until is not None
    assert until.round == 2
    table.next()
    second = table.play(do.Attack(who=cid, target=ann), 8, 1, 1, 1)
    assert (second["total"], second["modifiers.dazed"]) == (9, -1)
    table.next()
    table.next(6, 1)
    third = table.play(do.Attack(who=ann, target=cid), 8, 1, 1, 1)
    assert (third["total"], third["against"]) == (10, 2)
    table.next()
    table.next()
    table.next(6, 1)
    assert table.context.combatant(cid).condition("dazed").until.round == 3  # hit again in round 2
    assert not table.context.combatant(ann).has("dazed")


def test_a_situation_and_the_game_master_add_to_the_roll() -> None:
    table = table_of(alley_with(more=MODIFIER))
    ann, cid = table.join("Ann", side="pc", fight=3), table.join("Cid", fight=2)
    table.begin(6, 1)
    form = table.system.attack_form(table.context, {"dark": "on", "gm": "1"})
    assert [(each.key, each.is_on) for each in form.toggles if not each.is_locked] == [
        ("dark", True)
    ]
    assert form.command == do.Attack(
        who=ann, target=cid, attack="brawl", weapon="-", modifiers=("dark",), gm=1
    )
    wrong = replace(form.command, modifiers=("fog",))
    assert table.refused(wrong) == "declared.no_such_modifier"
    result = table.play(form.command, 4, 4, 3, 3)
    assert (result["total"], result["against"], result["hit"]) == (10, 8, True)
    assert result["modifiers.dark"] == -2


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"weapon": "club"}, "declared.no_such_weapon"),
        ({"attack": "kick"}, "declared.no_such_attack"),
        ({"target": "ann_1"}, "declared.at_oneself"),
        ({"who": "cid_2", "target": "ann_1"}, "declared.not_your_turn"),
    ],
)
def test_what_cannot_be_is_refused_before_any_die(change: dict[str, str], key: str) -> None:
    table = table_of(rich("by the margin"))
    ann, cid = table.join("Ann", side="pc", fight=3), table.join("Cid", fight=2)
    table.begin(6, 1)
    command = {"who": ann, "target": cid, **change}
    assert table.refused(do.Attack(**command)) == key  # type: ignore[arg-type]  # ids


def test_a_weapon_for_one_attack_allows_no_other() -> None:
    """And an attack that needs a weapon is not there without one."""
    more = (
        '[[item_fields]]\nkey = "attack"\nname = "Attack"\non = ["weapon"]\nkind = "text"\n'
        '[[attacks]]\nkey = "shot"\nname = "Shot"\nroll = "2d6"\nagainst = "7"\ndamage = "2"\nneeds = "weapon"\n'
        '[[items]]\nkey = "gun"\nname = "Gun"\nkind = "weapon"\nvalues = { attack = "shot" }\n'
    )
    table = table_of(alley_with(more=more))
    ann, cid = (
        table.join("Ann", side="pc", fight=3, items=["gun"]),
        table.join("Cid", fight=2),
    )
    table.begin(6, 1)
    assert (
        table.refused(do.Attack(who=ann, target=cid, attack="brawl")) == "declared.not_with_weapon"
    )
    result = table.play(do.Attack(who=ann, target=cid), 6, 1)
    assert (result["against"], result["harm"]) == (7, 2)
    table.happen(ev.GaugeSet(who=ann, gauge="attacks", to=0))
    alone = do.Attack(who=ann, target=cid, attack="shot", weapon="-")
    assert table.refused(alone) == "declared.needs_weapon"


def test_who_has_left_is_out_until_they_return(alley: Table) -> None:
    ann, cid = alley.join("Ann", side="pc", fight=1), alley.join("Cid", fight=2)
    alley.begin(6, 1)
    alley.play(do.Leave(who=cid))
    assert alley.refused(do.Leave(who=cid)) == "declared.left_already"
    assert alley.system.attack_form(alley.context, {}).command is None
    alley.play(Next())
    assert alley.context.state.acting != (cid,)
    assert ann in alley.context.state.combatants
