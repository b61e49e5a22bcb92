// Tests of the conversion of settings between forms and the API.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { givenValue, shownValue } from "./toml";

test("a text is shown without its quotes, anything else as it stands", () => {
  expect(['"ast"', '""', '"a \\"b\\""', "500", "true", "[]"].map(shownValue)).toEqual(["ast", "", 'a "b"', "500", "true", "[]"]);
});

test("what was typed is sent in the type of its setting, and nothing takes the setting out", () => {
  expect(givenValue(" 500 ", "integer from 10 to 100000")).toBe(500);
  expect(givenValue("0.2", "number from 0.0 to 0.5")).toBe(0.2);
  expect(givenValue("true", "boolean")).toBe(true);
  expect(givenValue("500", "text")).toBe("500");
  expect(givenValue("  ", "text")).toBeNull();
  expect(givenValue("many", "integer from 1 to 2")).toBe("many"); // the server reports the error
});
