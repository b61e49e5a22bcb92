# Lists the files of a package: a wheel, jar, zip, crate or tar, or a folder with its tree.
# SPDX-License-Identifier: MIT OR Apache-2.0
import os
import tarfile
import zipfile


def _tree_members(folder):
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(parent, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield os.path.relpath(path, folder), os.path.getsize(path), lambda p=path: _read(p)


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def members(archive):
    """Yields (path, size, read) of each regular file. Call read() for its bytes before you request the next file."""
    if os.path.isdir(archive):
        yield from _tree_members(archive)
    elif zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            for info in packed.infolist():
                if not info.is_dir():
                    yield info.filename, info.file_size, lambda i=info: packed.read(i)
    else:
        with tarfile.open(archive) as packed:
            for member in packed:
                if member.isfile():
                    yield member.name, member.size, lambda m=member: packed.extractfile(m).read()
