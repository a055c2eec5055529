import { OperationError } from '@agent-mem/contract';
import type { Embedder } from './embedder.ts';

/** For tests: each word points in a direction of its own, so texts are as near as the words they share. */
export function hashEmbedder(options: { readonly id?: string; readonly dimensions?: number } = {}): Embedder {
  const dimensions = options.dimensions ?? 64;
  return {
    id: options.id ?? `hash-${dimensions}`,
    dimensions,
    async embed(texts, { signal }) {
      if (signal.aborted) throw new OperationError('cancelled', 'Embedding was cancelled');
      return texts.map((text) => vectorOf(text, dimensions));
    },
  };
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    let state = fnv1a(word);
    for (let index = 0; index < dimensions; index++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      vector[index] = (vector[index] ?? 0) + state / 2 ** 31 - 1;
    }
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** 32-bit FNV-1a. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
