# Reads the source files of a package archive: wheel, jar, zip, crate or tar.
# SPDX-License-Identifier: MIT OR Apache-2.0
import hashlib
import os
import re
import tarfile
import zipfile

from definitions import EXTENSIONS

_MAX_FILE_BYTES = 400_000
_MAX_FILES = 2500
_SKIPPED = re.compile(
    r"(^|/)(tests?|__tests__|specs?|testing|testdata|fixtures?|generated|locales?|"
    r"examples?|demos?|benchmarks?|umd|cjs)(/|$)|[.-]min\.js|\.pb\.|_pb2|\.d\.[mc]?ts$|"
    r"_test\.go$|(^|/)test_[^/]*\.py$|_test\.py$|\.(spec|test|bundle)\.[jt]sx?$|Tests?\.(java|kt)$|"
    r"zz_generated|_generated\.", re.I)


def _members(archive):
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            for info in packed.infolist():
                yield info.filename, info.file_size, lambda i=info: packed.read(i)
    else:
        with tarfile.open(archive) as packed:
            for member in packed:
                if member.isfile():
                    yield member.name, member.size, lambda m=member: packed.extractfile(m).read()


def _inside(path, archive):
    """The path below the folder that most packages wrap their content in."""
    if archive.endswith(".zip"):
        return path.partition("@")[2].partition("/")[2]
    return path if archive.endswith((".whl", ".jar")) else path.partition("/")[2]


def _drawn(path, size):
    """Keeps the same share of the files of a big package on every run."""
    digest = hashlib.blake2b(path.encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") % 1000 < size


def source_files(archive, held_out, share=1000):
    """Yields (path, bytes) of at most _MAX_FILES files; `share` in 1000 of them."""
    count = 0
    for name, size, read in _members(archive):
        path = _inside(name, archive)
        extension = os.path.splitext(path)[1].lower()
        if extension not in EXTENSIONS or not 200 < size < _MAX_FILE_BYTES:
            continue
        if _SKIPPED.search(path) or held_out.path(path) or not _drawn(path, share):
            continue
        data = read()
        if len(data) > 120 * (data.count(b"\n") + 1):
            continue  # minified
        yield path, data
        count += 1
        if count >= _MAX_FILES:
            return
