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
  if (values === null) return null;
  const vector = { embedder: embedder.id, values };
  if (text.length <= longestCached) vectors.set(text, vector);
  for (const oldest of vectors.keys()) {
    if (vectors.size <= maxEntries) break;
    vectors.delete(oldest);
  }
  return vector;
}

/** An embedder that does not heed its signal is left behind when the time is up. */
async function embedInTime(embedder: Embedder, text: string, timeMs: number, signal: AbortSignal): Promise<Float32Array | null> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.floor(timeMs)))]);
  const { promise: gaveUp, resolve } = Promise.withResolvers<null>();
  const giveUp = () => resolve(null);
  late.addEventListener('abort', giveUp, { once: true });
  try {
    const embedding = embedder.embed([text], { signal: late }).then(([values]) => values ?? null);
    return await Promise.race([embedding, gaveUp]);
  } catch {
    return null;
  } finally {
    late.removeEventListener('abort', giveUp);
  }
}
