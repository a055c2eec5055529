import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { noLongerNeeded } from '@agent-mem/contract';
import { takeLease } from '@agent-mem/runtime';
import { type Connector, defineConnector, type ServiceContext } from '@agent-mem/service-kit';
import { snapshotName } from '@agent-mem/vault';
import { type Config, variables } from './config.ts';
import { FollowedScopes } from './follow/followed-scopes.ts';

const everyMs = 1_000;
/** Looking takes at most this share of the time, however many scopes there are. */
const mostShare = 0.1;
const leaseMs = 30_000;

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
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lines = [
    '# What is made again from memory, and files that are being written.',
    snapshotName,
    '*.new',
    '.obsidian/workspace*',
    '',
  ];
  await writeFile(join(folder, '.gitignore'), lines.join('\n'), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function follow(folder: string, context: ServiceContext<Config>, signal: AbortSignal): Promise<void> {
  const { clock, config, graph, log } = context;
  const lease = { name: `vault ${folder}`, holder: randomUUID() };
  while (!signal.aborted) {
    await using held = await takeLease(lease.name, lease.holder, leaseMs, context);
    if (held) {
      const scopes = new FollowedScopes({ folder, scopes: config.VAULT_SCOPE, graph, clock, log, signal });
      for (let renewedAt = clock.now(); !signal.aborted; ) {
        const began = clock.now();
        await scopes.look().catch((err: unknown) => {
          if (!signal.aborted)
            log.error({ err, folder }, 'the vault could not be brought in line with memory; it is tried again');
        });
        const pauseMs = Math.max(everyMs, (clock.now() - began) / mostShare);
        await clock.sleep(pauseMs, signal).catch(() => undefined);
        if (clock.now() - renewedAt < leaseMs / 3) continue;
        if (!(await held.isHeld())) break;
        renewedAt = clock.now();
      }
    }
    await clock.sleep(everyMs, signal).catch(() => undefined);
  }
}
