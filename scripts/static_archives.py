"""Archives for wheels for older systems: Debian's, and those that Debian does not have, compiled from Debian's sources."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import collections.abc
import dataclasses
import pathlib
import shutil
import subprocess

import linked_libraries
from package_tools import ROOT, Refused, Target, run

FLAGS = "-O2 -fPIC -fstack-protector-strong -D_FORTIFY_SOURCE=2 -ffunction-sections -fdata-sections"
JOBS = "-j2"
# The archives to link instead of a shared library, by its name. Archives of one line may need symbols of each other.
STANDS_FOR = {
    "libcrypto": ("libcrypto.a",),
    "libcurl": ("libcurl.a", "libssl.a", "libcrypto.a", "libz.a"),
    "libgfortran": (),  # see scripts/left_out.c
    "libgit2": ("libgit2.a", "libhttp_parser.a", "libmbedcrypto.a", "libpcre2-8.a", "libz.a"),
    "libgomp": ("libgomp.a",),
    "libpcre2-8": ("libpcre2-8.a",),
    "libpq": ("libpq.a", "libpgcommon_shlib.a", "libpgport_shlib.a", "libssl.a", "libcrypto.a"),
    "libpugixml": ("libpugixml.a",),
    "libre2": ("libre2_pic.a", "libre2.a"),  # the second for its tables, which are generated from a package with all of Unicode
    "libsimdjson": ("libsimdjson.a",),
    "libsqlite3": ("libsqlite3.a",),
    "libtomlplusplus": ("libtomlplusplus.a",),
    "libutf8proc": ("libutf8proc.a",),
    "libxxhash": ("libxxhash.a",),
    "libzip": ("libzip.a", "libz.a"),
    "libzstd": ("libzstd.a",),
}


@dataclasses.dataclass(frozen=True)
class Task:
    """A library to compile: its sources, a work folder and the target machine."""

    tree: pathlib.Path
    work: pathlib.Path
    target: Target


def _by_cmake(task: Task, name: str, *options: str) -> list[pathlib.Path]:
    run("cmake", "-G", "Ninja", "-S", task.tree, "-B", task.work, *task.target.toolchain, "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_C_FLAGS={FLAGS}", "-DBUILD_SHARED_LIBS=OFF", *(f"-D{option}" for option in options))
    run("ninja", JOBS, "-C", task.work, name)
    return list(task.work.glob("lib/*.a"))


def _configure(task: Task, program: pathlib.Path, *options: str) -> None:
    host = [f"--host={task.target.machine}-linux-gnu"] if task.target.is_foreign else []
    compiler = " ".join([f"{task.target.tools}gcc", *task.target.sysroot])
    run(program, *host, *options, f"CC={compiler}", f"CFLAGS={FLAGS}", cwd=task.work)


def _curl(task: Task) -> list[pathlib.Path]:
    """HTTP and HTTPS with OpenSSL, as src/net needs; searches for certificates in the same places as Debian's libcurl."""
    off = ["BROTLI", "ZSTD", "USE_LIBSSH2", "USE_LIBPSL"]
    return _by_cmake(task, "libcurl", "HTTP_ONLY=ON", "CURL_USE_OPENSSL=ON", "CURL_ZLIB=ON", "BUILD_CURL_EXE=OFF", "BUILD_TESTING=OFF",
                     "USE_NGHTTP2=OFF", "USE_LIBIDN2=OFF", "CURL_CA_PATH=/etc/ssl/certs", "CURL_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt",
                     *(f"CURL_{one}=OFF" for one in off))


def _zip(task: Task) -> list[pathlib.Path]:
    """With Deflate only, the compression of office files."""
    off = ["BZIP2", "LZMA", "ZSTD", "GNUTLS", "MBEDTLS", "OPENSSL", "COMMONCRYPTO"]
    return _by_cmake(task, "zip", "HAVE_ARC4RANDOM=OFF", *(f"ENABLE_{one}=OFF" for one in off),
                     *(f"BUILD_{one}=OFF" for one in ("TOOLS", "REGRESS", "EXAMPLES", "DOC")))


def _pq(task: Task) -> list[pathlib.Path]:
    """Without GSSAPI and LDAP, because Debian has no archives of them."""
    _configure(task, task.tree / "configure", "--with-openssl", "--without-readline", "--without-zlib", "--without-icu")
    places = [("interfaces/libpq", "libpq.a"), ("common", "libpgcommon_shlib.a"), ("port", "libpgport_shlib.a")]
    for folder, name in places:
        run("make", "--silent", JOBS, "-C", task.work / "src" / folder, name)
    return [task.work / "src" / folder / name for folder, name in places]


def _gomp(task: Task) -> list[pathlib.Path]:
    """Compiled because Debian's archive is for programs only: it places thread-local variables at fixed offsets."""
    (packed,) = task.tree.glob("gcc-*-dfsg.tar.xz")
    wanted = ["libgomp", "include", "config", "*.*", "install-sh", "missing", "compile", "depcomp", "mkinstalldirs", "move-if-change", "gcc/BASE-VER"]
    run("tar", "--extract", "--file", packed, "--directory", task.work, "--wildcards", "--no-wildcards-match-slash", *(f"*/{one}" for one in wanted))
    (sources,) = task.work.glob("gcc-*")
    _configure(task, sources / "libgomp" / "configure", "--disable-multilib", "--disable-shared", "--with-pic")
    run("make", JOBS, "libgomp.la", cwd=task.work)
    return [task.work / ".libs" / "libgomp.a"]


