// Server-sent events with fetch(), which can send a token (EventSource cannot).
// SPDX-License-Identifier: MIT OR Apache-2.0
import { headers, send } from "./client";

export interface ServerEvent {
  event: string;
  data: string;
}

/** Takes the text of a stream in pieces of any size and returns complete events. */
export class EventReader {
  private rest = "";

  take(text: string): ServerEvent[] {
    const blocks = (this.rest + text).replaceAll("\r\n", "\n").split("\n\n");
    this.rest = blocks.pop() ?? "";
    return blocks.map(readEvent).filter((event) => event !== null);
  }
}

function readEvent(block: string): ServerEvent | null {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
  }
  return data.length > 0 ? { event, data: data.join("\n") } : null;
}

/** The events of a stream until it ends. Errors: those of send(). */
export async function* events(path: string, init: RequestInit = {}): AsyncGenerator<ServerEvent> {
  const given = init.headers as Record<string, string> | undefined;
  const response = await send(path, { ...init, headers: headers({ ...given, Accept: "text/event-stream" }) });
  if (!response.body) return;
  const reader = new EventReader();
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) yield* reader.take(text);
}
