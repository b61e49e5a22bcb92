"""Seeded trees, patterns and options that compare `codeweaver grep` with ripgrep."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import random

WORDS = ["retry", "Upload", "maxSize", "error_code", "naïve", "Straße", "ΣΊΣΥΦΟΣ", "переменная", "变量", "return", "foo", "Foo_bar", "x1",
         "HTTP", "kelvin", "\u212aelvin", "ſum", "sum", "café", "e\u0301cole", "٣٤", "42", "0x1F", "-", "_", "😀"]
PUNCTUATION = ["(", ")", "{", "}", "[i]", ";", " = ", ", ", ".", "->", "::", "\"", "'", "\\", "|", "*", "+", "?", "^", "$", "#", "//", "\t", " "]
ENDS = ["\n", "\n", "\n", "\r\n"]


def line(rand: random.Random) -> str:
    return "".join(rand.choice(WORDS if rand.random() < 0.6 else PUNCTUATION) + rand.choice(["", "", " "])
                   for _ in range(rand.randrange(0, 14)))


def text(rand: random.Random, lines: int) -> bytes:
    end = rand.choice(ENDS)
    whole = end.join(line(rand) for _ in range(lines)) + rand.choice(["", end, end])
    return whole.encode()


def broken(rand: random.Random, content: bytes, count: int) -> bytes:
    """With bytes that are no UTF-8."""
    changed = bytearray(content)
    for _ in range(count if changed else 0):
        changed.insert(rand.randrange(len(changed)), rand.choice([0x80, 0xFF, 0xC3, 0xE2, 0xF0, 0xA9]))
    return bytes(changed)


def make_tree(folder: pathlib.Path, seed: int) -> None:
    """A small project with all that is awkward: see the names."""
    rand = random.Random(seed)
    files = {f"src/part{i % 5}/file{i}{end}": text(rand, rand.randrange(1, 120))
             for i, end in enumerate([".py", ".go", ".rs", ".ts", ".java", ".c", ".cpp", ".rb", ".md", ".toml", ".txt", ".zzz"] * 3)}
    files |= {
        "data/broken.txt": broken(rand, text(rand, 60), 30),
        "data/broken.c": broken(rand, text(rand, 60), 30),
        "data/long.js": b" ".join(text(rand, 2).replace(b"\r\n", b" ").replace(b"\n", b" ") for _ in range(1500)) + b"\nfoo\n",
        "data/zero.bin": text(rand, 5) + b"\0" + text(rand, 5),
        "data/late_zero.txt": text(rand, 3000) + b"\0" + text(rand, 40),
        "data/mark.txt": b"\xef\xbb\xbf" + text(rand, 5),
        "data/wide.txt": b"\xff\xfe" + "foo retry\nUpload naïve\n".encode("utf-16-le"),
        "data/empty.txt": b"", "data/blank.txt": b"\n\n\n", "data/last": b"foo",
        "data/large.py": text(rand, 4000),
        ".hidden/inner.py": text(rand, 20), "src/.dot.py": text(rand, 20),
        "build/made.py": text(rand, 20), "build/kept.py": text(rand, 20), "notes.log": text(rand, 20), "src/keep.log": text(rand, 20),
        "odd/name with space.py": text(rand, 10), "odd/a-b.py": text(rand, 10), "odd/a/b.py": text(rand, 10), "odd/näme.py": text(rand, 10),
        ".gitignore": b"build/\n*.log\n!keep.log\n", ".ignore": b"odd/a-b.py\n", "odd/.rgignore": b"!a-b.py\n",
        "package-lock.json": text(rand, 30), "min.min.js": text(rand, 3),
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


CLASSES = ["\\w", "\\d", "\\s", "\\W", "\\D", "\\S", ".", "[a-z]", "[A-Z_]", "[^a-z]", "[0-9a-fA-F]", "[éàü]", "\\p{L}", "\\pN", "\\p{Greek}",
           "[[:alpha:]]", "[[:^digit:]_]", "[a-c&&b-z]", "[\\w--\\d]", "[^\\W\\d]", "\\P{Lu}", "[\\s\\d]", "[а-я]", "\\x41", "\\u{e9}", "[]x]", "[a-]"]
LOOKS = ["^", "$", "\\b", "\\B", "\\<", "\\>", "\\b{start}", "\\b{end}", "\\b{start-half}", "\\b{end-half}", "\\A", "\\z"]
REPEATS = ["*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?", "??", "{0,2}?", "{,2}"]
SPECIAL = set("\\.+*?()|[]{}^$#&-~ ")


def quoted(plain: str) -> str:
    return "".join("\\" + c if c in SPECIAL and c != " " else c for c in plain)


class Patterns:
    """Makes patterns, most of which match somewhere in the texts."""

    def __init__(self, rand: random.Random, texts: list[str]):
        self.rand = rand
        self.lines = [line for content in texts for line in content.split("\n") if line.strip()]

    def piece(self) -> str:
        """Some characters of a line."""
        chosen = self.rand.choice(self.lines)
        begin = self.rand.randrange(len(chosen))
        return chosen[begin:begin + self.rand.randrange(1, 12)].strip("\r").replace("\0", "") or "a"

    def atom(self, depth: int) -> str:
        kind = self.rand.random()
        if kind < 0.45:
            return quoted(self.piece())
        if kind < 0.70:
            return self.rand.choice(CLASSES)
        if kind < 0.80:
            return self.rand.choice(LOOKS)
        if depth > 2:
            return quoted(self.rand.choice(WORDS))
        group = self.rand.choice(["(", "(?:", "(?i:", "(?P<n>", "(?s:", "(?-i:"])
        return group + self.expression(depth + 1) + ")"

    def expression(self, depth: int = 0) -> str:
        out = ""
        for _ in range(self.rand.choice([1, 1, 2, 2, 3, 4])):
            atom = self.atom(depth)
            if self.rand.random() < 0.3 and atom not in LOOKS:
                atom = (atom if len(atom) < 3 or atom[0] in "([" else f"(?:{atom})") + self.rand.choice(REPEATS)
            out += atom
        if self.rand.random() < 0.15:
            out += "|" + (self.expression(depth + 1) if depth < 3 else "x")
        return out

    def next(self) -> tuple[list[str], str]:
        """Options that belong to it, and a pattern."""
        kind = self.rand.random()
        if kind < 0.2:
            return ["-F"], self.piece()
        if kind < 0.25:
            return [], self.rand.choice(["(", "a{2,1}", "[z-a]", "*", "a**", "x{", "\\q", "", "^", "$", "^$", "()", "a|", "|a", "\\", "[", "a\\|b",
                                         "(?x) a b # c", "\\h", "{", "}", "]", "a{1", "(?i)", "\\Qa\\E", "[[:foo:]]", "\\e"])
        if kind < 0.4:
            return [], quoted(self.piece())
        return [], self.expression()


class PerlPatterns(Patterns):
    """The same in the syntax of Perl."""

    CLASSES = ["\\w", "\\d", "\\s", "\\W", "\\D", "\\S", ".", "[a-z]", "[A-Z_]", "[^a-z]", "[0-9a-fA-F]", "[éàü]", "\\p{L}", "\\pN", "\\p{Greek}", "\\h",
               "[[:alpha:]]", "[[:^digit:]_]", "\\P{Lu}", "[\\s\\d]", "[а-я]", "\\x41", "\\x{e9}", "[]x]", "[a-]", "\\N", "\\R", "\\X", "[^]]", "\\H"]
    LOOKS = ["^", "$", "\\b", "\\B", "\\A", "\\z", "\\Z", "\\K", "\\G"]
    AROUND = ["(?=", "(?!", "(?<=", "(?<!", "(?>", "(?|"]
    REPEATS = ["*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?", "??", "*+", "++", "?+"]

    def atom(self, depth: int) -> str:
        kind = self.rand.random()
        if kind < 0.4:
            return quoted(self.piece())
        if kind < 0.6:
            return self.rand.choice(self.CLASSES)
        if kind < 0.68:
            return self.rand.choice(self.LOOKS)
        if depth > 2:
            return quoted(self.rand.choice(WORDS))
        if kind < 0.84:
            around = self.rand.choice(self.AROUND)
            return around + (quoted(self.piece()) if "<" in around else self.expression(depth + 1)) + ")"
        if kind < 0.9:
            return "(\\w)\\" + self.rand.choice("112")
        return self.rand.choice(["(", "(?:", "(?i:", "(?<n>", "(?s:", "(?-i:"]) + self.expression(depth + 1) + ")"

    def expression(self, depth: int = 0) -> str:
        out = ""
        for _ in range(self.rand.choice([1, 1, 2, 2, 3, 4])):
            atom = self.atom(depth)
            if self.rand.random() < 0.25 and atom not in self.LOOKS:
                atom = (atom if len(atom) < 3 or atom[0] in "([" else f"(?:{atom})") + self.rand.choice(self.REPEATS)
            out += atom
        return out + ("|" + self.expression(depth + 1) if self.rand.random() < 0.12 and depth < 3 else "")

    def next(self) -> tuple[list[str], str]:
        kind = self.rand.random()
        if kind < 0.1:
            return ["-P", "-F"], self.piece()
        if kind < 0.15:
            return ["-P"], self.rand.choice(["(", "[z-a]", "*", "x{", "\\q", "", "^", "$", "^$", "()", "a|", "(?=", "(?<=a*)b", "(?i)FOO", "(?x) foo # c",
                                             "\\Qa.b\\E", "\\1", "(?R)", "(*FAIL)", "(foo)?bar(?(1)x|y)", "foo(*ACCEPT)bar", "\\<foo", "a{,2}b"])
        return ["-P"], self.expression()


SWITCHES = ["-n", "-i", "-w", "-c", "-l", "-o", "-v", "-x", "-S", "-H", "-I", "--column", "--hidden", "--no-ignore", "--heading", "-N", "-s", "-E", "-q",
            "--color=always"]
VALUES = [("-A", ["0", "1", "3"]), ("-B", ["1", "2"]), ("-C", ["1", "4"]), ("-m", ["1", "2", "5"]), ("-t", ["py", "rust", "cpp", "md", "js"]),
          ("-T", ["py", "txt"]), ("-g", ["*.py", "!*.py", "src/**", "!/data", "*.{c,rs}", "**/part1/*", "file1*", "build/**", "*.log"])]


def options(rand: random.Random) -> list[str]:
    """Some of what docs/reference/command_line.md promises."""
    chosen = [switch for switch in rand.sample(SWITCHES, rand.choice([0, 1, 1, 2, 2, 3]))]
    for name, values in rand.sample(VALUES, rand.choice([0, 0, 1, 1, 2])):
        chosen += [name, rand.choice(values)]
    return chosen


PATHS = [[], [], [], ["src"], ["./src", "data"], ["."], ["src/"], ["data/large.py"], ["data/zero.bin"], ["data/late_zero.txt"], ["data/broken.txt", "odd"],
         ["build"], [".hidden"], ["data/mark.txt"], ["no_such_file", "src"], ["data/last", "data/blank.txt"], ["data/zero.bin", "src/part1"],
         ["data/late_zero.txt", "odd"], ["data/wide.txt"]]
