"""The C ABI: programs in C, Rust and Go, ctypes, and the fixed layout."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import threading

import pytest

from conftest import BUILD, GOLDEN, ROOT, UPDATE
from test_snapshots import PUBLIC_KEY

LIBRARY = BUILD / "bindings" / "c" / "libcodeweaver_c.so"
HEADERS = [ROOT / "include" / "codeweaver" / "c" / name for name in ("codeweaver.h", "call_graph.h", "snapshot.h")]
EXAMPLES = ROOT / "examples" / "c_abi"
SHOP = ROOT / "tests" / "data" / "shop"
QUESTION = "where do we retry failed uploads"

pytestmark = pytest.mark.skipif(not LIBRARY.exists(), reason="the build has no C ABI")


def compile_c(source, program, *options):
    subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{ROOT / 'include'}", source, "-o", program,
                    f"-L{LIBRARY.parent}", f"-Wl,-rpath,{LIBRARY.parent}", "-lcodeweaver_c", *options], check=True)


def check_example(command, tmp_path, env=None):
    done = subprocess.run([*command, SHOP, tmp_path / "state", QUESTION], capture_output=True, text=True, check=True,
                          env={**os.environ, "HOME": str(tmp_path), "LD_LIBRARY_PATH": str(LIBRARY.parent), **(env or {})})
    assert done.stdout.splitlines()[0].startswith("src/billing/upload.py:1-20  upload.py:upload_invoice  0."), done.stdout
    missing = subprocess.run([*command, tmp_path / "none", tmp_path / "state2", QUESTION], capture_output=True, text=True,
                             env={**os.environ, "HOME": str(tmp_path), "LD_LIBRARY_PATH": str(LIBRARY.parent)})
    assert missing.returncode == 1 and "none" in missing.stderr


def test_the_c_example(tmp_path):
    compile_c(EXAMPLES / "main.c", tmp_path / "example")
    check_example([tmp_path / "example"], tmp_path)


@pytest.mark.skipif(shutil.which("rustc") is None, reason="no rustc")
def test_the_rust_example(tmp_path):
    subprocess.run(["rustc", "-D", "warnings", EXAMPLES / "main.rs", "-L", LIBRARY.parent, "-o", tmp_path / "example"], check=True)
    check_example([tmp_path / "example"], tmp_path)


@pytest.mark.skipif(shutil.which("go") is None, reason="no go")
def test_the_go_example(tmp_path):
    subprocess.run(["go", "build", "-o", tmp_path / "example", EXAMPLES / "main.go"], check=True, cwd=tmp_path,
                   env={**os.environ, "GOFLAGS": "-mod=mod", "GO111MODULE": "off", "GOCACHE": str(tmp_path / "cache"), "CGO_ENABLED": "1",
                        "CGO_CFLAGS": f"-I{ROOT / 'include'}", "CGO_LDFLAGS": f"-L{LIBRARY.parent} -lcodeweaver_c"})
    check_example([tmp_path / "example"], tmp_path)


def declarations():
    """The headers without comments, each run of blanks as one space."""
    text = "\n".join(header.read_text() for header in HEADERS)
    return " ".join(re.sub(r"/\*.*?\*/|^#.*?(?<!\\)$", "", text, flags=re.DOTALL | re.MULTILINE).split())


def members():
    """Struct names of the header with the names and types of their members."""
    for body, struct in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", declarations()):
        found = []
        for declaration in filter(None, map(str.strip, body.split(";"))):
            pointer = re.search(r"\(\*(\w+)\)", declaration)
            if pointer:
                found.append((pointer.group(1), declaration))
            else:
                first, *others = declaration.split(", ")
                kind, _, name = first.rpartition(" ")
                found += [(one, kind) for one in (name, *others)]
        yield struct, found


def test_the_c_interface_is_the_one_of_the_baseline(tmp_path):
    """A change here breaks programs that were compiled before: raise CW_ABI_VERSION and SOVERSION, or add at the end.

    CODEWEAVER_UPDATE_GOLDEN=1 writes the baseline again (docs/reference/stability.md)."""
    lines = ['printf("CW_ABI_VERSION %d\\n", CW_ABI_VERSION);']
    for struct, found in members():
        lines.append(f'printf("{struct} %zu\\n", sizeof({struct}));')
        lines += [f'printf("  {name} %zu: {kind}\\n", offsetof({struct}, {name}));' for name, kind in found]
    enumerators = re.findall(r"\b(CW_[A-Z_]+) = \d+", declarations())
    lines += [f'printf("{name} %d\\n", (int){name});' for name in enumerators]
    source = tmp_path / "layout.c"
    source.write_text("#include <codeweaver/c/call_graph.h>\n#include <codeweaver/c/snapshot.h>\n#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0; }\n")
    compile_c(source, tmp_path / "layout")
    layout = subprocess.run([tmp_path / "layout"], capture_output=True, text=True, check=True).stdout
    exported = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True).stdout
    names = sorted(line.split()[2].split("@")[0] for line in exported.splitlines() if line.split()[1] == "T")
    functions = {re.search(r"(\w+)\(", text).group(1): text for text in re.findall(r"CW_API ([^;]+);", declarations())}
    assert names == sorted(functions)
    callbacks = re.findall(r"typedef ([^;{]*\(\*\w+\)[^;]*);", declarations())
    found = layout + "\n".join([*callbacks, *(functions[name] for name in names)]) + "\n"
    golden = GOLDEN / "c_abi.txt"
    if UPDATE:
        golden.write_text(found)
    assert found == golden.read_text()


# --- by ctypes ---------------------------------------------------------------------------------------------------

class Embedder(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("dimension", ctypes.c_uint32), ("embed", ctypes.c_void_p),
                ("context", ctypes.c_void_p), ("release", ctypes.c_void_p)]


class OpenOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("project", ctypes.c_char_p), ("state_dir", ctypes.c_char_p), ("project_id", ctypes.c_char_p),
                ("settings", ctypes.POINTER(ctypes.c_char_p)), ("setting_count", ctypes.c_size_t),
                ("embedder", ctypes.POINTER(Embedder)), ("log", ctypes.c_void_p), ("log_context", ctypes.c_void_p)]


class SearchOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("limit", ctypes.c_uint32), ("token_limit", ctypes.c_uint32),
                ("context_lines", ctypes.c_uint32), ("deadline_ms", ctypes.c_uint32), ("intent", ctypes.c_char_p),
                ("task", ctypes.c_char_p), ("focus_languages", ctypes.c_char_p), ("paths", ctypes.c_char_p), ("directory", ctypes.c_char_p),
                ("ref", ctypes.c_char_p), ("changed_in", ctypes.c_char_p), ("detail", ctypes.c_char_p),
                ("exclude_tests", ctypes.c_int), ("explain", ctypes.c_int), ("stop", ctypes.c_void_p), ("queries", ctypes.c_char_p),
                ("count_callers", ctypes.c_int)]


class IndexOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("force", ctypes.c_int), ("on_progress", ctypes.c_void_p),
                ("progress_context", ctypes.c_void_p), ("stop", ctypes.c_void_p)]


class IndexReport(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), *((name, ctypes.c_uint64) for name in (
        "files_indexed", "files_unchanged", "files_removed", "files_failed", "files_skipped", "total_files", "total_chunks", "chunks_created")),
        ("seconds", ctypes.c_double)]


class MakeSnapshotOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("bases", ctypes.POINTER(ctypes.c_char_p)), ("base_count", ctypes.c_size_t),
                ("private_key", ctypes.c_char_p), ("stop", ctypes.c_void_p)]


class PullSnapshotOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("bases", ctypes.POINTER(ctypes.c_char_p)), ("base_count", ctypes.c_size_t),
                ("public_key", ctypes.c_char_p), ("token", ctypes.c_char_p), ("on_progress", ctypes.c_void_p),
                ("progress_context", ctypes.c_void_p), ("stop", ctypes.c_void_p)]


EMBED = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.POINTER(ctypes.c_char)), ctypes.POINTER(ctypes.c_size_t), ctypes.c_size_t,
                         ctypes.c_int, ctypes.POINTER(ctypes.c_float), ctypes.c_void_p)
RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
LOG = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class Failed(Exception):
    """An error of the library: its category, code and message."""


class Library:
    """The functions, with errors as exceptions."""

    def __init__(self):
        self.c = ctypes.CDLL(str(LIBRARY))
        for name in ["cw_open", "cw_index", "cw_search", "cw_answer_match", "cw_answer_json", "cw_find_symbol", "cw_find_references",
                     "cw_call_graph", "cw_rename_preview", "cw_code_map", "cw_file_text", "cw_stop_new", "cw_with_buffers",
                     "cw_update", "cw_make_snapshot", "cw_pull_snapshot"]:
            getattr(self.c, name).restype = ctypes.c_void_p
        for name in ["cw_version", "cw_error_code", "cw_error_message", "cw_text_data", "cw_answer_warning", "cw_answer_interpreted_query"]:
            getattr(self.c, name).restype = ctypes.c_char_p
        self.c.cw_answer_count.restype = self.c.cw_text_size.restype = ctypes.c_size_t
        self.c.cw_answer_confidence.restype = ctypes.c_double

    def call(self, name, *arguments):
        error = getattr(self.c, name)(*arguments)
        if not error:
            return
        held = ctypes.c_void_p(error)
        failed = Failed(self.c.cw_error_category(held), self.c.cw_error_code(held).decode(), self.c.cw_error_message(held).decode())
        self.c.cw_error_free(held)
        raise failed

    def open(self, **given):
        options = OpenOptions(size=ctypes.sizeof(OpenOptions), **given)
        engine = ctypes.c_void_p()
        self.call("cw_open", ctypes.byref(options), ctypes.byref(engine))
        return engine

    def search(self, engine, query, **given):
        options = SearchOptions(size=ctypes.sizeof(SearchOptions), **given)
        answer = ctypes.c_void_p()
        self.call("cw_search", engine, query.encode(), ctypes.byref(options), ctypes.byref(answer))
        return answer

    def text(self, name, *arguments):
        text = ctypes.c_void_p()
        self.call(name, *arguments, ctypes.byref(text))
        value = self.c.cw_text_data(text)
        assert len(value) == self.c.cw_text_size(text)
        self.c.cw_text_free(text)
        return value.decode()


@pytest.fixture(scope="module")
def library():
    return Library()


@pytest.fixture
def engine(library, tmp_path):
    opened = library.open(project=str(SHOP).encode(), state_dir=str(tmp_path / "state").encode())
    yield opened
    library.c.cw_close(opened)


def test_an_answer_is_read_whole(library, engine):
    answer = library.search(engine, QUESTION, limit=2)
    assert library.c.cw_answer_count(answer) >= 1
    assert library.c.cw_answer_confidence(answer) > 0.5
    assert library.c.cw_answer_warning(answer, ctypes.c_size_t(99)) is None
    assert library.c.cw_answer_interpreted_query(answer) == b""
    told = json.loads(library.text("cw_answer_json", answer))
    assert told["matches"][0]["file"]["path"] == "src/billing/upload.py"
    library.c.cw_answer_free(answer)
    symbols = json.loads(library.text("cw_find_symbol", engine, b"ConnectionPool.acquire", 0))
    uses = json.loads(library.text("cw_find_references", engine, b"ConnectionPool.open_new", 0))
    assert uses and all("open_new" in one["text"] for one in uses)
    called = json.loads(library.text("cw_call_graph", engine, b"ConnectionPool.open_new", None))
    assert [one["symbol"]["qualified_name"] for one in called["matches"]][0] == "ConnectionPool.acquire"
    renamed = json.loads(library.text("cw_rename_preview", engine, b"ConnectionPool.open_new", b"connect", 0))
    assert renamed["edits"] == 3 and "+    def connect(self" in renamed["diff"]
    mapped = json.loads(library.text("cw_code_map", engine, b"src/database", 200, 0))
    assert mapped["files"] and all(one["path"].startswith("src/database/") for one in mapped["files"])
    assert symbols[0]["path"] == "src/database/pool.py"
    assert library.text("cw_file_text", engine, b"src/database/pool.py") == (SHOP / "src/database/pool.py").read_text()


def test_the_callers_of_matches_are_counted_if_asked_for(library, engine):
    for counts in (0, 1):
        answer = library.search(engine, "sym:PoolExhausted", count_callers=counts)
        [match] = json.loads(library.text("cw_answer_json", answer))["matches"]
        assert ("callers" in match) == bool(counts) and match.get("callers", {"total": 1})["total"] > 0
        library.c.cw_answer_free(answer)


def test_other_wordings_of_a_query_are_searched_too(library, engine):
    alone = library.search(engine, "zebra crossing")
    both = library.search(engine, "zebra crossing", queries=f"{QUESTION}\ntoken expiry".encode())
    told = [json.loads(library.text("cw_answer_json", answer))["matches"] for answer in (alone, both)]
    found = [{match["file"]["path"] for match in matches} for matches in told]
    assert "src/billing/upload.py" in found[1] and found[1] != found[0]
    for answer in (alone, both):
        library.c.cw_answer_free(answer)


def test_a_question_is_answered_by_quotes_without_any_settings(library, engine):
    answer = json.loads(library.text("cw_ask", engine, b"how are failed uploads retried", None))
    assert answer["model"] == "codeweaver/extractive-1" and "src/billing/upload.py:" in answer["text"]
    assert answer["citations"][0]["path"] == "src/billing/upload.py"
    answer = json.loads(library.text("cw_ask", engine, b"which planet has the most moons", None))
    assert answer["text"] == "" and answer["warnings"][-1].endswith("the question")


def test_buffers_stand_before_files_and_an_update_looks_at_its_paths(library, tmp_path):
    shop = shutil.copytree(SHOP, tmp_path / "shop")
    engine = library.open(project=str(shop).encode(), state_dir=str(tmp_path / "state").encode())
    paths = (ctypes.c_char_p * 2)(b"src/lamp.py", b"src/database/pool.py")
    texts = (ctypes.c_char_p * 2)(b"def light_lantern():\n    pass\n and what lies behind", None)
    lengths = (ctypes.c_size_t * 2)(30, 0)
    unsaved = ctypes.c_void_p()
    library.call("cw_with_buffers", engine, paths, texts, lengths, ctypes.c_size_t(2), ctypes.byref(unsaved))
    assert json.loads(library.text("cw_find_symbol", unsaved, b"light_lantern", 0))[0]["path"] == "src/lamp.py"
    assert library.text("cw_file_text", unsaved, b"src/lamp.py") == "def light_lantern():\n    pass\n"
    assert json.loads(library.text("cw_find_symbol", unsaved, b"ConnectionPool", 0)) == []
    assert json.loads(library.text("cw_find_symbol", engine, b"light_lantern", 0)) == []
    with pytest.raises(Failed) as refused:
        library.call("cw_with_buffers", engine, (ctypes.c_char_p * 1)(b"../x.py"), texts, None, ctypes.c_size_t(1), ctypes.byref(unsaved))
    assert refused.value.args[1] == "PATH_OUTSIDE_PROJECT"
    (shop / "src" / "told.py").write_text("def told_of():\n    pass\n")
    changed = ctypes.c_uint64()
    library.call("cw_update", engine, (ctypes.c_char_p * 1)(b"src/told.py"), ctypes.c_size_t(1), None, ctypes.byref(changed))
    assert changed.value == 1
    library.c.cw_close(engine)
    assert library.text("cw_file_text", unsaved, b"src/lamp.py")  # it lives on
    library.c.cw_close(unsaved)


def test_filters_and_a_shorter_struct_of_an_older_caller(library, engine):
    answer = library.search(engine, QUESTION, focus_languages=b"typescript,javascript")
    told = json.loads(library.text("cw_answer_json", answer))
    assert {match["file"]["language"] for match in told["matches"]} <= {"typescript", "javascript"}
    library.c.cw_answer_free(answer)
    older = SearchOptions(size=SearchOptions.token_limit.offset, limit=1, detail=b"never read")
    answer = ctypes.c_void_p()
    library.call("cw_search", engine, QUESTION.encode(), ctypes.byref(older), ctypes.byref(answer))
    assert library.c.cw_answer_count(answer) == 1
    library.c.cw_answer_free(answer)


@pytest.mark.parametrize("given, code", [
    ({"limit": 5000}, "INVALID_OPTION"), ({"detail": b"all"}, "INVALID_OPTION"), ({"intent": b"debg"}, "INVALID_OPTION"), ({"ref": b"no-such-branch"}, None),
    ({"task": b"dance"}, "INVALID_OPTION"), ({"queries": b"a\nb\nc\nd\ne\nf"}, "INVALID_OPTION")])
def test_a_bad_search_says_what_is_wrong(library, engine, given, code):
    with pytest.raises(Failed) as failed:
        library.search(engine, QUESTION, **given)
    assert code is None or failed.value.args[1] == code, failed.value.args


def test_a_struct_without_size_and_a_missing_folder_are_errors(library, tmp_path):
    with pytest.raises(Failed) as failed:
        library.call("cw_open", ctypes.byref(OpenOptions(project=b"x")), ctypes.byref(ctypes.c_void_p()))
    assert failed.value.args[:2] == (1, "INVALID_ARGUMENT") and "size is 0" in failed.value.args[2]
    with pytest.raises(Failed) as failed:
        library.search(library.open(project=str(tmp_path / "none").encode(), state_dir=str(tmp_path / "state").encode()), "x")
    assert failed.value.args[0] == 2, failed.value.args


def test_settings_log_and_an_embedder_of_the_callers(library, tmp_path):
    lines, released, asked = [], [], []

    @LOG
    def log(level, line, context):
        lines.append((level, json.loads(line)))

    @RELEASE
    def release(context):
        released.append(context)

    @EMBED
    def embed(texts, lengths, count, is_query, out, context):
        for row in range(count):
            asked.append((ctypes.string_at(texts[row], lengths[row]).decode(), is_query))
            for column in range(4):
                out[4 * row + column] = 1.0 if column == len(asked[-1][0]) % 4 else 0.0
        return 0 if "fail" not in asked[-1][0] else 7

    embedder = Embedder(size=ctypes.sizeof(Embedder), name=b"mine/four", dimension=4, embed=ctypes.cast(embed, ctypes.c_void_p),
                        context=42, release=ctypes.cast(release, ctypes.c_void_p))
    settings = (ctypes.c_char_p * 1)(b"logging.level=debug")
    engine = library.open(project=str(SHOP).encode(), state_dir=str(tmp_path / "state").encode(), settings=settings, setting_count=1,
                          embedder=ctypes.pointer(embedder), log=ctypes.cast(log, ctypes.c_void_p))
    answer = library.search(engine, QUESTION)
    assert json.loads(library.text("cw_answer_json", answer))["matches"][0]["audit"]["embedder_model"] == "four"
    assert library.c.cw_answer_confidence(answer) < 0
    assert (QUESTION, 1) in asked and any(not is_query for _, is_query in asked)
    assert any(record["component"] == "indexer" for _, record in lines), lines
    library.c.cw_answer_free(answer)
    library.c.cw_close(engine)
    assert released == [42]
    bad = Embedder(size=ctypes.sizeof(Embedder), name=b"mine/none", dimension=0, embed=ctypes.cast(embed, ctypes.c_void_p), context=43,
                   release=ctypes.cast(release, ctypes.c_void_p))
    with pytest.raises(Failed):
        library.open(project=str(SHOP).encode(), state_dir=str(tmp_path / "s2").encode(), embedder=ctypes.pointer(bad))
    assert released == [42, 43]


def test_a_run_stops_by_its_callback_and_by_a_stop(library, engine):
    @PROGRESS
    def stop_at_once(progress, context):
        return 1

    options = IndexOptions(size=ctypes.sizeof(IndexOptions), on_progress=ctypes.cast(stop_at_once, ctypes.c_void_p))
    with pytest.raises(Failed) as failed:
        library.call("cw_index", engine, ctypes.byref(options), None)
    assert failed.value.args[:2] == (6, "CANCELLED")
    stop = ctypes.c_void_p(library.c.cw_stop_new())
    library.c.cw_stop_request(stop)
    with pytest.raises(Failed) as failed:
        library.call("cw_index", engine, ctypes.byref(IndexOptions(size=ctypes.sizeof(IndexOptions), stop=stop)), None)
    assert failed.value.args[:2] == (6, "CANCELLED")
    library.c.cw_stop_free(stop)
    library.call("cw_index", engine, None, None)


def test_a_snapshot_of_one_clone_spares_another_its_parsing(library, engine, tmp_path):
    file, delta = str(tmp_path / "shop.cwsnap").encode(), str(tmp_path / "delta.cwsnap").encode()
    facts = json.loads(library.text("cw_make_snapshot", engine, file, None))
    assert facts["name"].encode() == file and facts["files"] > 5 and facts["bytes"] == (tmp_path / "shop.cwsnap").stat().st_size
    clone = shutil.copytree(SHOP, tmp_path / "clone")
    (clone / "src" / "lamp.py").write_text("def light_lantern():\n    pass\n")
    other = library.open(project=str(clone).encode(), state_dir=str(tmp_path / "other").encode())
    report = IndexReport(size=ctypes.sizeof(IndexReport))
    seen = []

    @PROGRESS
    def note(progress, context):
        seen.append(context)
        return 0

    options = PullSnapshotOptions(size=ctypes.sizeof(PullSnapshotOptions), on_progress=ctypes.cast(note, ctypes.c_void_p),
                                  progress_context=7)
    library.call("cw_pull_snapshot", other, file, ctypes.byref(options), ctypes.byref(report))
    assert report.files_indexed == facts["files"] + 1 and set(seen) == {7}
    assert json.loads(library.text("cw_find_symbol", other, b"ConnectionPool.acquire", 0))[0]["path"] == "src/database/pool.py"
    bases = (ctypes.c_char_p * 1)(file)
    built = MakeSnapshotOptions(size=ctypes.sizeof(MakeSnapshotOptions), bases=bases, base_count=1)
    assert json.loads(library.text("cw_make_snapshot", other, delta, ctypes.byref(built)))["contents"] == 1
    third = library.open(project=str(clone).encode(), state_dir=str(tmp_path / "third").encode())
    whole = PullSnapshotOptions(size=ctypes.sizeof(PullSnapshotOptions), bases=bases, base_count=1)
    library.call("cw_pull_snapshot", third, delta, ctypes.byref(whole), None)
    assert json.loads(library.text("cw_find_symbol", third, b"light_lantern", 0))[0]["path"] == "src/lamp.py"
    for opened in (other, third):
        library.c.cw_close(opened)


def test_a_snapshot_that_is_damaged_missing_or_not_signed_is_refused(library, engine, tmp_path):
    file = tmp_path / "shop.cwsnap"
    library.call("cw_make_snapshot", engine, str(file).encode(), None, None)
    library.call("cw_pull_snapshot", engine, str(file).encode(), None, None)
    (tmp_path / "public.pem").write_text(PUBLIC_KEY)
    signed = PullSnapshotOptions(size=ctypes.sizeof(PullSnapshotOptions), public_key=str(tmp_path / "public.pem").encode())
    good = file.read_bytes()
    for place, options, content, code in [(file, None, good[:-1], "SNAPSHOT_CORRUPT"),
                                          (file, None, good[:40] + b"?" + good[41:], "SNAPSHOT_CORRUPT"), (file, signed, good, "SIGNATURE_INVALID"), (tmp_path / "none", None, good, "FILE_NOT_FOUND"),
                                          ("", None, good, "INVALID_ARGUMENT")]:
        file.write_bytes(content)
        with pytest.raises(Failed) as failed:
            library.call("cw_pull_snapshot", engine, str(place).encode(), ctypes.byref(options) if options else None, None)
        assert failed.value.args[1] == code, failed.value.args


def test_many_threads_ask_one_engine(library, engine):
    library.call("cw_index", engine, None, None)
    failures = []

    def ask():
        try:
            for _ in range(20):
                answer = library.search(engine, QUESTION)
                assert library.c.cw_answer_count(answer) >= 1
                library.c.cw_answer_free(answer)
        except Exception as error:  # told by the main thread
            failures.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_the_version_is_that_of_the_program(library, program):
    assert library.c.cw_version().decode() == program.ok("--version").out.strip()
    assert library.c.cw_abi_version() == 1
    assert sys.maxsize > 2**32
