import { OperationError, scopeOf } from '@agent-mem/contract';
import { type Embedder, hashEmbedder } from '@agent-mem/llm';
import type { NodeWrite } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { loneService, notesService, scope } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { indexingJob } from './indexing-job.ts';

const at = '2026-05-07T00:00:00.000Z';
const broken: Embedder = { ...hashEmbedder(), embed: () => Promise.reject(new Error('no model')) };

function fact(id: string, content: string, more: Partial<NodeWrite> = {}): NodeWrite {
  return { id, kind: 'Fact', createdAt: at, updatedAt: at, indexedVersion: 0, properties: { content }, ...more };
}

test('while the embedder is away a document is written once, and its vector follows', async () => {
  let isAway = true;
  const embed: Embedder['embed'] = (...asked) => (isAway ? broken : hashEmbedder()).embed(...asked);
  const clock = turnedClock();
  const { ports, context } = loneService(notesService, { clock, embedder: { ...hashEmbedder(), embed } });
  const facts = Array.from({ length: 200 }, (_, index) => fact(`fact_${index}`, `Anne likes tea ${index}`));
  await ports.graph.commit(scope, { nodes: facts });
  const put = vi.spyOn(ports.searchIndex, 'put');
  const written = () => put.mock.calls.splice(0).reduce((sum, [, documents]) => sum + documents.length, 0);
  const job = indexingJob(notesService, ports, context.log);
  await job.run(context);
  expect(written()).toBe(200);
  for (const waitMs of [5_000, 10_000]) {
    // Half of the wait is random.
    await clock.advance(waitMs / 2 - 1);
    await job.run(context);
    // The embedder is not asked again yet.
    expect(written()).toBe(0);
    await clock.advance(waitMs / 2 + 1);
    await job.run(context);
    // Those that it asks the embedder with.
    expect(written()).toBe(64);
  }
  // One that has changed is found by its new words.
  await ports.graph.commit(scope, { nodes: [fact('fact_99', 'Anne likes milk', { expectedVersion: 1 })] });
  await job.run(context);
  expect(written()).toBe(1);
  isAway = false;
  await clock.advance(20_000);
  await job.run(context);
  expect(await ports.searchIndex.embedders(scope)).toEqual(new Map([['hash-64', 200]]));
  expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
});

test('texts that the embedder refuses hold up the vectors of no others', async () => {
  const clock = turnedClock();
  const embed: Embedder['embed'] = (texts, options) =>
    (texts.some((text) => text.includes('poison')) ? broken : hashEmbedder()).embed(texts, options);
  const { ports, context } = loneService(notesService, { clock, embedder: { ...hashEmbedder(), embed } });
  const other = scopeOf({ workspace: 'default', user: 'u2', collection: 'default' });
  await ports.graph.commit(scope, { nodes: [fact('refused', 'poison')] });
  await ports.graph.commit(other, { nodes: [fact('taken', 'Bob likes milk')] });
  const job = indexingJob(notesService, ports, context.log);
  await job.run(context);
  await clock.advance(5_000);
  await job.run(context);
  expect((await ports.graph.unindexed(['Fact'], 10)).map(({ node }) => node.id)).toEqual(['refused']);
});

test('a text that the embedder refuses holds up no other of its batch, of the run, and of the runs until it is asked again', async () => {
  const clock = turnedClock();
  const asked: (readonly string[])[] = [];
  const embed: Embedder['embed'] = async (texts, options) => {
    asked.push(texts);
    const made = await hashEmbedder().embed(texts, options);
    return made.map((values, index) => (texts[index]?.includes('poison') ? null : values));
  };
  const { ports, context } = loneService(notesService, { clock, embedder: { ...hashEmbedder(), embed } });
  const other = scopeOf({ workspace: 'default', user: 'u2', collection: 'default' });
  const good = Array.from({ length: 63 }, (_, index) => fact(`fact_${index}`, `Anne likes tea ${index}`));
  await ports.graph.commit(scope, { nodes: [...good.slice(0, 30), fact('refused', 'poison'), ...good.slice(30)] });
  await ports.graph.commit(other, { nodes: [fact('taken', 'Bob likes milk')] });
  const job = indexingJob(notesService, ports, context.log);
  const run = async () => {
    asked.length = 0;
    await job.run(context);
    return (await ports.graph.unindexed(['Fact'], 100)).map(({ node }) => node.id);
  };
  expect(await run()).toEqual(['refused']);
  // The batch, and the other scope.
  expect(asked).toHaveLength(2);
  await ports.graph.commit(scope, { nodes: [fact('later', 'Carl likes juice')] });
  expect(await run()).toEqual(['refused']);
  expect(asked).toHaveLength(1);
  await clock.advance(5_000);
  expect(await run()).toEqual(['refused']);
  expect(asked).toHaveLength(1);
});

test('documents that the index refuses hold up no others', async () => {
  const { ports, context, lines } = loneService(notesService);
  const other = scopeOf({ workspace: 'default', user: 'u2', collection: 'default' });
  await ports.graph.commit(scope, { nodes: [fact('refused', 'Anne likes tea')] });
  await ports.graph.commit(other, { nodes: [fact('taken', 'Bob likes milk')] });
  const { put } = ports.searchIndex;
  const refusal = new OperationError('invalid-argument', 'vector: hash-64 has 32 dimensions here, got 64');
  ports.searchIndex.put = (of, ...documents) => (of === scope ? Promise.reject(refusal) : put(of, ...documents));
  await indexingJob(notesService, ports, context.log).run(context);
  expect(await ports.searchIndex.get(other, ['taken'])).toMatchObject([{ version: 1 }]);
  expect((await ports.graph.unindexed(['Fact'], 10)).map(({ node }) => node.id)).toEqual(['refused']);
  expect(lines).toContainEqual(expect.objectContaining({ msg: expect.stringMatching(/^the search index refuses documents/) }));
});

test('an index that is away fails the run, and what is behind waits', async () => {
  const { ports, context } = loneService(notesService);
  await ports.graph.commit(scope, { nodes: [fact('fact_1', 'Anne likes tea')] });
  const away = new OperationError('unavailable', 'connect ECONNREFUSED 127.0.0.1:6333');
  ports.searchIndex.put = () => Promise.reject(away);
  await expect(indexingJob(notesService, ports, context.log).run(context)).rejects.toBe(away);
  expect(await ports.graph.unindexed(['Fact'], 10)).toHaveLength(1);
});

test('a run that is to stop makes no more documents', async () => {
  const { ports, context } = loneService(notesService);
  await ports.graph.commit(scope, { nodes: [fact('fact_1', 'Anne likes tea')] });
  await indexingJob(notesService, ports, context.log).run({ ...context, signal: AbortSignal.abort() });
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toEqual([]);
});

test('an embedder that refuses all of several texts is asked no more in a run, and one that refuses a single text is', async () => {
  const embed = vi.fn<Embedder['embed']>(async (texts) => texts.map(() => null));
  const { ports, context } = loneService(notesService, { embedder: { ...hashEmbedder(), embed } });
  const users = ['u1', 'u2', 'u3'].map((user) => scopeOf({ workspace: 'default', user, collection: 'default' }));
  const asksOf = async (each: readonly NodeWrite[]) => {
    for (const user of users) await ports.graph.commit(user, { nodes: each });
    await indexingJob(notesService, ports, context.log).run(context);
    return embed.mock.calls.splice(0).length;
  };
  expect(await asksOf([fact('fact_1', 'Anne likes tea')])).toBe(3);
  expect(await asksOf([fact('fact_2', 'Bo likes milk')])).toBe(1);
});
