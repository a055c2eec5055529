import type { Embedder } from '@agent-mem/llm';
import { expect, test } from 'vitest';
import { queryVector } from './query-vector.ts';

/** An embedder that answers when it is let, and counts. */
function waitingEmbedder() {
  const { promise: let_, resolve: answer } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const embedder: Embedder = {
    id: 'waiting',
    dimensions: 1,
    async embed(texts, { signal }) {
      signals.push(signal);
      await let_;
      return texts.map(() => Float32Array.of(1));
    },
  };
  return { embedder, answer, signals };
}
const never = new AbortController().signal;

test('those who ask the same at once share one call', async () => {
  const { embedder, answer, signals } = waitingEmbedder();
  const asked = [1, 2, 3].map(() => queryVector(embedder, 'who is Anne?', 60_000, never));
  answer();
  expect((await Promise.all(asked)).map((vector) => vector?.embedder)).toEqual(['waiting', 'waiting', 'waiting']);
  expect(signals).toHaveLength(1);
  await queryVector(embedder, 'who is Anne?', 60_000, never);
  expect(signals).toHaveLength(1);
});

test('one that leaves takes the call from nobody, and the last ends it', async () => {
  const { embedder, signals } = waitingEmbedder();
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [first, second].map(({ signal }) => queryVector(embedder, 'who is Bob?', 60_000, signal));
  first.abort();
  expect(await asked[0]).toBeNull();
  expect(signals[0]?.aborted).toBe(false);
  second.abort();
  expect(await asked[1]).toBeNull();
  expect(signals[0]?.aborted).toBe(true);
  const third = new AbortController();
  const again = queryVector(embedder, 'who is Bob?', 60_000, third.signal);
  expect(signals).toHaveLength(2);
  third.abort();
  expect(await again).toBeNull();
});
