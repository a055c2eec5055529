import { randomBytes } from 'node:crypto';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../../../test/live/postgres/postgres.ts';
import { openPostgresDetails, type PostgresDetails } from '../src/index.ts';
import { migrate } from '../src/migrate.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const createdAt = '2026-05-01T10:00:00.000Z';
const description = (memoryKey: string, metadata = {}) => ({ memoryKey, contentType: 'text/plain', metadata, createdAt });

describeLive("PostgreSQL's tables", findPostgres(), (binaries) => {
  let postgres: PostgresServer;
  let admin: Client;
  let database: string;
  const login = () => ({ user: postgres.user, password: postgres.password });
  const open = (): PostgresDetails =>
    openPostgresDetails({
      ...login(),
      url: `postgres://127.0.0.1:${postgres.port}/${database}`,
      clock: systemClock,
      timeoutMs: 30_000,
      maxConnections: 2,
    });
  /** Asks the database itself. */
  async function ask(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new Client({ ...login(), host: '127.0.0.1', port: postgres.port, database });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end();
    }
  }
  const rowsLeft = async () => {
    const [left] = await ask(`SELECT (SELECT count(*)::int FROM agent_memories) AS memories,
      (SELECT count(*)::int FROM agent_memory_chunks) AS chunks, (SELECT count(*)::int FROM agent_memory_words) AS words`);
    return left;
  };

  beforeAll(async () => {
    postgres = await startPostgres(binaries());
    admin = new Client({ ...login(), host: '127.0.0.1', port: postgres.port, database: 'postgres' });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await postgres[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    database = `test_${randomBytes(6).toString('hex')}`;
    await admin.query(`CREATE DATABASE ${database}`);
  });

  describe('the migration', () => {
    it('is safe from many connections at once, each changing nothing that another did', async () => {
      const clients = Array.from(
        { length: 8 },
        () => new Client({ ...login(), host: '127.0.0.1', port: postgres.port, database }),
      );
      await Promise.all(clients.map((client) => client.connect()));
      await Promise.all(clients.map((client) => migrate(client)));
      await Promise.all(clients.map((client) => client.end()));
      expect(await ask('SELECT version FROM agent_memory_schema')).toEqual([{ version: 1 }]);
    });

    it('is safe from many processes at once, and again', async () => {
      await using stack = new AsyncDisposableStack();
      const all = Array.from({ length: 10 }, () => stack.use(open()));
      await Promise.all(all.map((details) => details.check()));
      await Promise.all(all.map((details, i) => details.put(scope, description(`k${i}`), [Buffer.from('x')])));
      expect(await ask('SELECT version FROM agent_memory_schema')).toEqual([{ version: 1 }]);
      await using again = open();
      await again.check();
      expect(await ask('SELECT version FROM agent_memory_schema')).toEqual([{ version: 1 }]);
    });

    it('makes the columns and indexes that people know', async () => {
      await using details = open();
      await details.check();
      const columns = await ask(
        "SELECT column_name, data_type, column_default FROM information_schema.columns WHERE table_name = 'agent_memories'",
      );
      const types = new Map(columns.map((column) => [column.column_name, [column.data_type, column.column_default]]));
      expect(types.get('id')).toEqual(['uuid', 'gen_random_uuid()']);
      expect(types.get('agent_id')).toEqual(['text', null]);
      expect(types.get('thread_id')).toEqual(['text', null]);
      expect(types.get('memory_key')?.[0]).toBe('character varying');
      expect(types.get('content_metadata')?.[0]).toBe('jsonb');
      expect(types.get('is_active')).toEqual(['boolean', 'true']);
      for (const name of ['memory_type', 'summary', 'content', 'content_bytes']) expect(types.has(name), name).toBe(true);
      const indexes = await ask("SELECT indexname FROM pg_indexes WHERE tablename = 'agent_memories'");
      expect(indexes.map(({ indexname }) => indexname)).toEqual(
        expect.arrayContaining(['idx_memories_key', 'idx_memories_thread']),
      );
    });

    it('leaves alone a table of this name that is not ours, and tables of a newer program', async () => {
      await ask('CREATE TABLE agent_memories (id integer)');
      await using details = open();
      await expect(details.check()).rejects.toThrow('a table agent_memories is there that agent-mem did not make');
      await ask('DROP TABLE agent_memories');
      await details.check();
      await ask('INSERT INTO agent_memory_schema (version) VALUES (99)');
      await using older = open();
      await expect(older.check()).rejects.toThrow('are of version 99, this program knows 1');
    });

    it('makes the tables again when they went away', async () => {
      await using details = open();
      await details.put(scope, description('k'), [Buffer.from('x')]);
      await ask('DROP SCHEMA public CASCADE');
      await ask('CREATE SCHEMA public');
      expect(await details.stat(scope, 'k')).toBeNull();
      await details.put(scope, description('k'), [Buffer.from('y')]);
      expect(await details.stat(scope, 'k')).not.toBeNull();
    });

    it('needs no right to change tables where they are', async () => {
      await using details = open();
      await details.check();
      const user = `reader_${database}`;
      await ask(`CREATE USER ${user} PASSWORD 'x'`);
      await ask(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${user}`);
      const url = `postgres://127.0.0.1:${postgres.port}/${database}`;
      await using limited = openPostgresDetails({ url, user, password: 'x', clock: systemClock });
      await limited.put(scope, description('k'), [Buffer.from('x')]);
      expect(await limited.stat(scope, 'k')).not.toBeNull();
      await ask('REVOKE SELECT ON agent_memories FROM PUBLIC');
      await ask(`REVOKE ALL ON agent_memories FROM ${user}`);
      await expect(limited.stat(scope, 'k')).rejects.toMatchObject({ type: 'permission-denied' });
    });
  });

  it('says when it takes no writes', async () => {
    await using writing = open();
    await writing.check();
    await ask(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    await using details = open();
    await expect(details.check()).rejects.toThrow('did not answer: it is read-only');
    await expect(details.put(scope, description('k'), [Buffer.from('x')])).rejects.toMatchObject({ type: 'unavailable' });
  });

  it('shows what metadata tells in columns of its own', async () => {
    await using details = open();
    const metadata = { agent_id: 'agent', conversation_id: 'conv_1', memory_type: 'command_output', description: 'npm install' };
    await details.put(scope, description('k', metadata), [Buffer.from('text')]);
    await details.put(scope, description('bytes', { thread_id: 't'.repeat(257) }), [Buffer.from([0, 1])]);
    const columns = 'agent_id, thread_id, memory_type, summary, content, content_metadata, content_bytes';
    expect(await ask(`SELECT ${columns} FROM agent_memories ORDER BY number`)).toEqual([
      {
        agent_id: 'agent',
        thread_id: 'conv_1',
        memory_type: 'command_output',
        summary: 'npm install',
        content: 'text',
        content_metadata: metadata,
        content_bytes: null,
      },
      expect.objectContaining({ thread_id: null, content: null, content_bytes: Buffer.from([0, 1]) }),
    ]);
  });

  it('keeps names and metadata of any length and letters', async () => {
    await using details = open();
    const wide = '🧠'.repeat(128);
    const own = scopeOf({ workspace: wide, user: wide, collection: wide });
    const metadata = { zero: 'a\0b', half: '\ud83e', slash: '\\u0000', number: 1e300, deep: { list: [null, true] } };
    for (const content of [Buffer.from('small'), randomBytes(2_000_000)]) {
      const stored = await details.put(own, description(wide, metadata), [content]);
      expect(stored.metadata).toEqual(metadata);
      expect(await details.stat(own, wide)).toEqual(stored);
      expect((await Array.fromAsync(details.stored({ scope: own })))[0]).toEqual({ scope: own, detail: stored });
    }
  });

  it('keeps what was deleted until it is erased', async () => {
    await using details = open();
    for (const [key, content] of [
      ['text', Buffer.from('some words')],
      ['large', randomBytes(2_500_000)],
    ] as const) {
      await details.put(scope, description(key), [content]);
      await details.delete(scope, key);
    }
    expect(await ask('SELECT is_active FROM agent_memories')).toEqual([{ is_active: false }, { is_active: false }]);
    expect(await details.erase('2020-01-01T00:00:00.000Z')).toBe(0);
    expect(await rowsLeft()).toEqual({ memories: 2, chunks: 3, words: 2 });
    expect(await details.erase('2999-01-01T00:00:00.000Z')).toBe(2);
    expect(await rowsLeft()).toEqual({ memories: 0, chunks: 0, words: 0 });
  });

  it('leaves no rows behind of what was replaced, or broke off', async () => {
    await using details = open();
    async function* broken() {
      yield randomBytes(2_500_000);
      throw new Error('gone');
    }
    await details.put(scope, description('k'), [randomBytes(2_500_000)]);
    await details.put(scope, description('k'), [Buffer.from('two words')]);
    await expect(details.put(scope, description('k'), broken())).rejects.toThrow('gone');
    expect(await rowsLeft()).toEqual({ memories: 1, chunks: 0, words: 2 });
  });

  it('erases what never came in whole, and says so to those who still send it', async () => {
    await using details = open();
    async function* erasedMeanwhile(end: string) {
      yield randomBytes(2_097_152);
      expect(await details.erase('2999-01-01T00:00:00.000Z')).toBe(1);
      yield Buffer.from(end);
    }
    for (const end of ['end', '']) {
      const put = details.put(scope, description('k'), erasedMeanwhile(end));
      await expect(put).rejects.toMatchObject({ type: 'aborted', retryable: true });
    }
    expect(await details.stat(scope, 'k')).toBeNull();
    expect(await rowsLeft()).toEqual({ memories: 0, chunks: 0, words: 0 });
  });

  it('holds one of fifty that are put under one key at once, whole', async () => {
    await using details = open();
    const contents = Array.from({ length: 50 }, (_, i) =>
      i % 10 === 0 ? randomBytes(1_200_000) : Buffer.from(`writer${i} word`),
    );
    await Promise.all(contents.map((content) => details.put(scope, description('k'), [content])));
    const held = Buffer.from((await details.read(scope, 'k', { offset: 0, maxBytes: 2_000_000 })) ?? '');
    expect(contents.some((content) => content.equals(held))).toBe(true);
    const left = await rowsLeft();
    expect([left?.memories, left?.chunks]).toEqual([1, held.length > 1_048_576 ? 2 : 0]);
  });

  it('are purged some rows at a time, however many there are: each statement has a time limit', async () => {
    await using details = open();
    const keys = Array.from({ length: 250 }, (_, index) => `k${index}`);
    await Promise.all(keys.map((key) => details.put(scope, description(key), [Buffer.from('some words')])));
    for (const key of keys.slice(0, 120)) await details.delete(scope, key);
    await ask(`CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM gone) > 100 THEN RAISE EXCEPTION 'too many rows at once'; END IF; RETURN NULL; END $$`);
    await ask(`CREATE TRIGGER few AFTER DELETE ON agent_memories REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`);
    expect(await details.purge(scope, keys.slice(0, 110))).toBe(110);
    expect(await details.purge(scope, 'everything')).toBe(140);
    expect(await rowsLeft()).toEqual({ memories: 0, chunks: 0, words: 0 });
  });
});
