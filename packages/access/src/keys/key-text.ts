import { randomBytes, timingSafeEqual } from 'node:crypto';
import { OperationError, sha256 } from '@agent-mem/contract';

/** The parts of a key as its holder has it: `am_`, its id, and 256 random bits. */
export interface KeyText {
  /** Twelve characters of hexadecimal. */
  readonly id: string;
  readonly text: string;
}

const form = /^am_([0-9a-f]{12})_[\w-]{43}$/;

/** A key that nobody has. */
export function newKeyText(id: string = randomBytes(6).toString('hex')): KeyText {
  return { id, text: `am_${id}_${randomBytes(32).toString('base64url')}` };
}

/** Reads a key; `null`: it is none. */
export function readKeyText(text: string): KeyText | null {
  const id = form.exec(text)?.[1];
  return id === undefined ? null : { id, text };
}

/** Whether a text begins as every key does. */
export function isLikeKey(text: string): boolean {
  return text.trim().startsWith('am_');
}

/** Throws `invalid-argument` for a key in the place of an id. The message does not repeat the key. */
export function refuseKeyAsId(id: string): void {
  if (isLikeKey(id))
    throw new OperationError('invalid-argument', 'id: is a whole key, which is secret; its id is the 12 digits after am_');
}

/** What is stored of a key. It has as many random bits as the hash, so a slow hash would add nothing. */
export function keyHash({ text }: KeyText): string {
  return sha256(text);
}

/** Compares in a time that does not tell how much of it is right. */
export function hasHash(key: KeyText, stored: string): boolean {
  const given = Buffer.from(keyHash(key), 'hex');
  const known = Buffer.from(stored, 'hex');
  return given.length === known.length && timingSafeEqual(given, known);
}
