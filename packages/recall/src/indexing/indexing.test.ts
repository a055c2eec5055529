import { scopeOf } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import { hashEmbedder } from '@agent-mem/llm';
import type { Ports } from '@agent-mem/runtime';
import { readConfig } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { loneService, notesService, scope } from '@agent-mem/testing/kit';
import { describe, expect, test, vi } from 'vitest';
import { analysisOf, analysisVariables } from '../analysis.ts';
import { indexingJob } from './indexing-job.ts';

const at = '2026-05-07T00:00:00.000Z';

function fact(content: string, status: 'ACTIVE' | 'DELETED' = 'ACTIVE') {
  const times = { createdAt: at, updatedAt: at };
  return { id: 'fact_1', kind: 'Fact', status, indexedVersion: 0, properties: { content }, ...times } as const;
}

const broken: Embedder = { ...hashEmbedder(), embed: () => Promise.reject(new Error('no model')) };

test('a node becomes a document with its terms and a vector, and is marked', async () => {
  const { ports, context } = loneService(notesService);
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  await context.index(scope, ['fact_1']);
  const [document] = await ports.searchIndex.get(scope, ['fact_1']);
  expect(document).toMatchObject({ kind: 'Fact', version: 1, timestamp: Date.parse(at), visibility: 'scope' });
  expect(document?.vectors[0]?.embedder).toBe(ports.embedder.id);
  expect(document?.length).toBeGreaterThan(0);
  expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
});

test('documents that are made at the same time are made in a round of the event loop each, a long one or many', async () => {
  const { ports, context } = loneService(notesService);
  const ids = Array.from({ length: 12 }, (_, index) => `fact_${index}`);
  await ports.graph.commit(scope, { nodes: ids.map((id) => ({ ...fact(`Anne likes tea ${'and milk '.repeat(1_000)}`), id })) });
  let rounds = 0;
  const round = () => {
    rounds += 1;
    next = setImmediate(round);
  };
  let next = setImmediate(round);
  await Promise.all([0, 4, 8].map((from) => context.index(scope, ids.slice(from, from + 4))));
  clearImmediate(next);
  expect(await ports.searchIndex.get(scope, ids)).toHaveLength(12);
  // Each call begins in a round of its own, and goes on in another after every two documents.
  expect(rounds).toBeGreaterThan(6);
});

test('a vector that is given is not made again', async () => {
  const { ports, context } = loneService(notesService, { embedder: broken });
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  const values = new Float32Array(64).fill(0.125);
  await context.index(scope, ['fact_1'], { vectors: new Map([['fact_1', { embedder: broken.id, values }]]) });
  const [document] = await ports.searchIndex.get(scope, ['fact_1']);
  expect(document?.vectors).toMatchObject([{ embedder: broken.id, values }]);
});

