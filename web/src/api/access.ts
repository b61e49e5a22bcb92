// Permissions of this page, and the code in its address that grants more.
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

/** Why changes are refused; empty if they are allowed or if that is not known yet. */
export const whyNot = (access: Access | undefined): string => (access && !access.may_change ? (access.reason ?? "This page may only read.") : "");

export const useAccess = () => useQuery({ queryKey: ["access"], queryFn: ({ signal }) => get<Access>("/api/v1/access", signal) });

/** The code of an address, and the address without it; null if there is no code. */
export function codeOf(hash: string): { code: string; rest: string } | null {
  const { path, parameters } = parseRoute(hash);
  const code = parameters.get("code");
  if (code === null) return null;
  parameters.delete("code");
  return { code, rest: formatRoute(path, parameters) };
}

/** Exchanges the code of the address for a token and removes the code from the address. If the code was already used, the page stays read-only. */
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
