"""Bodies, sheets and odds as systems might show them, written by hand."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.view import (
    ActionOption,
    BodyPart,
    BodyView,
    Chip,
    CombatantView,
    Fact,
    GaugeCell,
    Odds,
    PlaceOdds,
    Section,
    SlotsCell,
    Threshold,
)

MARROW, TACK, HALLORAN = CombatantId("marrow"), CombatantId("tack"), CombatantId("halloran")


def part(key: str, name: str, short: str, element: str, **more: object) -> BodyPart:
    """Returns a location."""
    return BodyPart(key=key, name=name, short=short, element=element, **more)  # type: ignore[arg-type]  # as given


WOUNDED = BodyView(
    who=MARROW,
    name="Marrow",
    parts=(
        part("head", "Head", "H", "head", armor="6"),
        part("torso", "Torso", "T", "torso", level=1, letter="F", armor="8", text="Flesh wound"),
        part("arm_r", "R arm", "RA", "arm-right", level=3, letter="M", armor="8"),
        part("arm_l", "L arm", "LA", "arm-left", armor="8"),
        part("leg_r", "R leg", "RL", "leg-right", armor="8"),
        part("leg_l", "L leg", "LL", "leg-left", level=2, letter="L", armor="8", is_bleeding=True),
    ),
    facts=(
        Fact(name="Worst wound", value="Moderate −2"),
        Fact(name="second action", value="−3"),
        Fact(name="Defense", value="3d6+11"),
        Fact(name="Dodge", value="3d6+11"),
        Fact(name="Move", value="18"),
    ),
    levels=tuple(
        Threshold(value=value, text=letter, level=level)
        for level, (letter, value) in enumerate(zip("FLMSC", (1, 6, 13, 19, 26), strict=True), 1)
    ),
    asks="damage before armor",
)
"""Six places, four of them wounded or bleeding, with thresholds and armour; damage may be typed."""

ONE_LOST = BodyView(
    who=TACK,
    name="Tack",
    parts=(
        part("head", "Head", "H", "head", note="d10 10"),
        part("torso", "Torso", "T", "torso", note="d10 5–9"),
        part("arm_r", "R arm", "RA", "arm-right", note="d10 3"),
        part("arm_l", "L arm", "LA", "arm-left", note="d10 4", is_lost=True, is_bleeding=True),
        part("leg_r", "R leg", "RL", "leg-right", note="d10 1"),
        part("leg_l", "L leg", "LL", "leg-left", note="d10 2"),
    ),
)
"""Places that have no wound levels: how each is hit, one lost and bleeding; nothing may be typed."""

WEAPONS = Section(
    title="Weapons",
    note="rounds",
    facts=(
        Fact(name="Heavy pistol", value="3d6 semi · R2", note="4/10"),
        Fact(name="Knife", value="1d6 · STR/Melee", note="–"),
        Fact(name="Laser rifle of the second Jackal company", value="2d6 · ROF 10", note="50/50"),
    ),
)


def stats(names: str, values: str) -> tuple[Fact, ...]:
    """Returns figures by name."""
    return tuple(
        Fact(name=name.replace("_", " "), value=value)
        for name, value in zip(names.split(), values.split(), strict=True)
    )


OFFERS = (
    ActionOption(key="snap", text="Snap Attack", note="Instant", why_not="spent Main", command=Next()),
    ActionOption(key="defense", text="Total Defense", note="Instant", why_not="spent Main", command=Next()),
    ActionOption(key="luck", text="Veteran's Luck", note="Instant", command=Next()),
    ActionOption(key="prone", text="Go prone", note="On Turn", why_not="own turn only", command=Next()),
)  # fmt: skip

MARROW_SHEET = CombatantView(
    who=MARROW,
    number=3,
    name="Marrow",
    side="foe",
    role="Jackal lieutenant",
    chips=(
        Chip(text="COOL held", kind="good", icon="check"),
        Chip(text="Dodge kept", kind="neutral", icon="walking"),
    ),
    sections=(
        Section(title="", stats=stats("STR REF STAM PER COOL TECH INT", "6 8 7 7 7 5 6")),
        WEAPONS,
    ),
)
TACK_SHEET = CombatantView(
    who=TACK,
    number=2,
    name="Tack",
    side="pc",
    role="Street, Slick",
    chips=(
        Chip(text="Bleeding 2", kind="danger", icon="bleeding", duration="each round"),
        Chip(text="Grappled", kind="warn", icon="grappled"),
    ),
    sections=(
        Section(
            title="",
            slots=SlotsCell(name="Health", left=7, total=10),
            gauges=(
                GaugeCell(
                    name="Conviction",
                    current=14,
                    low=0,
                    high=20,
                    role="gauge.conviction",
                    ticks=(5, 10, 15),
                ),
            ),
        ),
        Section(
            title="",
            stats=stats(
                "Strength Speed Intellect Combat Sanity Fear Body Reflex", "39 48 57 45 41 38 46 44"
            ),
        ),
        Section(
            title="Weapons, by band",
            note="shots",
            facts=(
                Fact(name="Pistol", value="C 2 · S 2", note="8/10"),
                Fact(name="Knife", value="C 2", note="∞"),
            ),
        ),
    ),
)
HALLORAN_SHEET = CombatantView(
    who=HALLORAN,
    number=1,
    name="Halloran",
    side="pc",
    role="soldier, level 3",
    chips=(
        Chip(text="Screening Vee", kind="info", icon="screened"),
        Chip(text="Traumatized", kind="danger", icon="warning", duration="scene"),
    ),
    sections=(
        Section(
            title="",
            gauges=(
                GaugeCell(name="HP", current=17, low=0, high=22),
                GaugeCell(name="Soak", current=3, low=0, high=5, role="gauge.soak"),
                GaugeCell(name="Strain", current=4, low=0, high=13, role="gauge.strain"),
            ),
        ),
        Section(title="", stats=stats("AC_ranged AC_melee Trauma_Target Move_m", "16 14 7 10")),
        Section(title="", stats=stats("STR DEX CON INT WIS CHA", "+1 +2 +1 0 0 −1")),
        Section(title="Saves, d20 at or above", stats=stats("Physical Evasion Mental Luck", "12 11 13 13")),
        Section(title="Still possible now", offers=OFFERS),
        WEAPONS,
    ),
)  # fmt: skip

PLACES = Odds(
    places=(
        PlaceOdds(key="head", hit=0.064, wound=0.06),
        PlaceOdds(key="torso", hit=0.19, wound=0.16),
        PlaceOdds(key="arm_r", hit=0.064, wound=0.031),
        PlaceOdds(key="arm_l", hit=0.064, wound=0.05),
        PlaceOdds(key="leg_r", hit=0.12, wound=0.09),
        PlaceOdds(key="leg_l", hit=0.12, wound=0.004),
    )
)