describe('the text of a record that is written again', () => {
  const counted = () => {
    const embed = vi.fn(hashEmbedder().embed);
    const texts = () => embed.mock.calls.splice(0).flatMap(([asked]) => asked);
    return { embedder: { ...hashEmbedder(), embed }, texts };
  };
  const vectorOf = async ({ searchIndex }: Pick<Ports, 'searchIndex'>) => (await searchIndex.get(scope, ['fact_1']))[0]?.vectors;

  test('is embedded again only once it has changed, also where its vector was given', async () => {
    const { embedder, texts } = counted();
    const { ports, context } = loneService(notesService, { embedder });
    const values = new Float32Array(64).fill(0.125);
    await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
    await context.index(scope, ['fact_1'], { vectors: new Map([['fact_1', { embedder: embedder.id, values }]]) });
    await ports.graph.commit(scope, { nodes: [{ ...fact('Anne likes tea'), weight: 2 }] });
    await context.index(scope, ['fact_1']);
    expect(await ports.searchIndex.get(scope, ['fact_1'])).toMatchObject([{ version: 2, vectors: [{ values }] }]);
    expect(texts()).toEqual([]);
    await ports.graph.commit(scope, { nodes: [fact('Anne likes milk')] });
    await context.index(scope, ['fact_1']);
    expect(texts()).toEqual(['Anne likes milk']);
    const [milk] = await hashEmbedder().embed(['Anne likes milk'], { signal: context.signal });
    expect(await vectorOf(ports)).toMatchObject([{ values: milk }]);
  });

  test('has its vector also while the embedder is down', async () => {
    const { ports, context } = loneService(notesService);
    await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
    await context.index(scope, ['fact_1']);
    await ports.graph.commit(scope, { nodes: [{ ...fact('Anne likes tea'), weight: 2 }] });
    await loneService(notesService, { ...ports, embedder: broken }).context.index(scope, ['fact_1']);
    expect(await vectorOf(ports)).toHaveLength(1);
    expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
  });

  test.each([
    ['another embedder made its vector', { ...hashEmbedder(), id: 'another-64' }],
    ['version 0.1.0 stored its vector, without a hash', hashEmbedder()],
  ])('is embedded where %s', async (_, { id }) => {
    const { embedder, texts } = counted();
    const { ports, context } = loneService(notesService, { embedder });
    await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
    await context.index(scope, ['fact_1']);
    const [document] = await ports.searchIndex.get(scope, ['fact_1']);
    const [own] = document?.vectors ?? [];
    if (!document || !own) throw new Error('The document has no vector');
    const former = id === own.embedder ? { embedder: id, values: own.values } : { ...own, embedder: id };
    await ports.searchIndex.clear(scope);
    await ports.searchIndex.put(scope, [{ ...document, vectors: [former] }]);
    await ports.graph.commit(scope, { nodes: [{ ...fact('Anne likes tea'), weight: 2 }] });
    await context.index(scope, ['fact_1']);
    expect(texts()).toEqual(['Anne likes tea', 'Anne likes tea']);
    expect(await vectorOf(ports)).toEqual([own]);
  });

  test('leaves nothing by which it would be known once the record is deleted', async () => {
    const { embedder, texts } = counted();
    const { ports, context } = loneService(notesService, { embedder });
    for (const status of ['ACTIVE', 'DELETED', 'ACTIVE'] as const) {
      await ports.graph.commit(scope, { nodes: [fact('Anne likes tea', status)] });
      await context.index(scope, ['fact_1']);
    }
    expect(texts()).toEqual(['Anne likes tea', 'Anne likes tea']);
  });
});

test('a node that two index at once becomes a document once', async () => {
  const embed = vi.fn(hashEmbedder().embed);
  const { ports, context } = loneService(notesService, { embedder: { ...hashEmbedder(), embed } });
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  await Promise.all([context.index(scope, ['fact_1']), context.index(scope, ['fact_1'])]);
  expect(embed).toHaveBeenCalledTimes(1);
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toHaveLength(1);
});

test('who waits for a document whose vector could not be made tries itself', async () => {
  const embed = vi.fn<Embedder['embed']>(hashEmbedder().embed).mockRejectedValueOnce(new Error('no model'));
  const { ports, context } = loneService(notesService, { embedder: { ...hashEmbedder(), embed } });
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  await Promise.all([context.index(scope, ['fact_1']), context.index(scope, ['fact_1'])]);
  expect((await ports.searchIndex.get(scope, ['fact_1']))[0]?.vectors).toHaveLength(1);
});

test('a node of a kind that the service does not own is left to the service that does', async () => {
  const { ports, context } = loneService(notesService);
  await ports.graph.commit(scope, { nodes: [{ ...fact('Anne likes tea'), kind: 'Episode' }] });
  await context.index(scope, ['fact_1']);
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toEqual([]);
  expect(await ports.graph.unindexed(['Episode'], 10)).toHaveLength(1);
});

test('a node without a document leaves the index', async () => {
  const { ports, context } = loneService(notesService);
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  await context.index(scope, ['fact_1']);
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea', 'DELETED')] });
  await context.index(scope, ['fact_1']);
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toEqual([]);
  expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
});

