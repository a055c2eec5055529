import { createKeyStore } from '@agent-mem/access';
import { scopeOf } from '@agent-mem/contract';
import { startFleet, type TestFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { expectedOf, recordedVersions, unpacked } from './fixtures.ts';
import { openSettled } from './open.ts';

const keysOf = ({ ports: { graph, clock } }: TestFleet) => createKeyStore({ graph, clock });
const grant = { permissions: ['read'], workspaces: null, users: null, collections: null } as const;

describe.each(recordedVersions)('a data folder of %s', { timeout: 600_000 }, (version) => {
  it('takes keys with limits; one that was stored before keys had any has none of its own, and gets none by what is changed of it', {
    ...verifies('upgrade.data'),
  }, async () => {
    const { settled } = await expectedOf(version);
    await using directory = await unpacked(version, 'settled');
    const clock = turnedClock(settled.at);
    const limits = { requestsPerMinute: 600, batch: 0 };
    const issued = { new: '', old: '' };
    {
      await using fleet = await openSettled(startFleet, directory.path, clock);
      expect(await keysOf(fleet).list()).toEqual([]);
      issued.new = (await keysOf(fleet).create({ ...grant, name: 'new', expiresAt: null, limits })).key.id;
      issued.old = (await keysOf(fleet).create({ ...grant, name: 'old', expiresAt: null })).key.id;
      await withoutLimits(fleet, issued.old);
    }
    await using fleet = await openSettled(startFleet, directory.path, clock);
    const listed = (await keysOf(fleet).list()).map((key) => [key.name, key.limits]);
    // Both were made at one time of the turned clock.
    expect(listed.toSorted()).toEqual([
      ['new', limits],
      ['old', {}],
    ]);
    const rotated = await keysOf(fleet).rotate(issued.old, 0);
    expect(rotated.key).toMatchObject({ ...grant, name: 'old', limits: {} });
    expect(await keysOf(fleet).revoke(issued.new)).toMatchObject({ limits });
  });
});

/** Stores a key as it was before it could have limits: without that member. */
async function withoutLimits({ ports: { graph } }: TestFleet, id: string): Promise<void> {
  const scope = scopeOf({ workspace: '\u001fkeys', user: '\u001fkeys', collection: '\u001fkeys' });
  const [node] = await graph.get(scope, [`key:${id}`]);
  if (!node) throw new Error('The key is not there');
  const { limits: _, ...properties } = node.properties;
  const { kind, status, createdAt, updatedAt, version } = node;
  await graph.commit(scope, {
    nodes: [{ id: node.id, kind, status, createdAt, updatedAt, properties, expectedVersion: version, record: 'created' }],
  });
}
