import { systemClock } from '@agent-mem/contract';
import { describeDetails } from '@agent-mem/storage/contract-suite';
import { afterAll, beforeAll } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../../../test/live/postgres/postgres.ts';
import { openPostgresDetails } from '../src/index.ts';

describeLive('PostgreSQL', findPostgres(), (binaries) => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres(binaries());
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  describeDetails('PostgreSQL', async () => {
    const { url, user, password } = postgres;
    const store = openPostgresDetails({ url, user, password, clock: systemClock, timeoutMs: 30_000 });
    return { store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
  });
});
