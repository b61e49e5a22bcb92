"""Questions about a source tree; measures the latency and resources of answers and compares the answers."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import os
import pathlib
import random
import re
import statistics
import time

from service_client import Server

SUFFIXES = (".py", ".go", ".java", ".scala", ".c", ".h", ".cpp", ".rb", ".ts", ".js", ".php", ".cs", ".rs", ".kt", ".swift")
NAME = re.compile(r"\b(?:def|class|func|fn|fun|function|void|int|public|static|struct)\s+([A-Za-z_]\w{5,})")
WARM_UP = 10  # questions before the timed ones


@dataclasses.dataclass(frozen=True)
class Question:
    text: str
    project: str  # absolute path
    file_type: str  # type of the file with the name, for a second search with this filter

    def body(self, filtered: bool = False) -> dict:
        return {"query": self.text, "project_id": self.project, **({"file_type": self.file_type} if filtered else {})}


def questions(folder: pathlib.Path, count: int) -> list[Question]:
    """Questions with one or two names that the tree defines, as they are or as words. The same tree gives the same questions."""
    names = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix in SUFFIXES and file.is_file():
            names.update(dict.fromkeys(NAME.findall(file.read_text(errors="ignore")[:20_000]), file.suffix[1:]))
    chosen = random.Random(7).sample(sorted(names), min(len(names), 2 * count))
    words = [re.sub(r"(?<=[a-z])(?=[A-Z])|_+", " ", name).strip() for name in chosen]
    return [Question(words[i] if i % 3 == 0 else f"where is {words[i]} done" if i % 3 == 1 else f"{words[i]} and {words[-i]}",
                     str(folder), names[chosen[i]]) for i in range(min(count, len(words)))]


def places(answer: dict) -> list:
    return [(match["file"]["path"], *match["span"]) for match in answer["matches"][:10]]


def retrieval_seconds(server: Server) -> float:
    """Total seconds of candidate retrieval in all searches so far."""
    text = server.call("GET", "/metrics").body.decode()
    found = re.search(r'codeweaver_search_stage_seconds_total\{stage="retrieval"\} (\S+)', text)
    return float(found[1]) if found else 0.0


def tree_of(processes: list) -> list[pathlib.Path]:
    """Folders in /proc of these processes and their children."""
    ids = {process.pid for process in processes if process is not None}
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:  # the process has ended
            continue
        if int(stat.parent.name) in ids or parent in ids:
            found.append(stat.parent)
    return found


def cpu_seconds(processes: list) -> float:
    """CPU seconds of these processes and their children so far. Unlike wall times, they do not depend on other programs."""
    used = 0
    for process in tree_of(processes):
        try:
            used += sum(map(int, (process / "stat").read_text().rsplit(")", 1)[1].split()[11:15]))
        except OSError:
            continue
    return used / os.sysconf("SC_CLK_TCK")


def memory_mb(processes: list) -> float:
    """Memory of these processes and their children; shared pages count once."""
    held = 0
    for process in tree_of(processes):
        try:
            held += int(re.search(r"^Pss:\s+(\d+)", (process / "smaps_rollup").read_text(), re.MULTILINE)[1])
        except OSError:
            continue
    return held * 1024 / 1e6


def searches(program, folder: pathlib.Path, asked: list[Question], env: dict, service: list = (), from_store: str = "") -> dict:
    """Latencies of a server for sequential searches, and the places of the ten best results, with and without a filter.

    The folder is watched, so searches do not check its files. `service`: processes of the store, to measure their CPU time and
    memory. `from_store`: the project for a server without a local index, instead of `folder`."""
    where = ["--from-store", "-p", from_store] if from_store else ["-p", folder]
    with Server(program, *where, env=env) as server:
        if not from_store:
            server.wait_until_indexed(folder.name)

        def ask(question: Question, filtered: bool = False) -> list:
            body = question.body(filtered)
            reply = server.call("POST", "/api/v1/search", {**body, "project_id": from_store} if from_store else body)
            assert reply.status == 200, reply.body
            return places(reply.json())

        for question in asked[:WARM_UP]:
            ask(question)
        times, found, before = [], [], retrieval_seconds(server)
        own, theirs = cpu_seconds([server.process]), cpu_seconds(service)
        for question in asked:
            begin = time.perf_counter()
            found.append(ask(question))
            times.append(1000 * (time.perf_counter() - begin))
        retrieval = 1000 * (retrieval_seconds(server) - before) / len(asked)
        own, theirs = (1000 * (now - past) / len(asked) for now, past in
                       ((cpu_seconds([server.process]), own), (cpu_seconds(service), theirs)))
        memory, service_memory = memory_mb([server.process]), memory_mb(service)
        filtered = [ask(question, True) for question in asked]
    times.sort()
    return {"questions": len(asked), "p50_ms": statistics.median(times), "p95_ms": times[int(0.95 * len(times)) - 1],
            "mean_retrieval_ms": retrieval, "cpu_ms": own, "service_cpu_ms": theirs, "memory_mb": memory,
            "service_memory_mb": service_memory, "load": os.getloadavg()[0], "found": found, "filtered": filtered}


def overlap(found: list, expected: list) -> float:
    """Mean share of the ten best places that both answers have."""
    shares = [len(set(a) & set(b)) / len(set(b)) for a, b in zip(found, expected) if b]
    return sum(shares) / len(shares)
