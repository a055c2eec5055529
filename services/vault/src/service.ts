import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { noLongerNeeded } from '@agent-mem/contract';
import { makeOwnersFolder } from '@agent-mem/runtime/owners-mode';
import { type Connector, defineConnector } from '@agent-mem/service-kit';
import { snapshotName } from '@agent-mem/vault';
import { variables } from './config.ts';
import { ownerName } from './follow/folder-leases.ts';
import { follow } from './follow/follow.ts';

/** Memory as Markdown files in a folder, by the process that has the folder's lease. */
export const vaultConnector: Connector<typeof variables> = defineConnector({
  name: 'vault',
  variables,
  async start(context) {
    const folder = resolve(context.config.VAULT_DIR);
    await prepareFolder(folder);
    const stopped = new AbortController();
    const following = follow(folder, context, AbortSignal.any([stopped.signal, context.signal]));
    return {
      async [Symbol.asyncDispose]() {
        stopped.abort(noLongerNeeded);
        await following;
      },
    };
  },
});

/** Makes the folder, and says to git what is not to be versioned. A `.gitignore` that is there stays. */
async function prepareFolder(folder: string): Promise<void> {
  makeOwnersFolder(folder);
  const lines = [
    '# What is made again from memory, and files that are being written.',
    snapshotName,
    ownerName,
    '*.new',
    '.obsidian/workspace*',
    '',
  ];
  await writeFile(join(folder, '.gitignore'), lines.join('\n'), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
