# Decides if a package or a path belongs to code that must not be used for training and tuning.
# SPDX-License-Identifier: MIT OR Apache-2.0
import os
import re

_BUNDLES = {
    "vendor", "_vendor", "vendored", "third_party", "third-party", "thirdparty", "3rdparty",
    "3rd_party", "node_modules", "site-packages", "deps", "extern", "external", "externals",
    "bundled",
}


def _normal(name):
    return re.sub(r"[._]", "-", name.lower())


def _read_names(file_name):
    names = set()
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), file_name),
              encoding="utf-8") as lines:
        for line in lines:
            names.update(_normal(word) for word in line.partition("#")[0].split())
    return names


def is_bundled(path):
    """True for a file in a folder with bundled code of other projects."""
    return any(part.lower() in _BUNDLES for part in path.split("/"))


class HeldOut:
    """held_out.txt for packages and paths, test_corpus.txt for packages."""

    def __init__(self):
        self._paths = _read_names("held_out.txt")
        names = self._paths | _read_names("test_corpus.txt")
        self._exact = {name[1:] for name in names if name.startswith("=")}
        self._packages = {name for name in names if not name.startswith("=")}

    def package(self, name):
        """True if a package name is a held-out name, or one of its hyphenated parts is.

        A name with "=" before it in the lists must match the whole name, or a whole part between / : @.
        """
        full = _normal(name)
        if any("/" in held and (full + "/").startswith(held + "/") for held in self._packages):
            return True
        if full in self._exact:
            return True
        for part in re.split(r"[/:@ ]", full):
            if part in self._exact:
                return True
            padded = "-" + part + "-"
            if any("-" + held + "-" in padded for held in self._packages):
                return True
        return False

    def path(self, path):
        """True for a file in a folder of bundled code, or if a component of the path is a held-out name."""
        if is_bundled(path):
            return True
        for part in path.split("/"):
            stem = _normal(part.rpartition(".")[0] or part)
            unversioned = re.sub(r"-v?\d[\d-]*$", "", stem)
            if {_normal(part), stem, unversioned} & self._paths:
                return True
        return False
