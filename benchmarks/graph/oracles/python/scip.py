"""Reads a SCIP index without generated protobuf code."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import pathlib
from collections.abc import Iterator

# Field numbers of scip.proto.
INDEX_DOCUMENTS = 2
DOCUMENT_PATH, DOCUMENT_OCCURRENCES = 1, 2
OCCURRENCE_RANGE, OCCURRENCE_SYMBOL, OCCURRENCE_ROLES = 1, 2, 3
ROLE_DEFINITION = 1


@dataclasses.dataclass(frozen=True)
class Occurrence:
    """A symbol at a place. Line and columns count from 0; columns are in the encoding of the indexer."""
    line: int
    start: int
    end: int
    symbol: str
    is_definition: bool


def varint(data: bytes, at: int) -> tuple[int, int]:
    """The number at `at`, and the position after it."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The number and value of each field of a message."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        wire = tag & 7
        if wire == 0:
            value, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(wire)
            if wire == 2:
                size, at = varint(data, at)
            if size is None:
                raise ValueError(f"wire type {wire} at byte {at}: this is not a SCIP index")
            value, at = data[at:at + size], at + size
        yield tag >> 3, value


def read_occurrence(data: bytes) -> Occurrence:
    numbers, symbol, roles = [], "", 0
    for field, value in fields(data):
        if field == OCCURRENCE_RANGE:
            if isinstance(value, int):  # not packed
                numbers.append(value)
            else:
                at = 0
                while at < len(value):
                    number, at = varint(value, at)
                    numbers.append(number)
        elif field == OCCURRENCE_SYMBOL:
            symbol = value.decode()
        elif field == OCCURRENCE_ROLES:
            roles = value
    # [line, start, end] for one line, [line, start, last line, end] for several.
    return Occurrence(numbers[0], numbers[1], numbers[-1], symbol, bool(roles & ROLE_DEFINITION))


def read_index(file: pathlib.Path) -> dict[str, list[Occurrence]]:
    """The occurrences of each document, by path."""
    documents: dict[str, list[Occurrence]] = {}
    for field, document in fields(file.read_bytes()):
        if field != INDEX_DOCUMENTS:
            continue
        path, occurrences = "", []
        for inner, value in fields(document):
            if inner == DOCUMENT_PATH:
                path = value.decode()
            elif inner == DOCUMENT_OCCURRENCES:
                occurrences.append(read_occurrence(value))
        documents.setdefault(path, []).extend(one for one in occurrences if one.symbol)
    return documents
