# Reads the source files of a package: a wheel, jar, zip, crate or tar, or a folder with its tree.
# SPDX-License-Identifier: MIT OR Apache-2.0
import hashlib
import os
import re

from definitions import EXTENSIONS
from package_members import members

_MAX_FILE_BYTES = 400_000
_MAX_FILES = 2500
_SKIPPED = re.compile(
    r"(^|/)(tests?|__tests__|specs?|testing|testdata|fixtures?|generated|locales?|"
    r"examples?|demos?|benchmarks?|umd|cjs)(/|$)|[.-]min\.js|\.pb\.|_pb2|\.d\.[mc]?ts$|"
    r"_test\.go$|(^|/)test_[^/]*\.py$|_test\.py$|\.(spec|test|bundle)\.[jt]sx?$|"
    r"Tests?\.(java|kt|cs|swift|php|hs)$|(^|/)[^/]*\.Tests?[./]|_(spec|test)\.(rb|exs|lua|zig)$|"
    r"zz_generated|_generated\.|(^|/)ltmain\.sh$", re.I)  # every package that uses libtool has its script
_GENERATED = re.compile(r"generated|[.-]min\.|fixtures?/|testdata/", re.I)
_TEST = re.compile(
    r"(^|/)(tests?|__tests__|specs?)/|(^|/)test_|[._-](tests?|spec)\.\w+$|Tests?\.\w+$", re.I)
_README = re.compile(r"^(README[^/]*|docs?/[^/]+)\.(md|markdown|rst)$", re.I)
_SHEBANG = re.compile(rb"^#!\s*\S*(/env\s+)?/?(ba|z|k)?sh\b")


def _inside(path, archive):
    """The path without the top folder that most packages have."""
    if os.path.isdir(archive):
        return path
    if archive.endswith(".zip"):
        return path.partition("@")[2].partition("/")[2]
    return path if archive.endswith((".whl", ".jar")) else path.partition("/")[2]


def _drawn(path, size):
    """True for a fixed share of the files of a large package; the same files on every run."""
    digest = hashlib.blake2b(path.encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") % 1000 < size


def _role(path, extension):
    """"code", "test" or "readme"; empty for a file to skip."""
    if _README.search(path):
        return "readme"
    if extension not in EXTENSIONS:
        return ""
    if not _SKIPPED.search(path):
        return "code"
    return "test" if _TEST.search(path) and not _GENERATED.search(path) else ""


def source_files(archive, held_out, share=1000):
    """Yields (role, path, bytes) of at most _MAX_FILES files for each role; reads `share` of every 1000 files."""
    counts = {"code": 0, "test": 0, "readme": 0}
    for name, size, read in members(archive):
        path = _inside(name, archive)
        extension = os.path.splitext(path)[1].lower()
        script = not extension and os.path.isdir(archive)  # may be a shell script without extension
        role = "code" if script and not _SKIPPED.search(path) else _role(path, extension)
        if not role or counts[role] >= _MAX_FILES or not 200 < size < _MAX_FILE_BYTES:
            continue
        if held_out.path(path) or not _drawn(path, share):
            continue
        data = read()
        if script:
            if not _SHEBANG.search(data):
                continue
            path += ".sh"
        if len(data) > 120 * (data.count(b"\n") + 1) and role != "readme":
            continue  # minified
        yield role, path, data
        counts[role] += 1
