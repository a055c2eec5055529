import { systemClock } from '@agent-mem/contract';
import { createDeadLetters, type DeadLetters } from '@agent-mem/messaging';
import { DirectoryInUse, readOwner } from '@agent-mem/sqlite/file';
import { webhookSubscriptions } from '@agent-mem/webhooks';
import { busAdapterFor } from '../adapters/adapters.ts';
import { embeddedFiles, refuseWithoutData } from '../adapters/embedded-files.ts';
import { misuse } from '../adapters/misuse.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';
import { configuredWebhookNames } from '../connectors/webhooks.ts';
import { startLogger } from '../log.ts';
import { ownerOfTaken, requiredOwner, withNothingToClose } from '../owner.ts';
import { attachedDeadLetters } from './client.ts';

/** The dead letters of the configured bus: of the process that owns its data, else of the bus opened here until disposed. */
export async function openDeadLetters(environment: Terminal['environment']): Promise<DeadLetters & AsyncDisposable> {
  const config = programConfig(environment);
  const adapter = await busAdapterFor(config.BUS_URL);
  if (config.BUS_URL.startsWith('memory:'))
    return withNothingToClose(attachedDeadLetters(requiredOwner(await readOwner(config.DATA_DIR), memoryIsGone)));
  if (config.BUS_URL.startsWith('sqlite:')) refuseWithoutData(config.BUS_URL, config.DATA_DIR, 'DATA_DIR or BUS_URL');
  const ofWebhooks = webhookSubscriptions(await configuredWebhookNames(environment));
  await using stack = new AsyncDisposableStack();
  try {
    const files = stack.use(embeddedFiles({ dataDirectory: config.DATA_DIR, clock: systemClock }));
    const log = startLogger(environment, 'error');
    const context = { clock: systemClock, files, config, log, reconnected: () => {} };
    const bus = stack.use(await adapter.openBus(config.BUS_URL, context).catch(misuse()));
    const open = stack.move();
    return { ...createDeadLetters(bus, ofWebhooks), [Symbol.asyncDispose]: () => open.disposeAsync() };
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return withNothingToClose(attachedDeadLetters(ownerOfTaken(error)));
  }
}

const memoryIsGone = 'Dead letters on memory: end with their process, and none runs on DATA_DIR';
