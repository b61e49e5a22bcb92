"""Draws line plots with logarithmic axes as SVG, for light and dark pages."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import html
import math

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 76, 168, 44, 54
# Colours that also differ in lightness, for light and for dark pages. Each line also has a different marker.
LIGHT = ["#0b62c4", "#b3470c", "#1b7a3d", "#7b3fb5", "#a8215f", "#5b6470"]
DARK = ["#6db3ff", "#ff9d5c", "#63d48a", "#c79bff", "#ff7fb5", "#b4bcc8"]
STYLE = """text { font: 13px system-ui, sans-serif; fill: #1f2328 } .title { font-size: 15px; font-weight: 600 }
.grid { stroke: #d5dae0 } .axis { stroke: #6b7480 } .line { fill: none; stroke-width: 2 } .aim { stroke-dasharray: 6 4 }
.mark { stroke: none }
%LIGHT%
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #343b44 } .axis { stroke: #8b949e }
%DARK%
}"""


@dataclasses.dataclass(frozen=True)
class Line:
    name: str
    points: list[tuple[float, float]]
    is_aim: bool = False  # dashed, without markers


@dataclasses.dataclass(frozen=True)
class Plot:
    title: str
    x_label: str
    y_label: str
    lines: list[Line]


def decades(values: list[float]) -> tuple[int, int]:
    """The powers of ten around the values, at least one decade."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def short(number: float) -> str:
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:g}{unit}"
    return f"{number:g}"


def colour_rules(colours: list[str]) -> str:
    return "\n".join(f".c{at} {{ stroke: {colour} }} .m{at} {{ fill: {colour} }}" for at, colour in enumerate(colours))


def marker(shape: int, x: float, y: float, colour: int) -> str:
    """A disc, a square, a triangle or a rhombus."""
    if shape % 4 == 0:
        return f'<circle class="mark m{colour}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    corners = {1: [(-4, -4), (4, -4), (4, 4), (-4, 4)], 2: [(0, -5), (5, 4), (-5, 4)], 3: [(0, -5), (5, 0), (0, 5), (-5, 0)]}
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners[shape % 4])
    return f'<polygon class="mark m{colour}" points="{points}"/>'


class Axes:
    """Positions of values in the picture."""

    def __init__(self, plot: Plot):
        points = [point for line in plot.lines for point in line.points]
        self.x, self.y = decades([x for x, _ in points]), decades([y for _, y in points])

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - self.x[0]) / (self.x[1] - self.x[0])
        up = (math.log10(y) - self.y[0]) / (self.y[1] - self.y[0])
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)

    def draw(self, plot: Plot) -> list[str]:
        out = []
        for power in range(self.x[0], self.x[1] + 1):
            x, bottom = self.at(10.0 ** power, 10.0 ** self.y[0])
            out.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom:.1f}"/>')
            out.append(f'<text x="{x:.1f}" y="{bottom + 18:.1f}" text-anchor="middle">{short(10.0 ** power)}</text>')
        for power in range(self.y[0], self.y[1] + 1):
            left, y = self.at(10.0 ** self.x[0], 10.0 ** power)
            out.append(f'<line class="grid" x1="{left:.1f}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
            out.append(f'<text x="{left - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{short(10.0 ** power)}</text>')
        middle = (LEFT + WIDTH - RIGHT) / 2
        out.append(f'<text x="{middle}" y="{HEIGHT - 12}" text-anchor="middle">{html.escape(plot.x_label)}</text>')
        out.append(f'<text transform="translate(18 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">'
                   f'{html.escape(plot.y_label)}</text>')
        return out


def name_places(ends: list[tuple[float, int]]) -> dict[int, float]:
    """Heights of the line names next to their last points, without overlaps."""
    places, last = {}, -math.inf
    for height, line in sorted(ends):
        last = max(height, last + 17)
        places[line] = last
    return places


def svg(plot: Plot) -> str:
    """The picture. Raises ValueError if there are no points or if a value is not above 0."""
    lines = [dataclasses.replace(line, points=sorted(line.points)) for line in plot.lines if line.points]
    if not lines or min(min(point) for line in lines for point in line.points) <= 0:
        raise ValueError(f"'{plot.title}' has no points or has a value that is not above 0")
    axes = Axes(dataclasses.replace(plot, lines=lines))
    style = STYLE.replace("%LIGHT%", colour_rules(LIGHT)).replace("%DARK%", colour_rules(DARK))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">',
           f"<title>{html.escape(plot.title)}</title><style>{style}</style>",
           f'<text class="title" x="{LEFT}" y="24">{html.escape(plot.title)}</text>', *axes.draw(plot)]
    places = name_places([(axes.at(*line.points[-1])[1], at) for at, line in enumerate(lines)])
    for at, line in enumerate(lines):
        colour = len(LIGHT) - 1 if line.is_aim else at % (len(LIGHT) - 1)
        spots = [axes.at(x, y) for x, y in line.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        out.append(f'<polyline class="line c{colour}{" aim" if line.is_aim else ""}" points="{path}"/>')
        if not line.is_aim:
            out += [marker(at, x, y, colour) for x, y in spots]
        out.append(f'<text x="{WIDTH - RIGHT + 12}" y="{places[at] + 4:.1f}" class="m{colour}">{html.escape(line.name)}</text>')
    return "\n".join([*out, "</svg>", ""])