test('with the embedder down a document is found by its words, and gets its vector later', async () => {
  let embedder = broken;
  const switched: Embedder = { ...hashEmbedder(), embed: (...texts) => embedder.embed(...texts) };
  const { ports, context } = loneService(notesService, { embedder: switched });
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  await context.index(scope, ['fact_1']);
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toMatchObject([{ id: 'fact_1', vectors: [] }]);
  embedder = hashEmbedder();
  await indexingJob(notesService, ports, context.log).run(context);
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toMatchObject([{ vectors: [{ embedder: switched.id }] }]);
  expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
});

test('an embedder that is down is asked once a run, and every document still gets its words', async () => {
  const embed = vi.fn(broken.embed);
  const { ports, context } = loneService(notesService, { embedder: { ...broken, embed } });
  const other = scopeOf({ workspace: 'default', user: 'u2', collection: 'default' });
  for (const each of [scope, other]) await ports.graph.commit(each, { nodes: [fact('Anne likes tea')] });
  await indexingJob(notesService, ports, context.log).run(context);
  expect(embed).toHaveBeenCalledOnce();
  for (const each of [scope, other]) expect(await ports.searchIndex.get(each, ['fact_1'])).toMatchObject([{ vectors: [] }]);
});

test('an embedder that hangs is left after a while', async () => {
  const clock = turnedClock();
  const hanging: Embedder = { ...hashEmbedder(), embed: () => new Promise(() => undefined) };
  const { ports, context } = loneService(notesService, { clock, embedder: hanging });
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  const indexed = context.index(scope, ['fact_1']);
  await clock.advance(1_000);
  await indexed;
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toMatchObject([{ vectors: [] }]);
});

test('an embedder that hangs is left at once where the request is given up', async () => {
  const asked = Promise.withResolvers<void>();
  const embed: Embedder['embed'] = () => {
    asked.resolve();
    return new Promise(() => undefined);
  };
  const { ports, context } = loneService(notesService, { clock: turnedClock(), embedder: { ...hashEmbedder(), embed } });
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  const leaving = new AbortController();
  const indexed = context.index(scope, ['fact_1'], { signal: leaving.signal });
  await asked.promise;
  leaving.abort();
  await indexed;
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toMatchObject([{ vectors: [] }]);
});

test('a search index that is down does not fail the request', async () => {
  const { ports, context, lines } = loneService(notesService);
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  ports.searchIndex.put = () => Promise.reject(new Error('no index'));
  await context.index(scope, ['fact_1']);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'documents could not be written to the search index; a job writes them later' }),
  );
  expect(await ports.graph.unindexed(['Fact'], 10)).toHaveLength(1);
});

test('a scope that goes by words alone is not embedded, also where a vector is given, and is marked', async () => {
  const embed = vi.fn(hashEmbedder().embed);
  const analysis = analysisOf(readConfig(analysisVariables, { RECALL_LEXICAL_ONLY: 'default/*/*' }));
  const { ports, context } = loneService(notesService, { embedder: { ...hashEmbedder(), embed }, analysis });
  await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
  const values = new Float32Array(64).fill(0.125);
  await context.index(scope, ['fact_1'], { vectors: new Map([['fact_1', { embedder: 'hash-64', values }]]) });
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toMatchObject([{ id: 'fact_1', vectors: [] }]);
  expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
  expect(embed).not.toHaveBeenCalled();
});

