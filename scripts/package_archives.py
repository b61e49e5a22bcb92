# Downloads the archives of pinned source packages with the usual package clients.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""FETCHERS has one function for each kind of package: fetch(name, version, folder) downloads a package to
`folder` and returns (path of the archive, version). Without a version it downloads the newest one."""
import glob
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile

DEBIAN_SUITE = "bookworm"


def run(arguments, **options):
    return subprocess.run(arguments, check=True, capture_output=True, text=True, timeout=240,
                          **options).stdout


def newest(pattern):
    files = sorted(glob.glob(pattern), key=os.path.getmtime)
    if not files:
        raise FileNotFoundError(pattern)
    return files[-1]


def fetch_pypi(name, version, folder, form="wheel"):
    """`form` is `wheel` (the installed files) or `sdist` (also has tests and documents)."""
    target = os.path.join(folder, re.sub(r"\W", "_", name))
    only = "--only-binary=:all:" if form == "wheel" else "--no-binary=:all:"
    run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", only, "-d", target,
         name + ("==" + version if version else "")])
    if form == "wheel":
        archive = newest(target + "/*.whl")
        return archive, os.path.basename(archive).split("-")[1]
    archive = newest(target + "/*.tar.gz")
    return archive, os.path.basename(archive)[:-len(".tar.gz")].rpartition("-")[2]


def fetch_npm(name, version, folder):
    spec = name + "@" + (version or "latest")
    packed = json.loads(run(["npm", "pack", "--json", "--ignore-scripts", "--pack-destination",
                             folder, spec]))
    if isinstance(packed, dict):
        packed = list(packed.values())
    archive = os.path.join(folder, packed[0]["filename"].replace("@", "").replace("/", "-"))
    return archive, packed[0]["version"]


def fetch_crate(name, version, folder):
    environment = dict(os.environ, CARGO_HOME=os.path.join(folder, "home"))
    run(["cargo", "info", "-q", "--color", "never", name + ("@" + version if version else "")],
        env=environment, cwd=folder)
    found = [path for path in glob.glob(folder + "/home/registry/cache/*/" + name + "-*.crate")
             if re.fullmatch(re.escape(name) + r"-\d[^/]*\.crate", os.path.basename(path))]
    if version:
        found = [path for path in found if path.endswith(f"/{name}-{version}.crate")]
    archive = max(found, key=os.path.getmtime)
    return archive, os.path.basename(archive)[len(name) + 1:-len(".crate")]


def fetch_go(name, version, folder):
    environment = dict(os.environ, GOMODCACHE=os.path.join(folder, "mod"), GOFLAGS="-modcacherw",
                       GOTOOLCHAIN="local")
    answer = json.loads(run(["go", "mod", "download", "-json", f"{name}@{version or 'latest'}"],
                            env=environment, cwd=folder))
    return answer["Zip"], answer["Version"]


def fetch_maven(name, version, folder):
    artifact = name.partition(":")[2]
    run(["mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy",
         f"-Dartifact={name}:{version or 'RELEASE'}:jar:sources", "-Dmdep.useBaseVersion=true",
         "-DoutputDirectory=" + folder], cwd=folder)
    archive = newest(f"{folder}/{artifact}-[0-9v]*-sources.jar")
    return archive, os.path.basename(archive)[len(artifact) + 1:-len("-sources.jar")]


def fetch_debian(name, version, folder):
    private = prepare_apt(folder)
    target = os.path.join(folder, name)
    os.makedirs(target, exist_ok=True)
    run(["apt-get", *private, "source", "-q", "--download-only",
         name + ("=" + version if version else "")], cwd=target)
    description = newest(target + "/*.dsc")
    with open(description, encoding="utf-8") as lines:
        found = re.search(r"^Version: (\S+)", lines.read(), re.M).group(1)
    originals = [path for path in glob.glob(target + "/*.tar.*")
                 if not re.search(r"debian\.tar\.|\.asc$|\.orig-", path)]
    return originals[0], found


def prepare_apt(folder):
    """Options for separate package lists, so that those of the machine do not change."""
    lists, source = os.path.join(folder, "lists"), os.path.join(folder, "source.sources")
    options = ["-o", "Dir::Etc::sourcelist=" + source, "-o", "Dir::Etc::sourceparts=-", "-o",
               "Dir::State::lists=" + lists, "-o", "Dir::Cache::pkgcache=", "-o",
               "Dir::Cache::srcpkgcache=", "-o", "APT::Sandbox::User=root"]
    if not os.path.isdir(lists):
        os.makedirs(lists + "/partial")
        with open("/etc/apt/sources.list.d/debian.sources", encoding="utf-8") as machine:
            uri = re.search(r"^URIs: (\S+)", machine.read(), re.M).group(1)
        with open(source, "w", encoding="utf-8") as out:
            out.write(f"Types: deb-src\nURIs: {uri}\nSuites: {DEBIAN_SUITE}\nComponents: main\n"
                      "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n")
        run(["apt-get", *options, "update", "-q"])
    return options


FETCHERS = {"pypi": fetch_pypi, "npm": fetch_npm, "crate": fetch_crate, "go": fetch_go,
            "maven": fetch_maven, "debian": fetch_debian}


def _members(archive):
    """(path, bytes) of each regular file."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            for info in packed.infolist():
                if not info.is_dir():
                    yield info.filename, packed.read(info)
    else:
        with tarfile.open(archive) as packed:
            for member in packed:
                if member.isfile():
                    yield member.name, packed.extractfile(member).read()


def unpack(archive, folder):
    """Writes the regular files below `folder`, without the top folder that most packages have.
    Skips files whose path leads outside `folder`."""
    for name, data in _members(archive):
        path = name
        if archive.endswith(".zip"):  # Go: host/module@version/path
            path = name.partition("@")[2].partition("/")[2]
        elif not archive.endswith((".whl", ".jar")):
            path = name.removeprefix("./").partition("/")[2]
        if not path or path.startswith("/") or ".." in path.split("/"):
            continue
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as out:
            out.write(data)
