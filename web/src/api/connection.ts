// How the page stands with its server: whether it answers, and by which token.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { Store } from "../store";

/** needs_token: it answers nothing without one, or not with the one that was given. */
export type Connection = "open" | "lost" | "needs_token";

export const connection = new Store<Connection>("open");

const KEY = "codeweaver.token";

/** The server's token, if it was given; kept for this tab, or on this machine where that was asked for. */
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
