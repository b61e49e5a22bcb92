#!/usr/bin/env python3
"""Answers literal questions (make_literal_queries.py) with ripgrep and writes the lists for `codeweaver-bench quality --vs`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import json
import pathlib
import re
import subprocess
import sys

EPILOG = """The pattern is what a practised person types for that kind of question: a keyword of definitions before a name, then the name alone; the
longest run of letters of a message without its prefix, then shorter ones; the innermost function of a trace. What is printed first counts."""

KEYWORD = (r"\b(def|class|fn|func|function|struct|enum|trait|interface|type|macro_rules!|const|let|var|static|#define|void|int|public|private|protected|async)"
           r"\b[^=(]*\b")
PREFIX = re.compile(r"^(\[?\d{4}[-/]\S+ \S+\]?|\[\w+\]|\[app\.worker\]|ERROR:|Error:|WARN|\s)+")
FUNCTIONS = (r"^\s*at .*?(\w+) \(/srv", r"^github\.com/x/\S*\.(\w+)\(", r"^#0 .* in (\w+) ", r"^\tat (?!java)\S*?(\w+)\(", r"^   2: \S*::(\w+)$")


def parts(name: str) -> list[str]:
    return re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+", name)


def matches(tree: pathlib.Path, *arguments: str) -> list[tuple[str, int]]:
    out = subprocess.run(["rg", "-n", "--no-heading", "--color=never", "--sort", "path", "--max-count", "5", *arguments, "."], cwd=tree, capture_output=True,
                         text=True, errors="replace", check=False).stdout
    return [(found.group(1), int(found.group(2))) for line in out.split("\n") if (found := re.match(r"\./(.*?):(\d+):", line))]


def patterns(kind: str, query: str) -> list[list[str]]:
    """Arguments of one call after another, until one finds something."""
    name = re.escape(query)
    if kind in ("name", "one typo"):
        return [[f"({KEYWORD}{name}\\b|^\\s*(async |static )*{name}\\s*\\([^;]*$)"], ["-w", "-F", query]]
    if kind == "name run together":
        return [["-i", f"{KEYWORD}{name}\\b"], ["-i", "-w", query], ["-i", KEYWORD + "_?".join(map(re.escape, query)) + r"\b"]]
    if kind in ("name in another style", "name as words"):
        words = "[_ ]?".join(map(re.escape, query.split() if " " in query else parts(query)))
        return [["-i", KEYWORD + words + r"\b"], ["-i", words]]
    if kind == "prefix":
        return [[KEYWORD + name], [r"\b" + name]]
    if kind == "fragment":
        words = "_?".join(map(re.escape, parts(query)))
        return [["-i", KEYWORD + r"\w*" + words], ["-i", words]]
    if kind == "qualified name":
        owner, *_, member = re.split(r"[.:]+", query)
        return [[f"{owner}(\\.|::){member}\\s*\\("], [f"{KEYWORD}{member}\\b"], ["-w", "-F", member]]
    if kind == "message with values":
        runs = sorted((run.strip() for run in re.findall(r"[A-Za-z ,'()-]{6,}", PREFIX.sub("", query))), key=len, reverse=True)
        words = runs[0].split(" ") if runs else []
        shorter = [" ".join(words[at:at + size]) for size in (4, 3, 2) for at in (0, max(0, len(words) - size))]
        return [["-F", "-e", text] for text in [*runs[:3], *shorter] if text]
    if kind.startswith("trace"):
        python = re.findall(r'/srv/app/[^"]*", line \d+, in (\w+)', query)
        inner = python[-1:] or [found.group(1) for line in query.split("\n") for form in FUNCTIONS if (found := re.search(form, line))]
        return [[KEYWORD + inner[0] + r"\b"], ["-w", "-F", inner[0]]] if inner else []
    return [["-F", "-e", max((line.strip() for line in query.split("\n")), key=len)]]


def answer(tree: pathlib.Path, kind: str, query: str) -> list[tuple[str, int]]:
    if kind in ("path:line", "path:line:column", "file:line"):
        path, line = query.split(":")[:2]
        files = subprocess.run(["rg", "--files", "--sort", "path"], cwd=tree, capture_output=True, text=True, check=False).stdout.split("\n")
        return [(file, int(line)) for file in files if file and (file == path or path.endswith("/" + file) or file.endswith("/" + path))]
    return next((found for arguments in patterns(kind, query) if (found := matches(tree, *arguments))), [])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="folder with the source tree of each repository")
    parser.add_argument("--queries", required=True, type=pathlib.Path, help="folder of JSONL files")
    parser.add_argument("--results", required=True, type=pathlib.Path, help="JSONL file to write")
    options = parser.parse_args()
    lines = []
    for file in sorted(options.queries.glob("*.jsonl")):
        for query in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            found = answer((options.repos / query["repo"]).resolve(), query["category"], query["query"])
            results = [{"path": path, "start_line": line, "end_line": line, "score": 1.0} for path, line in found[:10]]
            lines.append(json.dumps({"repo": query["repo"], "query_id": query["query_id"], "results": results}))
    options.results.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
