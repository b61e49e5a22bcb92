import type { Server } from './server';

/** How a request failed. */
export enum Reason { Timeout, Refused }

export type Handler<T> = (request: T) => Promise<void>;

/** Somewhere to write to. */
export interface Sink {
  readonly name: string;
  write(chunk: string): void;
}

export abstract class BaseSink implements Sink {
  name = 'base';
  private queue: string[] = [];

  abstract flush(): Promise<void>;

  /** Appends to the queue. */
  write(chunk: string): void {
    this.queue.push(chunk);
  }
}

namespace Wire {
  export function encode(value: unknown): string {
    return JSON.stringify(value);
  }
}

export const connect = async (server: Server): Promise<Sink> => {
  throw new Error('no route');
};

declare function legacy(name: string): number;
