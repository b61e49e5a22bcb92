// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { fullPath } from "./data";

test("paths are taken as people type them", () => {
  expect(fullPath(" /home/me/shop/ ", "")).toBe("/home/me/shop");
  expect(fullPath("/", "/home/me")).toBe("/");
  expect(fullPath("~", "/home/me")).toBe("/home/me");
  expect(fullPath("~/shop//", "/home/me")).toBe("/home/me/shop");
  expect(fullPath("~other/shop", "/home/me")).toBe("~other/shop");
  expect(fullPath("~/shop", "")).toBe("~/shop");
});
