import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openAccess } from '@agent-mem/access';
import type { Clock } from '@agent-mem/contract';
import { takeLease } from '@agent-mem/runtime';
import { bareContext, startFleet, type TurnedClock, turnedClock } from '@agent-mem/testing';
import { readVaultScopes } from '@agent-mem/vault';
import { expect, it, vi } from 'vitest';
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
    .poll(async () => {
      await clock.advance(1_000);
      return existsSync(index);
    })
    .toBe(true);
});

const renewedEveryMs = 10_000;

/** Turns the clock no further than the disk follows, which is not as fast. */
function turning(turned: TurnedClock) {
  let renewals = 0;
  let asleep = 0;
  const clock: Clock = {
    ...turned,
    // A lease that is renewed sleeps until the next time.
    async sleep(ms, signal) {
      if (ms === renewedEveryMs) renewals += 1;
      asleep += 1;
      await turned.sleep(ms, signal).finally(() => {
        asleep -= 1;
      });
    },
  };
  /** During a look: as far as both leases go before they are renewed, and until they are. */
  async function turn(): Promise<void> {
    renewals = 0;
    await turned.advance(renewedEveryMs);
    await vi.waitFor(() => expect(renewals).toBe(2));
  }
  /** Between two looks: while the vault sleeps, and both leases. */
  async function turnAtRest(ms: number): Promise<void> {
    await vi.waitFor(() => expect(asleep).toBe(3));
    await turned.advance(ms);
  }
  return { clock, turn, turnAtRest };
}

it('a look that took ten minutes does not hold the vault up for as long', async () => {
  await using folders = await vaultFolders();
  const clock = turnedClock();
  await using fleet = await startFleet({ clock });
  const { clock: renewing, turn, turnAtRest } = turning(clock);
  using _measured = vi.spyOn(performance, 'now').mockImplementation(() => clock.now());
  const looked = Promise.withResolvers<void>();
  let turns = 0;
  const graph: typeof fleet.ports.graph = {
    ...fleet.ports.graph,
    async find(...asked) {
      for (; turns < 60; turns += 1) await turn();
      looked.resolve();
      return fleet.ports.graph.find(...asked);
    },
  };
  const context = { ...bareContext(fleet, configOf(folders.vault)), graph, clock: renewing };
  await using _ = await vaultConnector.start({ ...context, tokenAccess: openAccess });
  await looked.promise;
  const lookedAt = clock.now();
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
  await expect
    .poll(async () => {
      await turnAtRest(2_000);
      return existsSync(join(folders.vault, 'entries/global/facts'));
    })
    .toBe(true);
  expect(clock.now() - lookedAt).toBeLessThan(120_000);
});

it('a clock that is set ahead during a look does not hold the vault up', async () => {
  await using folders = await vaultFolders();
  const clock = turnedClock();
  await using fleet = await startFleet({ clock });
  const sleeps: number[] = [];
  const recording: Clock = {
    ...clock,
    sleep(ms, signal) {
      sleeps.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  let isSet = false;
  const graph: typeof fleet.ports.graph = {
    ...fleet.ports.graph,
    async find(...asked) {
      if (!isSet) await clock.leap(20_000);
      isSet = true;
      return fleet.ports.graph.find(...asked);
    },
  };
  const context = { ...bareContext(fleet, configOf(folders.vault)), graph, clock: recording };
  await using _ = await vaultConnector.start({ ...context, tokenAccess: openAccess });
  await expect.poll(() => isSet).toBe(true);
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return existsSync(join(folders.vault, 'entries/global/facts'));
    })
    .toBe(true);
  expect(Math.max(...sleeps)).toBe(renewedEveryMs);
});

it('a look that takes longer than the lease renews it, so that no other process takes the folder meanwhile', async () => {
  await using folders = await vaultFolders();
  const clock = turnedClock();
  await using fleet = await startFleet({ clock });
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
  const context = { ...bareContext(fleet, configOf(folders.vault)), graph: fleet.ports.graph };
  const { clock: renewing, turn } = turning(clock);
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
  await using _ = await vaultConnector.start({ ...context, graph, clock: renewing, tokenAccess: openAccess });
  await expect.poll(() => existsSync(join(folders.vault, 'entries/global/facts'))).toBe(true);
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
  await expect.poll(() => looks).toBeGreaterThan(0);
  for (let second = 0; second < 5; second += 1) await clock.advance(1_000);
  expect(existsSync(join(folders.vault, 'entries'))).toBe(false);
  isTaken = false;
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return existsSync(join(folders.vault, 'entries/global/facts'));
    })
    .toBe(true);
});