describe('while an embedder takes the place of another', () => {
  const former = hashEmbedder({ id: 'former-32', dimensions: 32 });
  const embeddersOf = async (ports: Pick<Ports, 'searchIndex'>) =>
    (await ports.searchIndex.get(scope, ['fact_1']))[0]?.vectors.map(({ embedder }) => embedder);

  /** A scope in which the former embedder has made a vector of one fact more than ours. */
  async function behind(embedder: Embedder) {
    const { ports, context } = loneService(notesService, { embedder, previousEmbedder: former });
    await ports.graph.commit(scope, { nodes: [{ ...fact('Anne likes coffee'), id: 'fact_0' }] });
    const before = loneService(notesService, { ...ports, embedder: former, previousEmbedder: null });
    await before.context.index(scope, ['fact_0']);
    await ports.graph.commit(scope, { nodes: [fact('Anne likes tea')] });
    return { ports, context };
  }

  test('what is stored gets vectors of both, until ours has caught up', async () => {
    const { ports, context } = await behind(hashEmbedder());
    await context.index(scope, ['fact_1']);
    expect(await embeddersOf(ports)).toEqual(['hash-64', 'former-32']);
    await context.index(scope, ['fact_0']);
    await ports.graph.commit(scope, { nodes: [{ ...fact('Anne likes milk'), expectedVersion: 1 }] });
    await context.index(scope, ['fact_1']);
    expect(await embeddersOf(ports)).toEqual(['hash-64']);
  });

  test('a vector that came with a request is of ours, and the former one makes its own', async () => {
    const { ports, context } = await behind(hashEmbedder());
    const values = new Float32Array(64).fill(0.125);
    await context.index(scope, ['fact_1'], { vectors: new Map([['fact_1', { embedder: 'hash-64', values }]]) });
    expect(await embeddersOf(ports)).toEqual(['hash-64', 'former-32']);
  });

  test('the former one goes on when ours is down, and the document waits for ours', async () => {
    const { ports, context } = await behind(broken);
    await context.index(scope, ['fact_1']);
    expect(await embeddersOf(ports)).toEqual(['former-32']);
    expect((await ports.graph.unindexed(['Fact'], 10)).map(({ node }) => node.id)).toEqual(['fact_1']);
  });
});

test('a document is found by who said it and when, and says what ranking wants to know', async () => {
  const spoken = {
    ...notesService,
    documentOf: ({ properties }: GraphNode) => ({
      text: String(properties.content),
      speaker: 'Bo Lee',
      dated: true,
      timestamp: at,
      fields: { more: 1 },
    }),
  };
  const embed = vi.fn(hashEmbedder().embed);
  const { ports, context } = loneService(spoken, { embedder: { ...hashEmbedder(), embed } });
  await ports.graph.commit(scope, { nodes: [fact('Did we see Anne yesterday?')] });
  await context.index(scope, ['fact_1']);
  const [document] = await ports.searchIndex.get(scope, ['fact_1']);
  expect({ ...document?.terms }).toEqual({ see: 1, ann: 1, yesterdai: 1, bo: 1, lee: 1, '7': 1, mai: 1, '2026': 1 });
  expect(document?.length).toBe(8);
  expect(document?.fields).toEqual({
    words: 5,
    asks: true,
    negated: false,
    time_word: true,
    proper_name: true,
    speaker: 'Bo Lee',
    more: 1,
  });
  expect(embed.mock.calls[0]?.[0]).toEqual(['Bo Lee: Did we see Anne yesterday?']);
});

test('a text in which the embedder finds nothing becomes a document without a vector, and is asked about once', async () => {
  const embed = vi.fn(hashEmbedder().embed);
  const { ports, context } = loneService(notesService, { embedder: { ...hashEmbedder(), embed } });
  await ports.graph.commit(scope, { nodes: [fact('👍')] });
  await context.index(scope, ['fact_1']);
  await indexingJob(notesService, ports, context.log).run(context);
  expect(await ports.searchIndex.get(scope, ['fact_1'])).toMatchObject([{ terms: { '👍': 1 }, vectors: [] }]);
  expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
  expect(embed).toHaveBeenCalledTimes(1);
});

test('while the index is away each write meets it, and the log has a line of it once a minute', async () => {
  const clock = turnedClock();
  const { ports, context, lines } = loneService(notesService, { clock });
  vi.spyOn(ports.searchIndex, 'put').mockRejectedValue(new Error('connect ECONNREFUSED 127.0.0.1:6333'));
  const write = async (weight: number) => {
    await ports.graph.commit(scope, { nodes: [{ ...fact('Anne likes tea'), weight }] });
    await context.index(scope, ['fact_1']);
  };
  const warnings = () => lines.filter(({ msg }) => String(msg).startsWith('documents could not be written'));
  for (const weight of [1, 2, 3]) await write(weight);
  expect(warnings()).toHaveLength(1);
  await clock.advance(60_000);
  await write(4);
  expect(warnings()).toHaveLength(2);
});
