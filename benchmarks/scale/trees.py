"""Source trees of the scale benchmark: samples of real code from pinned packages, and generated code."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import hashlib
import os
import pathlib
import shutil
import subprocess
import tarfile
import zipfile

# Debian packages with source files, and the folder of the unpacked package that contains them.
PACKAGES = {
    "linux": [("linux-source-6.1", "6.1.192-2", "usr/src/linux-source-6.1.tar.xz")],
    "openjdk": [("openjdk-17-source", "17.0.21.1+2-1~deb12u1", "usr/lib/jvm/openjdk-17/lib/src.zip")],
    "go": [("golang-1.19-src", "1.19.8-2", "usr/share/go-1.19")],
    "cpython": [("libpython3.11-stdlib", "3.11.2-6+deb12u9", "usr/lib/python3.11"),
                ("libpython3.11-testsuite", "3.11.2-6+deb12u9", "usr/lib/python3.11")],
}
# Extensions of code files, so that all programs index the same files.
EXTENSIONS = frozenset("""c h cc cpp cxx hh hpp cs css dart el ex exs go groovy hs html java jl js jsx kt lua m md ml
    mli mm nix php pl pm proto ps1 py r rb rs rst s scala scss sh sol sql svelte swift tcl toml ts tsx vue xml yaml yml zig""".split())
LARGEST = 1 << 20  # largest file, in bytes
BYTES_A_CHUNK = {"generated": 2050, "real": 1750}  # measured at 1,000 files; used to reach a size in chunks
NEARLY = 2 / 3  # smallest accepted share of the wanted size; results contain the true size
MARK = ".complete"


@dataclasses.dataclass(frozen=True)
class Tree:
    """A tree to measure. `files` or `chunks` is the wanted size; neither: a whole package."""

    kind: str  # generated, real, or a package
    files: int = 0
    chunks: int = 0

    @property
    def name(self) -> str:
        size = self.files or self.chunks
        if not size:
            return self.kind
        short = f"{size // 1_000_000}m" if size % 1_000_000 == 0 else f"{size // 1000}k" if size >= 1000 else str(size)
        return f"{self.kind}-{short}-{'files' if self.files else 'chunks'}"

    @property
    def bytes(self) -> int:
        return self.chunks * BYTES_A_CHUNK[self.kind] if self.chunks else 0


def is_code(path: str) -> bool:
    return path.rpartition(".")[2].lower() in EXTENSIONS and not any(part.startswith(".") for part in path.split("/"))


def place_of(path: str) -> str:
    """Sort key of a path for samples: spreads them evenly over all folders, and is the same on every machine."""
    return hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()


def list_code(root: pathlib.Path) -> list[tuple[str, int]]:
    """(path, bytes) of each code file below `root`."""
    found = []
    for folder, names, files in os.walk(root):
        names.sort()
        below = pathlib.Path(folder).relative_to(root).as_posix()
        for name in files:
            path = name if below == "." else f"{below}/{name}"
            file = os.path.join(folder, name)
            if is_code(path) and not os.path.islink(file) and 0 < os.path.getsize(file) <= LARGEST:
                found.append((path, os.path.getsize(file)))
    return sorted(found)


def choose(files: list[tuple[str, int]], count: int, size: int) -> list[tuple[str, int]]:
    """The first `count` files, or the first files with `size` bytes in total, in the order of place_of(). A smaller
    sample is part of a larger one. All files if there are fewer. Raises ValueError for less than NEARLY of the size."""
    chosen, total = [], 0
    for path, length in sorted(files, key=lambda file: place_of(file[0])):
        if (count and len(chosen) == count) or (size and total >= size):
            break
        chosen.append((path, length))
        total += length
    if len(chosen) < NEARLY * count or total < NEARLY * size:
        raise ValueError(f"there are only {len(files)} files with {total / 1e6:.0f} MB of code")
    return chosen


class Trees:
    """Makes trees in a cache folder, each once."""

    def __init__(self, cache: pathlib.Path, generator: pathlib.Path, packages: pathlib.Path | None, say=print):
        self.cache, self.generator, self.packages, self.say = cache, generator, packages, say

    def make(self, tree: Tree) -> pathlib.Path:
        """The folder of a tree. Makes incomplete trees again."""
        target = self.cache / "trees" / tree.name / "source"
        mark = target.parent / MARK
        if mark.is_file():
            return target
        shutil.rmtree(target.parent, ignore_errors=True)
        target.parent.mkdir(parents=True)
        self.say(f"making {tree.name}")
        if tree.kind == "generated":
            size = ["--files", tree.files] if tree.files else ["--bytes", tree.bytes]
            subprocess.run([str(self.generator), "--generate", str(target), *map(str, size)], check=True,
                           stdout=subprocess.DEVNULL, timeout=3600)
        else:
            self._sample(tree, target)
        mark.touch()
        return target

    def remove(self, tree: Tree) -> None:
        shutil.rmtree(self.cache / "trees" / tree.name, ignore_errors=True)

    def _sample(self, tree: Tree, target: pathlib.Path) -> None:
        pool = {}
        for name in PACKAGES if tree.kind == "real" else [tree.kind]:
            root = self.package(name)
            pool.update({f"{name}/{path}": (root / path, size) for path, size in list_code(root)})
        if tree.kind == "real" and self.packages and self.packages.is_dir():
            pool.update({f"packages/{path}": (self.packages / path, size) for path, size in list_code(self.packages)})
        files = [(path, size) for path, (_, size) in pool.items()]
        for path, _ in choose(files, tree.files, tree.bytes) if tree.kind == "real" else files:
            file = target / path
            file.parent.mkdir(parents=True, exist_ok=True)
            link_or_copy(pool[path][0], file)

    def package(self, name: str) -> pathlib.Path:
        """The unpacked sources of a package; fetches them if they are missing."""
        target = self.cache / "packages" / name
        if (target / MARK).is_file():
            return target
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        for package, version, inside in PACKAGES[name]:
            self.say(f"bringing {package} {version}")
            work = self.cache / "work"
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir()
            unpack_debian(package, version, work)
            unpack_sources(work / "unpacked" / inside, target)
            shutil.rmtree(work)
        (target / MARK).touch()
        return target


def link_or_copy(source: pathlib.Path, target: pathlib.Path) -> None:
    """Makes a hard link if possible, otherwise a copy. This is safe: measured programs replace files and never write into them."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def unpack_debian(package: str, version: str, work: pathlib.Path) -> None:
    """Unpacks a binary package to work/unpacked. Raises RuntimeError with the message of apt."""
    for command in (["apt-get", "-q", "download", f"{package}={version}"], None):
        command = command or ["dpkg-deb", "-x", str(next(work.glob("*.deb"))), str(work / "unpacked")]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=1800)
        if done.returncode != 0:
            raise RuntimeError(f"{package} {version}: {done.stderr.strip()[-300:]}. Pin an available version")


def unpack_sources(source: pathlib.Path, target: pathlib.Path) -> None:
    """Copies the code files from an archive or a folder."""
    if source.is_dir():
        for path, _ in list_code(source):
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / path, target / path)
    elif source.suffix == ".zip":
        with zipfile.ZipFile(source) as packed:
            for info in packed.infolist():
                write_code(target, info.filename, info.file_size, lambda info=info: packed.read(info))
    else:
        with tarfile.open(source) as packed:
            for member in packed:
                if member.isfile():
                    write_code(target, member.name.partition("/")[2], member.size,
                               lambda member=member: packed.extractfile(member).read())


def write_code(target: pathlib.Path, path: str, size: int, read) -> None:
    if not path or path.startswith("/") or ".." in path.split("/") or not is_code(path) or not 0 < size <= LARGEST:
        return
    (target / path).parent.mkdir(parents=True, exist_ok=True)
    (target / path).write_bytes(read())
