import { memoryPorts, scope } from '@agent-mem/testing/kit';
import { expect, test } from 'vitest';
import { claimUniqueKey, releaseUniqueKey, uniqueKeyHolder } from './unique-key.ts';
import { reclaimedUniqueKeys } from './unique-keys-of-holders.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

/** Facts of these names, each made a second after the one before, and one unique key, held by the last of `holders` after each other. */
async function opened(names: readonly string[], holders: readonly string[]) {
  const { graph } = memoryPorts();
  const key = async () => (await graph.get(scope, ['key_1']))[0];
  const facts = names.map(
    (id, second) => ({ id, kind: 'Fact', createdAt: at(second), updatedAt: at(second), properties: {} }) as const,
  );
  await graph.commit(scope, { nodes: facts });
  for (const holder of holders) await graph.commit(scope, { nodes: [claimUniqueKey('key_1', await key(), holder, at(0))] });
  const release = async () => {
    const seen = await key();
    if (seen) await graph.commit(scope, { nodes: [releaseUniqueKey(seen, at(9))] });
  };
  const reclaim = async (...ids: readonly string[]) => {
    const givenUp = new Map(ids.map((id) => [id, ['key_1']]));
    const { writes, late } = await reclaimedUniqueKeys(graph, scope, await graph.get(scope, ids), givenUp, at(10));
    await graph.commit(scope, { nodes: writes });
    return { late: [...late], holder: uniqueKeyHolder(await key()) };
  };
  return { release, reclaim };
}

test('of two that gave up the same key the newer gets it back, and the other comes late', async () => {
  const { release, reclaim } = await opened(['older', 'newer'], ['older', 'newer']);
  await release();
  expect(await reclaim('older', 'newer')).toEqual({ late: ['older'], holder: 'newer' });
});

test('a key that another has taken meanwhile stays with it', async () => {
  const { reclaim } = await opened(['one', 'other'], ['one', 'other']);
  expect(await reclaim('one')).toEqual({ late: ['one'], holder: 'other' });
});
