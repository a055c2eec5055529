import { OperationError } from '@agent-mem/contract';
import { acceptJsonOnly, allowedHosts, checkCaller, sendError } from '@agent-mem/gateway';
import type { Logger } from '@agent-mem/runtime';
import type { HttpPlugin } from '@agent-mem/service-kit';

type App = Parameters<HttpPlugin['register']>[0];

/** Opens routes to programs on this machine only, whatever address the process listens on. */
export async function forOwnMachine(app: App, log: Logger, open: (instance: App) => void): Promise<void> {
  const hosts = allowedHosts('');
  // Its own plugin: these hooks and parsers are not for the routes of others.
  await app.register(async (instance) => {
    instance.addHook('onRequest', async ({ headers, socket }) => {
      checkCaller(headers, hosts);
      checkMachine(socket);
    });
    instance.setErrorHandler(sendError(log));
    acceptJsonOnly(instance);
    open(instance);
  });
}

/** Throws `permission-denied` for a connection from another machine. */
function checkMachine({
  localAddress,
  remoteAddress,
}: {
  readonly localAddress?: string;
  readonly remoteAddress?: string;
}): void {
  if (remoteAddress !== undefined && remoteAddress === localAddress) return;
  throw new OperationError('permission-denied', 'This is open only to programs on the same machine');
}
