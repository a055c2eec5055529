import type { Embedder } from '@agent-mem/llm';
import { loadStaticEmbedder } from '@agent-mem/local';
import type { Texts } from '../seeded-texts.ts';
import { type Taken, timed } from '../timed.ts';

/** What embedding costs. */
export interface EmbeddingFigures {
  readonly load: Taken;
  readonly text: Taken;
}

/** Loads the static table some times, and embeds texts one by one. */
export async function measureEmbedding(texts: Texts, count: number): Promise<EmbeddingFigures> {
  let embedder: Embedder | null = null;
  const load = await timed(5, async () => {
    embedder = await loadStaticEmbedder();
  });
  const { signal } = new AbortController();
  const embed = (index: number) => (embedder as unknown as Embedder).embed([texts.text(index)], { signal });
  await timed(count, embed);
  return { load, text: await timed(count, (index) => embed(count + index)) };
}
