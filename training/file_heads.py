# Finds the comment that describes a file, and the file without that comment.
# SPDX-License-Identifier: MIT OR Apache-2.0
import os
import re

import definitions
import queries

_LICENCE = re.compile(r"copyright|licen[sc]e|warrant|all rights|redistribut|permission|spdx|\(c\)|@author|public domain|"
                      r"vim?: ?set|-\*-|shellcheck |frozen_string|eslint|jshint|coding[:=]|generated|do not edit|istanbul|<auto", re.I)
_LINE_COMMENT = {
    "python": "#", "ruby": "#", "bash": "#", "elixir": "#", "lua": "--", "haskell": "--",
}
_CODE_BEFORE = re.compile(r"\s*(#!|<\?php|<\?$|declare\s*\(|package\s|import\s|module\s+\w[\w.]*;|using\s|namespace\s|use\s|open\s|"
                          r"[\"']use strict|#\s*(ifndef|define|pragma|include)\b|\{-# |require\b|from\s|@file:|--\[\[@)")
_ATTRIBUTE = re.compile(r"\s*(@|\[|#\[|attributes\b|final\b$|abstract\b$|public\b$)")
_FIELD = re.compile(r"^\s*(Module|Maintainer|Stability|Portability|Author|Since)\s*:", re.I)
_FROM_CLASS = {"java", "kotlin", "c_sharp", "php", "scala", "swift", "ruby", "typescript", "javascript"}


def _block_at(lines, at, marker):
    """The line after the comment that begins at line `at`; `at` if there is no comment."""
    line = lines[at].strip()
    for opening, closing in (("/*", "*/"), ("{-", "-}"), ("--[[", "]]"), ("=begin", "=end")):
        if line.startswith(opening) and not line.startswith("{-#"):
            for end in range(at, len(lines)):
                if closing in (lines[end][lines[end].index(opening) + 2:] if end == at else lines[end]):
                    return end + 1 if lines[end].strip().endswith(closing) else at
            return at
    end = at
    while end < len(lines) and lines[end].strip().startswith(marker) and not re.match(r"\s*(#!|#\s*(include|define|if|pragma|import)\b)", lines[end]):
        end += 1
    return end


def _cleaned(lines):
    kept = []
    for line in lines:
        line = re.sub(r"^\s*(/\*+[!<]?|\*+/|\*(?!/)|//[/!]*<?|#+|--+\[*\s*\|?|\{-+\s*\|?|=begin|=end)\s?", "", line)
        kept.append(re.sub(r"\s*(\*+/|-\}|\]\])\s*$", "", line).rstrip())
    return [line for line in kept if not _FIELD.match(line)]


def _string_head(text, language):
    """(first byte, end, text) of the docstring of a Python or Elixir module."""
    pattern = {"python": r'\A(?:\s*#[^\n]*\n|\s*\n)*([rRuU]?("""|\'\'\'|"|\')(.*?)\2)',
               "elixir": r'\A[^\n]*?(?:[^\n]*\n){0,12}?\s*defmodule [\w.]+ do\n\s*(@moduledoc ~?[sS]?("""|")(.*?)\2)'}.get(language)
    found = re.match(pattern, text, re.S) if pattern else None
    return (found.start(1), found.end(1), found[3]) if found else None


def _comments(lines, language, stem, outline):
    """(first, end) of the comments at the head, then of the comment of the definition with the name of the file."""
    marker = _LINE_COMMENT.get(language, "//")
    at = 0
    while at < min(len(lines), 80):
        end = _block_at(lines, at, marker)
        if end > at:
            follower = lines[end].strip() if end < len(lines) else ""
            if not follower or _CODE_BEFORE.match(follower) or re.match(r"module\b|defmodule\b", follower) or language in ("c", "cpp", "bash", "zig"):
                yield at, end
            at = end
        elif not lines[at].strip() or _CODE_BEFORE.match(lines[at]):
            at += 1
        else:
            break
    if language not in _FROM_CLASS:
        return
    named = [line for symbol, line, _ in outline if re.sub(r"\W|_", "", symbol).lower() == re.sub(r"\W|_", "", stem).lower()]
    if named:
        last = named[0] - 1
        while last > 0 and _ATTRIBUTE.match(lines[last - 1]) and not lines[last - 1].strip().startswith(("/*", "//", "*", "#")):
            last -= 1
        first = last
        while first > 0 and re.match(r"\s*(///?|/\*|\*|#(?!!|\s*include))", lines[first - 1]):
            first -= 1
        if first < last and _block_at(lines, first, marker) == last:
            yield first, last


def sentence_of(text, stem):
    """The first sentence as a question, without the name of the file; empty if it is not suitable."""
    paragraphs = [one for one in re.split(r"\n\s*\n", queries.plain(text)) if one.strip() and not _LICENCE.search(one)]
    if not paragraphs:
        return ""
    paragraph = re.sub(r"\A\s*[-=*~#/\s]+\n", "", paragraphs[0])
    sentence = queries.first_sentence(paragraph)
    sentence = re.sub(r"^[\w./-]*" + re.escape(stem) + r"[\w./]*\s*(?:--?|:|—|–|=)\s*", "", sentence, flags=re.I)
    sentence = re.sub(r"^\W*(?:this (?:file|module|class|header|package|script|library|crate|plugin|unit)\b,? (?:is|contains|provides|implements|"
                      r"defines|holds|has|adds|handles)|(?:file|module|package|class) (?:that|to|for|which))\s+", "", sentence, flags=re.I)
    words = re.findall(r"[A-Za-z][\w'-]+", sentence)
    if re.search(r"\$OpenBSD|\$Id|https?:|usage:|:$|entry point|excluded from coverage|^spike|swiftlint|\.swift\b", sentence, re.I) or re.match(
            r"(\W|go:build|windows may|originally|note|nb|include files|this (?:module|file) should|in order|we|must |see |because|so |but |todo|warning|these |here |i |it |there|if |thanks|based on|taken from|"
            r"from |for es|use |usage|all types|written by|ported|been |this (must|should|can|will|may)|internal)\b", sentence, re.I):
        return ""
    return sentence if 4 <= len(words) <= 30 and queries.is_good(sentence) and not _LICENCE.search(sentence) else ""


def head_of(path, source):
    """(sentence, the file without the comment that contains it), or None."""
    if os.path.basename(path) in ("package-info.java", "index.ts", "index.js"):
        return None
    text = source.decode("utf-8", "replace")
    language = definitions.EXTENSIONS[os.path.splitext(path)[1].lower()]
    stem = os.path.splitext(os.path.basename(path))[0]
    found = _string_head(text, language)
    if found:
        sentence = sentence_of(found[2], stem)
        return (sentence, (text[:found[0]] + text[found[1]:]).encode()) if sentence else None
    lines = text.split("\n")
    for first, end in _comments(lines, language, stem, definitions.outline(path, source)):
        sentence = sentence_of("\n".join(_cleaned(lines[first:end])), stem)
        if sentence:
            return sentence, "\n".join(lines[:first] + lines[end:]).encode()
    return None
