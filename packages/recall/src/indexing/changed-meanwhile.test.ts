import { type Embedder, hashEmbedder } from '@agent-mem/llm';
import { loneService, notesService, scope } from '@agent-mem/testing/kit';
import { expect, test } from 'vitest';

const at = '2026-05-07T00:00:00.000Z';

function fact(content: string, status: 'ACTIVE' | 'DELETED' = 'ACTIVE') {
  const times = { createdAt: at, updatedAt: at };
  return { id: 'fact_1', kind: 'Fact', status, indexedVersion: 0, properties: { content }, ...times } as const;
}

test('a node that is purged while its document is made leaves none', async () => {
  const slow: Embedder = {
    ...hashEmbedder(),
    async embed(texts, options) {
      await ports.graph.purge(scope, { ids: ['fact_1'] });
      return hashEmbedder().embed(texts, options);
    },
  };
  const { ports, context } = loneService(notesService, { embedder: slow });
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  await context.index(scope, ['fact_1']);
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toEqual([]);
});

test('a node deleted while its vector was made is not found again', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: Embedder = {
    ...hashEmbedder(),
    embed: async (texts, options) => {
      await gate;
      return await hashEmbedder().embed(texts, options);
    },
  };
  const { ports, context } = loneService(notesService, { embedder: slow });
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  const late = context.index(scope, ['fact_1']);
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea', 'DELETED')] });
  await context.index(scope, ['fact_1']);
  release();
  await late;
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toEqual([]);
});

test('a node that is changed while its document is made has the vector of its new text, also where one of the old text was given', async () => {
  const { ports, context } = loneService(notesService);
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  const { put } = ports.searchIndex;
  let isFirst = true;
  ports.searchIndex.put = async (...documents) => {
    if (isFirst) await ports.graph.commit(scope, { nodes: [fact('Anne likes milk')] });
    isFirst = false;
    await put(...documents);
  };
  const values = new Float32Array(64).fill(0.125);
  await context.index(scope, ['fact_1'], { vectors: new Map([['fact_1', { embedder: 'hash-64', values }]]) });
  const [milk] = await hashEmbedder().embed(['Anne likes milk'], { signal: context.signal });
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toMatchObject([{ version: 2, vectors: [{ values: milk }] }]);
});
