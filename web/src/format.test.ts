// Tests of formatted numbers, sizes and times.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { ago, bytes, count, counted, milliseconds, seconds } from "./format";

test("figures are short and have their unit", () => {
  expect(count(1234567)).toBe("1,234,567");
  expect([counted(1, "file"), counted(2, "file")]).toEqual(["1 file", "2 files"]);
  expect([bytes(999), bytes(1500), bytes(12_345_678)]).toEqual(["999 B", "1.5 kB", "12 MB"]);
  expect([milliseconds(0.3), milliseconds(12.4), milliseconds(2345)]).toEqual(["under 1 ms", "12 ms", "2.3 s"]);
  expect([seconds(20), seconds(600), seconds(7200), seconds(200_000)]).toEqual(["20 s", "10 min", "2 h", "2 days"]);
});

test("times are told from now", () => {
  const now = Date.parse("2026-11-24T12:00:00Z");
  expect(ago("2026-11-24T11:50:00.000Z", now)).toBe("10 min ago");
  expect(ago("2026-11-24T12:00:03Z", now)).toBe("just now");
  expect([ago(undefined, now), ago("garbage", now)]).toEqual(["never", "never"]);
});
