"""Settings files of editors and agents: where they are, generated ones, and what they hold."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import random
import re

JSON_FILES = {
    "claude-code": (".claude.json", ["mcpServers"]), "claude-desktop": (".config/Claude/claude_desktop_config.json", ["mcpServers"]),
    "cursor": (".cursor/mcp.json", ["mcpServers"]), "vscode": (".config/Code/User/mcp.json", ["servers"]),
    "gemini": (".gemini/settings.json", ["mcpServers"]), "zed": (".config/zed/settings.json", ["context_servers"]),
    "windsurf": (".codeium/windsurf/mcp_config.json", ["mcpServers"]), "opencode": (".config/opencode/opencode.json", ["mcp"]),
}


def tokens_of(text: str) -> list[str]:
    """Strings, comments, and what is between them."""
    return re.findall(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|[^"/]+|/', text.removeprefix("\ufeff"), flags=re.DOTALL)


def comments(text: str) -> list[str]:
    return [token for token in tokens_of(text) if token.startswith(("//", "/*"))]


def without_comments(text: str) -> str:
    """JSON out of JSON with comments and commas at the end; strings may hold either."""
    plain = "".join(token for token in tokens_of(text) if not token.startswith(("//", "/*")))
    return re.sub(r'("(?:\\.|[^"\\])*")|,(\s*[}\]])', lambda found: found.group(1) or found.group(2), plain)


def load(text: str):
    return json.loads(without_comments(text))


def entry_of(value, path):
    for name in [*path, "codeweaver"]:
        value = value[name]
    return value


class Files:
    """Files of settings by chance: JSON with comments, any indentation, other servers, one line or many."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)

    def comment(self, indent: str) -> str:
        kind = self.chance.randrange(6)
        if kind == 0:
            return f'{indent}// a "note", {{ of }} somebody\n'
        return f"{indent}/* more: [1, 2 */\n" if kind == 1 else ""

    def value(self, depth: int):
        kind = self.chance.randrange(6 if depth < 3 else 4)
        if kind == 4:
            return [self.value(depth + 1) for _ in range(self.chance.randrange(3))]
        if kind == 5:
            return {f"k{index}": self.value(depth + 1) for index in range(self.chance.randrange(3))}
        return [True, 12.5, 'text, with "quotes" // and }', None][kind]

    def write(self, value, unit: str, depth: int = 0) -> str:
        if not isinstance(value, dict) or not value or self.chance.random() < 0.1:
            return json.dumps(value)
        indent = unit * (depth + 1)
        lines = []
        for index, (key, inner) in enumerate(value.items()):
            is_last = index == len(value) - 1
            comma = "" if is_last and self.chance.random() < 0.7 else ","
            tail = " // why" if self.chance.random() < 0.15 else ""
            lines.append(self.comment(indent) + f"{indent}{json.dumps(key)}: {self.write(inner, unit, depth + 1)}{comma}{tail}\n")
        return "{\n" + "".join(lines) + self.comment(indent) + unit * depth + "}"

    def make(self, path: list[str]) -> str:
        value = {f"option{index}": self.value(1) for index in range(self.chance.randrange(4))}
        if self.chance.random() < 0.6:
            servers = {f"server{index}": {"command": "x", "args": ["--flag", "a,b"]} for index in range(self.chance.randrange(3))}
            if self.chance.random() < 0.2:
                servers["codeweaver"] = {"command": ["old"] if path == ["mcp"] else "old"}
            value[path[0]] = servers
        items = list(value.items())
        self.chance.shuffle(items)
        text = self.write(dict(items), self.chance.choice(["  ", "    ", "\t"]))
        end = self.chance.choice(["", "\n", "\n\n", "\n// the end\n"])
        return self.chance.choice(["", "", "\ufeff"]) + self.chance.choice(["", "// of mine\n"]) + text + end


def put(program, client: str, text: str):
    path = program.home / JSON_FILES[client][0]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def put_toml(program, text: str):
    file = program.home / ".codex" / "config.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text.encode())
    return file


def stays(program, client: str, file, cause: str):
    """Uninstall leaves the file as it is, and says why."""
    before = file.read_bytes()
    told = program.run("uninstall", client)
    assert told.code == 1 and cause in told.err and "nothing was changed" in told.err and "by hand" in told.err, told.err
    assert file.read_bytes() == before
