import type { Clock } from '@agent-mem/contract';
import type { Topics } from '@agent-mem/messaging';
import type { Logger, Variables } from '@agent-mem/runtime';
import type { AnyService, Connector } from '@agent-mem/service-kit';
import type { FleetConfig } from '../config.ts';

/** A connector as the program hosts it: beside services and HTTP plugins, and only where variables name its system. */
export interface HostedConnector {
  readonly name: string;
  readonly variables: Variables;
  /** Opens what it stands on; `null` where no variable names its system. Throws `UsedWrongly` for a URL that no adapter takes. */
  open(options: ConnectorOptions): Promise<OpenConnector | null>;
}

/** What a connector is opened with. */
export interface ConnectorOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly config: FleetConfig;
  readonly clock: Clock;
  readonly log: Logger;
  /** Names of the services and HTTP plugins of this process. */
  readonly hosted: ReadonlySet<string>;
  /** Instead of the topics that its variables name. They stay the giver's. */
  readonly topics?: Topics;
}

/** A connector that can be hosted. */
export interface OpenConnector extends AsyncDisposable {
  readonly connector: Connector;
  /** What services of the fleet ask it; `null`: nothing. */
  readonly service: AnyService | null;
  /** Where it stands, as a start says it; `null`: there is nothing to say. */
  readonly line: string | null;
  /** Asks the other system's broker once, as `BusAdapter.reach`. */
  reach(signal: AbortSignal): Promise<void>;
}

/** Opens those that variables name. */
export async function openConnectors(
  connectors: readonly HostedConnector[],
  options: ConnectorOptions,
): Promise<AsyncDisposable & { readonly open: readonly OpenConnector[] }> {
  await using stack = new AsyncDisposableStack();
  const open: OpenConnector[] = [];
  for (const connector of connectors) {
    const opened = await connector.open(options);
    if (opened) open.push(stack.use(opened));
  }
  const resources = stack.move();
  return { open, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
