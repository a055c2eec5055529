import { join, resolve } from 'node:path';
import { noLongerNeeded, OperationError } from '@agent-mem/contract';
import { readText, replaceFile } from '@agent-mem/runtime';
import { folderFailure } from '@agent-mem/runtime/file-failure';
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
    await prepareFolder(folder).catch(refuse(folder));
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

/** What git is not to version: what is made again from memory, who writes the folder, and files that are being written. */
const ignored = textOf(snapshotName, ownerName, '*.new', '.obsidian/workspace*');
/** The same of the version before, which had no file of the owner. */
const ignoredBefore = textOf(snapshotName, '*.new', '.obsidian/workspace*');

function textOf(...patterns: readonly string[]): string {
  return ['# What is made again from memory, and files that are being written.', ...patterns, ''].join('\n');
}

/** Makes the folder, and says to git what is not to be versioned. A `.gitignore` that a person has written or changed stays. */
async function prepareFolder(folder: string): Promise<void> {
  makeOwnersFolder(folder);
  const path = join(folder, '.gitignore');
  const there = await readText(path);
  if (there === null || there === ignoredBefore) await replaceFile(path, ignored);
}

/** What the operating system says of the folder, as a sentence that names the variable. */
function refuse(folder: string): (cause: unknown) => never {
  return (cause) => {
    const reason = folderFailure(cause) ?? (cause as Error).message;
    throw new OperationError('failed-precondition', `VAULT_DIR ${folder} cannot hold the files: ${reason}`, { cause });
  };
}
