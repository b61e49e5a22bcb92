# Mines (query, code) pairs from the fetched packages into one file for the trainer.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: mine.py MANIFEST CORPUS_FOLDER OUTPUT_FOLDER

Writes OUTPUT_FOLDER/USE/KIND+NAME.pairs, one file a package (USE: training or development), and
prints a line of counts for each. Files that exist are kept.
A record is seven NUL-terminated fields: project, path, symbol, first sentence, doc, code, language.
A definition without a usable comment has an empty sentence and doc.
"""
import glob
import hashlib
import json
import os
import re
import sys
import tomllib

from archives import source_files
from definitions import EXTENSIONS, definitions
from held_out import HeldOut
from queries import first_sentence, is_good, plain

_MAX_CODE, _MAX_DOC = 3000, 800
_MAX_DOCUMENTED, _MAX_PLAIN = 6000, 1500
_BIG_ARCHIVE = 12 << 20


def _header_docs(found):
    """Comments of C and C++ prototypes by function name; None where two differ."""
    docs = {}
    for _, definition in found:
        if definition.is_prototype and definition.doc:
            name = re.split(r"[.:]+", definition.symbol)[-1]
            docs[name] = None if docs.get(name, definition.doc) != definition.doc else definition.doc
    return docs


def _order(record):
    """A fixed pseudo-random order, to draw from packages that hold too much."""
    return hashlib.blake2b(("\0".join(record)).encode(), digest_size=8).digest()


def mine_package(project, archive, held_out):
    found = []
    share = 1000 if os.path.getsize(archive) < _BIG_ARCHIVE else 500
    for path, source in source_files(archive, held_out, share):
        try:
            found.extend((path, definition) for definition in definitions(path, source))
        except (ValueError, RecursionError, AttributeError) as error:
            print("skipped", project, path, error, file=sys.stderr)
    headers = _header_docs(found)
    seen, documented, bare = set(), [], []
    for path, definition in found:
        code = definition.code
        if definition.is_prototype or len(code) < 40 or code.count("\n") < 1:
            continue
        digest = hashlib.blake2b(re.sub(r"\s+", "", code).encode(), digest_size=8).digest()
        if digest in seen:
            continue
        seen.add(digest)
        doc = definition.doc or headers.get(re.split(r"[.:]+", definition.symbol)[-1]) or ""
        text = plain(doc)
        sentence = first_sentence(text)
        useful = bool(sentence) and is_good(sentence)
        language = EXTENSIONS[os.path.splitext(path)[1].lower()]
        record = tuple(field.replace("\0", " ") for field in (
            project, path, definition.symbol, sentence if useful else "",
            text[:_MAX_DOC] if useful else "", code[:_MAX_CODE], language))
        (documented if useful else bare).append(record)
    documented = sorted(documented, key=_order)[:_MAX_DOCUMENTED]
    bare = sorted(bare, key=_order)[:min(_MAX_PLAIN, max(300, 2 * len(documented)))]
    return sorted(documented + bare, key=lambda record: record[1:3]), len(documented)


def main():
    manifest, corpus, output = sys.argv[1:4]
    with open(manifest, "rb") as file:
        projects = tomllib.load(file)["project"]
    held_out, indexes = HeldOut(), {}
    for index_path in glob.glob(os.path.join(corpus, "index-*.json")):
        with open(index_path, encoding="utf-8") as file:
            indexes[re.search(r"index-(\w+)\.json", index_path).group(1)] = json.load(file)
    for project in projects:
        kind, name = project["kind"], project["name"]
        if held_out.package(name):
            sys.exit(f"{kind} {name} is held out; remove it from {manifest}")
        folder = os.path.join(output, project.get("use", "training"))
        os.makedirs(folder, exist_ok=True)
        target = os.path.join(folder, kind + "+" + re.sub(r"[^\w.-]", "_", name) + ".pairs")
        if os.path.exists(target) or name not in indexes.get(kind, {}):
            continue
        archive = os.path.join(corpus, indexes[kind][name]["archive"])
        records, count = mine_package(name, archive, held_out)
        with open(target + ".tmp", "w", encoding="utf-8", errors="replace", newline="") as out:
            for record in records:
                out.write("\0".join(record) + "\0")
        os.rename(target + ".tmp", target)
        print(kind, name, project["version"], len(records), count, flush=True)


main()
