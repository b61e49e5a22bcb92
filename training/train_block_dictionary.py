# Makes the dictionary that text blocks are packed with: what the blocks of many projects have in common.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: train_block_dictionary.py OUT --repos FOLDER --program CODEWEAVER [--fold N]

Indexes the projects of benchmarks/quality/projects that are of split train, as benchmarks/quality/fetch laid them out in
FOLDER, takes their text blocks from the databases, and writes a zstd dictionary to OUT. Held-out code is passed over
(held_out.py). The dictionary is no excerpt of anybody's code: only runs of words of which every four stand together in
the texts of at least five projects go into it. With --fold, every fifth project is left out, and what the dictionary
saves on their blocks is printed: for choosing sizes. Needs libzstd alone.
"""
import argparse
import collections
import ctypes
import ctypes.util
import hashlib
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import tempfile
import tomllib

from held_out import HeldOut

ROOT = pathlib.Path(__file__).resolve().parent.parent
DICTIONARY_ID = 32769
DICTIONARY_BYTES = 64 * 1024
LEVEL = 4
BLOCKS_A_PROJECT = 250
GRAM = 4  # words
LEAST_PROJECTS = 5
LEAST_RUN_BYTES = 8
FOLDS = 5
WORDS = re.compile(rb"\w+|\s+|[^\w\s]")

zstd = ctypes.CDLL(ctypes.util.find_library("zstd"))
for name in ("ZDICT_trainFromBuffer", "ZDICT_finalizeDictionary", "ZSTD_decompress_usingDict", "ZSTD_compress_usingCDict"):
    getattr(zstd, name).restype = ctypes.c_size_t
for name in ("ZSTD_createCDict", "ZSTD_createCCtx", "ZSTD_createDCtx"):
    getattr(zstd, name).restype = ctypes.c_void_p
zstd.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
zstd.ZSTD_isError.argtypes = zstd.ZDICT_isError.argtypes = [ctypes.c_size_t]


class DictionaryParameters(ctypes.Structure):
    """ZDICT_params_t."""
    _fields_ = [("level", ctypes.c_int), ("verbosity", ctypes.c_uint), ("id", ctypes.c_uint)]


def unpack(frame, dictionary):
    size = zstd.ZSTD_getFrameContentSize(frame, ctypes.c_size_t(len(frame)))
    out = ctypes.create_string_buffer(size)
    context = ctypes.c_void_p(zstd.ZSTD_createDCtx())
    written = zstd.ZSTD_decompress_usingDict(context, out, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame)),
                                             dictionary, ctypes.c_size_t(len(dictionary)))
    zstd.ZSTD_freeDCtx(context)
    if zstd.ZSTD_isError(written):
        raise SystemExit("a block cannot be unpacked: is models/ that of the program?")
    return out.raw


def varint(data, at):
    value, shift = 0, 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def text_of(block):
    """The text of an unpacked block (docs/index_format.md)."""
    _, at = varint(block, 1)
    size, at = varint(block, at)
    return block[at:at + size]


def blocks_of(folder, program, work, dictionary):
    """The blocks of files that are not held out."""
    data = work / folder.name
    data.mkdir()
    subprocess.run([program, "index", folder], check=True, capture_output=True,
                   env={**os.environ, "XDG_DATA_HOME": str(data), "XDG_CACHE_HOME": str(data)})
    [database] = data.glob("codeweaver/projects/*/index.db")
    held_out = HeldOut()
    with sqlite3.connect(database) as rows:
        paths = collections.defaultdict(list)
        for path, content in rows.execute("SELECT path, content FROM files WHERE content IS NOT NULL"):
            paths[content].append(path)
        return [unpack(frame, dictionary) for content, frame in rows.execute("SELECT id >> 24, data FROM blocks ORDER BY id")
                if not any(held_out.path(path) for path in paths[content])]


def grams(words):
    for i in range(len(words) - GRAM + 1):
        yield i, hash(tuple(words[i:i + GRAM]))


def common_runs(text, shared):
    """The longest runs of words all of whose grams are shared."""
    words = WORDS.findall(text)
    is_common = bytearray(len(words))
    for i, gram in grams(words):
        if gram in shared:
            is_common[i:i + GRAM] = b"\1" * GRAM
    runs, begin = [], None
    for i in range(len(words) + 1):
        common = i < len(words) and is_common[i]
        if common and begin is None:
            begin = i
        if not common and begin is not None:
            run = b"".join(words[begin:i])
            if len(run) >= LEAST_RUN_BYTES:
                runs.append(run)
            begin = None
    return b"".join(runs)


def joined(samples):
    return b"".join(samples), (ctypes.c_size_t * len(samples))(*map(len, samples)), ctypes.c_uint(len(samples))


def train(projects):
    counts = collections.Counter()
    for blocks in projects.values():
        counts.update({gram for block in blocks for _, gram in grams(WORDS.findall(text_of(block)))})
    shared = {gram for gram, count in counts.items() if count >= LEAST_PROJECTS}
    del counts
    blocks = [block for blocks in projects.values() for block in blocks]
    content = ctypes.create_string_buffer(DICTIONARY_BYTES)
    runs = [run for run in (common_runs(text_of(block), shared) for block in blocks) if run]
    size = zstd.ZDICT_trainFromBuffer(content, ctypes.c_size_t(DICTIONARY_BYTES), *joined(runs))
    if zstd.ZDICT_isError(size):
        raise SystemExit("training failed")
    # Statistics are those of whole blocks.
    header = zstd.ZDICT_getDictHeaderSize(content, ctypes.c_size_t(size))
    material = content.raw[header:size]
    out = ctypes.create_string_buffer(DICTIONARY_BYTES)
    size = zstd.ZDICT_finalizeDictionary(out, ctypes.c_size_t(DICTIONARY_BYTES), material, ctypes.c_size_t(len(material)),
                                         *joined(blocks), DictionaryParameters(LEVEL, 0, DICTIONARY_ID))
    if zstd.ZDICT_isError(size):
        raise SystemExit("making the dictionary failed")
    return out.raw[:size]


def packed_bytes(blocks, dictionary, level):
    context = ctypes.c_void_p(zstd.ZSTD_createCCtx())
    table = ctypes.c_void_p(zstd.ZSTD_createCDict(dictionary, ctypes.c_size_t(len(dictionary)), level))
    out = ctypes.create_string_buffer(1 << 22)
    return sum(zstd.ZSTD_compress_usingCDict(context, out, ctypes.c_size_t(len(out)), block,
                                             ctypes.c_size_t(len(block)), table) for block in blocks)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--repos", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--fold", type=int, choices=range(FOLDS))
    options = parser.parse_args()
    names = []
    for file in sorted((ROOT / "benchmarks/quality/projects").glob("*.toml")):
        project = tomllib.loads(file.read_text(encoding="utf-8"))
        if project.get("split") == "train" and not HeldOut().path(project["name"]):
            names.append(project["name"])
    known = b"".join(file.read_bytes() for file in (ROOT / "models").glob("block-dictionary-*.bin"))
    projects = {}
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            blocks = blocks_of(options.repos / name, options.program.resolve(), pathlib.Path(work), known)
            random.Random(name).shuffle(blocks)
            projects[name] = blocks[:BLOCKS_A_PROJECT]
    judged = [] if options.fold is None else names[options.fold::FOLDS]
    dictionary = train({name: blocks for name, blocks in projects.items() if name not in judged})
    options.out.write_bytes(dictionary)
    print(f"{len(names) - len(judged)} projects, {len(dictionary)} bytes, {hashlib.sha256(dictionary).hexdigest()}")
    for name in judged:
        plain, packed = (packed_bytes(projects[name], used, level) for used, level in ((b"", 3), (dictionary, LEVEL)))
        print(f"{name}: {plain} bytes without, {packed} with: {1 - packed / plain:.1%} less")


if __name__ == "__main__":
    main()
