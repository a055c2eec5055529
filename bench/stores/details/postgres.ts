import { createHash } from 'node:crypto';
import { scopeKey, systemClock } from '@agent-mem/contract';
import { openPostgresDetails } from '@agent-mem/postgres';
import { Pool } from 'pg';
import { findPostgres, startPostgres } from '../../../test/live/postgres/postgres.ts';
import { needed } from '../live.ts';
import { scope } from '../memories.ts';
import type { BareDetails, OpenedDetails } from './bare.ts';

/** As many as the adapter has. */
const connections = 8;

/** The Details on a PostgreSQL of its own, beside the bare client on the same server. */
export async function postgresDetails(): Promise<OpenedDetails> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startPostgres(needed('PostgreSQL', findPostgres())));
  const { url, user, password, port } = server;
  const details = opened.use(openPostgresDetails({ url, user, password, clock: systemClock, timeoutMs: 120_000 }));
  const pool = new Pool({ host: '127.0.0.1', port, user, password, database: 'postgres', max: connections });
  opened.defer(() => pool.end());
  const closing = opened.move();
  return {
    store: 'PostgreSQL',
    details,
    bare: bareDetails(pool),
    async bytes() {
      const { rows } = await pool.query('SELECT pg_database_size(current_database()) AS bytes');
      return Number(rows[0]?.bytes);
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

const put = `WITH active AS (
    INSERT INTO agent_memories (memory_key, scope_workspace, scope_user, scope_collection, scope_hash, content_type, content_hash,
      size_bytes, content)
    VALUES ($1, $2, $3, $4, $5, 'text/plain', $6, $7, $8) RETURNING id
  ) INSERT INTO agent_memory_words (scope_hash, word, memory, count)
    SELECT $5, given.word, active.id, given.count FROM active, unnest($9::text[], $10::integer[]) AS given (word, count)`;

const read = `SELECT substring(convert_to(content, 'UTF8') FROM $3 FOR $4) AS bytes FROM agent_memories
  WHERE scope_hash = $1 AND memory_key = $2 AND is_active`;

const search = `SELECT memory_key, content_hash, size_bytes, content_type, content_metadata, created_at FROM agent_memories JOIN (
    SELECT memory, count(*) AS words, sum(count) AS hits FROM agent_memory_words
    WHERE scope_hash = $1 AND word = ANY ($2::text[]) GROUP BY memory
  ) AS found ON memory = id
  WHERE is_active ORDER BY found.words DESC, found.hits DESC, created_at DESC LIMIT $3`;

function bareDetails(pool: Pool): BareDetails {
  const { workspace, user, collection } = scope;
  const hashed = createHash('sha256').update(scopeKey(scope)).digest();
  return {
    put: (key, { text, bytes, hash, words }) => {
      const content = [hash, bytes.length, text, [...words.keys()], [...words.values()]];
      return pool.query(put, [key, workspace, user, collection, hashed, ...content]);
    },
    read: (key, offset, maxBytes) => pool.query(read, [hashed, key, offset + 1, maxBytes]),
    search: (words, limit) => pool.query(search, [hashed, words, limit]),
  };
}
