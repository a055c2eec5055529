import { randomUUID } from 'node:crypto';
import { OperationError, systemClock } from '@agent-mem/contract';
import { DirectoryInUse } from '@agent-mem/sqlite/file';
import type { Terminal } from '../command-line/terminal.ts';
import { openFleet } from '../fleet.ts';
import { startLogger } from '../log.ts';
import { ownerOf, withNothingToClose } from '../owner.ts';
import { StartFailed } from '../refusal.ts';
import { attachedClient } from './attached.ts';
import type { MemoryClient } from './memory-client.ts';

type Opened = MemoryClient & AsyncDisposable;

/** How often it is looked whether an owner that starts, or ends, has an address by now, and for how long. */
const lookEveryMs = 200;
const longestLookMs = 15_000;

/**
 * The services of the process that owns the data, else those of a fleet that is started here, on which others can attach in turn. When that owner ends, the
 * next call finds another one, or starts one: a client may stay for days. Each call has one effect, also where it is repeated for that.
 */
export async function lastingClient(environment: Terminal['environment']): Promise<Opened> {
  let current = open(environment);
  await current;
  return {
    async call(service, operation, request, options = {}) {
      const repeatable = { idempotencyKey: randomUUID(), ...options };
      const asked = current;
      try {
        return await (await asked).call(service, operation, request, repeatable);
      } catch (error) {
        if (!(error instanceof StartFailed)) throw error;
        // Whoever comes first looks for the next owner; the others wait for the same.
        if (current === asked) current = open(environment);
        const next = await current.catch((cause: Error) => {
          throw new OperationError('unavailable', cause.message, { cause });
        });
        return next.call(service, operation, request, repeatable);
      }
    },
    async [Symbol.asyncDispose]() {
      const last = await current.catch(() => null);
      await last?.[Symbol.asyncDispose]();
    },
  };
}

async function open(environment: Terminal['environment']): Promise<Opened> {
  const until = systemClock.now() + longestLookMs;
  for (;;) {
    try {
      return await started(environment);
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
      const owner = ownerOf(error.owner);
      if (owner && (await answers(owner.url))) return withNothingToClose(attachedClient(owner));
      if (systemClock.now() > until) throw new StartFailed(`${error.message}, which does not answer`);
      await systemClock.sleep(lookEveryMs);
    }
  }
}

/** A fleet in this process. It takes any free ports where none were named, so that it is in nobody's way. */
async function started(environment: Terminal['environment']): Promise<Opened> {
  const ports = { HTTP_PORT: environment.HTTP_PORT || '0', ADMIN_PORT: environment.ADMIN_PORT || '0' };
  const fleet = await openFleet({
    services: [],
    environment: { ...environment, ...ports },
    log: startLogger(environment, 'warn'),
    serve: { http: true, grpc: false },
  });
  return { call: fleet.host.caller.call.bind(fleet.host.caller), [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose]() };
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}
