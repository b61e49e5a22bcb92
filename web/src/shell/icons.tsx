// Icons, drawn for this page on a grid of 16.
// SPDX-License-Identifier: MIT OR Apache-2.0

const PATHS = {
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM10.5 10.5 14 14",
  open: "M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3",
  copy: "M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z",
  why: "M3 13V8M6.5 13V3.5M10 13v-3M13.5 13V6",
  sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  moon: "M13.5 9.7A6 6 0 0 1 6.3 2.5a6 6 0 1 0 7.2 7.2Z",
  auto: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM8 2v12M8 5l4.5-1M8 8h6M8 11l4.5 1",
  calls: "M1.5 8h3M11.5 8h3M9.5 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM3 6.5 4.5 8 3 9.5M13 6.5 14.5 8 13 9.5",
  back: "M9.5 3.5 5 8l4.5 4.5",
  close: "M4 4l8 8M12 4l-8 8",
  help: "M6 6a2 2 0 1 1 2.8 1.8c-.5.3-.8.6-.8 1.2v.4M8 12v.1",
  check: "M3 8.5 6.5 12 13 4.5",
  expand: "M4 6l4 4 4-4",
  filter: "M2.5 4h11M4.5 8h7M6.5 12h3",
  folder: "M2 4.5a1 1 0 0 1 1-1h3.2l1.5 1.7H13a1 1 0 0 1 1 1v5.8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-7.5Z",
  outline: "M2.5 4h7M5 8h8.5M5 12h6",
  stop: "M4.5 4.5h7v7h-7z",
  refresh: "M13 8a5 5 0 1 1-1.5-3.6M13 2.5V5h-2.5",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
