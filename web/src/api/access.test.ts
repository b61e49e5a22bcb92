// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { codeOf, whyNot } from "./access";

test("the code is taken out of the address, the rest stays", () => {
  expect(codeOf("#/search?code=abc")).toEqual({ code: "abc", rest: "#/search" });
  expect(codeOf("#/tour?code=a%2Bb&project=shop")).toEqual({ code: "a+b", rest: "#/tour?project=shop" });
  expect(codeOf("#/search?q=code")).toBeNull();
  expect(codeOf("")).toBeNull();
});

test("only a refusal has a reason", () => {
  expect(whyNot(undefined)).toBe("");
  expect(whyNot({ may_change: true })).toBe("");
  expect(whyNot({ may_change: false, reason: "no token" })).toBe("no token");
  expect(whyNot({ may_change: false })).not.toBe("");
});
