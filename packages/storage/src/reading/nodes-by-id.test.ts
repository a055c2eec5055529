import { scopeOf } from '@agent-mem/contract';
import { storedNode } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { nodesById } from './nodes-by-id.ts';

const at = '2026-05-07T00:00:00.000Z';

it('nodes of more ids than a store takes at once are found in the order of the ids, and those that are gone left out', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => `fact_${index}`);
  const sizes: number[] = [];
  const get = async (_scope: unknown, some: readonly string[]) => {
    sizes.push(some.length);
    return some
      .filter((id) => id !== 'fact_7')
      .map((id) => storedNode({ id, kind: 'Fact', createdAt: at, updatedAt: at, properties: {} }));
  };
  const scope = scopeOf({ workspace: 'default', user: 'u1', collection: 'default' });
  const nodes = await nodesById({ get }, scope, ids);
  expect([...nodes.keys()]).toEqual(ids.filter((id) => id !== 'fact_7'));
  expect(Math.max(...sizes)).toBeLessThan(450);
});
