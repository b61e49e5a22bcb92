# Finds phrases that several projects share, and chooses those that are worth their space in a dictionary.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""A phrase is a run of words and blanks inside one block. It is shared if the whole phrase occurs in the texts of at least
LEAST_PROJECTS projects. Of phrases in fewer projects, only shared parts are used."""
import heapq
import re

import numpy

from addresses import ADDRESS

LEAST_PROJECTS = 6
MOST_WORDS = 12  # including blanks
STRETCH = 6  # bytes; zstd rarely uses shorter matches from a dictionary
_WORDS = re.compile(rb"\w+|\s+|[^\w\s]")
_BLOCK_BITS = 16
_CANDIDATES = 400_000  # most valuable phrases; a dictionary contains a few thousand


class Texts:
    """The texts of the blocks of projects, as bytes and as words."""

    def __init__(self, projects):
        numbers, words, offsets, blocks, places = {}, [], [], [], []
        self.projects = []  # of each block
        at = 0
        for i, texts in enumerate(projects):
            for text in texts:
                places.append(at)
                for match in _WORDS.finditer(text):
                    words.append(numbers.setdefault(match.group(), len(numbers)))
                    offsets.append(at + match.start())
                    blocks.append(len(self.projects))
                self.projects.append(i)
                at += len(text)
        if len(self.projects) >= 1 << _BLOCK_BITS:
            raise SystemExit("Too many blocks: use fewer for each project.")
        self.bytes = b"".join(text for texts in projects for text in texts)
        self.words = numpy.array(words, dtype=numpy.uint64)
        self.offsets = numpy.array(offsets + [at], dtype=numpy.int64)
        self.blocks = numpy.array(blocks, dtype=numpy.uint64)
        self.places = numpy.array(places + [at], dtype=numpy.int64)
        self.projects = numpy.array(self.projects, dtype=numpy.uint8)


def shared_phrases(texts):
    """Offsets and sizes of one occurrence of each shared phrase in the texts."""
    hashes, at = numpy.zeros(len(texts.words), dtype=numpy.uint64), numpy.arange(len(texts.words))
    offsets, ends = [], []
    for count in range(1, MOST_WORDS + 1):
        at = at[at + count <= len(texts.words)]
        last = at + count - 1
        at = at[texts.blocks[at] == texts.blocks[last]]
        hashes[at] = _mixed(hashes[at] * numpy.uint64(0x9E3779B97F4A7C15) + texts.words[at + count - 1])
        keys = _keys(hashes[at], texts.blocks[at])
        order = numpy.argsort(keys)
        keys, places = keys[order], at[order]
        phrase, project = keys >> numpy.uint64(_BLOCK_BITS), texts.projects[keys & numpy.uint64((1 << _BLOCK_BITS) - 1)]
        starts = numpy.flatnonzero(numpy.append(True, phrase[1:] != phrase[:-1]))
        is_new_project = numpy.append(True, (phrase[1:] != phrase[:-1]) | (project[1:] != project[:-1]))
        are_shared = numpy.add.reduceat(is_new_project.astype(numpy.int64), starts) >= LEAST_PROJECTS
        first = places[starts[are_shared]]
        offsets.append(texts.offsets[first])
        ends.append(texts.offsets[first + count])
        sizes = numpy.diff(numpy.append(starts, len(keys)))
        at = numpy.sort(places[numpy.repeat(are_shared, sizes)])
    offsets = numpy.concatenate(offsets)
    return offsets, numpy.concatenate(ends) - offsets


def chosen_phrases(texts, shared, room):
    """Phrases for a dictionary of `room` bytes, separated by zero bytes, most useful last.

    A phrase is useful if its stretches occur in many blocks, and in no phrase that was chosen before it."""
    offsets, sizes = shared
    are_long = sizes >= STRETCH
    offsets, sizes = offsets[are_long], sizes[are_long]
    counts = _blocks_of_stretches(texts)
    sums = numpy.append(0, numpy.cumsum(counts))
    most = (sums[offsets + sizes - STRETCH + 1] - sums[offsets]) / (sizes + 1)
    order = numpy.lexsort((offsets, -most))[:_CANDIDATES]
    heap = [(-value, texts.bytes[at:at + size]) for value, at, size
            in zip(most[order].tolist(), offsets[order].tolist(), sizes[order].tolist())]
    heap = [entry for entry in heap if b"\0" not in entry[1] and not ADDRESS.search(entry[1])]
    left = {}
    for at, size in zip(offsets[order].tolist(), sizes[order].tolist()):
        for i in range(at, at + size - STRETCH + 1):
            left[texts.bytes[i:i + STRETCH]] = int(counts[i])

    def worth(phrase):
        found = {phrase[i:i + STRETCH] for i in range(len(phrase) - STRETCH + 1)}
        return sum(left.get(stretch, 0) for stretch in found) / (len(phrase) + 1)

    heapq.heapify(heap)
    taken, size = [], 0
    while heap:
        old, phrase = heapq.heappop(heap)
        value = worth(phrase)
        if value <= 0:
            continue
        if value < -old:
            heapq.heappush(heap, (-value, phrase))
            continue
        if size + len(phrase) + 1 > room:
            break
        taken.append(phrase)
        size += len(phrase) + 1
        for i in range(len(phrase) - STRETCH + 1):
            left.pop(phrase[i:i + STRETCH], None)
    return b"".join(phrase + b"\0" for phrase in reversed(taken))


def _blocks_of_stretches(texts):
    """For each byte, the number of blocks with the stretch that begins there; 0 for the last bytes."""
    data = numpy.frombuffer(texts.bytes, dtype=numpy.uint8)
    size = len(data) - STRETCH + 1
    keys = numpy.zeros(size, dtype=numpy.uint64)
    for i in range(STRETCH):
        keys = keys << numpy.uint64(8) | data[i:i + size]
    blocks = numpy.repeat(numpy.arange(len(texts.projects), dtype=numpy.uint64), numpy.diff(texts.places))[:size]
    order = numpy.argsort(keys, kind="stable")  # puts the blocks of a stretch in order
    keys, blocks = keys[order], blocks[order]
    is_new = numpy.append(True, keys[1:] != keys[:-1])
    starts = numpy.flatnonzero(is_new)
    in_blocks = numpy.add.reduceat((is_new | numpy.append(True, blocks[1:] != blocks[:-1])).astype(numpy.int64), starts)
    out = numpy.zeros(len(data), dtype=numpy.int64)
    out[order] = numpy.repeat(in_blocks, numpy.diff(numpy.append(starts, size)))
    return out


def _keys(hashes, blocks):
    return hashes >> numpy.uint64(_BLOCK_BITS) << numpy.uint64(_BLOCK_BITS) | blocks


def _mixed(values):
    values ^= values >> numpy.uint64(30)
    values *= numpy.uint64(0xBF58476D1CE4E5B9)
    return values ^ values >> numpy.uint64(27)
