// Failure: shows an error of the server: cause and action.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { ApiError, Unreachable } from "../api/client";

export function Failure({ error }: { error: Error }) {
  if (error instanceof Unreachable) return null; // the banner shows it
  return (
    <section className="card failure" role="alert">
      <h2>{error instanceof ApiError && error.status === 404 ? "Not found" : "Something went wrong"}</h2>
      <p>{error.message}</p>
      {error instanceof ApiError && error.action && !error.message.includes(error.action) && <p className="quiet">{error.action}</p>}
    </section>
  );
}
