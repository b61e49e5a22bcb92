# Reads text blocks of indexed folders and compresses them with a dictionary.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""blocks_of() indexes a folder and reads its blocks, finish() makes a dictionary, packed_bytes() measures it."""
import collections
import ctypes
import ctypes.util
import os
import sqlite3
import subprocess

from held_out import HeldOut

LEVEL = 5  # the same as in src/store/database/compressor.cpp

zstd = ctypes.CDLL(ctypes.util.find_library("zstd"))
for name in ("ZDICT_finalizeDictionary", "ZSTD_decompress_usingDict", "ZSTD_compress_usingCDict"):
    getattr(zstd, name).restype = ctypes.c_size_t
for name in ("ZSTD_createCDict", "ZSTD_createCCtx", "ZSTD_createDCtx"):
    getattr(zstd, name).restype = ctypes.c_void_p
zstd.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
zstd.ZSTD_isError.argtypes = zstd.ZDICT_isError.argtypes = [ctypes.c_size_t]


class DictionaryParameters(ctypes.Structure):
    """ZDICT_params_t."""
    _fields_ = [("level", ctypes.c_int), ("verbosity", ctypes.c_uint), ("id", ctypes.c_uint)]


def blocks_of(folder, program, work, dictionary):
    """The unpacked blocks of a folder, without held-out files."""
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
        return [_unpack(frame, dictionary) for content, frame in rows.execute("SELECT id >> 24, data FROM blocks ORDER BY id")
                if not any(held_out.path(path) for path in paths[content])]


def text_of(block):
    """The text of an unpacked block (docs/internals/index_format.md)."""
    _, at = _varint(block, 1)
    size, at = _varint(block, at)
    return block[at:at + size]


def finish(content, blocks, identifier, room):
    """A dictionary with `content` and the statistics of whole blocks."""
    out = ctypes.create_string_buffer(room)
    samples = b"".join(blocks), (ctypes.c_size_t * len(blocks))(*map(len, blocks)), ctypes.c_uint(len(blocks))
    size = zstd.ZDICT_finalizeDictionary(out, ctypes.c_size_t(room), content, ctypes.c_size_t(len(content)), *samples,
                                         DictionaryParameters(LEVEL, 0, identifier))
    if zstd.ZDICT_isError(size):
        raise SystemExit("zstd could not make the dictionary")
    return out.raw[:size]


def packed_bytes(blocks, dictionary, level=LEVEL):
    context = ctypes.c_void_p(zstd.ZSTD_createCCtx())
    table = ctypes.c_void_p(zstd.ZSTD_createCDict(dictionary, ctypes.c_size_t(len(dictionary)), level))
    out = ctypes.create_string_buffer(1 << 22)
    size = sum(zstd.ZSTD_compress_usingCDict(context, out, ctypes.c_size_t(len(out)), block,
                                             ctypes.c_size_t(len(block)), table) for block in blocks)
    zstd.ZSTD_freeCDict(table)
    zstd.ZSTD_freeCCtx(context)
    return size


def _unpack(frame, dictionary):
    size = zstd.ZSTD_getFrameContentSize(frame, ctypes.c_size_t(len(frame)))
    out = ctypes.create_string_buffer(size)
    context = ctypes.c_void_p(zstd.ZSTD_createDCtx())
    written = zstd.ZSTD_decompress_usingDict(context, out, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame)),
                                             dictionary, ctypes.c_size_t(len(dictionary)))
    zstd.ZSTD_freeDCtx(context)
    if zstd.ZSTD_isError(written):
        raise SystemExit("a block cannot be unpacked: models/ must belong to the same version as the program")
    return out.raw


def _varint(data, at):
    value, shift = 0, 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
