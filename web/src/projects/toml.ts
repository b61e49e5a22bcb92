// Converts values of settings between TOML and forms.
// SPDX-License-Identifier: MIT OR Apache-2.0

/** The text of a TOML string; other values unchanged. */
export function shownValue(toml: string): string {
  if (!/^".*"$/s.test(toml)) return toml;
  try {
    return JSON.parse(toml) as string; // basic strings of TOML are JSON strings, except for \U and \e
  } catch {
    return toml.slice(1, -1);
  }
}

/** Converts typed text to the API value for a setting of that type; null: remove the setting. */
export function givenValue(text: string, type: string): string | number | boolean | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (/^(integer|number)/.test(type)) {
    const number = Number(trimmed);
    return Number.isFinite(number) ? number : trimmed;
  }
  if (type === "boolean") return trimmed === "true" ? true : trimmed === "false" ? false : trimmed;
  return trimmed;
}
