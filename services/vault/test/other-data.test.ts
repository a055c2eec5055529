import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { recordedLog } from '@agent-mem/testing/kit';
import { expect, it, vi } from 'vitest';
import { startVault, vaultFolders } from './start-vault.ts';

const eventually = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
const environment = { START_WATCHER: 'true' };
const reason = expect.stringContaining('a program with other data writes this folder');

it('of two programs with data of their own one has the folder, and the other says so and waits', async () => {
  await using folders = await vaultFolders();
  const { log, lines } = recordedLog();
  const first = await startVault(folders.vault, { environment });
  await first.fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
  await first.entries((entries) => expect(entries).toHaveLength(1));
  await using second = await startVault(folders.vault, { log, environment });
  await second.fleet.caller.call('facts', 'store', { content: 'Bob likes tea' });
  await eventually(() => expect(lines).toContainEqual(expect.objectContaining({ reason, folder: folders.vault })));
  await first.fleet.caller.call('facts', 'store', { content: 'Fire is hot' });
  await first.entries((entries) =>
    expect(entries.map(({ properties }) => properties.content).toSorted()).toEqual(['Anne lives in Lyon', 'Fire is hot']),
  );
  await first[Symbol.asyncDispose]();
  await second.entries((entries) => expect(entries).toHaveLength(3));
});

it('a process that was killed leaves a folder that the next one takes at once', async () => {
  await using folders = await vaultFolders();
  await mkdir(folders.vault);
  const owner = join(folders.vault, '.agent-mem-owner.json');
  // No machine has so many processes.
  await writeFile(owner, JSON.stringify({ holder: 'another', host: hostname(), pid: 2 ** 30 }));
  {
    await using vault = await startVault(folders.vault);
    await vault.fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
    await vault.entries((entries) => expect(entries).toHaveLength(1));
  }
  expect(existsSync(owner)).toBe(false);
});
