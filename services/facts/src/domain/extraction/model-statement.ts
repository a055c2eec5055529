import type { ReadAnswer } from '@agent-mem/service-kit';

/** Longest statement taken from a model, in bytes of UTF-8. */
const maxBytes = 1_024;

/** Reads one statement that a model wrote: a text that is not blank, at most 1 KiB. */
export function readModelStatement(given: unknown): ReadAnswer<string> {
  if (typeof given !== 'string' || !given.isWellFormed()) return { unusable: 'not-text' };
  if (given.trim() === '') return { unusable: 'blank' };
  if (Buffer.byteLength(given) > maxBytes) return { unusable: 'too-long' };
  return { value: given.trim() };
}
