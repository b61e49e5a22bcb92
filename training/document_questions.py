# Makes short questions about single files, from headings of documents and first sentences of file heads.
# SPDX-License-Identifier: MIT OR Apache-2.0
import collections
import os
import re

import definitions
import queries
from commit_targets import is_source, is_test, language_of

_SUFFIXES = (".md", ".rst", ".markdown", ".adoc")
_LEFT_OUT = re.compile(r"(^|/)(changelog|changes|history|news|releas|contributing|code_of_conduct|security|license|migrat|upgrad|"
                       r"authors|sponsors|\.github|node_modules|vendor|testdata|fixtures?|(?:\w+[-_])?tests?|specs?|golden|blog|\.ai|\.agents|\.claude|agents\.md|"
                       r"claude\.md|community)|[._-](zh|ja|ko|ru|fr|de|es|pt)\b", re.I)
_NO_ANSWER = re.compile(r"playground|(^|/)(errors?|exceptions?|deprecated\w*|types|compat\w*|package-info)\.\w+$", re.I)
_GENERIC = {
    "usage", "example", "examples", "overview", "introduction", "options", "api", "description", "configuration", "parameters",
    "notes", "note", "summary", "arguments", "methods", "properties", "basics", "basic usage", "advanced", "advanced usage",
    "getting started", "quick start", "quickstart", "reference", "details", "how it works", "how to use", "see also", "output",
    "input", "syntax", "settings", "features", "background", "customization", "flags", "default", "defaults", "functions", "events",
    "types", "signature", "response", "request", "why", "how", "motivation", "limitations", "custom", "general", "misc", "other",
    "implementation", "result", "return value", "returns", "api reference", "remarks", "definition", "purpose", "design", "commands",
    "classes", "errors", "common options", "migration", "simple example", "before", "after", "architecture", "setup",
}
_SAID_NOTHING = {"notes", "note", "example", "examples", "before", "after", "see also", "summary", "details", "remarks", "description",
                 "other", "misc", "general", "background", "introduction", "result", "returns", "simple example", "features", "overview"}
_UNWANTED = re.compile(
    r"install|licen[sc]e|contribut|changelog|credits?$|thanks|acknowledg|table of contents|contents|support$|sponsor|requirements|"
    r"documentation|links|resources|faq|roadmap|badge|download|build(ing)?( |$)|compil|todo|version|release|upgrad|what's new|community|"
    r"further reading|related|prerequisit|next steps|authors?|stars|who |development$|testing$|tests?$|benchmark|bug|new features|"
    r"breaking|deprecat|improvements|fixed|other changes|^\W*\d|[.!]$|https?:|^step |deploy|docker|homebrew|ubuntu|debian|windows$|linux$|"
    r"macos$|migrat|^what about|comparison|versus| vs\.? |recommend|best practice|tips|vim|emacs|package|maven|gradle|backwards? compat", re.I)
_CODE = re.compile(r"[(){}=<>;$]|\w\.\w|::|_")
_PATH = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)*\.[A-Za-z]{1,5}\b|(?:[\w.@+-]+/){2,}[\w.@+-]+")
_IDENTIFIER = re.compile(r"(?<![\w$])[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*[?!]?")
_MOST_CODE_NAMES = 60
_MOST_OF_A_FILE = 3
_COMMON_SHARE = 0.05
_FUNCTION_WORDS = {"the", "and", "for", "with", "how", "use", "using", "from", "your", "you", "get", "set", "src", "lib", "main", "index", "new"}


class Section:
    def __init__(self, document, heading, parents):
        self.document, self.heading, self.parents, self.lines = document, heading, parents, []


def _plain(heading):
    text = re.sub(r"\{#[^}]*\}|<[^>]+>|:\w+:(?=`)", "", heading)
    text = re.sub(r"!?\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])?", r"\1", text)
    text = re.sub(r"[`*]|^_|_$|\\|[^\x00-\x7f]|:\w+: ?", "", text)
    return re.sub(r"\s+", " ", text).strip(" #:.-")


def sections_of(path, text):
    """Sections of a Markdown or reStructuredText document, with their parent headings."""
    lines, found, parents, in_code = text.split("\n"), [], [], False
    levels = {}
    for i, line in enumerate(lines):
        if line.lstrip().startswith(("```", "~~~")):
            in_code = not in_code
        hashes = None if in_code else re.match(r"(#{1,6}) +(.+)", line)
        ruled = not in_code and i + 1 < len(lines) and line.strip() and not line.startswith((" ", "-", "=", "|", ".. ")) \
            and re.fullmatch(r"([=\-~^\"*+#'`.])\1{2,}", lines[i + 1].rstrip()) and len(lines[i + 1].rstrip()) >= len(line.strip()) - 2 \
            and (i == 0 or not lines[i - 1].strip() or lines[i - 1].strip() == lines[i + 1].strip())
        if hashes or ruled:
            level = len(hashes[1]) if hashes else levels.setdefault(lines[i + 1][0], len(levels) + 1)
            parents = [one for one in parents if one[0] < level]
            heading = _plain(hashes[2] if hashes else line)
            found.append(Section(path, heading, [one[1] for one in parents]))
            parents.append((level, heading))
        elif found:
            found[-1].lines.append(line)
    return found


