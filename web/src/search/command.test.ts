// Tests of the command that is named below an answer of the call graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { commandOf } from "./command";

const ASKED = { start: "close", depth: 1, count: 7, by_name: 0, is_cut: false };

test("callers through others are the impact; other relations have the names of their commands", () => {
  expect(commandOf({ ...ASKED, relation: "callers" })).toBe("codeweaver callers close");
  expect(commandOf({ ...ASKED, relation: "callers", depth: 3 })).toBe("codeweaver impact close");
  expect(commandOf({ ...ASKED, relation: "tests", depth: 5 })).toBe("codeweaver tests close");
});
