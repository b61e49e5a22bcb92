// Formats numbers, sizes and times.
// SPDX-License-Identifier: MIT OR Apache-2.0

const numbers = new Intl.NumberFormat("en");

export const count = (value: number): string => numbers.format(value);

export const counted = (value: number, one: string, many = one + "s"): string => `${count(value)} ${value === 1 ? one : many}`;

export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    ++unit;
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

export function milliseconds(value: number): string {
  if (value < 1) return "under 1 ms";
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}

export function seconds(value: number): string {
  if (value < 90) return `${Math.round(value)} s`;
  if (value < 90 * 60) return `${Math.round(value / 60)} min`;
  return value < 36 * 3600 ? `${Math.round(value / 3600)} h` : `${Math.round(value / 86400)} days`;
}

export function ago(time: string | undefined, now: number): string {
  const then = time ? Date.parse(time) : NaN;
  if (Number.isNaN(then)) return "never";
  const passed = Math.max(0, (now - then) / 1000);
  return passed < 5 ? "just now" : `${seconds(passed)} ago`;
}
