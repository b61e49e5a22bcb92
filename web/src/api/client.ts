// Calls of the HTTP API and their errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { connection, token } from "./connection";

interface Envelope {
  error?: { code?: string; message?: string; details?: { context?: string; action?: string; code?: string } };
}

/** An error response of the server, with its advice. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly action: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer");
    this.name = "Unreachable";
  }
}

export function headers(more: Record<string, string> = {}): Record<string, string> {
  const given = token();
  return given ? { ...more, Authorization: `Bearer ${given}` } : more;
}

async function refusal(response: Response): Promise<ApiError> {
  let told: Envelope = {};
  try {
    told = (await response.json()) as Envelope;
  } catch {
    // Not an error of the server: for example a page of a proxy, or an empty body.
  }
  const error = told.error ?? {};
  return new ApiError(
    response.status,
    error.details?.code ?? error.code ?? "",
    error.message ?? `The server answers with status ${response.status}`,
    error.details?.action ?? "",
  );
}

/** fetch() that reports its result to `connection`. Errors: ApiError, Unreachable, AbortError. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: "omit", redirect: "error" });
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === "AbortError") throw failure;
    connection.set("lost");
    throw new Unreachable();
  }
  connection.set(response.status === 401 ? "needs_token" : "open");
  if (!response.ok) throw await refusal(response);
  return response;
}

export async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method, signal };
  if (body === undefined) init.headers = headers();
  else {
    init.headers = headers({ "Content-Type": "application/json" });
    init.body = JSON.stringify(body);
  }
  const response = await send(path, init);
  return (await response.json()) as T;
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => call<T>("GET", path, undefined, signal);

/** Path of a project in the API. */
export const ofProject = (id: string, rest = ""): string => `/api/v1/projects/${encodeURIComponent(id)}${rest}`;
