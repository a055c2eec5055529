import { scopeOf, systemClock } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { openSqliteGraph } from '../src/index.ts';
import { temporaryFile } from './temporary-file.ts';

test('a purge leaves a row that has the number of one that another has removed meanwhile', async () => {
  await using temporary = await temporaryFile();
  const graph = openSqliteGraph(temporary.file, { clock: systemClock });
  const scopeFor = (user: string) => scopeOf({ workspace: 'default', user, collection: 'default' });
  const [scope, other] = [scopeFor('u1'), scopeFor('u2')];
  const recordOf = (fact_id: string) => ({ operation: 'facts.store', key: 'k', requestHash: 'h', reply: { fact_id } });
  await graph.commit(scope, { idempotency: recordOf('a') });
  await Promise.all([
    graph.purge(scope, { ids: ['a'] }),
    graph.dropIdempotencyRecords('9999-12-31T23:59:59.999Z'),
    graph.commit(other, { idempotency: recordOf('b') }),
  ]);
  expect(await graph.idempotencyRecord(other, 'facts.store', 'k')).not.toBeNull();
});
