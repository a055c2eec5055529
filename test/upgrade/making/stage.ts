import type { Init, OperationName, RequestOf, ResponseOf, ServiceName } from '@agent-mem/contract';
import type { FleetProcess } from '../../process/fleet-process.ts';
import { rest } from '../../process/rest.ts';
import type { Checkout } from './checkout.ts';
import { rowsOf } from './folder.ts';
import { until } from './poll.ts';

/** Asks the running program over HTTP; the last word is the idempotency key. */
export type Ask = <Service extends ServiceName, Operation extends OperationName<Service>>(
  service: Service,
  operation: Operation,
  request: Init<RequestOf<Service, Operation>>,
  idempotencyKey?: string,
) => Promise<ResponseOf<Service, Operation>>;

export interface Stage {
  readonly checkout: Checkout;
  readonly folder: string;
  /** When it begins (ISO 8601). */
  readonly at: string;
  /** Default: all. */
  readonly services?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the program on the folder, has it do the work, and stops it in good order. */
export async function stage(options: Stage, work: (ask: Ask, fleet: FleetProcess) => Promise<void>): Promise<void> {
  await using fleet = await startStage(options);
  await work(askOf(fleet), fleet);
  const code = await fleet.stop();
  if (code !== 0) throw new Error(`The program ended with ${code}: ${fleet.errors()}`);
}

/** Starts it, and leaves its end to the caller. */
export function startStage({ checkout, folder, at, services = [], environment = {} }: Stage): Promise<FleetProcess> {
  return checkout.start(at, { directory: folder, args: services, environment });
}

export function askOf({ httpUrl }: FleetProcess): Ask {
  return (service, operation, request, idempotencyKey) =>
    rest(httpUrl, service, operation, request, idempotencyKey === undefined ? {} : { idempotencyKey });
}

/** Waits until every message on the folder's bus was handled. */
export function untilHandled(folder: string): Promise<void> {
  return until('a bus without messages', () => rowsOf(folder, 'bus_deliveries') === 0);
}
