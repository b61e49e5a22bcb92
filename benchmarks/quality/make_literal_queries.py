#!/usr/bin/env python3
"""Makes literal questions from source trees: names in all spellings, messages, traces, places, pieces of code."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys

EPILOG = """Needs universal-ctags. The same trees, seed and version of ctags give the same questions. The answer to a name is the line of its
definition; the answer to any other question is the line it was taken from. Tests, examples, documents and generated folders are skipped."""

LANGUAGES = {".py": "python", ".go": "go", ".rs": "rust", ".ts": "typescript", ".tsx": "typescript", ".js": "javascript", ".java": "java",
             ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".hpp": "cpp"}
KINDS = {"python": "class function member", "go": "func struct interface type", "rust": "function method struct enum interface macro typedef",
         "typescript": "function class interface method alias enum", "javascript": "function class method generator",
         "java": "class interface method enum", "c": "function struct macro enum typedef", "cpp": "function class struct enum typedef"}
LEFT_OUT = re.compile(r"(^|/)(tests?|testing|__tests__|spec|examples?|docs?|fuzz|regress|benchmarks?|vendor|third_party|migrations|node_modules|dist)(/|$)"
                      r"|(^|/)test_|_test\.|\.test\.|\.spec\.|\.min\.js", re.I)
LITERAL = re.compile(r"""(?<![\\\w])[rbf]?("(?:[^"\\\n]|\\.){20,160}"|'(?:[^'\\\n]|\\.){20,160}'|`(?:[^`\\\n]|\\.){20,160}`)""")
HOLE = re.compile(r"""%[-+ #0]*\d*(?:\.\d+)?(?:l|ll|z|h)?[sdivuxfgqrTpXc]|%\(\w+\)[sdr]|\$\{[^{}]*\}|\{[^{}"']*\}""")
VALUES = ["scan_0042.pdf", "17", "/var/lib/app/data.db", "alice", "3.25", "2026-11-02", "user-7f3a", "0x7ffe12", "localhost:8080", '"main"', "None",
          "[1, 2]", "eu-west-1"]
LEADS = ["", "", "", "ERROR: ", "[2026-11-02 10:11:12,345] [INFO] [app.worker] ", "2026/11/02 10:11:12 ", "Error: ", "WARN  [main] "]
COMMENTS = ("//", "#", "*", "/*")

Definition = collections.namedtuple("Definition", "name path line end kind language scope")


def fold(name: str) -> str:
    return name.replace("_", "").lower()


def parts(name: str) -> list[str]:
    return re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+", name)


class Tree:
    """The texts and the definitions of one source tree."""

    def __init__(self, root: pathlib.Path):
        self.name = root.name
        self.texts, self.lines = {}, {}
        for file in sorted(root.resolve().rglob("*")):
            if not file.is_file() or file.stat().st_size > 1_000_000:
                continue
            path = file.relative_to(root.resolve()).as_posix()
            try:
                self.texts[path] = file.read_text(encoding="utf-8")
            except (UnicodeDecodeError, OSError):
                continue
            if file.suffix in LANGUAGES and not LEFT_OUT.search(path) and len(self.texts[path]) < 600_000:
                self.lines[path] = self.texts[path].split("\n")
        self.repeated = collections.Counter(line.strip() for text in self.texts.values() for line in text.split("\n"))
        self.definitions = list(self._read_definitions(root.resolve()))
        self.by_name, self.by_fold = collections.defaultdict(list), collections.defaultdict(list)
        for definition in self.definitions:
            self.by_name[definition.name].append(definition)
            self.by_fold[fold(definition.name)].append(definition)

    def _read_definitions(self, root: pathlib.Path):
        is_cpp = any(path.endswith((".cc", ".cpp")) for path in self.lines)
        out = subprocess.run(["ctags", "--fields=+neKl", "--output-format=json", "-f", "-", *(["--langmap=C++:+.h"] if is_cpp else []), "-L", "-"],
                             input="\n".join(self.lines), cwd=root, capture_output=True, text=True, check=True).stdout
        for text in out.splitlines():
            tag = json.loads(text)
            if tag.get("_type") != "tag" or "line" not in tag or not re.fullmatch(r"(?!Anonymous|anonymous|__anon)\w+", tag["name"]):
                continue
            language = "cpp" if is_cpp and tag["path"].endswith(".h") else LANGUAGES[pathlib.Path(tag["path"]).suffix]
            if tag["kind"] in KINDS[language].split():
                end = tag.get("end") or self._end_of(tag["path"], tag["line"])
                yield Definition(tag["name"], tag["path"], tag["line"], end, tag["kind"], language, tag.get("scope"))

    def _end_of(self, path: str, line: int) -> int:
        lines = self.lines[path]
        indent = len(lines[line - 1]) - len(lines[line - 1].lstrip())
        for i in range(line, min(line + 400, len(lines))):
            if lines[i].strip().startswith("}") and len(lines[i]) - len(lines[i].lstrip()) == indent:
                return i + 1
        return line

    def count(self, text: str) -> int:
        return sum(content.count(text) for content in self.texts.values())


