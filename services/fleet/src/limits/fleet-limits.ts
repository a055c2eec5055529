import { setImmediate } from 'node:timers';
import { createInFlight, createLimits, createRates, createTurns, type Limits } from '@agent-mem/access';
import type { Clock } from '@agent-mem/contract';
import type { Admission } from '@agent-mem/service-kit';
import type { FleetConfig } from '../config.ts';

/** How much a fleet takes. Disposing closes the connection over which it counts. */
export interface FleetLimits extends AsyncDisposable {
  readonly limits: Limits;
  /** What is refused before anybody knows who asks. */
  readonly admission: Admission;
}

/** The limits that a configuration asks for. On the server of KEYVALUE_URL all processes count together; embedded, there is one. */
export async function fleetLimits(config: FleetConfig, { clock }: { readonly clock: Clock }): Promise<FleetLimits> {
  await using stack = new AsyncDisposableStack();
  const store = /^rediss?:/.test(config.KEYVALUE_URL) ? stack.use(await openStore(config, clock)) : null;
  const inFlight = createInFlight({ most: config.MAX_IN_FLIGHT, mostPerScope: config.MAX_IN_FLIGHT_PER_SCOPE });
  const turns = createTurns({ now: () => performance.now(), nextRound: (go) => void setImmediate(go) });
  const limits = createLimits({
    inFlight,
    turns,
    rates: createRates({ client: store?.client ?? null, prefix: config.KEYVALUE_PREFIX }),
    perKey: {
      requestsPerMinute: config.KEY_REQUESTS_PER_MINUTE,
      requestsPerDay: config.KEY_REQUESTS_PER_DAY,
      requestBytes: config.KEY_REQUEST_BYTES,
      batch: config.KEY_BATCH,
      streams: config.KEY_STREAMS,
    },
    perScope: { requestsPerMinute: config.SCOPE_REQUESTS_PER_MINUTE, requestsPerDay: config.SCOPE_REQUESTS_PER_DAY },
  });
  const open = stack.move();
  return {
    limits,
    admission: {
      maxConnections: config.MAX_CONNECTIONS,
      ...(config.GRPC_CONNECTION_SECONDS > 0 && { connectionAgeMs: config.GRPC_CONNECTION_SECONDS * 1_000 }),
      checkRoom: () => inFlight.check(null),
      connected: turns.connected,
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function openStore(config: FleetConfig, clock: Clock) {
  const { openStoreClient } = await import('@agent-mem/redis');
  return openStoreClient(config.KEYVALUE_URL, { clock, config });
}
