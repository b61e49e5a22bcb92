// Preferences for this browser: theme and editor.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { Store } from "./store";

export type Theme = "system" | "light" | "dark";

export interface Preferences {
  theme: Theme;
  /** Address that opens a file, with {path} and {line}. */
  editor: string;
}

export const EDITORS: { name: string; address: string }[] = [
  { name: "Visual Studio Code", address: "vscode://file{path}:{line}" },
  { name: "Cursor", address: "cursor://file{path}:{line}" },
  { name: "Zed", address: "zed://file{path}:{line}" },
  { name: "JetBrains", address: "idea://open?file={path}&line={line}" },
  { name: "Sublime Text", address: "subl://open?url=file://{path}&line={line}" },
  { name: "Emacs", address: "org-protocol://open-file?url={path}&line={line}" },
];

const KEY = "codeweaver.preferences";
const DEFAULTS: Preferences = { theme: "system", editor: EDITORS[0]!.address };

export function readPreferences(text: string | null): Preferences {
  try {
    const kept = JSON.parse(text ?? "{}") as Partial<Preferences>;
    const theme = kept.theme === "light" || kept.theme === "dark" ? kept.theme : "system";
    const editor = typeof kept.editor === "string" && isEditorAddress(kept.editor) ? kept.editor : DEFAULTS.editor;
    return { theme, editor };
  } catch {
    return DEFAULTS;
  }
}

/** True for an address of another program with {path}; false for web and script addresses. */
export function isEditorAddress(text: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  const refused = ["http", "https", "javascript", "data", "blob", "file", "about"];
  return scheme !== undefined && !refused.includes(scheme) && text.includes("{path}");
}

export const preferences = new Store<Preferences>(readPreferences(globalThis.localStorage?.getItem(KEY) ?? null));

export function changePreferences(change: Partial<Preferences>): void {
  const changed = { ...preferences.get(), ...change };
  localStorage.setItem(KEY, JSON.stringify(changed));
  preferences.set(changed);
  applyTheme(changed.theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function editorHref(address: string, path: string, line: number): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return address.replaceAll("{path}", encoded).replaceAll("{line}", String(line));
}
