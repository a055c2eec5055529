import { inspect } from 'node:util';
import { OperationError } from '@agent-mem/contract';
import { document, freshScope, vector } from '@agent-mem/storage/contract-suite/fixtures';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findQdrant, prepareQdrant, type QdrantServer } from '../../../../test/live/qdrant/qdrant.ts';
import type { QdrantSearchIndexOptions } from '../src/index.ts';
import { openOn } from './open-qdrant.ts';

const patience = { timeout: 60_000, interval: 50 };

/** Asks again what may be asked again, as a client does. */
async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(work, patience);
}

describeLive('Qdrant that comes and goes', findQdrant(), (program) => {
  let qdrant: QdrantServer;
  const open = (options: Partial<QdrantSearchIndexOptions> = {}) => openOn(qdrant, options);
  beforeAll(async () => {
    qdrant = await prepareQdrant(program());
  });
  afterAll(() => qdrant[Symbol.asyncDispose]());
  beforeEach(() => qdrant.kill());

  it('opens while it is down, says why it cannot be used, and works when it is there', async () => {
    await using index = open();
    const scope = freshScope();
    const down = `Qdrant at 127.0.0.1:${qdrant.port} did not answer: it cannot be reached (ECONNREFUSED)`;
    for (let i = 0; i < 2; i += 1) await expect(index.check()).rejects.toThrow(down);
    await expect(index.put(scope, [document({ id: 'd' })])).rejects.toMatchObject({
      type: 'unavailable',
      retryable: true,
      message: expect.stringMatching(/^Qdrant at 127\.0\.0\.1:\d+ did not .+: it cannot be reached \(ECONNREFUSED\)$/),
    });
    await qdrant.start();
    await persistently(() => index.check());
    await index.put(scope, [document({ id: 'd', vectors: [vector([1, 0])] })]);
    expect(await index.get(scope, ['d'])).toHaveLength(1);
  });

  it('keeps everything that resolved when it is killed in the middle of puts', async () => {
    await qdrant.start();
    await using index = open();
    const scope = freshScope();
    const resolved = new Set<string>();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 40; n += 1) {
        const id = `d${writer}-${n}`;
        const own = document({ id, terms: { word: 1, [id]: 2 }, vectors: [vector([writer, n, 1])] });
        await persistently(() => index.put(scope, [own]));
        resolved.add(id);
      }
    });
    await vi.waitFor(() => expect(resolved.size).toBeGreaterThan(60), patience);
    await qdrant.kill();
    const before = new Set(resolved);
    await qdrant.start();
    const found = await persistently(() => index.get(scope, [...before]));
    expect(found.map(({ id }) => id).sort()).toEqual([...before].sort());
    expect(found.every(({ vectors }) => vectors.length === 1)).toBe(true);
    await Promise.all(writers);
    const statistics = await index.statistics(scope, { kinds: ['Fact'], terms: ['word'] });
    expect(statistics).toEqual({ documents: 320, totalLength: 960, documentFrequency: new Map([['word', 320]]) });
    expect(await index.embedders(scope)).toEqual(new Map([['test-embedder', 320]]));
  });

  it('makes its collections again where they were dropped', async () => {
    await qdrant.start();
    await using index = open();
    const scope = freshScope();
    const own = document({ id: 'd', terms: { word: 1 }, vectors: [vector([1, 0])] });
    await index.put(scope, [own]);
    const { collections } = (await qdrant.ask('GET', '/collections')) as { collections: readonly { name: string }[] };
    for (const { name } of collections) await qdrant.ask('DELETE', `/collections/${name}`);
    expect(
      await index.search(scope, { kinds: ['Fact'], terms: [{ term: 'word', weight: 1 }], vector: vector([1, 0]), limit: 5 }),
    ).toEqual([]);
    await index.put(scope, [own]);
    expect(await index.get(scope, ['d'])).toEqual([own]);
    await qdrant.ask('DELETE', '/collections/agent_mem_v1_documents');
    await index.check();
    expect(await qdrant.ask('GET', '/collections/agent_mem_v1_documents/exists')).toEqual({ exists: true });
    await qdrant.ask('DELETE', '/collections/agent_mem_v1_documents');
    expect(await Array.fromAsync(index.scopes())).toEqual([]);
    await qdrant.ask('DELETE', '/collections/agent_mem_v1_documents');
    expect(await index.withoutAttributes(['Fact'], 10)).toEqual([]);
  });

  it('makes the indexes of payloads again where they were dropped, while it runs and at the next start', async () => {
    await qdrant.start();
    const prefix = `p${crypto.randomUUID()}`;
    await using index = open({ prefix });
    const scope = freshScope();
    await index.put(scope, [document({ id: 'd', terms: { word: 1 }, vectors: [vector([1, 0])] })]);
    const indexes = async () => {
      const { collections } = (await qdrant.ask('GET', '/collections')) as { collections: readonly { name: string }[] };
      const own = collections.map(({ name }) => name).filter((name) => name.startsWith(prefix));
      const made = own.map(async (name) => {
        const info = (await qdrant.ask('GET', `/collections/${name}`)) as { payload_schema: object };
        return [name, Object.keys(info.payload_schema).sort()] as const;
      });
      return Object.fromEntries(await Promise.all(made));
    };
    const before = await indexes();
    const drop = async () => {
      for (const [name, fields] of Object.entries(before)) {
        const dropped = fields.filter((field) => ['scope', 'length', 'id_place'].includes(field));
        for (const field of dropped) await qdrant.ask('DELETE', `/collections/${name}/index/${field}?wait=true`);
      }
    };
    await drop();
    expect((await index.statistics(scope, { kinds: ['Fact'], terms: ['word'] })).documents).toBe(1);
    await drop();
    expect(await index.versions(scope, null, 10)).toEqual([{ id: 'd', version: 1 }]);
    await drop();
    await using started = open({ prefix });
    expect(await started.get(scope, ['d'])).toHaveLength(1);
    expect(await indexes()).toEqual(before);
  });

  it('says by the version 0 which documents lost their vectors, until they are put again', async () => {
    await qdrant.start();
    const prefix = `p${crypto.randomUUID()}`;
    await using index = open({ prefix });
    const scope = freshScope();
    const own = document({ id: 'd', version: 3, terms: { word: 1 }, vectors: [vector([1, 0])] });
    await index.put(scope, [own, document({ id: 'wordless', version: 2 })]);
    const { collections } = (await qdrant.ask('GET', '/collections')) as { collections: readonly { name: string }[] };
    const [name = ''] = collections.map((each) => each.name).filter((each) => each.startsWith(`${prefix}_v1_vectors_`));
    const versions = () => index.versions(scope, null, 10);
    const wordless = { id: 'wordless', version: 2 };
    expect(await versions()).toEqual([{ id: 'd', version: 3 }, wordless]);
    await qdrant.ask('DELETE', `/collections/${name}`);
    expect(await versions()).toEqual([{ id: 'd', version: 0 }, wordless]);
    await index.put(scope, [own]);
    expect(await versions()).toEqual([{ id: 'd', version: 3 }, wordless]);
    expect(await index.get(scope, ['d'])).toEqual([own]);
  });

  it('rejects when it does not answer, and goes on when it does', async () => {
    await qdrant.start();
    await using index = open({ timeoutMs: 500 });
    await using patient = open();
    await patient.check();
    await persistently(() => index.check());
    qdrant.hold(true);
    const late = { type: 'deadline-exceeded', retryable: true, message: expect.stringContaining('no answer in time') };
    await expect(index.get(freshScope(), ['d'])).rejects.toMatchObject(late);
    await expect(patient.check(AbortSignal.timeout(200))).rejects.toMatchObject(late);
    qdrant.hold(false);
    await persistently(() => index.check());
  });

  it('says that a key is wrong, and never which', async () => {
    await qdrant.start();
    const scope = freshScope();
    await using wrong = open({ apiKey: 'hunter22' });
    await using inUrl = open({ url: qdrant.url.replace('//', '//:hunter22@'), apiKey: '' });
    await using none = open({ apiKey: '' });
    const secret = document({ id: 'd', terms: { secret: 1 } });
    for (const index of [wrong, inUrl, none]) {
      for (const ask of [() => index.check(), () => index.put(scope, [secret])]) {
        const error: unknown = await ask().catch((cause: unknown) => cause);
        expect(error).toMatchObject({ name: 'OperationError', type: 'unauthenticated', retryable: false });
        expect(inspect(error, { depth: 9 })).toContain('its API key is missing or wrong (set SEARCH_API_KEY)');
        expect(inspect(error, { depth: 9 })).not.toMatch(/hunter22|secret/);
      }
    }
    await using key = open({ url: qdrant.url.replace('//', `//:${qdrant.apiKey}@`), apiKey: '' });
    await key.check();
  });

  it('is not ready for a key that may only read', async () => {
    await qdrant.start();
    await using writer = open();
    await writer.check();
    await using reader = open({ apiKey: qdrant.readOnlyKey });
    const refused = 'did not take a write: its API key may not do this (set SEARCH_API_KEY to one that may write)';
    await expect(reader.check()).rejects.toThrow(refused);
  });

  it('tells the content of a memory to nobody when it refuses', async () => {
    await qdrant.start();
    await using index = open();
    const vectors = [{ embedder: 'test-embedder', values: Float32Array.from([Number.NaN, 1]) }];
    const refused = document({ id: 'd', terms: { secret: 1 }, fields: { speaker: 'secret' }, vectors });
    const error: unknown = await index.put(freshScope(), [refused]).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(OperationError);
    expect(error).toMatchObject({ retryable: false });
    expect(inspect(error, { depth: 9 })).not.toContain('secret');
  });

  it('closes at once, also while it waits', async () => {
    await qdrant.start();
    const index = open();
    await index.check();
    qdrant.hold(true);
    const refused = expect(index.get(freshScope(), ['d'])).rejects.toThrow('the search index is closed');
    await index[Symbol.asyncDispose]();
    await refused;
    await expect(index.check()).rejects.toThrow('the search index is closed');
    await open()[Symbol.asyncDispose]();
  });

  it('refuses malformed options', () => {
    expect(() => open({ prefix: 'a/b' })).toThrow('a prefix of collections must be');
    expect(() => open({ caFile: '/nobody.pem' })).toThrow('a CA file is for qdrant+https://');
  });
});
