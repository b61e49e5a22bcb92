// Tests of server-sent events that arrive in arbitrary pieces.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { EventReader } from "./events";

const STREAM = ': hello\n\nevent: indexing\ndata: {"a":\ndata: 1}\n\n: keep-alive\n\ndata:x\r\n\r\n';
const EVENTS = [
  { event: "indexing", data: '{"a":\n1}' },
  { event: "message", data: "x" },
];

test("events are read whole, however the stream is cut", () => {
  for (let size = 1; size <= STREAM.length; ++size) {
    const reader = new EventReader();
    const found = [];
    for (let at = 0; at < STREAM.length; at += size) found.push(...reader.take(STREAM.slice(at, at + size)));
    expect(found).toEqual(EVENTS);
  }
});

test("an event without its end is not given", () => {
  expect(new EventReader().take("data: x\n")).toEqual([]);
});
