import type { Access, Visitor } from '@agent-mem/access';
import { OperationError } from '@agent-mem/contract';
import { acceptJsonOnly, allowedHosts, checkCaller, sendError, visitOf } from '@agent-mem/gateway';
import type { Logger } from '@agent-mem/runtime';
import type { HttpPlugin } from '@agent-mem/service-kit';
import { refuseUnknownAdminRoutes } from './unknown-admin-route.ts';

type App = Parameters<HttpPlugin['register']>[0];

/** What of a request tells who sent it. */
export type AskedBy = Parameters<typeof visitOf>[0] & { getDecorator<Value>(name: string): Value };

const administratorName = 'administrator';

/**
 * Opens routes below this path to the fleet's administrators, whatever address the process listens on: where keys are required, to those whose key has the permission admin,
 * among them every program that may read the data directory; else to programs on this machine. `others` are paths of other routes, which a refusal names.
 */
export async function forAdministrators(
  app: App,
  path: string,
  { access, log, others = [] }: { readonly access: Access; readonly log: Logger; readonly others?: readonly string[] },
  open: (instance: App) => void,
): Promise<void> {
  const hosts = allowedHosts('');
  // Its own plugin: these hooks and parsers are not for the routes of others.
  const own = async (instance: App) => {
    instance.decorateRequest(administratorName, null);
    instance.addHook('onRequest', async (request) => {
      checkCaller(request.headers, hosts);
      if (access.mode !== 'required') return checkMachine(request.socket);
      const visitor = await access.authenticate(visitOf(request, 'admin'));
      visitor.checkAdmin(`${request.method} ${request.routeOptions.url ?? path}`);
      request.setDecorator(administratorName, visitor);
    });
    instance.setErrorHandler(sendError(log));
    acceptJsonOnly(instance);
    refuseUnknownAdminRoutes(instance, others);
    open(instance);
  };
  await app.register(own, { prefix: path });
}

/** Who sent a request that was let in; `null`: a program of this machine, which nobody asked who it is. */
export function visitorOf(request: AskedBy): Visitor | null {
  return request.getDecorator<Visitor | null>(administratorName);
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
