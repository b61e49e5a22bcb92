"""Makes files of very long lines: JSON on one line, minified code, wide CSV, base64, lines of blanks or marks."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import base64
import json
import pathlib
import random

NEEDLE = "quarterlyHarborPermit"  # one place of each file names it, in the middle


def geojson(size: int) -> str:
    """A collection of points on one line."""
    rows = random.Random(1)
    features, length = [], 0
    while length < size:
        feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [rows.uniform(-180, 180), rows.uniform(-90, 90)]},
                   "properties": {"name": f"station_{rows.randrange(10**6)}", "population": rows.randrange(10**7)}}
        length += len(json.dumps(feature, separators=(",", ":"))) + 1
        features.append(feature)
    features[len(features) // 2]["properties"]["name"] = NEEDLE
    return json.dumps({"type": "FeatureCollection", "features": features}, separators=(",", ":"))


def minified(size: int) -> str:
    """A program without line ends."""
    numbers = random.Random(2)
    parts, length = [], 0
    while length < size:
        i = len(parts)
        part = f"function f{i}(a,b){{var c=a[{numbers.randrange(99)}]||b;return c.map(function(d){{return d*{numbers.randrange(999)}+\"s{i}\"}})}}"
        length += len(part) + 1
        parts.append(part)
    parts[len(parts) // 2] = f"function {NEEDLE}(a){{return a.issuePermit(\"harbor\")}}"
    return ";".join(parts) + ";"


def wide_csv(size: int, columns: int = 4000) -> str:
    """Rows of thousands of columns."""
    numbers = random.Random(3)
    rows, length = [",".join(f"column_{i}" for i in range(columns))], 0
    while length < size:
        rows.append(",".join(str(numbers.randrange(10**6)) for _ in range(columns)))
        length += len(rows[-1])
    middle = rows[len(rows) // 2].split(",")
    middle[columns // 2] = NEEDLE
    rows[len(rows) // 2] = ",".join(middle)
    return "\n".join(rows) + "\n"


def blob(size: int) -> str:
    """A string literal of base64 on one line of a program."""
    data = base64.b64encode(random.Random(4).randbytes(size * 3 // 4)).decode()
    return f'{NEEDLE} = "{data}"\n'


def hexadecimal(size: int) -> str:
    """The same without any mark between two quotes: one word."""
    return f'{NEEDLE} = "{random.Random(5).randbytes(size // 2).hex()}"\n'


def blanks(size: int) -> str:
    """Words far apart on one line."""
    return ("x = 1;" + " " * (size // 2) + f"{NEEDLE}();" + " " * (size // 2) + "y = 2;")


def marks(size: int) -> str:
    """A ruled line that never ends."""
    return f"// {NEEDLE}\n// {'=' * size}\nint x;\n"


def wide_characters(size: int) -> str:
    """One line of characters of three bytes."""
    return json.dumps({"a": "\u6e2f" * (size // 6), "b": NEEDLE, "c": "\u6e2f" * (size // 6)}, ensure_ascii=False)


FILES = {"stations.json": geojson, "bundle.js": minified, "table.csv": wide_csv, "blob.py": blob, "hex.py": hexadecimal,
         "blanks.js": blanks, "marks.c": marks, "harbor.json": wide_characters}


def write(folder: pathlib.Path, size: int, names=tuple(FILES)) -> None:
    for name in names:
        (folder / name).write_text(FILES[name](size), encoding="utf-8")