def first_lines(definitions: list[Definition]) -> list[dict]:
    places = sorted({(definition.path, definition.line) for definition in definitions})
    return [{"path": path, "start": line, "end": line} for path, line in places]


def with_slip(name: str, chance: random.Random) -> str:
    at, kind, letter = chance.randrange(2, len(name) - 1), chance.randrange(4), chance.choice("abcdefghijklmnopqrstuvwxyz")
    return [name[:at] + name[at + 1:], name[:at] + letter + name[at:], name[:at] + name[at + 1] + name[at] + name[at + 2:],
            name[:at] + letter + name[at + 1:]][kind]


def spelled_names(tree: Tree, chance: random.Random):
    names = [name for name in sorted(tree.by_name) if 6 <= len(name) <= 40 and len(parts(name)) > 1 and len(tree.by_name[name]) <= 2
             and name[0] != "_" and not name.startswith("test")]
    chance.shuffle(names)

    def alike(name):
        return tree.by_fold[fold(name)] if len(tree.by_fold[fold(name)]) <= 2 else []

    def named(test):
        found = [definition for definition in tree.definitions if test(definition.name)]
        return found if len({definition.name for definition in found}) <= 2 else []

    def other_style(name):
        words = [part.lower() for part in parts(name)]
        typed = words[0] + "".join(word.capitalize() for word in words[1:]) if "_" in name else "_".join(words)
        return typed, [] if typed == name or typed in tree.by_name else alike(name)

    def prefix(name):
        words = parts(name)
        if len(words) < 3:
            return name, []
        at = name.find(words[2], len(words[0] + words[1]))
        typed = name[:at + max(1, len(words[2]) // 2)]
        return typed, [] if len(typed) < 7 or typed == name or typed in tree.by_name else named(lambda other: other.startswith(typed))

    def fragment(name):
        words = parts(name)
        if len(words) < 3 or name.upper() == name:
            return name, []
        joint = "_" if "_" in name else ""
        typed = joint.join([*words[1:-1], words[-1][:max(3, len(words[-1]) - 2)]])
        typed = typed if joint else typed[0].lower() + typed[1:]
        return typed, [] if len(typed) < 8 or fold(typed) in tree.by_fold else named(lambda other: fold(typed) in fold(other))

    def slip(name):
        typed = with_slip(name, chance) if len(name) > 8 else name
        return typed, [] if typed == name or fold(typed) in tree.by_fold or tree.count(typed) else tree.by_fold[fold(name)]

    rest = iter(names)
    for kind, ask in [("name", lambda name: (name, tree.by_name[name])),
                      ("name run together", lambda name: (fold(name), [] if fold(name) == name else alike(name))),
                      ("name in another style", other_style), ("name as words", lambda name: (" ".join(parts(name)).lower(), alike(name))),
                      ("prefix", prefix), ("fragment", fragment), ("one typo", slip)]:
        asked = 0
        while asked < 4 and (name := next(rest, None)) is not None:
            typed, answers = ask(name)
            if answers:
                yield kind, typed, first_lines(answers)
                asked += 1


def qualified_names(tree: Tree, chance: random.Random):
    members = [one for one in tree.definitions if one.scope and re.fullmatch(r"[\w.:]+", one.scope) and len(one.name) > 3
               and not one.name.startswith("__") and "anon" not in one.scope]
    chance.shuffle(members)
    asked = 0
    for one in members:
        owner = re.split(r"[.:]+", one.scope)[-1]
        same = [other for other in tree.by_name[one.name] if other.scope and re.split(r"[.:]+", other.scope)[-1] == owner]
        if len(owner) > 2 and owner != one.name and len(same) <= 2 and asked < 3:
            asked += 1
            yield "qualified name", owner + ("::" if one.language in ("rust", "cpp") else ".") + one.name, first_lines(same)


def messages(tree: Tree, chance: random.Random):
    plain, filled, where = [], [], collections.defaultdict(list)
    for path, lines in tree.lines.items():
        for number, line in enumerate(lines, 1):
            if line.strip().startswith(COMMENTS) and not line.strip().startswith("#define"):
                continue
            for match in LITERAL.finditer(line):
                body = match.group(1)[1:-1]
                if match.group(1)[0] != "`" and "\\" in re.sub(r"\\[n\"']", "", body):
                    continue
                text = body.replace("\\n", " ").replace('\\"', '"').replace("\\'", "'").strip()
                rest = HOLE.sub(" ", text)
                if len(re.findall(r"[A-Za-z]{2,}", rest)) < 4 or re.search(r"[<>;=\\]", rest) or "SELECT" in text.upper():
                    continue
                if re.fullmatch(r"[^{}%$]*", rest) and len(HOLE.findall(text)) <= 4:
                    (filled if rest != text else plain).append(text)
                    where[text].append({"path": path, "start": number, "end": number})

    def fill(text):
        return chance.choice(LEADS) + HOLE.sub(lambda hole: str(chance.randrange(2, 4000)) if re.search(r"[dux]$", hole.group(0))
                                               else chance.choice(VALUES), text)

    for kind, texts, most, ask in [("message", plain, 4, str), ("message with values", filled, 6, fill)]:
        chance.shuffle(texts)
        rare = [text for text in texts if len(where[text]) <= 2 and tree.count(text) <= 2]
        for text in rare[:most]:
            yield kind, ask(text), where[text]


def pieces_of_code(tree: Tree, chance: random.Random):
    left, paths = {"line of code": 3, "expression": 3, "lines of code": 3}, sorted(tree.lines)
    for _ in range(6000):
        path = chance.choice(paths)
        lines = tree.lines[path]
        at = chance.randrange(len(lines))
        text, kind = lines[at].strip(), chance.choice(list(left))
        if left[kind] == 0 or not 15 <= len(text) <= 140 or not re.search(r"[(){}\[\]=<>;.]", text) \
                or text.startswith((*COMMENTS, "import", "from", "use ", "package", '"""', "'")):
            continue
        end = at + 1
        if kind == "expression":
            edges = [match.start() for match in re.finditer(r"\b", text)]
            begin, stop = sorted(chance.sample(edges, 2))
            text = text[begin:stop].strip()
            if len(text) < 12 or not re.search(r"[(\[=<>.]", text) or text.count("(") < text.count(")"):
                continue
        if tree.count(text) != 1 or (kind == "line of code" and tree.repeated[text] != 1):
            continue
        if kind == "lines of code":
            end = at + 3
            if end > len(lines) or not all(line.strip() for line in lines[at:end]):
                continue
            text = "\n".join(lines[at:end])
        left[kind] -= 1
        yield kind, text, [{"path": path, "start": at + 1, "end": end}]


def places(tree: Tree, chance: random.Random):
    paths = [path for path in sorted(tree.lines) if len(tree.lines[path]) > 40]
    names = collections.Counter(path.rsplit("/", 1)[-1] for path in tree.texts)
    for kind, count in [("path:line", 3), ("path:line:column", 2), ("file:line", 2)]:
        fitting = [path for path in paths if kind != "file:line" or names[path.rsplit("/", 1)[-1]] == 1]
        for _ in range(count if fitting else 0):
            path = chance.choice(fitting)
            lines = tree.lines[path]
            line = chance.choice([number for number, text in enumerate(lines, 1) if re.search(r"\w", text)])
            typed = f"{path.rsplit('/', 1)[-1] if kind == 'file:line' else path}:{line}"
            if kind == "path:line:column":
                typed += f":{chance.randrange(1, len(lines[line - 1]) + 1)}"
            if kind != "file:line" and chance.random() < 0.3:
                typed = f"/home/me/src/{tree.name}/{typed}"
            yield kind, typed, [{"path": path, "start": line, "end": line}]


def written_trace(language: str, tree: Tree, calls: list[tuple[Definition, int]]) -> list[str]:
    """The trace that a program in this language prints, with frames of its runtime. `calls`: calls in the project, innermost first."""
    root = f"/srv/app/{tree.name}/"
    if language == "python":
        frames = [[f'  File "{root}{one.path}", line {line}, in {one.name}', "    " + tree.lines[one.path][line - 1].strip()] for one, line in reversed(calls)]
        return ["Traceback (most recent call last):", *sum(frames, []), '  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode',
                "    obj, end = self.scan_once(s, idx)", "ValueError: invalid literal for int() with base 10: 'x'"]
    if language == "go":
        frames = [[f"github.com/x/{tree.name}.{one.name}(0xc0000b4000, 0x5)", f"\t{root}{one.path}:{line} +0x1d"] for one, line in calls]
        return ["panic: runtime error: invalid memory address or nil pointer dereference", "", "goroutine 1 [running]:", *sum(frames, []), "runtime.main()",
                "\t/usr/local/go/src/runtime/proc.go:250 +0x212"]
    if language == "rust":
        frames = [[f"   {n}: {tree.name}::{pathlib.Path(one.path).stem}::{one.name}", f"             at ./{one.path}:{line}:9"] for n, (one, line) in enumerate(calls, 2)]
        return [f"thread 'main' panicked at {calls[0][0].path}:{calls[0][1]}:17:", "called `Option::unwrap()` on a `None` value", "stack backtrace:",
                "   0: rust_begin_unwind", "             at /rustc/abc/library/std/src/panicking.rs:645:5", "   1: core::panicking::panic_fmt",
                "             at /rustc/abc/library/core/src/panicking.rs:72:14", *sum(frames, [])]
    if language in ("javascript", "typescript"):
        return ["TypeError: Cannot read properties of undefined (reading 'length')", *[f"    at {one.name} ({root}{one.path}:{line}:13)" for one, line in calls],
                "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)"]
    if language == "java":
        return ["java.lang.IllegalStateException: closed", "\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)",
                *[f"\tat {one.path.rsplit('/', 1)[0].replace('/', '.')}.{(one.scope or 'X').split('.')[-1]}.{one.name}({one.path.rsplit('/', 1)[-1]}:{line})"
                  for one, line in calls]]
    return ["Program received signal SIGSEGV, Segmentation fault.", *[f"#{n}  0x00007ffff7a{n}b in {one.name} (x=0x0) at {one.path}:{line}" for n, (one, line) in enumerate(calls)]]


def traces(tree: Tree, chance: random.Random, language: str):
    functions = [one for one in tree.definitions if one.kind in ("function", "method", "func", "member") and one.end - one.line >= 4 and one.language == language]
    for _ in range(4 if len(functions) >= 5 else 0):
        calls = [(one, chance.randrange(one.line + 1, one.end)) for one in (chance.choice(functions) for _ in range(chance.randrange(2, 5)))]
        inner, line = calls[0]
        yield f"trace {language}", "\n".join(written_trace(language, tree, calls)), [{"path": inner.path, "start": line, "end": line}]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="folder with the source tree of each repository")
    parser.add_argument("--queries", required=True, type=pathlib.Path, help="output folder for one JSONL file per repository")
    parser.add_argument("--seed", type=int, default=19, help="(default: %(default)s)")
    options = parser.parse_args()
    options.queries.mkdir(parents=True, exist_ok=True)
    for root in sorted(path for path in options.repos.iterdir() if path.is_dir()):
        tree, chance = Tree(root), random.Random(f"{options.seed} {root.name}")
        if not tree.definitions:
            print(f"{tree.name}: skipped, no definitions in a supported language", file=sys.stderr)
            continue
        language = collections.Counter(one.language for one in tree.definitions).most_common(1)[0][0]
        asked = [*spelled_names(tree, chance), *qualified_names(tree, chance), *messages(tree, chance), *pieces_of_code(tree, chance), *places(tree, chance),
                 *traces(tree, chance, language)]
        lines = [json.dumps({"repo": tree.name, "query_id": f"{tree.name}-{number:03}", "query": query, "language": language, "category": kind, "targets": targets})
                 for number, (kind, query, targets) in enumerate(asked, 1)]
        (options.queries / f"{tree.name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{tree.name}: {len(asked)} questions", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
