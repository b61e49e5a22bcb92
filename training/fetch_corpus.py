# Downloads the pinned source packages of corpus.toml through the ordinary package clients.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: fetch_corpus.py MANIFEST FOLDER [KIND...]

One entry of the manifest is one package: kind, name, version, license. Packages land in
FOLDER/KIND/, one archive each; FOLDER/index-KIND.json names the archive of each entry. An entry
without a version is resolved to the newest one, to be pinned by pin_corpus.py.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tomllib

from held_out import HeldOut

DEBIAN_SUITE = "bookworm"


def run(arguments, **options):
    return subprocess.run(arguments, check=True, capture_output=True, text=True, timeout=240,
                          **options).stdout


def newest(pattern):
    files = sorted(glob.glob(pattern), key=os.path.getmtime)
    if not files:
        raise FileNotFoundError(pattern)
    return files[-1]


def fetch_pypi(name, version, folder):
    target = os.path.join(folder, re.sub(r"\W", "_", name))
    run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d",
         target, name + ("==" + version if version else "")])
    archive = newest(target + "/*.whl")
    return archive, os.path.basename(archive).split("-")[1]


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
    """Package lists of our own, so that the machine's are left alone."""
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


def main():
    manifest, root, kinds = sys.argv[1], os.path.abspath(sys.argv[2]), set(sys.argv[3:])
    with open(manifest, "rb") as file:
        projects = tomllib.load(file)["project"]
    held_out = HeldOut()
    for kind in FETCHERS if not kinds else kinds:
        folder, index_path = os.path.join(root, kind), os.path.join(root, f"index-{kind}.json")
        os.makedirs(folder, exist_ok=True)
        index = {}
        if os.path.exists(index_path):
            with open(index_path, encoding="utf-8") as file:
                index = json.load(file)
        for project in projects:
            name = project["name"]
            if project["kind"] != kind or name in index:
                continue
            if held_out.package(name):
                print("held out:", kind, name, flush=True)
                continue
            try:
                archive, version = FETCHERS[kind](name, project.get("version"), folder)
            except (subprocess.SubprocessError, OSError, ValueError, KeyError, IndexError) as error:
                print("failed:", kind, name, str(getattr(error, "stderr", error))[-300:], flush=True)
                continue
            index[name] = {"archive": os.path.relpath(archive, root), "version": version,
                           "license": project["license"]}
            with open(index_path, "w", encoding="utf-8") as file:
                json.dump(index, file, indent=1)
            print(kind, name, version, os.path.getsize(archive) >> 10, "KiB", flush=True)


main()
