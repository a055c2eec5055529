import { type Embedder, hashEmbedder } from '@agent-mem/llm';
import { expect, it, vi } from 'vitest';
import { recall } from '../src/recall-ranked.ts';
import { documentOf, idsOf, recallContext, scope } from './recall-fixture.ts';

const former = hashEmbedder({ id: 'former-32', dimensions: 32 });
const current = hashEmbedder({ id: 'current-64', dimensions: 64 });
const watched = (embedder: Embedder) => ({ ...embedder, embed: vi.fn(embedder.embed) });
const facts = { kinds: ['Fact'], use: 'facts', query: 'the kettle is red' } as const;

it('asks by the former embedder until the one there is has as many documents, and never fails', async () => {
  const [embedder, previousEmbedder] = [watched(current), watched(former)];
  const context = recallContext({ embedder, previousEmbedder });
  const texts = { a: 'the kettle is red', b: 'the door is blue' };
  for (const [id, text] of Object.entries(texts)) await context.searchIndex.put(scope, [await documentOf(id, text, {}, former)]);
  const ask = async () => {
    embedder.embed.mockClear();
    previousEmbedder.embed.mockClear();
    const found = await recall(context, scope, { ...facts, query: `${facts.query} ${Math.random()}` });
    expect(found.degraded).toEqual([]);
    expect(idsOf(found)[0]).toBe('a');
    expect(found.items[0]?.scores.cosine).toBeGreaterThan(0.5);
    return { byFormer: previousEmbedder.embed.mock.calls.length, byCurrent: embedder.embed.mock.calls.length };
  };
  expect(await ask()).toEqual({ byFormer: 1, byCurrent: 0 });
  await context.searchIndex.put(scope, [await documentOf('a', texts.a, {}, current)]);
  expect(await ask()).toEqual({ byFormer: 1, byCurrent: 0 });
  await context.searchIndex.put(scope, [await documentOf('b', texts.b, {}, current)]);
  expect(await ask()).toEqual({ byFormer: 0, byCurrent: 1 });
});

it('takes vectors of both while there are two', async () => {
  const context = recallContext({ embedder: current, previousEmbedder: former });
  await context.searchIndex.put(scope, [await documentOf('a', 'the kettle is red', {}, former)]);
  await context.searchIndex.put(scope, [await documentOf('a', 'the kettle is red', {}, current)]);
  for (const embedder of [former, current]) {
    const [vector] = await embedder.embed([facts.query], { signal: context.signal });
    const found = await recall(context, scope, { ...facts, query: '', embedding: [...(vector ?? [])], embedder: embedder.id });
    expect(found.items[0]).toMatchObject({ id: 'a', score: expect.closeTo(1) });
  }
});

it('embeds and reranks nothing in a scope that goes by words alone', async () => {
  const embedder = watched(current);
  const rerank = vi.fn(async () => []);
  const context = recallContext({ embedder, reranker: { id: 'r', rerank } }, { RECALL_LEXICAL_ONLY: 'default/an*/*' });
  await context.searchIndex.put(scope, [{ ...(await documentOf('a', 'the kettle is red')), vectors: [] }]);
  const textsOf = async () => new Map([['a', 'the kettle is red']]);
  const found = await recall(context, scope, { ...facts, textsOf });
  expect(idsOf(found)).toEqual(['a']);
  expect(found.degraded).toEqual([]);
  expect(found.items[0]?.scores.cosine).toBe(0);
  expect(embedder.embed).not.toHaveBeenCalled();
  expect(rerank).not.toHaveBeenCalled();
});
