"""Third-party components of our packages: writes the CycloneDX list and the licence texts."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = re.search(r"project\(codeweaver VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
SYSTEM = pathlib.Path("/")  # root of Debian's libraries; for another processor, the folder of scripts/aarch64_sysroot
STATIC = ["libfaiss-dev", "libblas-dev", "liblapack-dev"]  # Debian's archives that are linked into the library
HEADERS = ["libboost1.81-dev", "libcli11-dev"]  # header-only libraries


@dataclasses.dataclass(frozen=True)
class Component:
    """A third-party component of a package."""

    name: str
    version: str
    purl: str
    licences: tuple[str, ...]
    text: pathlib.Path | None  # file with its licence; None: only docs/reference/licenses.md has it
    files: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Archive:
    """An archive that is linked into a module."""

    package: str  # Debian package
    file: str
    is_compiled: bool  # true if we compiled it from the sources of that package


def _told(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"}).stdout


def _debian(package: str, files: tuple[str, ...], root: pathlib.Path, is_source: bool) -> Component:
    fields = "${source:Package} ${source:Version}\n" if is_source else "${Package} ${Version}\n"
    name, version = _told("dpkg-query", f"--root={root}", "--show", f"--showformat={fields}", package).splitlines()[0].split()
    text = root / "usr/share/doc" / package / "copyright"
    if not text.is_file():
        raise FileNotFoundError(f"{text} is missing, but the licence of {package} must be shipped. Run: apt-get install --reinstall {package}")
    stated = re.findall(r"^License: *(\S[^\n]*)$", text.read_text(errors="replace"), re.MULTILINE)
    purl = f"pkg:deb/debian/{name}@{version}?{'arch=source&' if is_source else ''}distro=debian-12"
    return Component(name, version, purl, tuple(dict.fromkeys(stated)), text, files)


def folders(root: pathlib.Path) -> list[pathlib.Path]:
    """The folders of Debian's libraries below a root."""
    return [*root.glob("lib/*-linux-gnu"), *root.glob("usr/lib/*-linux-gnu")]


def _loaded(program: pathlib.Path, root: pathlib.Path) -> dict[str, pathlib.Path]:
    """Does what ldd does, for a program of another processor."""
    found: dict[str, pathlib.Path] = {}
    unread = [program]
    while unread:
        for name in set(re.findall(r"\(NEEDED\).*\[(.*)\]", _told("readelf", "--dynamic", str(unread.pop())))) - set(found):
            found[name] = next((folder / name for folder in folders(root) if (folder / name).is_file()), None)
            if found[name] is None:
                raise FileNotFoundError(f"{name}, which {program} needs, is not in {root}. Run: scripts/aarch64_sysroot {root}")
            unread.append(found[name])
    return found


def paths_of(program: pathlib.Path, root: pathlib.Path = SYSTEM) -> dict[str, pathlib.Path]:
    """Paths of the shared libraries that a program loads, by name; the loader comes first."""
    loader = root / re.search(r"program interpreter: /(.*)\]", _told("readelf", "--program-headers", str(program)))[1]
    if root == SYSTEM:
        asked = {name: pathlib.Path(path) for name, path in re.findall(r"(\S+) => (/\S+)", _told("ldd", str(program)))}
    else:
        asked = _loaded(program, root)
    return {loader.name: loader, **dict(sorted(asked.items()))}


def needed_by(program: pathlib.Path, root: pathlib.Path = SYSTEM) -> list[str]:
    """File names of these libraries."""
    return sorted({path.resolve().name for path in paths_of(program, root).values()})


def package_of(library: str, root: pathlib.Path = SYSTEM) -> str:
    """The Debian package of a shared library, found by its file name."""
    owners = _told("dpkg-query", f"--root={root}", "--search", f"*/{library}").splitlines()
    exact = [line for line in owners if re.search(rf" (/usr)?/lib/([^/]*linux-gnu/)?{re.escape(library)}$", line)]
    return exact[0].split(":")[0]


