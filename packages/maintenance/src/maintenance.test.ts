import { OperationError, type Scope, scopeOf } from '@agent-mem/contract';
import { conversationHash, goingId, goingProperties, userScope } from '@agent-mem/policy';
import { createIndexOnce, indexingJob } from '@agent-mem/recall';
import { analyse } from '@agent-mem/recall/ranking';
import type { HostPorts } from '@agent-mem/service-kit';
import type { IndexDocument, NodeWrite } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { claimingAll, memoryPorts, notesService, recordedLog, scope } from '@agent-mem/testing/kit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkStores } from './check-stores.ts';
import type { Disagreement } from './disagreement.ts';
import { indexLag } from './index-lag.ts';
import { reindex } from './reindex.ts';
import { sweep } from './sweep.ts';

const at = '2026-05-07T00:00:00.000Z';
const now = Date.parse('2026-06-01T00:00:00.000Z');
const services = [notesService];
let ports: HostPorts;
let clock: ReturnType<typeof turnedClock>;
const { log } = recordedLog();
const { signal } = new AbortController();

beforeEach(() => {
  clock = turnedClock(now);
  ports = memoryPorts({ clock });
});

function fact(id: string, more: Partial<NodeWrite> = {}): NodeWrite {
  return { id, kind: 'Fact', createdAt: at, updatedAt: at, indexedVersion: 0, properties: { content: `about ${id}` }, ...more };
}

const index = (...ids: string[]) => createIndexOnce(notesService, ports, log)(scope, ids, { embedLimitMs: 1_000 });

function document(id: string, version: number): IndexDocument {
  const base = { kind: 'Fact', conversationId: null, visibility: 'scope', ordinal: null, role: null, timestamp: 0 } as const;
  return { id, version, ...base, ...analyse(`stray ${id}`), vectors: [], fields: {}, attributes: null };
}

function detail(memoryKey: string, createdAt: string) {
  return ports.details.put(scope, { memoryKey, contentType: 'text/plain', metadata: {}, createdAt }, [Buffer.from(memoryKey)]);
}

function detailNode(memoryKey: string): NodeWrite {
  return fact(`det_${memoryKey}`, { kind: 'Detail', indexedVersion: null, properties: { memory_key: memoryKey } });
}

/** One thing of every kind that can be wrong, beside some that are right. */
async function disarrange(): Promise<void> {
  await ports.graph.commit(scope, { nodes: ['right', 'behind', 'unwanted', 'ahead'].map((id) => fact(id)) });
  await index('right', 'behind', 'unwanted', 'ahead');
  await ports.graph.commit(scope, {
    nodes: [
      fact('missing'),
      fact('behind', { properties: { content: 'changed' } }),
      fact('unwanted', { status: 'DELETED' }),
      fact('never', { indexedVersion: null }),
      detailNode('kept'),
      detailNode('lost'),
    ],
  });
  await ports.searchIndex.put(scope, [document('stray', 3), document('ahead', 9)]);
  await detail('kept', at);
  await detail('unreferenced', at);
}

async function check(): Promise<readonly string[]> {
  let found: readonly Disagreement[] | null = null;
  const checking = Array.fromAsync(checkStores({ services, ports })).then((all) => (found = all));
  // It looks a second time after a while.
  await vi.waitFor(async () => {
    await clock.advance(2_000);
    expect(found).not.toBeNull();
  });
  return (await checking).map(({ problem, id }) => `${problem} ${id}`).sort();
}