class Names:
    """Finds the only file that defines a name."""

    def __init__(self, tree, project):
        self.files, places = tree, collections.defaultdict(set)
        self.sources = sorted(path for path in tree if is_source(path) and not is_test(path))
        self.by_name = collections.defaultdict(set)
        for path, source in tree.items():
            if path not in self.sources:
                continue
            for symbol, _, _ in definitions.outline(path, source):
                name = re.split(r"[.:#]+", symbol)[-1]
                places[name].add(path)
                places[symbol].add(path)
        for path in self.sources:
            self.by_name[os.path.basename(path)].add(path)
        stems = collections.Counter(stem for path in self.sources for stem in stems_of(os.path.basename(path)))
        self.common_stems = {stem for stem, count in stems.items() if count > max(8, len(self.sources) * _COMMON_SHARE)} | stems_of(project)
        self.places = {name: min(paths) for name, paths in places.items() if len(paths) == 1 and len(name) > 3 and name.lower() not in (project, project.replace("-", ""))}

    def file_of_path(self, text, document):
        """The source file for a path, relative to the root or to the document's folder, or as a unique ending."""
        text = text.split("#")[0].lstrip("./")
        beside = os.path.normpath(os.path.join(os.path.dirname(document), text))
        for path in (text, beside):
            if path in self.files:
                return path if path in self.by_name.get(os.path.basename(path), ()) else None
        ends = [path for path in self.by_name.get(os.path.basename(text), ()) if ("/" + path).endswith("/" + text)]
        return ends[0] if len(ends) == 1 else None

    def file_of_name(self, text):
        name = text.rstrip("?!()")
        parts = re.split(r"\.|::|->|#", name)
        for one in (name, ".".join(parts[-2:]), parts[-1]):
            is_plain = one.islower() and "_" not in one and len(parts) == 1
            if one in self.places and not is_plain:
                return self.places[one]
        return None


def _votes(section, names):
    """(votes, names): how often a section names each file, and with which names: paths, or names that only this file defines.
    Names in code blocks count only for files that the text names, too."""
    votes, said = collections.Counter(), collections.defaultdict(set)

    def vote(path, weight, text):
        if path is not None and (weight > 1 or path in votes):
            votes[path] += weight
            said[path].add(text)

    text = "\n".join(section.lines)
    prose = re.sub(r"(?ms)^\s*(```|~~~).*?^\s*\1", " ", text)
    for groups in re.findall(r"`+([^`\n]+)`+|\]\(([^)\s]+)\)|:\w+:`~?([^`<]+)`|^\.\. \w+(?:::|:) (.+)$", prose, re.M):
        quoted = re.sub(r"https?://github\.com/[^/]+/[^/]+/(?:blob|tree)/[^/]+/", "", next(filter(None, groups)))
        if "://" in quoted:
            continue
        paths = {names.file_of_path(path, section.document) for path in _PATH.findall(quoted)} - {None}
        for path in paths:
            vote(path, 2, "")
        for word in [] if paths else _IDENTIFIER.findall(quoted)[:4]:
            vote(names.file_of_name(word), 2, word)
    for word in _IDENTIFIER.findall(section.heading):
        vote(names.file_of_name(word), 3, word)
    code = "\n".join(match[1] for match in re.findall(r"(?ms)^\s*(```|~~~)[^\n]*\n(.*?)^\s*\1", text))
    for word in sorted(set(_IDENTIFIER.findall(code)))[:_MOST_CODE_NAMES]:
        vote(names.file_of_name(word), 1, word)
    return votes, said


def stems_of(text):
    """Stems of the words and of the parts of names in a text, to compare texts."""
    parts = re.findall(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}", text)
    return {re.sub(r"(?<=\w{3})(?:ings?|ed|es|s)$", "", part.lower())[:6] for part in parts
            if len(part) > 2 and part.lower() not in _FUNCTION_WORDS}


def query_of(section):
    """The heading as a question, with the parent heading if it is too short; empty if it is not suitable."""
    heading = section.heading
    parents = [one for one in section.parents if len(queries_words(one)) <= 5 and not _UNWANTED.search(one) and not _CODE.search(one)]
    if _UNWANTED.search(heading) or not heading or _CODE.search(heading):
        return ""
    words = queries_words(heading)
    if heading.lower() in _SAID_NOTHING:
        return ""
    if heading.lower() in _GENERIC or len(words) < 2:
        if not parents or parents[-1].lower() in _GENERIC:
            return ""
        heading = f"{parents[-1]} {heading[:1].lower() + heading[1:] if words and words[0].istitle() else heading}"
    return heading if 2 <= len(queries_words(heading)) <= 9 and len(heading) <= 80 else ""


def queries_words(text):
    return re.findall(r"[A-Za-z][\w'-]*", text)


def heading_questions(tree, project):
    """(query, targets) of the sections that name one file more than all others and whose heading has a word of its name."""
    names, asked, told = Names(tree, project), set(), collections.Counter()
    for document in sorted(path for path in tree if path.lower().endswith(_SUFFIXES) and not _LEFT_OUT.search(path)):
        for section in sections_of(document, tree[document].decode("utf-8", "replace")):
            query = query_of(section)
            if not query or query.lower() in asked:
                continue
            votes, said = _votes(section, names)
            stems, most = stems_of(query) - names.common_stems, max(votes.values(), default=0)
            fitting = [(len(stems & stems_of(os.path.basename(path))), len(stems & stems_of(" ".join([os.path.basename(path), *said[path]]))),
                        count, path) for path, count in votes.items() if not _NO_ANSWER.search(path)]
            fitting = sorted((one for one in fitting if one[2] >= max(2, most / 2) and one[1]), reverse=True)
            if not fitting or told[fitting[0][3]] == _MOST_OF_A_FILE or (len(fitting) > 1 and fitting[0][:3] == fitting[1][:3]):
                continue
            if fitting[0][0] == 0 and (fitting[0][2] < most or fitting[0][1] < min(2, len(stems))):
                continue
            asked.add(query.lower())
            told[fitting[0][3]] += 1
            yield query, [{"path": fitting[0][3]}, {"path": document, "secondary": True}]
