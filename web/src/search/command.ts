// The command that gives the whole answer to a question that the call graph answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { AskedCallGraph } from "../api/types";

/** "codeweaver callers close"; callers through others are the impact of a change. */
export function commandOf({ relation, start, depth }: AskedCallGraph): string {
  return `codeweaver ${relation === "callers" && depth > 1 ? "impact" : relation} ${start}`;
}
