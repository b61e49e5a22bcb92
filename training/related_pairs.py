# Finds pairs other than doc comments: file headers, error messages, tests, README paragraphs.
# SPDX-License-Identifier: MIT OR Apache-2.0
import re

from queries import first_sentence, is_good, plain

_MESSAGE = re.compile(
    r"\b(?:raise|throw|throws?_?\w*|error\w*|fail\w*|panic\w*|abort\w*|die|warn\w*|fatal\w*|bail|ensure|"
    r"assert\w*|require|check\w*|\w*(?:Exception|Error|Errorf))\b[^\"'\n]{0,50}"
    r"(\"(?:[^\"\\\n]|\\.){16,160}\"|'(?:[^'\\\n]|\\.){16,160}')")
_PLACEHOLDER = re.compile(r"%[-+.\d]*l*[a-zA-Z]|\$?\{[^}]*\}|#\{[^}]*\}|\\\([^)]*\)|\\[nrt]|\$\w+|%%")
_TEST_NAME = re.compile(
    r"^[ \t]*(?:(?:it|test|specify|describe|context|should)[ (]+[\"'`]([^\"'`\n]{8,120})[\"'`]"
    r"|(?:async )?(?:def|func|fn|fun|function|public(?: async)?(?: static)? (?:void|function|Task))\s+"
    r"`?((?:test|Test|it_|should|Should|[A-Z]\w*_)[\w ]{5,90})`?\s*\()", re.M)
_CALLED = re.compile(r"\b([A-Za-z_]\w{4,60})[!?]?\s*\(")
_MENTION = re.compile(r"`+[^`\n]*?(\w{5,60})[!?]?(?:\(\S*?\))?`+")
_MAX_MESSAGES, _MAX_TESTS, _MAX_MENTIONS = 1200, 800, 300


def last_name(symbol):
    return re.split(r"[.:\\/]+", symbol)[-1].strip("!?`")


def file_pair(header, definitions):
    """(sentence, doc, outline) of a file with a descriptive header, or None."""
    text = plain(header)
    sentence = first_sentence(text)
    if len(definitions) < 2 or not sentence or not is_good(sentence):
        return None
    outline = "\n".join(d.symbol + " " + d.code.partition("\n")[0] for d in definitions)
    return sentence, text, outline


def message_pair(code):
    """(longest error message of a definition, its code without the message), or None."""
    if len(code) > 3000:
        return None  # a class: its methods contain the message, too
    found = max(_MESSAGE.finditer(code), key=lambda match: len(match.group(1)), default=None)
    if found is None:
        return None
    message = re.sub(r"\s+", " ", _PLACEHOLDER.sub(" ", found.group(1)[1:-1])).strip(" .:")
    if not is_good(message):
        return None
    return message, code[:found.start(1)] + '""' + code[found.end(1):]


def test_pairs(source, unique):
    """(test name, definition) for tests that call exactly one unique name of the package."""
    found = list(_TEST_NAME.finditer(source))
    for number, match in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else match.end() + 1500
        name = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", match.group(1) or match.group(2))
        sentence = re.sub(r"^(test|it|should)\b\s*", "", name.replace("_", " ").strip(), flags=re.I)
        if len(re.findall(r"[A-Za-z]{2,}", sentence)) < 3:
            continue
        called = [name for name in _CALLED.findall(source[match.end():end]) if name in unique]
        if called:
            yield sentence, unique[max(set(called), key=lambda name: (called.count(name), name))]


def mention_pairs(readme, unique):
    """(sentence, definition) for each paragraph that names a definition with a unique name."""
    heading = ""
    for paragraph in re.split(r"\n\s*\n", readme):
        if paragraph.lstrip().startswith(("```", "    ", "<", "|", "[!")):
            continue
        title = re.match(r"\s*#+\s*(.{3,80})", paragraph)
        if title:
            heading = title.group(1)
        names = [name for name in _MENTION.findall(paragraph) if name in unique]
        if not names:
            continue
        sentence = first_sentence(plain(paragraph.partition("\n")[2] if title else paragraph))
        if is_good(sentence):
            yield (heading + ": " + sentence if heading else sentence), unique[names[0]]


def drawn(pairs, limit, order):
    return sorted(pairs, key=order)[:limit]


LIMITS = {"message": _MAX_MESSAGES, "test": _MAX_TESTS, "readme": _MAX_MENTIONS, "file": 2500}
