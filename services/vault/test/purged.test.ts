import { describe, expect, it } from 'vitest';
import { type StartedVault, startVault, vaultFolders } from './start-vault.ts';

const anne = { workspace: 'default', user: 'Anne' };

/** Stores a fact and a turn of Anne in two collections, and a fact of Bob; resolves when all have their files. */
async function storeAll({ entries, fleet: { caller } }: StartedVault): Promise<void> {
  for (const collection of ['default', 'work']) {
    await caller.call('facts', 'store', { ...anne, collection, content: 'Anne lives in Lyon' });
    const message = { conversation_id: 'trip', role: 'user', content: 'Hello' } as const;
    await caller.call('conversations', 'append_message', { ...anne, collection, ...message });
  }
  await caller.call('facts', 'store', { user: 'Bob', content: 'Bob likes tea' });
  await entries((there) => expect(there).toHaveLength(7));
}

const purgeAnne = ({ fleet: { caller } }: StartedVault) =>
  caller.call('graph', 'purge', { ...anne, everything: true, all_collections: true });

/** Resolves when Bob's file alone is there. */
const onlyBob = ({ entries }: StartedVault) =>
  entries((there) => expect(there.map(({ path }) => path.split('/')[1]?.replace(/~.*/, ''))).toEqual(['bob']));

describe('a purge of all collections of a user', () => {
  it('removes the files of a vault of one scope', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault, { environment: { VAULT_SCOPE: 'default/Anne/default' } });
    await vault.fleet.caller.call('facts', 'store', { ...anne, content: 'Anne lives in Lyon' });
    await vault.entries((there) => expect(there).toHaveLength(1));
    await purgeAnne(vault);
    await vault.entries((there) => expect(there).toEqual([]));
  });

  it('removes the files of each of its scopes, of which memory has nothing more', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault, { environment: { VAULT_SCOPE: '*' } });
    await storeAll(vault);
    await purgeAnne(vault);
    await onlyBob(vault);
  });

  it('removes them also where the vault was off meanwhile', async () => {
    await using folders = await vaultFolders();
    const options = { bus: 'sqlite', directory: folders.data, environment: { VAULT_SCOPE: '*' } } as const;
    {
      await using vault = await startVault(folders.vault, options);
      await storeAll(vault);
    }
    {
      await using off = await startVault('', options);
      await purgeAnne(off);
    }
    await using vault = await startVault(folders.vault, options);
    await onlyBob(vault);
  });
});
