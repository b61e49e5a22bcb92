// Chart: line chart of the last minutes.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect, useRef, useState } from "react";
import { linePoints, niceTop } from "./history";

interface Props {
  title: string;
  unit: string;
  lines: { name: string; values: number[] }[];
}

const WIDTH = 560; // until the real width is known
const HEIGHT = 150;
const LEFT = 44;
const STEPS = [0, 0.5, 1];

export function Chart({ title, unit, lines }: Props) {
  const top = niceTop(Math.max(0, ...lines.flatMap(({ values }) => values)));
  const { figure, width } = useWidth();
  const told = lines.map(({ name, values }) => `${name} ${shown(values.at(-1) ?? 0)} ${unit}`).join(", ");
  return (
    <figure className="card chart">
      <figcaption>
        <h2>{title}</h2>
        {lines.length > 1 && (
          <ul>
            {lines.map(({ name }, index) => (
              <li key={name}>
                <i className={`key line-${index}`} /> {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <svg ref={figure} viewBox={`0 0 ${LEFT + width} ${HEIGHT + 30}`} role="img" aria-label={`${title}: now ${told}`}>
        {STEPS.map((step) => (
          <g key={step}>
            <line className="grid" x1={LEFT} x2={LEFT + width} y1={5 + HEIGHT * (1 - step)} y2={5 + HEIGHT * (1 - step)} />
            <text x={LEFT - 8} y={9 + HEIGHT * (1 - step)} textAnchor="end">
              {shown(step * top)}
            </text>
          </g>
        ))}
        <g transform={`translate(${LEFT} 5)`}>
          {lines.map(({ name, values }, index) => (
            <polyline key={name} className={`line line-${index}`} points={linePoints(values, top, width, HEIGHT)} />
          ))}
        </g>
        {lines.every(({ values }) => values.length < 2) && (
          <text x={LEFT + width / 2} y={HEIGHT / 2 - 10} textAnchor="middle">
            Drawn from now on
          </text>
        )}
        <text x={LEFT} y={HEIGHT + 25}>
          5 min ago
        </text>
        <text x={LEFT + width} y={HEIGHT + 25} textAnchor="end">
          now
        </text>
      </svg>
    </figure>
  );
}

/** Width of the chart in pixels, so that text keeps its size on phones, too. */
function useWidth() {
  const figure = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(WIDTH);
  useEffect(() => {
    const observer = new ResizeObserver(([seen]) => seen && setWidth(Math.max(100, Math.round(seen.contentRect.width) - LEFT)));
    if (figure.current) observer.observe(figure.current);
    return () => observer.disconnect();
  }, []);
  return { figure, width };
}

function shown(value: number): string {
  return value === 0 ? "0" : value < 10 ? String(Number(value.toPrecision(2))) : String(Math.round(value));
}
