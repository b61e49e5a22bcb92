// State of the connection to the server, and its token.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { Store } from "../store";

/** needs_token: the server requires a token, or refused the given one. */
export type Connection = "open" | "lost" | "needs_token";

export const connection = new Store<Connection>("open");

const KEY = "codeweaver.token";

/** The token of the server, if the user gave it. Kept for this tab or, if the user chose so, on this machine. */
export function token(): string {
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "";
}

export function keepToken(value: string, where: "tab" | "machine"): void {
  forgetToken();
  (where === "tab" ? sessionStorage : localStorage).setItem(KEY, value.trim());
}

export function forgetToken(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}
