"""HTML of answers for notebooks: without scripts, style sheets and external resources, in the colours of the page."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

from codeweaver._core import Answer, CodeMatch, FindCodeResponseSummary, SearchResult, SymbolMatch, TextHitFile, TextHits

__all__ = ["SearchResults", "to_html"]

# Invisible characters, and characters that change the order or place of others.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
_BOX = "border:1px solid rgba(128,128,128,.4);border-radius:4px;margin:.3em 0;padding:.2em .6em"
_CODE = "margin:.3em 0;max-height:24em;overflow:auto;white-space:pre;font-family:monospace;background:none;color:inherit"
_FAINT = "opacity:.7"
_CODE_BOXES_OPEN = 3  # the first ones of an answer are open; the others open on a click


class SearchResults(list[SearchResult]):
    """The result of CodeWeaver.search(): a list that shows one result per line, and HTML in a notebook."""

    def __repr__(self) -> str:
        return "[" + ",\n ".join(map(repr, self)) + "]"

    def _repr_html_(self) -> str:
        return to_html(self)


def _text(value: object) -> str:
    """Escapes a text for HTML; writes invisible characters as in a Python literal."""
    seen = _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), str(value).replace("\r\n", "\n"))
    return html.escape(seen)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _code(value: object) -> str:
    return f"<code>{_text(value)}</code>" if value else ""


def _faint(*values: object) -> str:
    return f'<span style="{_FAINT}">{" · ".join(_text(value) for value in values if value)}</span>'


def _box(head: Iterable[str], body: str, is_open: bool) -> str:
    title = " ".join(part for part in head if part)
    return f'<details style="{_BOX}"{" open" if is_open else ""}><summary>{title}</summary>{body}</details>'


def _pre(text: str) -> str:
    return f'<pre style="{_CODE}">{_text(text.rstrip())}</pre>'


def _result(found: SearchResult, is_open: bool) -> str:
    place = f"{found.file_path}:{found.start_line}-{found.end_line}"
    return _box([_code(place), f"<b>{_code(found.scope)}</b>", _faint(found.language, f"{found.score:.2f}")], _pre(found.content), is_open)


def _match(found: CodeMatch, is_open: bool) -> str:
    place = f"{found.file.path}:{found.span.start_line}-{found.span.end_line}"
    head = [_code(place), f"<b>{_code(found.content.chunk_name)}</b>", _faint(found.content.language, f"{found.relevance_score:.2f}")]
    why = "".join(f"<li>{_code(line)}</li>" for line in found.explanation)
    return _box(head, _pre(found.content.content) + (f"<ul>{why}</ul>" if why else ""), is_open)


def _warnings(warnings: Iterable[str]) -> str:
    return "".join(f"<p>⚠ {_code(line)}</p>" for line in warnings)


def _found(answer: FindCodeResponseSummary) -> str:
    sure = "" if answer.confidence is None else f"confidence {answer.confidence:.0%}"
    doubt = "<p><b>Nothing matches well</b></p>" if answer.summary.startswith("Nothing matches well") else ""
    count = f"{len(answer.matches)} of {answer.total_matches} {'match' if answer.total_matches == 1 else 'matches'}"
    facts = _faint(count, sure, f"{answer.execution_time_ms:.0f} ms", answer.ref and f"in {answer.ref}")
    tries = "".join(f"<p>{_code(line)}</p>" for line in answer.suggestions)
    read = answer.interpreted_query and f"<p>{_faint('Interpreted as ' + answer.interpreted_query)}</p>"
    return f"{doubt}<p>{facts}</p>{read}{_warnings(answer.warnings)}{tries}" + _each(_match, answer.matches)


def _each(shown: Any, values: Iterable[Any]) -> str:
    return "".join(shown(value, at < _CODE_BOXES_OPEN) for at, value in enumerate(values))


def _lines(file: TextHitFile, is_open: bool) -> str:
    width = len(str(max((hit.line for hit in file.hits), default=0)))
    lines: list[str] = []
    for before, hit in zip([None, *file.hits], file.hits):
        if before is not None and hit.line > before.line + 1:
            lines.append("⋮".rjust(width))
        lines.append(f"{hit.line:>{width}}{':' if hit.column else '-'} {hit.text}")
    return _box([_code(file.path), _faint(_count(file.line_count, "line"))], _pre("\n".join(lines)), is_open)


def _hits(hits: TextHits) -> str:
    total = _count(hits.lines, "line") + " in " + _count(hits.matched_files, "file")
    count = f"{hits.shown_lines} of {'' if hits.is_whole else 'more than '}{total}"
    return f"<p>{_faint(count, f'{hits.execution_time_ms:.0f} ms')}</p>{_warnings(hits.warnings)}" + _each(_lines, hits.files)


def _said(answer: Answer) -> str:
    text = f'<p style="white-space:pre-wrap">{_text(answer.text or "The search results do not contain the answer.")}</p>'
    places = "".join(f"<li>{_code(f'{one.path}:{one.lines.start_line}-{one.lines.end_line}')}</li>" for one in answer.citations)
    return text + (f"<ol>{places}</ol>" if places else "") + _warnings(answer.warnings)


def _symbol(found: SymbolMatch) -> str:
    return f"<p>{_code(found.qualified_name)} {_faint(found.kind)} {_code(f'{found.path}:{found.lines.start_line}')}</p>"


def to_html(value: object) -> str:
    """Returns the HTML of an answer or a part of one. Raises TypeError for other values."""
    if isinstance(value, FindCodeResponseSummary):
        body = _found(value)
    elif isinstance(value, CodeMatch):
        body = _match(value, True)
    elif isinstance(value, SearchResult):
        body = _result(value, True)
    elif isinstance(value, SearchResults):
        body = _each(_result, value) or f"<p>{_faint('no results')}</p>"
    elif isinstance(value, TextHits):
        body = _hits(value)
    elif isinstance(value, Answer):
        body = _said(value)
    elif isinstance(value, SymbolMatch):
        body = _symbol(value)
    else:
        raise TypeError(f"{type(value).__name__} has no HTML form")
    return f'<div dir="ltr" class="tex2jax_ignore mathjax_ignore">{body}</div>'  # "$x$" is code, not a formula
