"""No answer of the program, an MCP server or the HTTP API has a path or a line that is not in the folder."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import random
import shutil
import subprocess

import pytest

from mcp_lines import LineClient
from service_client import Server

FILES, STEPS = 240, 4
GONE = "The folder of the project does not exist: "


class ShiftingTree:
    """Small files, each with a definition of its own. `names` holds all names that there ever were."""

    def __init__(self, root, seed: int):
        self.root, self.random, self.version, self.names = root, random.Random(seed), 10_000, []
        for number in range(FILES):
            self.write(root / f"f{number % 7}" / f"m{number}.py")

    def write(self, path) -> None:
        self.version += 1
        self.names.append(f"harvest_{self.version}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n" * self.random.randrange(3) + f"def {self.names[-1]}(basket):\n    return harvest_{self.version - 9}(basket) + 1\n")

    def files(self) -> list:
        return sorted(path for path in self.root.rglob("*.py"))

    def change(self) -> None:
        """As a branch switch: files are rewritten, deleted, moved and made, one or nearly all of them."""
        files = self.files()
        count = self.random.choice([1, len(files) // 4, len(files) - 10])
        touched = self.random.sample(files, count)
        for path in touched:
            what = self.random.randrange(4)
            if what == 0:
                path.unlink()
            elif what == 1:
                path.rename(path.with_name(f"moved_{self.version}_{path.name}"))
            else:
                self.write(path)
        for number in range(count // 3):
            self.write(self.root / "new" / f"n{self.version}_{number}.py")

    def sample(self) -> list[str]:
        return self.random.sample(self.names, 2) + [self.names[-1]]

    def check(self, path: str, first: int, last: int, text: str) -> None:
        file = self.root / path
        assert file.is_file(), f"{path} is not there"
        lines = file.read_text().splitlines()
        assert 1 <= first <= last <= len(lines), f"{path} has no lines {first} to {last}"
        for line in text.splitlines():
            assert line.strip() in "\n".join(lines[first - 1:last]), f"{path} does not hold {line!r}"

    def check_matches(self, answer: dict) -> None:
        for match in answer["matches"]:
            self.check(match["file"]["path"], *match["span"], match["content"]["content"])

    def check_symbols(self, answer: dict, name: str) -> None:
        for symbol in answer["symbols"]:
            self.check(symbol["path"], *symbol["lines"], name)


@pytest.fixture
def tree(tmp_path) -> ShiftingTree:
    return ShiftingTree(tmp_path / "tree", seed=5)


@pytest.mark.parametrize("patience", [0, 30])
def test_the_program_answers_from_the_folder_as_it_is(program, tree, patience):
    program.ok("index", "-q", tree.root)
    given = ["-p", tree.root, "-o", "json", "--set", f"indexing.patience_ms={patience}"]
    for _ in range(STEPS):
        tree.change()
        for name in tree.sample():
            tree.check_matches(program.ok("search", name, "--detail", "full", *given).json())
            tree.check_symbols(program.ok("symbol", name, *given).json(), name)
            for use in program.ok("refs", name, *given).json()["references"]:
                tree.check(use["path"], use["line"], use["line"], use["text"])
    if patience == 0:
        answers = [program.ok(command, tree.names[-1], *given).json() for command in ("search", "symbol", "refs")]
        assert all(any("missing from the results" in warning for warning in answer["warnings"]) for answer in answers)
        said = program.ok("symbol", tree.names[-1], *given[:2], *given[4:])
        assert "changed files are not indexed yet" in said.err


def test_agents_get_the_folder_as_it_is(program, tree):
    program.ok("index", "-q", tree.root)
    with LineClient(program, "--project", tree.root, "--set", "indexing.patience_ms=30") as client:
        client.wait_indexed()
        for _ in range(STEPS):
            tree.change()
            for name in tree.sample():
                tree.check_matches(client.ok("find_code", query=name, detail="full"))
                tree.check_symbols(client.ok("find_symbol", name=name), name)
                for file in client.ok("search_text", pattern=f"def {name}")["files"]:
                    for line in file["lines"]:
                        tree.check(file["path"], line["line"], line["line"], line["text"])
                        assert line.get("scope", name) == name


def test_the_http_api_answers_from_the_folder_as_it_is(program, tree):
    program.ok("index", "-q", tree.root)
    with Server(program, "-p", tree.root, "--set", "indexing.patience_ms=30") as server:
        server.wait_until_indexed("tree")
        for _ in range(STEPS):
            tree.change()
            for name in tree.sample():
                answer = server.ok("POST", "/api/v1/search", {"query": name, "detail": "full"})
                tree.check_matches(answer)
                for match in answer["matches"][:2]:
                    path = match["file"]["path"]
                    reply = server.call("GET", f"/api/v1/projects/tree/file?path={path}")
                    if reply.status == 200:
                        assert reply.json()["text"] == (tree.root / path).read_text()
        server.wait_until_indexed("tree")
        for name in tree.sample():
            tree.check_matches(server.ok("POST", "/api/v1/search", {"query": name, "detail": "full"}))


def test_a_folder_that_is_gone_is_told_in_the_same_words(program, tree):
    program.ok("index", "-q", tree.root)
    name = tree.names[-1]
    with LineClient(program, "--project", tree.root) as client:
        client.wait_indexed()
        assert client.ok("find_symbol", name=name)["warnings"] == []
        shutil.rmtree(tree.root)
        answers = [client.ok("find_code", query=name), client.ok("find_symbol", name=name), client.ok("search_text", pattern=name)]
        for answer in answers:
            assert [warning[:len(GONE)] for warning in answer["warnings"]] == [GONE]
        assert answers[0]["warnings"] == answers[1]["warnings"] == answers[2]["warnings"]
        assert answers[0]["matches"] and answers[1]["symbols"] and not answers[2]["files"]
        assert client.ok("get_status")["warnings"][0] == answers[0]["warnings"][0]
    for project in ("tree", tree.root):
        for command in ("search", "symbol", "refs"):
            answer = json.loads(program.ok(command, name, "-p", project, "-o", "json").out)
            assert answer["warnings"][0] == answers[0]["warnings"][0], command
            shown = program.ok(command, name, "-p", project)
            assert f"Warning: {GONE}" in shown.out + shown.err, command
        status = program.ok("status", "-p", project, "-o", "json").json()
        assert status["warnings"][0] == answers[0]["warnings"][0] and status["is_stale"]
    for arguments in (("index", tree.root), ("search", name, "-p", tree.root / "nowhere")):
        refused = program.run(*arguments)
        assert refused.code == 1 and "Repository path does not exist: " in refused.err


def test_a_worktree_that_was_removed_is_told_like_a_folder_that_is_gone(program, tree, tmp_path):
    def git(*arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", tree.root, *arguments], check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    git("worktree", "add", "-q", tmp_path / "side")
    program.ok("index", "-q", tmp_path / "side")
    name = tree.names[-1]
    with LineClient(program, "--project", tmp_path / "side") as client:
        client.wait_indexed()
        git("worktree", "remove", "--force", tmp_path / "side")
        answers = [client.ok("find_code", query=name), client.ok("find_symbol", name=name), client.ok("search_text", pattern=name)]
    for answer in answers:
        assert [warning[:len(GONE)] for warning in answer["warnings"]] == [GONE]
