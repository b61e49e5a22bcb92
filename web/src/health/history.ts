// The last samples of server health, and the chart lines for them.
// SPDX-License-Identifier: MIT OR Apache-2.0

export interface Health {
  status: "healthy" | "degraded" | "unhealthy";
  uptime_seconds: number;
  services: Record<string, { status: string; latency_ms?: number; model?: string; provider?: string; circuit_breaker_state?: string }>;
  statistics: { total_chunks_indexed: number; total_files_indexed: number; queries_processed: number };
  metrics: {
    search_query_latency_ms: { p50: number; p95: number; p99: number };
    search_queries_total: number;
    search_intent_distribution: Record<string, number>;
    indexing_files_per_second: number;
    embedding_api_requests_total: number;
    embedding_api_errors_total: number;
  };
  indexing: { state: string };
  warnings: string[];
}

export interface Sample {
  at: number;
  p50: number;
  p95: number;
  rate: number;
  queries: number;
}

/** Five minutes of samples, two seconds apart. */
export const MOST_SAMPLES = 150;

export function withSample(samples: Sample[], health: Health, at: number): Sample[] {
  const { metrics } = health;
  const sample = {
    at,
    p50: metrics.search_query_latency_ms.p50,
    p95: metrics.search_query_latency_ms.p95,
    rate: health.indexing.state === "indexing" ? metrics.indexing_files_per_second : 0,
    queries: metrics.search_queries_total,
  };
  return [...samples, sample].slice(-MOST_SAMPLES);
}

/** The smallest number of the form 1, 2 or 5 times a power of ten that is at least a value. */
export function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** Points of an SVG polyline in a box of that size; the newest sample is at the right edge. */
export function linePoints(values: number[], top: number, width: number, height: number): string {
  const step = width / (MOST_SAMPLES - 1);
  const start = width - (values.length - 1) * step;
  return values.map((value, index) => `${(start + index * step).toFixed(1)},${(height - (Math.min(value, top) / top) * height).toFixed(1)}`).join(" ");
}