def _archive(task: Task, name: str, sources: list[pathlib.Path], *options: str) -> list[pathlib.Path]:
    objects = [task.work / f"{source.stem}.o" for source in sources]
    for source, made in zip(sources, objects):
        run(f"{task.target.tools}g++", *task.target.sysroot, "-std=c++17", "-O3", "-DNDEBUG", *FLAGS.split()[1:], "-pthread", *options, "-c",
            source, "-o", made)
    run(f"{task.target.tools}ar", "rcs", task.work / name, *objects)
    return [task.work / name]


def _simdjson(task: Task) -> list[pathlib.Path]:
    return _archive(task, "libsimdjson.a", [task.tree / "src" / "simdjson.cpp"], f"-I{task.tree / 'include'}", f"-I{task.tree / 'src'}")


def _re2(task: Task) -> list[pathlib.Path]:
    """Compiled because Debian's archive is for programs only, like libgomp's."""
    sources = [*sorted((task.tree / "re2").glob("*.cc")), task.tree / "util" / "rune.cc", task.tree / "util" / "strutil.cc"]
    return _archive(task, "libre2_pic.a", sources, f"-I{task.tree}")


def _toml(task: Task) -> list[pathlib.Path]:
    """The headers contain the whole library."""
    source = task.work / "toml.cpp"
    source.write_text("#define TOML_HEADER_ONLY 0\n#define TOML_IMPLEMENTATION\n#include <toml++/toml.h>\n")
    return _archive(task, "libtomlplusplus.a", [source])


@dataclasses.dataclass(frozen=True)
class Compiled:
    """A library to compile from the sources of an installed package, in the same version."""

    package: str
    archives: tuple[str, ...]
    make: collections.abc.Callable[[Task], list[pathlib.Path]]


COMPILED = [
    Compiled("libcurl4-openssl-dev", ("libcurl.a",), _curl),
    Compiled("libgomp1", ("libgomp.a",), _gomp),
    Compiled("libpq-dev", ("libpq.a", "libpgcommon_shlib.a", "libpgport_shlib.a"), _pq),
    Compiled("libre2-dev", ("libre2_pic.a",), _re2),
    Compiled("libsimdjson-dev", ("libsimdjson.a",), _simdjson),
    Compiled("libtomlplusplus-dev", ("libtomlplusplus.a",), _toml),
    Compiled("libzip-dev", ("libzip.a",), _zip),
]


def _apt(folder: pathlib.Path) -> list[str]:
    """An apt-get command with a separate list of sources: the source packages of this machine's Debian mirrors."""
    lists = folder / "lists"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    rows = run("apt-get", "indextargets", "--format", "deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages", "Origin: Debian")
    if not rows:
        raise Refused("apt-get has no lists of Debian packages. Run: apt-get update")
    key = "/usr/share/keyrings/debian-archive-keyring.gpg"
    rows = "".join(f"{row}\n" for row in dict.fromkeys(rows.replace("deb-src", f"deb-src [signed-by={key}]").splitlines()))
    words = ["apt-get", f"-oDir::Etc::SourceList={folder / 'sources.list'}", "-oDir::Etc::SourceParts=/dev/null",
             f"-oDir::State::Lists={lists}", f"-oDir::Cache={folder}", "-oAPT::Sandbox::User=root"]
    if not (folder / "sources.list").is_file() or (folder / "sources.list").read_text() != rows:
        (folder / "sources.list").write_text(rows)
        run(*words, "update")
    return words


def _fetched(package: str, target: Target, folder: pathlib.Path) -> pathlib.Path:
    """The unpacked sources of an installed package. apt-get checks their hashes against Debian's signature."""
    name, version = run("dpkg-query", f"--root={target.root}", "--show", "--showformat=${source:Package} ${source:Version}", package).split()
    tree = folder / name / "tree"
    if not tree.is_dir():
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
        run(*_apt(folder), "source", "--download-only", f"{name}={version}", cwd=folder / name)
        (described,) = (folder / name).glob("*.dsc")
        run("dpkg-source", "--no-check", "--extract", described, "tree", cwd=folder / name)
    return tree


def compile_all(target: Target, folder: pathlib.Path) -> pathlib.Path:
    """Compiles the libraries of COMPILED, once for each version, and returns their folder."""
    made = folder / "made"
    made.mkdir(parents=True, exist_ok=True)
    for one in COMPILED:
        stamp = made / f"{one.package}.version"
        version = run("dpkg-query", f"--root={target.root}", "--show", "--showformat=${Version}", one.package)
        if stamp.is_file() and stamp.read_text() == version:
            continue
        work = folder / "work" / one.package
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        tree = work if one.make is _toml else _fetched(one.package, target, folder / "sources")
        for file in one.make(Task(tree, work, target)):
            shutil.copy(file, made)
        stamp.write_text(version)
    return made


def archive(name: str, target: Target, made: pathlib.Path) -> pathlib.Path:
    """The path of an archive: compiled by us, or Debian's."""
    folders = [made, *linked_libraries.folders(target.root)]
    if target.is_foreign:
        folders += sorted(target.root.glob(f"usr/lib/gcc/{target.machine}-linux-gnu/*"))
    else:
        compiler = subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
        folders.append(pathlib.Path(compiler).parent)
    found = next((folder / name for folder in folders if folder.is_absolute() and (folder / name).is_file()), None)
    if found is None:
        how = f"{ROOT}/scripts/aarch64_sysroot {target.root}" if target.is_foreign else f"{ROOT}/scripts/setup build"
        raise Refused(f"{name} was not found. Run: {how}")
    return found


def carried(archives: list[pathlib.Path], target: Target) -> list[linked_libraries.Archive]:
    """The packages of these archives."""
    compiled = {name: one.package for one in COMPILED for name in one.archives}
    listed = []
    for file in archives:
        own = compiled.get(file.name) if file.parent.name == "made" else None
        listed.append(linked_libraries.Archive(own or linked_libraries.package_of_archive(file, target.root), file.name, own is not None))
    return listed
