// What this page may do, and the code in its address that lets it do more.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useQuery } from "@tanstack/react-query";
import { formatRoute, parseRoute } from "../route";
import { ApiError, call, get } from "./client";
import { keepToken } from "./connection";

export interface Access {
  may_change: boolean;
  reason?: string;
  action?: string;
}

/** What to show where something would be refused; empty: it would not, or that is not known yet. */
export const whyNot = (access: Access | undefined): string => (access && !access.may_change ? (access.reason ?? "This page may only read.") : "");

export const useAccess = () => useQuery({ queryKey: ["access"], queryFn: ({ signal }) => get<Access>("/api/v1/access", signal) });

/** The code of an address and the address without it; null: it has none. */
export function codeOf(hash: string): { code: string; rest: string } | null {
  const { path, parameters } = parseRoute(hash);
  const code = parameters.get("code");
  if (code === null) return null;
  parameters.delete("code");
  return { code, rest: formatRoute(path, parameters) };
}

/** Exchanges the code of the address for a token, once, and takes it out of the address. A code that was used before is no harm: the page reads then. */
export async function redeemCode(): Promise<void> {
  const found = codeOf(location.hash);
  if (!found) return;
  history.replaceState(null, "", found.rest);
  try {
    const { token } = await call<{ token: string }>("POST", "/api/v1/session", { code: found.code });
    keepToken(token, "tab");
  } catch (failure) {
    if (!(failure instanceof ApiError)) console.warn("The code of the address could not be exchanged", failure);
  }
}