describe('the check', () => {
  it('finds everything on which the stores disagree, and nothing else', async () => {
    expect(await check()).toEqual([]);
    await disarrange();
    expect(await check()).toEqual([
      'detail-missing lost',
      'detail-unreferenced unreferenced',
      'document-ahead ahead',
      'document-behind behind',
      'document-missing missing',
      'document-unwanted unwanted',
      'document-without-node stray',
    ]);
  });

  it('finds what is archived by a compaction without its one summary, summaries of anything else, and edges that end nowhere', async () => {
    const never = { indexedVersion: null };
    const archived = (id: string) => fact(id, { ...never, status: 'ARCHIVED', properties: { archived_by: 'compaction' } });
    const summary = (id: string, ...original_node_ids: string[]) =>
      fact(id, { ...never, kind: 'Summary', properties: { original_node_ids } });
    const edge = (from: string, to: string, kind = 'summarized_by') => ({ id: `${from}-${to}`, kind, from, to, createdAt: at });
    const awaited = ['HAS_BRANCH', 'MERGED_INTO', 'SHOWN_IN'].map((kind) => edge(kind, 'right', kind));
    await ports.graph.commit(scope, {
      nodes: [...['right', 'twice', 'none', 'pruned'].map(archived), fact('active', never)],
      edges: awaited,
    });
    await ports.graph.commit(scope, {
      nodes: [
        fact('pruned', { ...never, status: 'ARCHIVED', properties: { archived_by: 'prune' } }),
        ...[summary('whole', 'right'), summary('one', 'twice'), summary('two', 'twice')],
        ...[summary('of-active', 'active'), summary('of-nobody', 'gone'), summary('of-more', 'more')],
        archived('more'),
      ],
      edges: [
        ...[edge('right', 'whole'), edge('twice', 'one'), edge('twice', 'two'), edge('active', 'of-active')],
        ...[edge('more', 'of-more'), edge('pruned', 'of-more'), edge('right', 'nowhere', 'mentions')],
      ],
    });
    expect(await check()).toEqual([
      'edge-loose right-nowhere',
      'original-missing of-active',
      'original-missing of-more',
      'original-missing of-nobody',
      'summary-missing none',
      'summary-missing twice',
    ]);
  });

  it('forgets what settles while it waits: a request under way had written one store and not yet the other', async () => {
    await ports.graph.commit(scope, { nodes: [fact('late')] });
    await detail('soon', at);
    const found: Disagreement[] = [];
    const checking = Array.fromAsync(checkStores({ services, ports }), (each) => found.push(each));
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    await index('late');
    await ports.graph.commit(scope, { nodes: [detailNode('soon')] });
    await clock.advance(2_000);
    await checking;
    expect(found).toEqual([]);
  });
});

describe('what a purge has begun to erase', () => {
  const conversationId = 'purged';
  const going = { noteId: 'note', memoryId: null, conversation: conversationHash(conversationId), kinds: ['Fact'] } as const;
  const list = { ...fact(goingId, { kind: 'PurgeMark', indexedVersion: null }), properties: goingProperties([going]) };

  it.each([
    ['in its scope', scope],
    ['for all of its user', userScope(scope)],
  ])('is no disagreement, and gets no document again: %s', async (_where, where) => {
    await ports.graph.commit(where, { nodes: [list] });
    await ports.graph.commit(scope, { nodes: [fact('gone', { conversationId }), fact('stays')] });
    expect(await check()).toEqual(['document-missing stays']);
    expect(await sweep({ services, ports, log, signal })).toMatchObject({ documents: 1 });
    await Array.fromAsync(reindex({ services, ports, log, signal }));
    expect((await ports.searchIndex.get(scope, ['gone', 'stays'])).map(({ id }) => id)).toEqual(['stays']);
  });
});

