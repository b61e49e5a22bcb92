# Makes the dictionary that compresses text blocks, from phrases that many projects share.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: train_block_dictionary.py OUT --corpus FOLDER --program CODEWEAVER [--fold N] [--judge FOLDER...]

Indexes up to FILES_A_PROJECT files of each package that fetch_corpus.py fetched to FOLDER with dictionary_corpus.toml, reads
the text blocks from the databases, and writes a zstd dictionary to OUT. The dictionary is not an excerpt of a project: it
contains single phrases, each followed by a zero byte. Each whole phrase occurs in the texts of at least six of these projects
(shared_phrases.py). No phrase contains an address or a host name (addresses.py). Blocks contain the id of their dictionary, so
a new dictionary needs a new id: change DICTIONARY_ID and the file name in models/. Blocks of the old dictionary then cannot be
read, and the index is rebuilt (Compressor::check_dictionary).

To choose sizes: --fold excludes every fifth project and prints how much the dictionary saves on the blocks of these projects.
--judge prints the same for the projects in a folder; they are never used for training. Needs libzstd, numpy, 4 GB of memory
and a few minutes.
"""
import argparse
import hashlib
import json
import pathlib
import random
import tempfile

from addresses import ADDRESS
from block_texts import blocks_of, finish, packed_bytes, text_of
from held_out import HeldOut
from package_members import members
from shared_phrases import Texts, chosen_phrases, shared_phrases

ROOT = pathlib.Path(__file__).resolve().parent.parent
DICTIONARY_ID = 32770
DICTIONARY_BYTES = 64 * 1024
STATISTICS_BYTES = 1024  # most bytes of the statistics that finish() adds
FILES_A_PROJECT, MOST_FILE_BYTES = 250, 200_000
BLOCKS_A_PROJECT = 100
FOLDS = 5


def packages(corpus):
    """(name, archive) of each fetched package that is not held out."""
    held_out = HeldOut()
    for index in sorted(corpus.glob("index-*.json")):
        for name, entry in sorted(json.loads(index.read_text(encoding="utf-8")).items()):
            if not held_out.package(name):
                yield index.stem.removeprefix("index-") + "-" + name.replace("/", "_"), corpus / entry["archive"]


def unpack(archive, folder):
    """Some files of an archive, with their paths; the same files on every run."""
    paths = sorted(path for path, size, _ in members(str(archive)) if size <= MOST_FILE_BYTES and ".." not in path)
    random.Random(folder.name).shuffle(paths)
    taken = set(paths[:FILES_A_PROJECT])
    for path, _, read in members(str(archive)):
        if path in taken:
            place = folder / path.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(read())
    return folder


def some_blocks(folder, program, work, known):
    blocks = blocks_of(folder, program, work, known)
    random.Random(folder.name).shuffle(blocks)
    return blocks[:BLOCKS_A_PROJECT]


def train(projects):
    texts = Texts([[text_of(block) for block in blocks] for blocks in projects])
    content = chosen_phrases(texts, shared_phrases(texts), DICTIONARY_BYTES - STATISTICS_BYTES)
    dictionary = finish(content, [block for blocks in projects for block in blocks], DICTIONARY_ID, DICTIONARY_BYTES)
    if ADDRESS.search(dictionary):
        raise SystemExit("The dictionary contains an address by chance. Change a size and train again.")
    return dictionary


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--fold", type=int, choices=range(FOLDS))
    parser.add_argument("--judge", type=pathlib.Path, action="append", default=[])
    options = parser.parse_args()
    known = b"".join(file.read_bytes() for file in (ROOT / "models").glob("block-dictionary-*.bin"))
    program = options.program.resolve()
    projects, judged = {}, {}
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for name, archive in packages(options.corpus):
            projects[name] = some_blocks(unpack(archive, work / "trees" / name), program, work, known)
        for folder in (folder for place in options.judge for folder in sorted(place.iterdir()) if folder.is_dir()):
            tree = unpack(folder, work / "judged" / folder.name)
            judged[folder.name] = some_blocks(tree, program, work, known)
    if options.fold is not None:
        judged |= {name: projects.pop(name) for name in list(projects)[options.fold::FOLDS]}
    dictionary = train(list(projects.values()))
    options.out.write_bytes(dictionary)
    print(f"{len(projects)} projects, {len(dictionary)} bytes, {hashlib.sha256(dictionary).hexdigest()}")
    for name, blocks in judged.items():
        plain, before, packed = (packed_bytes(blocks, used) for used in (b"", known, dictionary))
        print(f"{name}: {plain} bytes without a dictionary, {before} with the one in models/, {packed} with the new one: {1 - packed / plain:.1%} less")


if __name__ == "__main__":
    main()
