// The current route: path and parameters after '#', which are not sent to the server.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useSyncExternalStore } from "react";

export interface Route {
  path: string[];
  parameters: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const decoded = path.split("/").filter(Boolean).map(decode);
  return { path: decoded, parameters: new URLSearchParams(query) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function formatRoute(path: string[], parameters?: URLSearchParams): string {
  const query = parameters?.toString() ?? "";
  return `#/${path.map(encodeURIComponent).join("/")}${query ? `?${query}` : ""}`;
}

const listeners = new Set<() => void>();

/** Navigates to a route. `replace`: adds no entry to the browser history. */
export function go(href: string, replace = false): void {
  if (href === location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", href);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("hashchange", listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("hashchange", listener);
    removeEventListener("popstate", listener);
  };
}

/** The part after '#'; updates when it changes. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}
