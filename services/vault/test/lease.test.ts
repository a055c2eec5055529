import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openAccess } from '@agent-mem/access';
import { takeLease } from '@agent-mem/runtime';
import { bareContext, startFleet, turnedClock } from '@agent-mem/testing';
import { readVaultScopes } from '@agent-mem/vault';
import { expect, it } from 'vitest';
import { vaultConnector } from '../src/index.ts';
import { vaultFolders } from './start-vault.ts';

it('one process at a time writes a folder, and the next one when that one has ended', async () => {
  await using folders = await vaultFolders();
  const clock = turnedClock();
  await using fleet = await startFleet({ clock });
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
  const config = {
    VAULT_DIR: folders.vault,
    VAULT_SCOPE: readVaultScopes('default/default/default'),
    START_WATCHER: false,
    ENABLE_GIT_VERSIONING: false,
  };
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
