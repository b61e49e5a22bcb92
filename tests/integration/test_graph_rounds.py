"""Links of uses after a thousand random edits, moves, deletions and switches of branches equal those of a new index."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import random

import pytest

from conftest import Program, git

ROUNDS, COMPARED_EVERY = 1000, 20
FOLDERS = ["cart", "till", "bag"]
NAMES = ["Close", "New0", "New1", "Kind0", "next", "open_it", "Kind2.Close"]


def go_text(chance: random.Random, package: str) -> str:
    other = chance.choice(FOLDERS)
    imports = "" if other == package else f'import "example.com/shop/{other}"\n\n'
    of = "" if other == package else other + "."
    kind = [chance.randrange(3) for _ in range(6)]
    return (f"package {package}\n\n{imports}type Kind{kind[0]} struct{{ next *Kind{kind[1]} }}\n\n"
            f"func (k *Kind{kind[2]}) Close() *Kind{kind[3]} {{ return k.next.Close().next }}\n\n"
            f"func New{kind[4]}() *Kind{kind[0]} {{ return nil }}\n\n"
            f"func run{chance.randrange(100)}() {{\n  {of}New{kind[5]}().Close().Close()\n}}\n")


def python_text(chance: random.Random, package: str) -> str:
    other = chance.choice(FOLDERS)
    return (f"from {other}.part{chance.randrange(4)} import New{chance.randrange(3)}\n\n\n"
            f"class Kind{chance.randrange(3)}:\n    def Close(self):\n        return self.open_it()\n\n"
            f"    def open_it(self):\n        return New{chance.randrange(3)}().Close()\n\n\n"
            f"def New{chance.randrange(3)}() -> Kind{chance.randrange(3)}:\n    return Kind{chance.randrange(3)}()\n")


def change(chance: random.Random, root) -> None:
    package = chance.choice(FOLDERS)
    ending, text = chance.choice([(".go", go_text), (".py", python_text)])
    path = root / package / f"part{chance.randrange(4)}{ending}"
    fate = chance.randrange(10)
    if fate == 0:
        path.unlink(missing_ok=True)
    elif fate == 1 and path.exists():
        path.rename(root / chance.choice(FOLDERS) / f"moved{ending}")
    elif fate == 2:
        git(root, "add", "-A")
        git(root, "commit", "-q", "--allow-empty", "-m", "a round")
        git(root, "checkout", "-q", chance.choice(["main", "other"]))
        for folder in FOLDERS:  # git removes empty folders
            (root / folder).mkdir(exist_ok=True)
    else:
        path.write_text(text(chance, package))


def answers(program, root) -> list:
    return [program.run("refs", name, "-o", "json", cwd=root).out for name in NAMES]


@pytest.mark.slow
def test_links_equal_those_of_a_rebuild(tmp_path):
    chance = random.Random(11)
    root = tmp_path / "shop"
    for folder in FOLDERS:
        (root / folder).mkdir(parents=True)
    (root / "go.mod").write_text("module example.com/shop\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    git(root, "branch", "other")
    kept = Program(tmp_path / "kept")
    kept.home.mkdir()
    linked = 0
    for number in range(1, ROUNDS + 1):
        change(chance, root)
        if number % COMPARED_EVERY:
            kept.run("refs", "Close", cwd=root)
            continue
        rebuilt = Program(tmp_path / f"rebuilt{number}")
        rebuilt.home.mkdir()
        expected = answers(rebuilt, root)
        assert answers(kept, root) == expected, f"after {number} rounds"
        linked += sum("resolved" in one for one in expected)
    assert linked > ROUNDS // COMPARED_EVERY
