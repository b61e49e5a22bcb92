-- Script for wrk: each connection sends the queries of the file named by CODEWEAVER_QUERIES in turn; prints JSON at the end.
-- SPDX-License-Identifier: MIT OR Apache-2.0
local bodies = {}
for line in io.lines(os.getenv("CODEWEAVER_QUERIES")) do
  bodies[#bodies + 1] = line
end
local threads = 0
local at = 0

function setup(thread)
  thread:set("first", threads * 37)
  threads = threads + 1
end

function init()
  at = first
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  at = at + 1
  return wrk.format(nil, nil, nil, bodies[at % #bodies + 1])
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "seconds": %.3f, "connect_errors": %d, "read_errors": %d, "write_errors": %d, "timeouts": %d, ' ..
    '"error_statuses": %d, "p50_ms": %.2f, "p95_ms": %.2f, "p99_ms": %.2f, "max_ms": %.2f}\n',
    summary.requests, summary.duration / 1e6, errors.connect, errors.read, errors.write, errors.timeout, errors.status,
    latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
