"""Example of a tool that knows the symbols of a code base: prints them as a stream for `codeweaver push`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import ast
import datetime
import json
import pathlib
import subprocess
import sys
import uuid

SOURCE = "python-atlas"
USAGE = """
python3 push_service.py FOLDER --project ID | codeweaver push --stream -
python3 push_service.py FOLDER --project ID --manifest > manifest.ndjson
codeweaver reconcile -p ID --namespace ID/atlas_graph/python_atlas_provider --manifest manifest.ndjson --mode fix
"""
KINDS = {ast.ClassDef: "class", ast.FunctionDef: "function", ast.AsyncFunctionDef: "function"}


def definitions(tree: ast.AST, scope: str = ""):
    """Every class and function with its qualified name."""
    for node in ast.iter_child_nodes(tree):
        if type(node) in KINDS:
            name = f"{scope}.{node.name}" if scope else node.name
            yield name, node
            yield from definitions(node, name)
        else:
            yield from definitions(node, scope)


def git_facts(folder: pathlib.Path) -> dict:
    """Commit, branch and state of the folder, once per run; empty outside git."""

    def ask(*words):
        return subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True)

    commit = ask("rev-parse", "HEAD")
    if commit.returncode != 0:
        return {}
    return {"git_commit": commit.stdout.strip(), "git_branch": ask("rev-parse", "--abbrev-ref", "HEAD").stdout.strip(),
            "git_dirty": bool(ask("status", "--porcelain").stdout)}


def items(folder: pathlib.Path):
    """One item of the push contract for each definition; skips files that are not valid Python."""
    audit = {**git_facts(folder), "captured_at": datetime.datetime.now(datetime.timezone.utc).isoformat()}
    for file in sorted(folder.rglob("*.py")):
        path = file.relative_to(folder).as_posix()
        try:
            text = file.read_text(encoding="utf-8")
            tree = ast.parse(text)
        except (SyntaxError, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            continue
        lines = text.splitlines(keepends=True)
        names = set()
        for name, node in definitions(tree):
            node_id = f"{KINDS[type(node)]}:{path}:{name}"
            while node_id in names:  # defined again further down
                node_id += "'"
            names.add(node_id)
            yield {"node_id": node_id, "node_type": KINDS[type(node)], "path": path, "language": "python",
                   "content": "".join(lines[node.lineno - 1:node.end_lineno]),
                   "range": {"start_line": node.lineno, "end_line": node.end_lineno}, "source_audit": audit,
                   "symbol_meta": {"module": path.removesuffix(".py").replace("/", "."), "qualname": name}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, epilog=USAGE,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--project", required=True, help="project id")
    parser.add_argument("--batch", default=f"atlas-{uuid.uuid4()}", help="batch id")
    parser.add_argument("--manifest", action="store_true", help="print a manifest for `codeweaver reconcile`, without envelope")
    options = parser.parse_args()
    if not options.manifest:
        print(json.dumps({"contract_version": "1.0", "project": options.project, "source": SOURCE, "batch_id": options.batch}))
    for item in items(options.folder):
        print(json.dumps(item))


if __name__ == "__main__":
    main()
