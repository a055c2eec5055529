import { noLongerNeeded } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import type { EmbeddedVector } from '@agent-mem/storage';

const maxEntries = 500;
/** 500 such texts are at most 2 MB; a longer query is embedded anew each time. */
const longestCached = 2_000;

/** By embedder, then by text, the least recently used first. An embedder that is gone takes its vectors with it. */
const cached = new WeakMap<Embedder, Map<string, EmbeddedVector>>();

/** The vector of a query, from memory if it was asked lately. `null`: the embedder failed, was not in time, or found nothing in the text. */
export async function queryVector(
  embedder: Embedder,
  text: string,
  timeMs: number,
  signal: AbortSignal,
): Promise<EmbeddedVector | null> {
  const vectors = cached.get(embedder) ?? new Map<string, EmbeddedVector>();
  cached.set(embedder, vectors);
  const known = vectors.get(text);
  if (known !== undefined) {
    vectors.delete(text);
    vectors.set(text, known);
    return known;
  }
  const values = await embedInTime(embedder, text, timeMs, signal);
  return values && { embedder: embedder.id, values };
}

/** The vector of a text that was lately a query in this process; `undefined`: it was none. */
export function recentVector(embedder: Embedder, text: string): EmbeddedVector | undefined {
  return cached.get(embedder)?.get(text);
}

function remember(embedder: Embedder, text: string, values: Float32Array): void {
  const vectors = cached.get(embedder);
  if (!vectors || text.length > longestCached) return;
  vectors.set(text, { embedder: embedder.id, values });
  for (const oldest of vectors.keys()) {
    if (vectors.size <= maxEntries) break;
    vectors.delete(oldest);
  }
}

/** Questions that are being embedded: those who ask the same at once share one call, which ends when none of them waits any longer. */
const pending = new WeakMap<Embedder, Map<string, PendingVector>>();

interface PendingVector {
  readonly values: Promise<Float32Array | null>;
  readonly controller: AbortController;
  waiting: number;
}

function pendingVector(embedder: Embedder, text: string): { readonly values: Promise<Float32Array | null>; leave(): void } {
  const byText = pending.get(embedder) ?? new Map<string, PendingVector>();
  pending.set(embedder, byText);
  const shared = byText.get(text) ?? begun();
  shared.waiting += 1;
  const leave = () => {
    shared.waiting -= 1;
    if (shared.waiting > 0) return;
    if (byText.get(text) === shared) byText.delete(text);
    shared.controller.abort(noLongerNeeded);
  };
  return { values: shared.values, leave };

  function begun(): PendingVector {
    const controller = new AbortController();
    // Remembered before anybody who waits goes on: who asks behind them finds it.
    const values = embedder.embed([text], { signal: controller.signal }).then(([made = null]) => {
      if (made) remember(embedder, text, made);
      return made;
    });
    const begin = { values, controller, waiting: 0 };
    byText.set(text, begin);
    return begin;
  }
}

/** An embedder that does not heed its signal is left behind when the time is up. */
async function embedInTime(embedder: Embedder, text: string, timeMs: number, signal: AbortSignal): Promise<Float32Array | null> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.floor(timeMs)))]);
  const { promise: gaveUp, resolve } = Promise.withResolvers<null>();
  const giveUp = () => resolve(null);
  late.addEventListener('abort', giveUp, { once: true });
  const shared = pendingVector(embedder, text);
  try {
    return await Promise.race([shared.values, gaveUp]);
  } catch {
    return null;
  } finally {
    shared.leave();
    late.removeEventListener('abort', giveUp);
  }
}
