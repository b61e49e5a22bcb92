# Writes corpus.toml: the fetched packages with their versions and stated licences.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: pin_corpus.py CORPUS_FOLDER DEVELOPMENT_LIST [SOURCES_FOLDER] > corpus.toml

Packages without a permissive licence are skipped and named on standard error. DEVELOPMENT_LIST names
the packages of the development set, one per line: kind, name, and "thin" for the second set.
SOURCES_FOLDER: repositories as plain trees in owner/name@commit; their licence is read from the
licence file at the root.
"""
import glob
import json
import os
import re
import sys
import tarfile
import zipfile

from held_out import HeldOut

# Licences stated by the projects. Their packages have no short form, or only a list for files that we skip.
_KNOWN = {
    "openexr": "BSD-3-Clause", "openssh": "BSD-2-Clause AND ISC", "pcre2": "BSD-3-Clause",
    "tiff": "libtiff", "wayland": "MIT", "weston": "MIT",
}
_PERMISSIVE = re.compile(
    r"\b(MIT|Apache|BSD|MS-PL|UPL|ISC|Zlib|libpng|PSF|Python|PostgreSQL|PHP|BSL|Boost|Unlicense|0BSD|"
    r"Expat|public.domain|curl|ZPL|HPND|OpenSSL|Unicode|CC0|TCL|Ruby|FTL|X11|tiff|NCSA|Intel|"
    r"OLDAP|OpenLDAP|JasPer|LLVM|W3C|Artistic|libtiff)", re.I)
_RESTRICTED = re.compile(r"GPL|MPL|EPL|CDDL|SSPL|BUSL|CPL|AFL-|Elastic|proprietary", re.I)
_TEXTS = (("Apache License", "Apache-2.0"), ("Redistribution and use in source", "BSD-3-Clause"),
          ("Permission is hereby granted, free of charge", "MIT"),
          ("Permission to use, copy, modify", "ISC"))


def _from_text(text):
    return next((name for mark, name in _TEXTS if mark in text), "")


def _wheel(archive):
    with zipfile.ZipFile(archive) as packed:
        name = next(n for n in packed.namelist() if n.endswith(".dist-info/METADATA"))
        metadata = packed.read(name).decode("utf8", "replace").partition("\n\n")[0]
        texts = [packed.read(n).decode("utf8", "replace") for n in packed.namelist()
                 if re.search(r"dist-info/.*(LICENSE|LICENCE|COPYING)", n, re.I)]
    for pattern in (r"^License-Expression: (.+)", r"^Classifier: License :: OSI Approved :: (.+)",
                    r"^License: (.{1,60})$"):
        found = re.findall(pattern, metadata, re.M)
        if found:
            return " OR ".join(found).strip()
    return _from_text("\n".join(texts))


def _tar_member(archive, pattern):
    with tarfile.open(archive) as packed:
        for member in packed:
            if re.search(pattern, member.name) and member.isfile():
                return packed.extractfile(member).read().decode("utf8", "replace")
    return ""


def _npm(archive):
    stated = json.loads(_tar_member(archive, r"^[^/]+/package\.json$")).get("license", "")
    return stated.get("type", "") if isinstance(stated, dict) else stated


def _crate(archive):
    found = re.search(r'^license = "([^"]+)"', _tar_member(archive, r"^[^/]+/Cargo\.toml$"), re.M)
    return found.group(1) if found else ""


def _go(archive):
    with zipfile.ZipFile(archive) as packed:
        names = [n for n in packed.namelist()
                 if re.search(r"@[^/]+/(LICENSE|LICENCE|COPYING)[^/]*$", n, re.I)]
        return _from_text("\n".join(packed.read(n).decode("utf8", "replace") for n in names))


def _debian(archive):
    """The licence for all files ("Files: *") in debian/copyright."""
    packaging = glob.glob(os.path.join(os.path.dirname(archive), "*.debian.tar.*"))
    text = _tar_member(packaging[0], r"debian/copyright$") if packaging else ""
    for stanza in re.split(r"\n\s*\n", text):
        if re.search(r"^Files:\s+\*\s*$", stanza, re.M):
            found = re.search(r"^License:[ \t]*(.+)$", stanza, re.M)
            if found:
                return found.group(1).strip()
    return _from_text(text)


_READERS = {"pypi": _wheel, "npm": _npm, "crate": _crate, "go": _go, "debian": _debian,
            "maven": lambda archive: ""}


_FILE_TEXTS = (
    (r"Apache License,?\s+Version 2", "Apache-2.0"),
    (r"Universal Permissive License", "UPL-1.0"),
    (r"This is free and unencumbered software", "Unlicense"),
    (r"Boost Software License", "BSL-1.0"), (r"Microsoft Public License", "MS-PL"),
    (r"altered source versions must be plainly marked|in no event will the authors be held liable",
     "Zlib"),
    (r"Permission is hereby granted, free of charge", "MIT"),
    (r"Permission to use, copy, modify, and/or distribute this software for any\s+purpose with or "
     r"without fee is hereby granted[.]", "0BSD"),
    (r"Permission to use, copy, modify,? (and/or|and) distribute", "ISC"),
    (r"Redistribution and use in source[\s\S]*(Neither|names? of)", "BSD-3-Clause"),
    (r"Redistribution and use in source", "BSD-2-Clause"),
)
_COPYLEFT = re.compile(r"GNU (LESSER |AFFERO |LIBRARY )?GENERAL PUBLIC|GNU L?GPL|Mozilla Public|"
                       r"Eclipse Public|Business Source|Elastic License|Server Side Public|Creative Commons", re.I)


def _repository(tree):
    """The licences in the files at the root of a tree; empty if one of them is not permissive."""
    found = set()
    for name in sorted(os.listdir(tree)) + sorted(glob.glob("LICENSES/*", root_dir=tree)):
        path = os.path.join(tree, name)
        if not re.match(r"(LICEN[CS]E|COPYING|COPYRIGHT|UNLICENSE|MIT-LICENSE)", name, re.I) \
                or not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if _COPYLEFT.search(text):
            return ""
        found.update(licence for pattern, licence in _FILE_TEXTS if re.search(pattern, text, re.I))
    if {"BSD-2-Clause", "BSD-3-Clause"} <= found:
        found.remove("BSD-2-Clause")
    if {"0BSD", "ISC"} <= found:
        found.remove("ISC")
    return " AND ".join(sorted(found))


def _is_permissive(licence):
    if not _PERMISSIVE.search(licence):
        return False
    return not _RESTRICTED.search(licence) or bool(re.search(r"\bor\b", licence, re.I))


def main():
    corpus, held_out = sys.argv[1], HeldOut()
    with open(sys.argv[2], encoding="utf-8") as lines:
        development = {tuple(line.split()) for line in lines if line.strip()}
    print("# Packages that the static model is trained on, and those that its settings were chosen"
          "\n# on (use = \"development\"); written by pin_corpus.py.\nproject = [")
    for index_path in sorted(glob.glob(os.path.join(corpus, "index-*.json"))):
        kind = re.search(r"index-(\w+)\.json", index_path).group(1)
        with open(index_path, encoding="utf-8") as file:
            index = json.load(file)
        for name, entry in sorted(index.items()):
            if held_out.package(name):
                continue
            stated = _READERS[kind](os.path.join(corpus, entry["archive"]))
            licence = _KNOWN.get(name) or stated or entry["license"]
            if not _is_permissive(licence):
                print("skipped:", kind, name, licence, file=sys.stderr)
                continue
            use = _use(development, kind, name)
            print(f'  {{kind = "{kind}", name = "{name}", version = "{entry["version"]}", '
                  f'license = {json.dumps(licence)}{use}}},')
    for tree in sorted(glob.glob(os.path.join(sys.argv[3], "*", "*@*", "")) if sys.argv[3:] else []):
        owner, full = tree.rstrip("/").split("/")[-2:]
        name, commit = f"{owner}/{full.partition('@')[0]}", full.partition("@")[2]
        licence = "" if held_out.package(name) else _repository(tree)
        if not licence:
            print("skipped: github", name, file=sys.stderr)
            continue
        print(f'  {{kind = "github", name = "{name}", version = "{commit}", '
              f'license = "{licence}"{_use(development, "github", name)}}},')
    print("]")


def _use(development, kind, name):
    if (kind, name, "thin") in development:
        return ', use = "thin"'
    return ', use = "development"' if (kind, name) in development else ""


main()
