import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Availability } from '../live.ts';
import type { PostgresServer } from './postgres.ts';

/** The folder of a PostgreSQL that has its own `pg_dump` beside it, which refuses a server that is newer. */
export function findPostgresWithTools(): Availability<string> {
  const [folder] = globSync('/usr/lib/postgresql/*').filter((each) =>
    ['postgres', 'initdb', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(each, 'bin', name))),
  );
  return folder ? { thing: folder } : { missing: "install Debian's postgresql" };
}

/** Writes the database into a file, as an operator does, while it is used. */
export async function dumpPostgres(programs: string, server: PostgresServer, file: string): Promise<void> {
  await run(programs, 'pg_dump', server, '--format=custom', `--file=${file}`);
}

/** Makes an empty database what it was in a file. */
export async function restorePostgres(programs: string, server: PostgresServer, file: string): Promise<void> {
  await run(programs, 'pg_restore', server, '--exit-on-error', file);
}

async function run(
  programs: string,
  name: string,
  { port, user, password }: PostgresServer,
  ...words: readonly string[]
): Promise<void> {
  const access = ['--host=127.0.0.1', `--port=${port}`, `--username=${user}`, '--dbname=postgres'];
  const env = { ...process.env, PGPASSWORD: password };
  await promisify(execFile)(join(programs, 'bin', name), [...access, ...words], { env });
}