describe('the sweeper', () => {
  const swept = () => sweep({ services, ports, log, signal });

  it('mends what a crash left, but a document that is newer than its node and content that is gone', async () => {
    await disarrange();
    expect(await swept()).toEqual({ documents: 4, details: 1 });
    expect(await check()).toEqual(['detail-missing lost', 'document-ahead ahead']);
    const [behind] = await ports.searchIndex.get(scope, ['behind']);
    expect(behind?.terms).toEqual(analyse('changed').terms);
    expect(await swept()).toEqual({ documents: 0, details: 0 });
  });

  it.each(['sweep', 'reindex'] as const)(
    'where the embedder is away while the %s makes documents anew, their vectors follow',
    async (by) => {
      await ports.graph.commit(scope, { nodes: [fact('a'), fact('b')] });
      await index('a', 'b');
      await ports.searchIndex.clear(scope);
      const away = { ...ports, embedder: { ...ports.embedder, embed: () => Promise.reject(new Error('away')) } };
      if (by === 'sweep') await sweep({ services, ports: away, log, signal });
      else await Array.fromAsync(reindex({ services, ports: away, log, signal }));
      expect(await ports.searchIndex.embedders(scope)).toEqual(new Map());
      expect(await ports.searchIndex.get(scope, ['a', 'b'])).toHaveLength(2);
      await indexingJob(notesService, ports, log).run({ signal, claimNodes: claimingAll(ports) });
      expect(await ports.searchIndex.embedders(scope)).toEqual(new Map([[ports.embedder.id, 2]]));
      expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
    },
  );

  it('goes on with the next scope where the index refuses what is in one', async () => {
    const next = scopeOf({ workspace: 'later', user: 'u1', collection: 'default' });
    for (const each of [scope, next]) await ports.graph.commit(each, { nodes: [fact('a')] });
    const { put } = ports.searchIndex;
    const refusal = new OperationError('invalid-argument', 'vector: has 32 dimensions here, got 64');
    const refusing = (of: Scope) => of.workspace === scope.workspace;
    ports.searchIndex.put = (of, ...more) => (refusing(of) ? Promise.reject(refusal) : put(of, ...more));
    await swept();
    expect(await ports.searchIndex.get(next, ['a'])).toHaveLength(1);
  });

  it('leaves content that may still be about to be referred to', async () => {
    await detail('young', new Date(now - 60_000).toISOString());
    expect(await swept()).toEqual({ documents: 0, details: 0 });
    expect(await ports.details.stat(scope, 'young')).not.toBeNull();
  });

  it('reads the nodes of a scope once for all content that stands there, and looks again only for what it would delete', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `key_${index}`);
    await ports.graph.commit(scope, { nodes: keys.map(detailNode) });
    for (const key of [...keys, 'unreferenced']) await detail(key, at);
    const [counted, found] = [vi.spyOn(ports.graph, 'count'), vi.spyOn(ports.graph, 'find')];
    expect(await swept()).toEqual({ documents: 0, details: 1 });
    const ofDetails = found.mock.calls.filter(([, { kinds }]) => kinds.includes('Detail'));
    expect([counted.mock.calls.length, ofDetails.length]).toEqual([1, 1]);
  });

  it('works in one process at a time', async () => {
    const { keyValue } = ports;
    const others = new Map<string, string>();
    ports = {
      ...ports,
      keyValue: { ...keyValue, acquire: async (_scope, key) => (others.has(key) ? null : { token: 1, expiresAt: now + 1 }) },
    };
    await disarrange();
    others.set('sweep:facts', 'another process');
    expect(await swept()).toBeNull();
    others.clear();
    expect(await swept()).toMatchObject({ documents: 4 });
  });

  it('stops where another process has taken its lease', async () => {
    await disarrange();
    const acquire = vi
      .fn(ports.keyValue.acquire)
      .mockResolvedValueOnce({ token: 1, expiresAt: now + 1 })
      .mockResolvedValue(null);
    ports = { ...ports, keyValue: { ...ports.keyValue, acquire } };
    expect(await swept()).toMatchObject({ documents: 0 });
    expect(await check()).toContain('document-behind behind');
  });

  it('erases for good what was deleted a day ago', async () => {
    const erase = vi.spyOn(ports.details, 'erase');
    await swept();
    expect(erase.mock.calls).toEqual([[new Date(now - 86_400_000).toISOString()]]);
  });

  it('mends the index also where the store of details is away', async () => {
    await disarrange();
    const away = new Error('away');
    ports = { ...ports, details: { ...ports.details, erase: () => Promise.reject(away) } };
    await expect(swept()).rejects.toBe(away);
    expect(await check()).not.toContain('document-behind behind');
  });

  it('goes on without a lease when the store of leases is down', async () => {
    await disarrange();
    ports = { ...ports, keyValue: { ...ports.keyValue, acquire: () => Promise.reject(new Error('down')) } };
    expect(await swept()).toMatchObject({ documents: 4 });
  });
});

it('what was left is indexed by one instance at a time', async () => {
  await ports.graph.commit(scope, { nodes: [fact('a')] });
  await ports.graph.hold('another', { tested: [] }, 60_000);
  const job = indexingJob(notesService, ports, log);
  const context = { signal, claimNodes: claimingAll(ports) };
  await job.run(context);
  expect(await ports.graph.unindexed(['Fact'], 10)).toHaveLength(1);
  await ports.graph.release('another', ['tested']);
  await job.run(context);
  expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
});

