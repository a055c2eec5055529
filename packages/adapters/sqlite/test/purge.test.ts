import { join } from 'node:path';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { expect, test, vi } from 'vitest';
import { openSqliteDetails, openSqliteGraph } from '../src/index.ts';
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

test('a purge overwrites some megabytes of content at a time, so that others have their turns', async () => {
  await using temporary = await temporaryFile();
  const { file, directory } = temporary;
  const details = openSqliteDetails(file, { directory: join(directory, 'details') });
  const scope = scopeOf({ workspace: 'default', user: 'u1', collection: 'default' });
  const description = { contentType: 'text/plain', metadata: {}, createdAt: '2026-01-01T00:00:00.000Z' };
  for (let number = 0; number < 20; number += 1)
    await details.put(scope, { ...description, memoryKey: `key_${number}` }, [Buffer.alloc(1_000_000, `${number}`)]);
  const commits = vi.spyOn(file, 'write');
  expect(await details.purge(scope, 'everything')).toBe(20);
  // Eight, eight and four, and one that finds nothing more.
  expect(commits).toHaveBeenCalledTimes(4);
});
