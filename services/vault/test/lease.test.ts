import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openAccess } from '@agent-mem/access';
import { takeLease } from '@agent-mem/runtime';
import { bareContext, startFleet, type TestFleet, type TurnedClock, turnedClock } from '@agent-mem/testing';
import { readVaultScopes } from '@agent-mem/vault';
import { expect, it, vi } from 'vitest';
import { ownerName } from '../src/follow/folder-leases.ts';
import { vaultConnector } from '../src/index.ts';
import { vaultFolders } from './start-vault.ts';

function configOf(folder: string) {
  return {
    VAULT_DIR: folder,
    VAULT_SCOPE: readVaultScopes('default/default/default'),
    START_WATCHER: false,
    ENABLE_GIT_VERSIONING: false,
  };
}

it('one process at a time writes a folder, and the next one when that one has ended', async () => {
  await using folders = await vaultFolders();
  const clock = turnedClock();
  await using fleet = await startFleet({ clock });
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
  const config = configOf(folders.vault);
  const context = { ...bareContext(fleet, config), graph: fleet.ports.graph };
  const first = await takeLease(`vault ${folders.vault}`, 'another process', 60_000, context);
  await using _ = await vaultConnector.start({ ...context, tokenAccess: openAccess });
  const index = join(folders.vault, 'memory_index.json');
  for (let second = 0; second < 5; second += 1) await clock.advance(1_000);
  expect(existsSync(index)).toBe(false);
  await first?.[Symbol.asyncDispose]();
  await expect
    .poll(
      async () => {
        await clock.advance(1_000);
        return existsSync(index);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
});

/** Turns the clock during a look. It does not wait for the disk: without `keyValue` it could turn past a lease that is being renewed. */
function turning(fleet: TestFleet, clock: TurnedClock, folder: string) {
  let renewedAt = 0;
  const keyValue: typeof fleet.ports.keyValue = {
    ...fleet.ports.keyValue,
    async acquire(...asked) {
      const lease = await fleet.ports.keyValue.acquire(...asked);
      renewedAt = clock.now();
      return lease;
    },
  };
  async function turn(): Promise<void> {
    await clock.advance(10_000);
    await vi.waitFor(() => {
      const inFolder = Math.round(statSync(join(folder, ownerName)).mtimeMs);
      expect([renewedAt, inFolder]).toEqual([clock.now(), clock.now()]);
    });
  }
  return { keyValue, turn };
}

it('a look that took ten minutes does not hold the vault up for as long', async () => {
  await using folders = await vaultFolders();
  const clock = turnedClock();
  await using fleet = await startFleet({ clock });
  const { keyValue, turn } = turning(fleet, clock, folders.vault);
  let turns = 0;
  const graph: typeof fleet.ports.graph = {
    ...fleet.ports.graph,
    async find(...asked) {
      for (; turns < 60; turns += 1) await turn();
      return fleet.ports.graph.find(...asked);
    },
  };
  const context = { ...bareContext(fleet, configOf(folders.vault)), graph, keyValue };
  await using _ = await vaultConnector.start({ ...context, tokenAccess: openAccess });
  await expect.poll(() => turns, { timeout: 20_000 }).toBe(60);
  const lookedAt = clock.now();
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
  await expect
    .poll(
      async () => {
        await clock.advance(2_000);
        return existsSync(join(folders.vault, 'entries/global/facts'));
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expect(clock.now() - lookedAt).toBeLessThan(120_000);
});

it('a look that takes longer than the lease renews it, so that no other process takes the folder meanwhile', async () => {
  await using folders = await vaultFolders();
  const clock = turnedClock();
  await using fleet = await startFleet({ clock });
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
  const context = { ...bareContext(fleet, configOf(folders.vault)), graph: fleet.ports.graph };
  const { keyValue, turn } = turning(fleet, clock, folders.vault);
  const others: boolean[] = [];
  const graph: typeof fleet.ports.graph = {
    ...fleet.ports.graph,
    async find(...asked) {
      while (others.length < 12) {
        others.push((await takeLease(`vault ${folders.vault}`, 'another process', 60_000, context)) !== null);
        await turn();
      }
      return fleet.ports.graph.find(...asked);
    },
  };
  await using _ = await vaultConnector.start({ ...context, graph, keyValue, tokenAccess: openAccess });
  await expect.poll(() => existsSync(join(folders.vault, 'entries/global/facts')), { timeout: 20_000 }).toBe(true);
  expect(others).toEqual(Array.from({ length: 12 }, () => false));
});

it('a process whose lease another has taken writes nothing of the look that it is in, and goes on when it has the lease again', async () => {
  await using folders = await vaultFolders();
  const clock = turnedClock();
  await using fleet = await startFleet({ clock });
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
  let isTaken = false;
  let looks = 0;
  const keyValue: typeof fleet.ports.keyValue = {
    ...fleet.ports.keyValue,
    acquire: async (...asked) => (isTaken ? null : fleet.ports.keyValue.acquire(...asked)),
  };
  const graph: typeof fleet.ports.graph = {
    ...fleet.ports.graph,
    async find(...asked) {
      const found = await fleet.ports.graph.find(...asked);
      looks += 1;
      if (looks === 1) {
        isTaken = true;
        await clock.advance(30_000);
      }
      return found;
    },
  };
  const context = { ...bareContext(fleet, configOf(folders.vault)), graph, keyValue };
  await using _ = await vaultConnector.start({ ...context, tokenAccess: openAccess });
  await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(0);
  for (let second = 0; second < 5; second += 1) await clock.advance(1_000);
  expect(existsSync(join(folders.vault, 'entries'))).toBe(false);
  isTaken = false;
  await expect
    .poll(
      async () => {
        await clock.advance(1_000);
        return existsSync(join(folders.vault, 'entries/global/facts'));
      },
      { timeout: 20_000 },
    )
    .toBe(true);
});
