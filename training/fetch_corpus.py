# Downloads the pinned source packages of corpus.toml with the usual package clients.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: fetch_corpus.py MANIFEST FOLDER [KIND...]

Each entry of the manifest is one package: kind, name, version, license. Packages are downloaded to
FOLDER/KIND/, one archive each. FOLDER/index-KIND.json names the archive of each entry. Without a
version, the newest one is downloaded; pin_corpus.py pins it.
"""
import json
import os
import pathlib
import subprocess
import sys
import tomllib

from held_out import HeldOut

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scripts"))
from package_archives import FETCHERS


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
