import { isMainThread } from 'node:worker_threads';
import { OperationError } from '@agent-mem/contract';
import type { PulsarClientModule } from './client.ts';

// Not a literal: without the optional package its import would not type-check.
const packageName: string = 'pulsar-client';

/** The native client. Rejects with `failed-precondition` and one sentence that says what to do where it cannot be had. */
export async function loadPulsarClient(): Promise<PulsarClientModule> {
  if (!isMainThread) {
    throw new OperationError(
      'failed-precondition',
      'pulsar-client ends the process when a worker thread loads it: use the main thread',
    );
  }
  try {
    // Only its default export exists at run time, whatever its typings say.
    const { default: loaded } = (await import(packageName)) as { readonly default: PulsarClientModule };
    return loaded;
  } catch (cause) {
    throw new OperationError('failed-precondition', cureFor(cause), { cause });
  }
}

function cureFor(cause: unknown): string {
  const { code, message } =
    cause instanceof Error ? (cause as NodeJS.ErrnoException) : (new Error(String(cause)) as NodeJS.ErrnoException);
  const instead = 'or use the WebSocket API: ws:// or wss:// in place of pulsar://';
  if (code === 'ERR_MODULE_NOT_FOUND')
    return `pulsar:// needs the optional package pulsar-client 1.18 or newer: install it, ${instead}`;
  if (message.includes('pulsar.node'))
    return `pulsar:// needs pulsar-client's native part, which its install script fetches: allow and run that script (see the README of packages/adapters/pulsar), ${instead}`;
  return `pulsar-client cannot be loaded (${message.split('\n')[0]}): install it for this machine, ${instead}`;
}
