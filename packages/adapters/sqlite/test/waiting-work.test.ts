import { scopeOf, systemClock } from '@agent-mem/contract';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { openEmbeddedFile } from '../src/file/index.ts';
import { openSqliteGraph } from '../src/index.ts';
import { FragileDisk } from './file/fragile-disk.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const at = '2026-05-07T00:00:00.000Z';

it('is answered when the disk has it: its effects are outside the file', async () => {
  await using folder = await temporaryDirectory();
  const disk = new FragileDisk(Math.random);
  await using file = await openEmbeddedFile(folder.path, { diskOf: disk.open });
  const graph = openSqliteGraph(file, { clock: systemClock });
  const take = disk.stall();
  const committed = graph.commit(scope, {
    nodes: [{ id: 'n', kind: 'Job', status: 'ACTIVE', properties: {}, createdAt: at, updatedAt: at, dueAt: at, weight: null }],
  });
  await expect.poll(() => graph.get(scope, ['n'])).toHaveLength(1);
  const due = graph.due(['Job'], at, 1);
  expect(await Promise.race([due, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
  take();
  expect(await due).toMatchObject([{ node: { id: 'n' } }]);
  await committed;
});
