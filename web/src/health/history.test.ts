// Tests of health samples and chart lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { linePoints, MOST_SAMPLES, niceTop, withSample, type Health, type Sample } from "./history";

const health = {
  indexing: { state: "indexing" },
  metrics: { search_query_latency_ms: { p50: 2, p95: 9, p99: 9 }, search_queries_total: 4, indexing_files_per_second: 50 },
} as unknown as Health;

test("only the last samples are kept", () => {
  let samples: Sample[] = [];
  for (let at = 0; at < MOST_SAMPLES + 7; ++at) samples = withSample(samples, health, at);
  expect(samples).toHaveLength(MOST_SAMPLES);
  expect(samples[0]!.at).toBe(7);
  expect(samples.at(-1)).toEqual({ at: MOST_SAMPLES + 6, p50: 2, p95: 9, rate: 50, queries: 4 });
});

test("the rate of a run that has ended is none", () => {
  expect(withSample([], { ...health, indexing: { state: "idle" } }, 0)[0]!.rate).toBe(0);
});

test("an axis ends at a round figure", () => {
  expect([0, 0.3, 1, 7, 12, 450].map(niceTop)).toEqual([1, 0.5, 1, 10, 20, 500]);
});

test("a line ends at the right edge and stays in its box", () => {
  expect(linePoints([0, 10], 10, 149, 100)).toBe("148.0,100.0 149.0,0.0");
  expect(linePoints([99], 10, 149, 100)).toBe("149.0,0.0");
});
