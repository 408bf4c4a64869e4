"""What is worked out for a state is worked out once while the state is one of the last asked about."""

from encounter_gui.core.recent_views import RecentViews


def test_a_value_is_made_once_for_the_same_sources() -> None:
    recent, source = RecentViews(), (object(), object())
    made = recent.view(source, "rows", lambda: [1])
    assert recent.view(source, "rows", lambda: [2]) is made
    assert recent.view(source, "body", lambda: [3]) == [3]


def test_equal_sources_that_are_not_the_same_are_others() -> None:
    recent, one, other = RecentViews(), ([1],), ([1],)
    assert recent.view(one, "rows", lambda: "one") == "one"
    assert recent.view(other, "rows", lambda: "other") == "other"


def test_what_was_asked_about_long_ago_is_forgotten() -> None:
    recent, first = RecentViews(), (object(),)
    recent.view(first, "rows", lambda: "old")
    for _ in range(3):
        recent.view((object(),), "rows", lambda: "between")
    assert recent.view(first, "rows", lambda: "new") == "old"
    for _ in range(4):
        recent.view((object(),), "rows", lambda: "between")
    assert recent.view(first, "rows", lambda: "new") == "new"
