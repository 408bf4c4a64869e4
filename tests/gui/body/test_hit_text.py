import pytest

from encounter_gui.core.messages import Message, MessageCatalog
from encounter_gui.gui.body.hit_text import Hit, place_in, read_hit
from encounter_gui.rules.view import BodyPart

PARTS = (
    BodyPart(key="head", name="Head", short="H", element="head"),
    BodyPart(key="arm_l", name="Left arm", short="LA", element="arm-left"),
    BodyPart(key="leg_l", name="Left leg", short="LL", element="leg-left"),
    BodyPart(key="tail", name="Tail", short="", element="tail"),
)
CLAWS = (
    BodyPart(key="upper", name="Upper claw", short="a", element="arm-left"),
    BodyPart(key="lower", name="Lower claw", short="a1", element="arm-right"),
)


@pytest.mark.parametrize(
    ("text", "pointed", "place", "damage"),
    [
        ("14", "head", "head", 14),
        ("la14", "", "arm_l", 14),
        ("LA 14", "", "arm_l", 14),
        (" h0 ", "", "head", 0),
        ("left leg 7", "", "leg_l", 7),
        ("arm_l 999", "", "arm_l", 999),
        ("tail3", "", "tail", 3),
        ("la5", "head", "arm_l", 5),
    ],
)
def test_place_and_damage(text: str, pointed: str, place: str, damage: int) -> None:
    """A short, a name or a key, then the damage; digits alone are for what was pointed at."""
    assert read_hit(text, PARTS, pointed) == Hit(place=place, damage=damage)


def test_a_place_that_ends_in_a_digit() -> None:
    """The longest word that leaves a number is the place."""
    assert read_hit("a114", CLAWS) == Hit(place="lower", damage=14)
    assert read_hit("a27", CLAWS) == Hit(place="upper", damage=27)
    assert read_hit("a1", CLAWS) == Hit(place="upper", damage=1)


@pytest.mark.parametrize(
    ("text", "pointed", "key"),
    [
        ("", "head", "gui.hit.empty"),
        ("  ", "", "gui.hit.empty"),
        ("la", "", "gui.hit.how_much"),
        ("14", "", "gui.hit.where"),
        ("xx14", "", "gui.hit.unreadable"),
        ("1x", "head", "gui.hit.unreadable"),
        ("la-3", "", "gui.hit.unreadable"),
        ("la 1 4", "", "gui.hit.unreadable"),
        ("la٣", "", "gui.hit.unreadable"),
        ("h1000", "", "gui.hit.too_much"),
    ],
)
def test_what_cannot_be_read_is_said(
    texts: MessageCatalog, text: str, pointed: str, key: str
) -> None:
    """Each slip has its own sentence, with what to type instead."""
    read = read_hit(text, PARTS, pointed)
    assert isinstance(read, Message)
    assert read.key == key
    assert texts.text(read)


def test_the_sentence_names_the_places(texts: MessageCatalog) -> None:
    """Nobody has to know the shorts by heart."""
    read = read_hit("xx14", PARTS)
    assert isinstance(read, Message)
    assert "h, la, ll, Tail" in texts.text(read)


def test_the_place_is_known_before_the_number() -> None:
    """It lights up while it is typed."""
    assert place_in("la", PARTS) == ("arm_l", "")
    assert place_in("la1", PARTS) == ("arm_l", "1")
    assert place_in("l", PARTS) is None
