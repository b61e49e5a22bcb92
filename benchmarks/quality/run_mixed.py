#!/usr/bin/env python3
"""Mixed questions: labelled questions in words, each with a filter that its file matches. Compares NDCG with and without the filter.

make TREES COUNT   writes COUNT questions of the labelled train projects below TREES to mixed.jsonl, drawn with a fixed seed
run TREES STATES [PROGRAM]  runs each question with and without the filter and prints a Markdown table
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import collections
import fnmatch
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
PROJECTS = ["jsoup", "hono", "huey", "marshmallow", "faraday", "got", "memberlist", "kingpin", "fluentvalidation", "leveldb", "slim", "koin", "fd"]
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{4,40}")
DEFINITION = re.compile(r"^\s*(?:pub |export |public |private |protected |static |async |final |default |abstract |override |internal |suspend |inline )*"
                        r"(?:def|class|func|fn|function|struct|interface|trait|enum|type|fun|object|module) (?:\([^)]*\) )?([A-Za-z_]\w{2,40})")
SUFFIXES = {".py": "python", ".ts": "typescript", ".tsx": "tsx", ".js": "javascript", ".go": "go", ".java": "java", ".cs": "csharp", ".rb": "ruby",
            ".gemspec": "ruby", ".rs": "rust", ".php": "php", ".kt": "kotlin", ".kts": "kotlin", ".cc": "cpp", ".h": "cpp"}
DEPTH = 10


def texts_of(tree: pathlib.Path) -> dict[str, str]:
    """The text files of a project, by path."""
    out = {}
    for file in sorted(tree.rglob("*")):
        if file.is_file() and ".git" not in file.relative_to(tree).parts and file.stat().st_size < 1_000_000:
            out[file.relative_to(tree).as_posix()] = file.read_bytes().decode("utf-8", "ignore")
    return out


def obeys(kind: str, value: str, path: str, text: str) -> bool:
    """True if a file matches a filter; computed without the measured program."""
    if kind == "file":
        return path == value or path.startswith(value + "/")
    if kind == "not file":
        return not (path.startswith(value + "/") or f"/{value}/" in path)
    if kind == "glob":
        return fnmatch.fnmatch(path, value)
    if kind == "lang":
        return SUFFIXES.get(pathlib.PurePosixPath(path).suffix, "ruby" if path == "Gemfile" else "") == value
    if kind == "text":
        return value in text if any(c.isupper() for c in value) else value.lower() in text.lower()
    if kind == "not text":
        return not obeys("text", value, path, text)
    if kind == "regex":
        flags = 0 if any(c.isupper() for c in re.sub(r"\\.", "", value)) else re.IGNORECASE
        return any(re.search(value, line, flags) for line in text.split("\n"))
    return any((found := DEFINITION.match(line)) and found.group(1) == value for line in text.split("\n"))


def written(kind: str, value: str) -> str:
    """The filter in the query language."""
    return {"file": f"file:/{value}", "not file": f"-file:{value}", "glob": f"file:{value}", "lang": f"lang:{value}", "text": f'"{value}"',
            "not text": f'not "{value}"', "regex": f"/{value}/", "sym": f"sym:{value}"}[kind]


def choices(target: dict, texts: dict[str, str], rand: random.Random) -> list[tuple[str, str]]:
    """Filters that the labelled file matches and some other files do not."""
    path, text = target["path"], texts[target["path"]]
    lines = text.split("\n")[target.get("start", 1) - 1:target.get("end")]
    words = sorted(set(WORD.findall("\n".join(lines))))
    rand.shuffle(words)
    shares = [(word, sum(word in other for other in texts.values()) / len(texts)) for word in words[:40]]
    some = [word for word, share in shares if 1.5 / len(texts) < share < 0.3]
    calls = [word for word in some if any(re.search(rf"\b{word}\(", line) for line in lines)]
    names = [found.group(1) for line in lines if (found := DEFINITION.match(line))]
    folders = [parent.as_posix() for parent in pathlib.PurePosixPath(path).parents if parent.as_posix() != "."]
    others = [word for word in {word for other in rand.sample(sorted(texts), min(4, len(texts))) for word in WORD.findall(texts[other])[:50]}
              if word.lower() not in text.lower()]
    out = [("text", word) for word in some[:1]] + [("regex", rf"\b{word}\(") for word in calls[:1]] + [("sym", name) for name in names[:1]]
    out += [("file", folder) for folder in folders[:1]] + [("glob", "*" + pathlib.PurePosixPath(path).suffix)]
    out += [("lang", SUFFIXES[suffix]) for suffix in [pathlib.PurePosixPath(path).suffix] if suffix in SUFFIXES]
    out += [("not text", word) for word in sorted(others)[:1]] + [("not file", folder) for folder in ("tests", "test", "spec", "docs") if folder not in path.split("/")][:1]
    return [one for one in out if obeys(*one, path, text) and not all(obeys(*one, other, content) for other, content in texts.items())]


def make(trees: pathlib.Path, count: int) -> None:
    rand, out = random.Random(24), []
    by_kind: collections.Counter = collections.Counter()
    for name in PROJECTS:
        texts = texts_of(trees / name)
        questions = [json.loads(line) for line in (HERE / "queries" / f"{name}.jsonl").read_text().splitlines()]
        questions = [one for one in questions if one["split"] == "train" and one["targets"] and one["targets"][0]["path"] in texts]
        for one in rand.sample(questions, min(len(questions), math.ceil(count / len(PROJECTS)))):
            found = choices(one["targets"][0], texts, rand)
            if not found:
                continue
            kind, value = min(found, key=lambda choice: (by_kind[choice[0]], rand.random()))  # equally many of each kind
            by_kind[kind] += 1
            out.append({"repo": name, "query_id": one["query_id"], "kind": kind, "value": value})
    (HERE / "mixed.jsonl").write_text("".join(json.dumps(one) + "\n" for one in out[:count]))
    print(len(out[:count]), dict(by_kind))


def ndcg(paths: list[str], wanted: set[str]) -> float:
    """NDCG by file: each file counts at its first result."""
    firsts = list(dict.fromkeys(paths))[:DEPTH]
    gain = sum(1 / math.log2(place + 2) for place, path in enumerate(firsts) if path in wanted)
    return gain / sum(1 / math.log2(place + 2) for place in range(min(len(wanted), DEPTH)))


def run(trees: pathlib.Path, states: pathlib.Path, program: str) -> None:
    environment = {**os.environ, "HOME": str(states), "XDG_DATA_HOME": str(states / "data"), "XDG_CONFIG_HOME": str(states / "config")}

    def search(tree: pathlib.Path, query: str) -> list[str]:
        command = [program, "search", "-o", "json", "--limit", "40", "--", query]
        done = subprocess.run(command, cwd=tree, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        return [match["file"]["path"] for match in json.loads(done.stdout)["matches"]]

    asked = [json.loads(line) for line in (HERE / "mixed.jsonl").read_text().splitlines()]
    rows: dict[str, list] = collections.defaultdict(list)
    wrong = 0
    for name in dict.fromkeys(one["repo"] for one in asked):
        texts = texts_of(trees / name)
        labels = {one["query_id"]: one for line in (HERE / "queries" / f"{name}.jsonl").read_text().splitlines() for one in [json.loads(line)]}
        subprocess.run([program, "index", trees / name], env=environment, check=True, capture_output=True)
        for one in (one for one in asked if one["repo"] == name):
            label = labels[one["query_id"]]
            kind, value = one["kind"], one["value"]
            wanted = {target["path"] for target in label["targets"] if target["path"] in texts and obeys(kind, value, target["path"], texts[target["path"]])}
            alone = search(trees / name, label["query"])
            mixed = search(trees / name, f"{written(kind, value)} {label['query']}")
            broken = [path for path in mixed if not obeys(kind, value, path, texts.get(path, ""))]
            for path in dict.fromkeys(broken):
                print(f"{name} {one['query_id']}: {written(kind, value)} does not hold for {path}", file=sys.stderr)
            wrong += len(broken)
            rows[kind].append((ndcg(alone, wanted), ndcg(mixed, wanted), len(mixed)))
    print("| restriction | questions | NDCG@10, meaning alone | with the restriction | better | worse | no answer |\n|---|---|---|---|---|---|---|")
    for kind, found in [*sorted(rows.items()), ("all", [row for some in rows.values() for row in some])]:
        mean = [sum(row[i] for row in found) / len(found) for i in (0, 1)]
        better, worse = sum(row[1] > row[0] for row in found), sum(row[1] < row[0] for row in found)
        print(f"| {kind} | {len(found)} | {mean[0]:.3f} | {mean[1]:.3f} | {better} | {worse} | {sum(row[2] == 0 for row in found)} |")
    print(f"\n{wrong} matches in files that do not match the filter.")


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"]:
        make(pathlib.Path(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1:2] == ["run"]:
        run(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else "codeweaver")
    else:
        sys.exit(__doc__)