def package_of_archive(file: pathlib.Path, root: pathlib.Path = SYSTEM) -> str:
    """The Debian package of an archive."""
    installed = "/" / (file.parent.resolve() / file.name).relative_to(root)
    return _told("dpkg-query", f"--root={root}", "--search", str(installed)).split(":")[0]


def debian(libraries: list[str], root: pathlib.Path, archives: list[Archive]) -> list[Component]:
    """Packages of the shared libraries, the linked archives and the compiled headers."""
    files: dict[str, list[str]] = {}
    for library in libraries:
        files.setdefault(package_of(library, root), []).append(library)
    for package in STATIC + HEADERS:
        files.setdefault(package, [])
    for one in archives:
        files.setdefault(one.package, []).append(one.file)
    of_source = {one.package for one in archives if one.is_compiled}
    return [_debian(package, tuple(names), root, package in of_source) for package, names in sorted(files.items())]


def grammars() -> list[Component]:
    """tree-sitter and the grammars that grammars/Cargo.toml pins."""
    manifest = tomllib.loads((ROOT / "grammars" / "Cargo.toml").read_text())
    lock = (ROOT / "grammars" / "Cargo.lock").read_bytes()
    fetched = pathlib.Path(os.environ.get("CODEWEAVER_GRAMMARS_DIR") or ROOT / ".cache" / f"grammars-{hashlib.sha256(lock).hexdigest()[:12]}")
    made = []
    for name, version in sorted(manifest["dependencies"].items()):
        version = version.lstrip("=")
        licence = tomllib.loads((fetched / name / "Cargo.toml").read_text())["package"]["license"]
        text = next(iter(sorted((fetched / name).glob("LICEN*"))), None)
        made.append(Component(name, version, f"pkg:cargo/{name}@{version}", (licence,), text))
    return made


def page() -> list[Component]:
    """The npm packages in the web page."""
    shown = (ROOT / "docs" / "reference" / "licenses.md").read_text().split("## The web page")[1].split("Vite (MIT)")[0]
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    made = []
    for path, facts in packages.items():
        name = path.removeprefix("node_modules/")
        if re.search(rf"[| ]{re.escape(name)}[, ]", shown) and name:
            purl = f"pkg:npm/{name.replace('@', '%40')}@{facts['version']}"
            made.append(Component(name, facts["version"], purl, (facts["license"],), None))
    return made


def components(libraries: list[str], root: pathlib.Path = SYSTEM, archives: list[Archive] | None = None) -> list[Component]:
    return debian(libraries, root, archives or []) + grammars() + page()


def write_list(file: pathlib.Path, parts: list[Component]) -> None:
    """Writes a CycloneDX list of all components of a package. The same input gives the same bytes."""
    listed = [{"type": "library", "bom-ref": one.purl, "name": one.name, "version": one.version, "purl": one.purl,
               "licenses": [{"license": {"name": licence}} for licence in one.licences],
               **({"properties": [{"name": "codeweaver:file", "value": name} for name in one.files]} if one.files else {})}
              for one in parts]
    whole = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
             "metadata": {"component": {"type": "application", "bom-ref": "codeweaver", "name": "codeweaver", "version": VERSION,
                                        "licenses": [{"expression": "MIT OR Apache-2.0"}]}},
             "components": listed,
             "dependencies": [{"ref": "codeweaver", "dependsOn": [one["bom-ref"] for one in listed]}]}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(whole, indent=1) + "\n")


def write_licences(folder: pathlib.Path, parts: list[Component]) -> None:
    """Writes docs/reference/licenses.md and the text of each licence to one folder."""
    texts = folder / "third_party"
    texts.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "docs" / "reference" / "licenses.md", texts / "README.md")
    for one in parts:
        if one.text is not None:
            (texts / f"{one.name}.txt").write_bytes(one.text.read_bytes())
    of_page = ROOT / ".cache" / "page" / "licenses.txt"
    if of_page.is_file():
        shutil.copy(of_page, texts / "web_page.txt")
