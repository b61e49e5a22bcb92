# Turns a doc comment into a query that a user might type to find the code below it.
# SPDX-License-Identifier: MIT OR Apache-2.0
import re

_TAG_LINE = re.compile(
    r"^[@\\]\w+|^:\w+|^(args|arguments|parameters|returns?|raises|examples?|usage|notes?|params|"
    r"see also|attributes|throws|errors|panics|safety)\b\s*:?\s*$|^-{3,}|^={3,}|^>>>|^```|^\*{3,}|^#")
_UNWANTED = re.compile(
    r"deprecat|copyright|licen[sc]e|todo|fixme|auto-?generated|inheritdoc|see also|noqa|eslint|"
    r"istanbul|internal use|clang-format|spdx|@ignore|all rights", re.I)
_REPLACED = (
    (re.compile(r"<(see|paramref|typeparamref)\s+\w+=\"(?:\w:)?([^\"]*)\"\s*/>"), r"\2"),
    (re.compile(r"</?\w+[^>]*>"), " "),
    (re.compile(r"\{@\w+\s+#?([^}]*)\}"), r"\1"),
    (re.compile(r":\w+:`~?([^`]*)`"), r"\1"),
    (re.compile(r"\[([^\]]+)\](\([^)]*\)|\[[^\]]*\])?"), r"\1"),
)


def plain(doc):
    """The prose of a comment up to the first tag or heading, without markup."""
    lines = []
    for line in doc.split("\n"):
        line = re.sub(r"^[@\\](brief|description|summary|desc|short|fn)\s+", "", line.strip())
        line = re.sub(r"^<summary>\s*", "", line)
        if _TAG_LINE.match(line) and not re.match(r"^#\s*$", line):
            break
        lines.append(line)
    text = "\n".join(lines).strip()
    for pattern, replacement in _REPLACED:
        text = pattern.sub(replacement, text)
    return text.replace("`", "")


def first_sentence(text):
    paragraph = re.sub(r"\s+", " ", re.split(r"\n\s*\n", text)[0])
    end = re.search(r"(?<=[^A-Z.\d])[.!?](?=\s|$)", paragraph)
    return (paragraph[:end.start()] if end else paragraph).strip(" .*-#")


def is_good(sentence):
    words = re.findall(r"[A-Za-z]{2,}", sentence)
    if not 3 <= len(words) <= 36 or _UNWANTED.search(sentence):
        return False
    ascii_share = sum(c.isascii() for c in sentence) / len(sentence)
    marks = sum(c in "{}();=<>[]/\\|_*" for c in sentence)
    return ascii_share >= 0.97 and marks <= 0.06 * len(sentence) + 1
