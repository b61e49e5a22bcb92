// Tests of preferences: stored values are validated, because any program may have written them.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { editorHref, isEditorAddress, readPreferences } from "./preferences";

test("a path of any characters is one place in the address of the editor", () => {
  expect(editorHref("vscode://file{path}:{line}", "/a b/c#?&<x>.py", 7)).toBe("vscode://file/a%20b/c%23%3F%26%3Cx%3E.py:7");
});

test("addresses of the web and of scripts are none of an editor", () => {
  for (const address of ["javascript:alert('{path}')", "JavaScript:{path}", "https://a.example/{path}", "data:{path}", "{path}", "zed://x"])
    expect(isEditorAddress(address)).toBe(false);
  expect(isEditorAddress("zed://file{path}:{line}")).toBe(true);
});

test("what cannot be read means the usual", () => {
  const usual = readPreferences(null);
  expect(readPreferences("{")).toEqual(usual);
  expect(readPreferences('{"theme":"pink","editor":"javascript:{path}"}')).toEqual(usual);
  expect(readPreferences('{"theme":"dark"}').theme).toBe("dark");
});
