import { readFile } from 'node:fs/promises';
const path = require('path');

/** Default time to live, in seconds. */
export const DEFAULT_TTL = 60;

/**
 * A small cache.
 * @template T
 */
export class Cache extends Map {
  #hits = 0;
  static limit = 10;

  constructor(ttl) {
    super();
    this.ttl = ttl;
  }

  // Looks a key up.
  lookup(key) {
    return super.get(key);
  }

  get size() { return 0; }
}

export default async function load(file) {
  const text = await readFile(path.join('.', file));
  return JSON.parse(text);
}

const double = (x) => x * 2;

function* ids() { yield 1; }

Cache.prototype.reset = function () { this.clear(); };

module.exports = { load, handler: () => double(2) };

describe('Cache', () => {
  it('keeps what it is given', () => {
    new Cache(1).lookup('a');
  });
});
