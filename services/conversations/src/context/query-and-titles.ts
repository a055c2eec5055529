import { BoundedMap, sha256 } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';

/** A server embeds a text in a round trip or a part of one, and most titles are those of the last time. By hash: what is erased is no key. */
const known = new BoundedMap<string, Float32Array>(1_000);

/** The vectors of a query and of titles, which are embedded once. */
export async function queryAndTitles(
  query: string,
  titles: readonly string[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<{ readonly query: Float32Array | null; readonly titles: readonly (Float32Array | null)[] }> {
  const keys = titles.map((title) => keyOf(embedder.id, title));
  const found = new Map(keys.map((key) => [key, known.get(key)]));
  const missing = titles.filter((_, index) => found.get(keys[index] ?? '') === undefined);
  const [ofQuery = null, ...made] = await embedder.embed([query, ...missing], { signal });
  for (const [index, title] of missing.entries()) {
    const key = keyOf(embedder.id, title);
    const values = made[index];
    if (!values) continue;
    found.set(key, values);
    known.set(key, values);
  }
  return { query: ofQuery, titles: keys.map((key) => found.get(key) ?? null) };
}

function keyOf(embedder: string, title: string): string {
  return sha256(`${embedder}\n${title}`);
}
