"""Tool tips read some words as mark-up; names of combatants are never meant so."""


def plain_tip(text: str) -> str:
    """Returns words for a tool tip that shows them as they are, line by line."""
    if "<" not in text and "&lt;" not in text:
        return text
    from html import escape  # a hundred thousand names of letters

    return "<br>".join(escape(line) for line in text.split("\n"))
