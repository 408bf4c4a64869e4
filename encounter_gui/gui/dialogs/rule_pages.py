"""The rules of a game as a page of the help, and ids of rules in other pages as links to it."""

import re
from collections.abc import Mapping
from html import escape

RULE_ID = re.compile(r"\b[A-Z][A-Z0-9]{2}-\d{2,3}\b")
"""What the id of a rule looks like, such as CWN-24."""

_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)|`[^`]*`")
_SUFFIX = "-rules"
SCHEME = "rule"
"""What links to rules begin with: ``rule:CWN-24``."""

RuleTexts = Mapping[str, tuple[str, str]]
"""The title and the sentence of each rule, by its id."""


def page_name(system: str) -> str:
    """Returns the name of the page with the rules of a game."""
    return f"{system}{_SUFFIX}"


def rule_page(title: str, rules: RuleTexts) -> str:
    """Returns the page in Markdown: a heading for each rule, its sentence below."""
    parts = [f"# {title}"]
    for rule, (name, sentence) in rules.items():
        parts += [f"### {rule} {name}", sentence]
    return "\n\n".join(part for part in parts if part)


def page_of_rule(rule: str, by_system: Mapping[str, RuleTexts]) -> str:
    """Returns the name of the page on which a rule stands; empty: there is no such rule."""
    return next((page_name(system) for system, rules in by_system.items() if rule in rules), "")


def linked(text: str) -> str:
    """Returns Markdown in which the ids of rules are links; headings, links and code stay as they are."""
    return "\n".join(
        line if line.startswith(("#", "    ")) else _linked_line(line) for line in text.splitlines()
    )


def _linked_line(line: str) -> str:
    parts, start = [], 0
    for kept in _LINK.finditer(line):
        parts += [_with_links(line[start : kept.start()]), kept.group()]
        start = kept.end()
    return "".join((*parts, _with_links(line[start:])))


def _with_links(text: str) -> str:
    return RULE_ID.sub(lambda found: f"[{found.group()}]({SCHEME}:{found.group()})", text)


def linked_html(text: str) -> str:
    """Returns plain text as the mark-up of a label in which the ids of rules are links: ``rule:CWN-24``."""
    return RULE_ID.sub(rf'<a href="{SCHEME}:\g<0>">\g<0></a>', escape(text))
