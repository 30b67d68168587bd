/** Chance that can be checked, as docs/fairness.md writes it down. SHA-256 is written out here, because browsers offer
 * theirs only to pages with HTTPS, and friends at home play without. */

/** SHA-256's round constants and initial hash values. */
const K = new Uint32Array(64);
const H = new Uint32Array(8);

// The constants are the first bits of the cube and square roots of the first primes.
for (let n = 2, found = 0; found < 64; n += 1) {
  let prime = true;
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
  if (!prime) continue;
  const bits = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  if (found < 8) H[found] = bits(Math.sqrt(n));
  K[found] = bits(Math.cbrt(n));
  found += 1;
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const length = data.length;
  const padded = new Uint8Array(((length + 72) >> 6) << 6);
  padded.set(data);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const hash = Uint32Array.from(H);
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) block(hash, w, view, at);
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(i * 4, word));
  return new Uint8Array(out.buffer);
}

function block(hash: Uint32Array, w: Uint32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    w[i] = w[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
}

const utf8 = new TextEncoder();

function join(...parts: (Uint8Array | string)[]): Uint8Array {
  const bytes = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const all = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A number with its highest byte first. */
function big(number: number, size: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(size - 4, number);
  return new Uint8Array(view.buffer);
}

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const commitmentOf = (secret: Uint8Array) => hex(sha256(join("tatze commitment", secret)));

export function keyOf(secret: Uint8Array, words: string[]): Uint8Array {
  const sized = words.map((word) => join(big(utf8.encode(word).length, 4), word));
  return sha256(join("tatze key", secret, ...sized));
}

/** Unbiased numbers from a key and a label. */
export class Stream {
  private blocks = 0;
  private words: number[] = [];

  constructor(
    private readonly key: Uint8Array,
    private readonly label: string,
  ) {}

  word(): number {
    if (!this.words.length) {
      const view = new DataView(sha256(join(this.key, this.label, big(this.blocks, 8))).buffer);
      for (let i = 7; i >= 0; i -= 1) this.words.push(view.getUint32(i * 4));
      this.blocks += 1;
    }
    return this.words.pop()!;
  }

  /** A number from 0 to n − 1, each equally likely. */
  below(n: number): number {
    const limit = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      const word = this.word();
      if (word < limit) return word % n;
    }
  }

  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j]!, items[i]!];
    }
    return items;
  }
}
