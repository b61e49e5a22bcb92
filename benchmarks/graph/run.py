#!/usr/bin/env python3
"""Judges the symbol graph of codeweaver by compilers, on the projects of projects.tsv, and prints a table in Markdown."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import csv
import os
import pathlib
import shutil
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import judge  # noqa: E402

EPILOG = """Put the tree of each project, at its commit, into WORK/projects/NAME. This program writes WORK/oracle/NAME.tsv (what the compiler says; kept for
the next run), WORK/ours/NAME.tsv and WORK/tools. It installs the oracles and the libraries of the projects with go, mvn, npm, pip and cargo. It runs no code
of the projects, but for build scripts and procedural macros of Rust, which rust-analyzer runs. What is missing is skipped with a line. Rules are tuned on the
projects of part development only; those of first-run are judged to report."""
HEADER = ["project", "language", "part", "uses", "in project", "precision", "recall", "calls in project", "precision", "recall", "call edges", "precision",
          "recall", "linked but unjudged"]


class SkippedError(Exception):
    """A step cannot run; the text says why and what to do."""


def run(command: list, **options) -> str:
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    except OSError as error:
        raise SkippedError(f"{command[0]}: {error.strerror}; install it") from error
    if done.returncode != 0:
        raise SkippedError(f"{command[0]} failed: {done.stderr.strip()[-300:]}")
    return done.stdout


def read_projects(part: str | None, only: list[str]) -> list[dict[str, str]]:
    with open(HERE / "projects.tsv", encoding="utf-8", newline="") as file:
        projects = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    if unknown := set(only) - {project["name"] for project in projects}:
        raise SkippedError(f"no project {', '.join(sorted(unknown))}; projects.tsv lists them")
    return [project for project in projects if (not part or project["part"] == part) and (not only or project["name"] in only)]


def npm_install(source: pathlib.Path, target: pathlib.Path, command: str) -> pathlib.Path:
    """A copy of the package.json of `source`, with its packages installed. Their install scripts do not run."""
    if not (target / "node_modules").is_dir():
        target.mkdir(parents=True, exist_ok=True)
        for file in source.iterdir():
            if file.is_file():
                shutil.copy(file, target)
        run(["npm", command, "--ignore-scripts", "--no-audit", "--no-fund"], cwd=target)
    return target


def ask_go(project: dict[str, str], tree: pathlib.Path, work: pathlib.Path) -> str:
    program = work / "tools" / "go" / "uses"
    run(["go", "build", "-o", program, "."], cwd=HERE / "oracles" / "go")
    return run([program, tree])


def ask_python(project: dict[str, str], tree: pathlib.Path, work: pathlib.Path) -> str:
    tools = npm_install(HERE / "oracles" / "python", work / "tools" / "python", "ci")
    libraries = work / "tools" / "libraries" / project["name"]
    if not libraries.is_dir():
        venv.create(libraries, with_pip=True)
        try:
            run([libraries / "bin" / "pip", "install", "--quiet", "--only-binary", ":all:", "-r", HERE / "dependencies" / project["name"] / "requirements.txt"])
        except SkippedError:
            shutil.rmtree(libraries)
            raise
    index = work / "oracle" / f"{project['name']}.scip"
    environment = {**os.environ, "PATH": f"{libraries / 'bin'}:{os.environ['PATH']}", "NODE_OPTIONS": "--max-old-space-size=6000"}
    # Outside of git, scip-python stops without a version.
    run(["node", tools / "node_modules/@sourcegraph/scip-python/index.js", "index", ".", "--project-name", project["name"], "--project-version", "0",
         "--output", index, "--quiet"], cwd=tree, env=environment)
    return run([sys.executable, HERE / "oracles" / "python" / "uses.py", tree, index])


def ask_typescript(project: dict[str, str], tree: pathlib.Path, work: pathlib.Path) -> str:
    tools = npm_install(HERE / "oracles" / "typescript", work / "tools" / "typescript", "ci")
    settings = HERE / "dependencies" / project["name"]
    libraries = npm_install(settings, work / "tools" / "libraries" / project["name"], "install")
    checked = work / "checked" / project["name"]  # a copy, as the compiler wants node_modules in the tree
    shutil.rmtree(checked, ignore_errors=True)
    shutil.copytree(tree, checked, symlinks=True, ignore=shutil.ignore_patterns("node_modules"))
    (checked / "node_modules").symlink_to(libraries / "node_modules")
    answer = run(["node", "--max-old-space-size=6000", tools / "uses.mjs", checked, settings / "tsconfig.json"])
    shutil.rmtree(checked)
    return answer


def ask_java(project: dict[str, str], tree: pathlib.Path, work: pathlib.Path) -> str:
    libraries = work / "tools" / "libraries" / project["name"]
    classpath = libraries / "classpath"
    if not classpath.is_file():
        libraries.mkdir(parents=True, exist_ok=True)
        run(["mvn", "--batch-mode", "--quiet", "--file", HERE / "dependencies" / project["name"] / "pom.xml",
             "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath", f"-Dmdep.outputFile={classpath}"])
    return run(["java", "-Xmx6g", "--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED", HERE / "oracles" / "java" / "Uses.java",
                tree, classpath.read_text(encoding="utf-8").strip()])


def ask_cpp(project: dict[str, str], tree: pathlib.Path, work: pathlib.Path) -> str:
    tools = work / "tools" / "cpp"
    if not tools.is_dir():
        venv.create(tools, with_pip=True)
        try:
            run([tools / "bin" / "pip", "install", "--quiet", "--only-binary", ":all:", "-r", HERE / "oracles" / "cpp" / "requirements.txt"])
        except SkippedError:
            shutil.rmtree(tools)
            raise
    return run([tools / "bin" / "python", HERE / "oracles" / "cpp" / "uses.py", tree, HERE / "dependencies" / project["name"] / "compile_flags.txt"])


def ask_rust(project: dict[str, str], tree: pathlib.Path, work: pathlib.Path) -> str:
    run(["cargo", "fetch", "--locked"], cwd=tree)
    index = work / "oracle" / f"{project['name']}.scip"
    run(["rust-analyzer", "scip", ".", "--output", index, "--config-path", HERE / "oracles" / "rust" / "config.json"], cwd=tree)
    return run([sys.executable, HERE / "oracles" / "rust" / "uses.py", tree, index])


ORACLES = {"cpp": ask_cpp, "c": ask_cpp, "go": ask_go, "java": ask_java, "python": ask_python, "rust": ask_rust,
           "typescript": ask_typescript, "javascript": ask_typescript}


def write(file: pathlib.Path, text: str) -> None:
    part = file.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.rename(file)


def judge_project(project: dict[str, str], options: argparse.Namespace) -> list[str]:
    """The row of a project in the table. Without a program, the columns about codeweaver are empty."""
    work, name = options.work, project["name"]
    tree = work / "projects" / name
    if not tree.is_dir():
        raise SkippedError(f"no folder {tree}; put the tree of {project['source']} at commit {project['commit']} there")
    oracle = work / "oracle" / f"{name}.tsv"
    if options.again or not oracle.is_file():
        write(oracle, ORACLES[project["language"]](project, tree, work))
    truth = judge.read_uses(oracle, project["folder"])
    row = [name, project["language"], project["part"]]
    if options.oracles:
        every, calls = judge.judge(truth, {}), judge.judge(truth, {}, "call")
        return [*row, str(every.judged), str(every.in_project), "", "", str(calls.in_project), *[""] * 6]
    ours = work / "ours" / f"{name}.tsv"
    write(ours, run([options.program, "graph", tree]))
    uses = judge.read_uses(ours, project["folder"])
    every, calls = judge.judge(truth, uses), judge.judge(truth, uses, "call")
    unjudged = sum(use.category in judge.LINKED and place not in truth for place, use in uses.items())
    judged, in_project, _, *shares = every.cells()
    _, calls_in_project, _, *call_shares = calls.cells()
    return [*row, judged, in_project, *shares, calls_in_project, *call_shares, *calls.edge_cells(), str(unjudged)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=pathlib.Path, metavar="WORK")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this project; may be repeated")
    parser.add_argument("--part", choices=("development", "first-run"), help="only projects of this part")
    parser.add_argument("--program", default="codeweaver-bench", help="path of codeweaver-bench (default: %(default)s)")
    parser.add_argument("--again", action="store_true", help="run the oracles again")
    parser.add_argument("--oracles", action="store_true", help="run the oracles only, and print what they count")
    options = parser.parse_args()
    options.work = options.work.resolve()
    for folder in ("oracle", "ours", "tools"):
        (options.work / folder).mkdir(parents=True, exist_ok=True)
    rows, skipped = [], 0
    try:
        projects = read_projects(options.part, options.only)
    except SkippedError as error:
        parser.error(str(error))
    for project in projects:
        try:
            rows.append(judge_project(project, options))
        except (SkippedError, judge.FormatError) as error:
            skipped += 1
            print(f"{project['name']}: skipped: {error}", file=sys.stderr, flush=True)
    print(judge.table(HEADER, rows))
    return 1 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