describe('reindexing', () => {
  const reindexed = (more: Partial<Parameters<typeof reindex>[0]> = {}) =>
    Array.fromAsync(reindex({ services, ports, log, signal, ...more }));

  it('makes every document anew and drops the vectors of a former embedder', async () => {
    await disarrange();
    const former = { ...ports.embedder, id: 'former' };
    await createIndexOnce(notesService, { ...ports, embedder: former }, log)(scope, ['right'], { embedLimitMs: 1_000 });
    expect([...(await ports.searchIndex.embedders(scope)).keys()].sort()).toEqual([ports.embedder.id, 'former'].sort());
    expect(await reindexed()).toEqual([{ scope, documents: 4, withoutVector: 0, dropped: ['former'] }]);
    expect(await ports.searchIndex.embedders(scope)).toEqual(new Map([[ports.embedder.id, 4]]));
  });

  it('drops the vectors of a former embedder also where ours finds no word', async () => {
    await ports.graph.commit(scope, { nodes: [fact('a'), { ...fact('b'), properties: { content: '👍' } }] });
    const embed = async (texts: readonly string[]) => texts.map(() => new Float32Array([1, 0]));
    const former = { ...ports.embedder, id: 'former', embed };
    await createIndexOnce(notesService, { ...ports, embedder: former }, log)(scope, ['a', 'b'], { embedLimitMs: 1_000 });
    expect(await reindexed()).toEqual([{ scope, documents: 2, withoutVector: 0, dropped: ['former'] }]);
    expect(await ports.searchIndex.embedders(scope)).toEqual(new Map([[ports.embedder.id, 1]]));
  });

  it('keeps the former vectors while ours are not all made', async () => {
    await ports.graph.commit(scope, { nodes: [fact('a')] });
    const former = { ...ports.embedder, id: 'former' };
    await createIndexOnce(notesService, { ...ports, embedder: former }, log)(scope, ['a'], { embedLimitMs: 1_000 });
    const broken = { ...ports.embedder, embed: () => Promise.reject(new Error('no model')) };
    expect(await reindexed({ ports: { ...ports, embedder: broken } })).toMatchObject([{ withoutVector: 1, dropped: [] }]);
    expect(await ports.searchIndex.embedders(scope)).toEqual(new Map([['former', 1]]));
  });

  it('keeps the former vector of a text that ours refuses, where ours has made as many of others', async () => {
    await ports.graph.commit(scope, { nodes: [fact('a'), fact('b')] });
    const former = { ...ports.embedder, id: 'former' };
    await createIndexOnce(notesService, { ...ports, embedder: former }, log)(scope, ['a'], { embedLimitMs: 1_000 });
    const { embed } = ports.embedder;
    const refusing: typeof embed = async (texts, options) =>
      (await embed(texts, options)).map((values, index) => (texts[index] === 'about a' ? null : values));
    const own = { ...ports, embedder: { ...ports.embedder, embed: refusing } };
    expect(await reindexed({ ports: own })).toMatchObject([{ withoutVector: 1, dropped: [] }]);
    expect((await ports.searchIndex.embedders(scope)).get('former')).toBe(1);
  });

  it('keeps the former vectors where another process, which has no other, writes a document meanwhile', async () => {
    await ports.graph.commit(scope, { nodes: [fact('a')] });
    const former = { ...ports.embedder, id: 'former' };
    const byFormer = createIndexOnce(notesService, { ...ports, embedder: former }, log);
    await byFormer(scope, ['a'], { embedLimitMs: 1_000 });
    const { embedders } = ports.searchIndex;
    vi.spyOn(ports.searchIndex, 'embedders').mockImplementationOnce(async (of) => {
      await ports.graph.commit(scope, { nodes: [fact('b')] });
      await byFormer(scope, ['b'], { embedLimitMs: 1_000 });
      return await embedders(of);
    });
    expect(await reindexed()).toMatchObject([{ documents: 1, dropped: [] }]);
    expect((await ports.searchIndex.embedders(scope)).get('former')).toBe(2);
  });

  it('from scratch leaves nothing of the former index', async () => {
    await disarrange();
    await reindexed({ fromScratch: true });
    expect((await check()).filter((line) => line.startsWith('document-'))).toEqual([]);
  });

  it('embeds a text again only if it starts from scratch', async () => {
    await ports.graph.commit(scope, { nodes: [fact('a'), fact('b')] });
    await index('a', 'b');
    const embed = vi.spyOn(ports.embedder, 'embed');
    expect(await reindexed()).toEqual([{ scope, documents: 2, withoutVector: 0, dropped: [] }]);
    expect(embed).not.toHaveBeenCalled();
    await reindexed({ fromScratch: true });
    expect(embed.mock.calls.map(([texts]) => texts)).toEqual([['about a', 'about b']]);
  });

  it('makes every scope anew where the index was damaged, also if one is named', async () => {
    const other = scopeOf({ ...scope, user: 'another' });
    for (const each of [scope, other]) await ports.graph.commit(each, { nodes: [fact('a')] });
    const users = async () => (await reindexed({ scope })).map(({ scope: { user } }) => user);
    expect(await users()).toEqual([scope.user]);
    ports = { ...ports, searchIndex: { ...ports.searchIndex, repair: async () => true } };
    expect((await users()).toSorted()).toEqual([scope.user, 'another'].toSorted());
  });

  it('is refused while another process is at it', async () => {
    ports = { ...ports, keyValue: { ...ports.keyValue, acquire: async () => null } };
    await expect(reindexed()).rejects.toMatchObject({ type: 'aborted' });
  });
});

it('the lag counts what waits and how long', async () => {
  expect(await indexLag(services, ports)).toEqual({ nodes: 0, seconds: 0 });
  await ports.graph.commit(scope, { nodes: [fact('a'), fact('b', { updatedAt: new Date(now - 90_000).toISOString() })] });
  expect(await indexLag(services, ports)).toEqual({ nodes: 2, seconds: (now - Date.parse(at)) / 1000 });
  ports.graph.unindexed = () => Promise.reject(new Error('down'));
  expect(await indexLag(services, ports)).toBeNull();
});
