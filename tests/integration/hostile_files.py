"""Files that once crashed the program or used all memory or minutes: generated here or stored in tests/data/fuzz."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shutil

from conftest import ROOT

# Endings of the names in tests/data/fuzz, "c-arrows".
ENDINGS = {"c": ".c", "java": ".java", "markdown": ".md", "python": ".py", "ruby": ".rb", "svelte": ".svelte",
           "swift": ".swift", "yaml": ".yaml"}
INDENTS = "- " * 255 + "a\n"
ARROWS = "a=>\n" * 7500  # 30 kB, which took up to 24 GB
COMMENTS = "/*\n" * 4000


def heredoc(size: int) -> str:
    word = "A" * size
    return f"x = <<~{word}\nabc\n{word}\ndef after_it; end\n"


def open_strings() -> str:
    """As many indents and open f-strings as the scanner of Python can count, and more than it can write."""
    return "".join(" " * depth + "if x:\n" for depth in range(384)) + " " * 384 + "a = " + 'f"{' * 255 + "\n"


# Each is kept as text, with a warning that names it.
REFUSED = {
    "indents.yaml": INDENTS,
    "indents.yml": INDENTS,
    "heredoc.rb": heredoc(1019),
    "strings.py": open_strings(),
    "strings.bzl": open_strings(),
    **{f"arrows{ending}": ARROWS for ending in (".c", ".h", ".java", ".m", ".mm", ".groovy")},
    **{f"comments{ending}": COMMENTS for ending in (".py", ".pyi", ".bzl")},
}
# These have trees: what was repaired costs them nothing.
READ = {
    "fence.md": f"# A page about lighthouse_keeping\n\n```yaml\n{INDENTS}```\n\n```ruby\ndef lighthouse; end\n```\n",
    "nested.rb": "module M\n" * 11_000 + "end\n" * 11_000,
    "chain.py": ("a = " * 2000 + "1\n") * 25,
}


def found_before() -> dict:
    """What `tests/fuzz` came upon, some of it smaller by now than what it did harm with."""
    return {f"found-{file.name}{ENDINGS[file.name.split('-')[0]]}": file
            for file in sorted((ROOT / "tests" / "data" / "fuzz").iterdir())}


def names() -> list:
    return [*REFUSED, *READ, *found_before()]


def write(folder: pathlib.Path) -> None:
    for name, text in {**REFUSED, **READ}.items():
        (folder / name).write_text(text)
    for name, file in found_before().items():
        shutil.copyfile(file, folder / name)
