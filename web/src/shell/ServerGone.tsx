// ServerGone: says that the server does not answer, and retries until it does.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect } from "react";
import { queries } from "../api/queries";
import { get, ApiError } from "../api/client";

const EVERY_MS = 1500;

export function ServerGone() {
  useEffect(() => {
    const timer = setInterval(() => {
      get("/health/live").then(refresh, (failure) => failure instanceof ApiError && refresh());
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="banner" role="alert">
      <strong>The server does not answer.</strong> Start it again with <code>codeweaver server</code>; this page goes on by itself.
    </p>
  );
}

function refresh() {
  void queries.invalidateQueries();
}
