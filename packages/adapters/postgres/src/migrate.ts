import { OperationError } from '@agent-mem/contract';
import type { ClientBase } from 'pg';
import { migrations } from './details/schema.ts';

/** One process migrates at a time: a process that asks the server for this number waits until it is free. Any number that is ours. */
const migrationLock = 4_702_911_730_552_861_145n;

/** Brings the tables to the newest version. Changes nothing where they are, so that a user who may not change them can use them. */
export async function migrate(client: ClientBase): Promise<void> {
  if ((await versionOf(client)) === migrations.length) return;
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    await checkEncoding(client);
    await client.query(
      'CREATE TABLE IF NOT EXISTS agent_memory_schema (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    // Asked again under the lock: another process may have been faster.
    for (let version = await versionOf(client); version < migrations.length; version++) {
      await client.query(migrations[version] ?? '');
      await client.query('INSERT INTO agent_memory_schema (version) VALUES ($1)', [version + 1]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function versionOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query("SELECT to_regclass('agent_memory_schema') IS NOT NULL AS there");
  if (!rows[0]?.there) return 0;
  const found = await client.query('SELECT coalesce(max(version), 0) AS version FROM agent_memory_schema');
  const version = Number(found.rows[0]?.version);
  if (version <= migrations.length) return version;
  throw new OperationError(
    'failed-precondition',
    `PostgreSQL's tables of details are of version ${version}, this program knows ${migrations.length}: start the newer program`,
  );
}

/** Text of any language must fit, and its bytes come back as they were. */
async function checkEncoding(client: ClientBase): Promise<void> {
  const { rows } = await client.query('SHOW server_encoding');
  const encoding = String(rows[0]?.server_encoding);
  if (encoding === 'UTF8') return;
  throw new OperationError('failed-precondition', `PostgreSQL's database is in ${encoding}: make one with ENCODING 'UTF8'`);
}
