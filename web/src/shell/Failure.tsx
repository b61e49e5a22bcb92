// Failure: shows the cause and the advice of a server error.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { ApiError, Unreachable } from "../api/client";

export function Failure({ error }: { error: Error }) {
  if (error instanceof Unreachable) return null; // the banner reports it
  return (
    <section className="card failure" role="alert">
      <h2>{error instanceof ApiError && error.status === 404 ? "Not there" : "That did not work"}</h2>
      <p>{error.message}</p>
      {error instanceof ApiError && error.action && !error.message.includes(error.action) && <p className="quiet">{error.action}</p>}
    </section>
  );
}
