import type { AccessOptions, SignScopeToken } from '@agent-mem/access';
import type { ServiceName } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import type { Tracing } from '@agent-mem/observability';
import type { Logger } from '@agent-mem/runtime';
import type { Connector } from '../connector.ts';
import type { HostPorts } from '../context.ts';
import type { FlowModel } from '../model/learning-model.ts';
import type { Readiness } from '../readiness.ts';
import type { AnyService } from '../service.ts';
import type { Address } from '../transports/address.ts';
import type { HttpPlugin } from '../transports/http-plugin.ts';
import type { Listening } from '../transports/listening.ts';

/** What to host, and on what. */
export interface HostOptions {
  /** Those that are asked before those that ask: they are stopped in the opposite order. */
  readonly services: readonly AnyService[];
  readonly httpPlugins: readonly HttpPlugin[];
  /** Default none. */
  readonly connectors?: readonly Connector[];
  /** Services that nobody hosts on this bus: asking them answers `unavailable` at once. Default none. */
  readonly unhosted?: readonly ServiceName[];
  /** Stay the giver's: closing them, after the host, is theirs too. */
  readonly ports: HostPorts;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Learns from what was said in a flow where `LLM_URL` names no model. Default: the rules do. */
  readonly flowModel?: FlowModel | null;
  /** Port 0: any. `null`: not served. */
  readonly http: Address | null;
  readonly grpc: Address | null;
  /** Instead of those two, where the process listens already. The host closes it when it stops, and leaves it open when the start fails. */
  readonly listening?: Listening;
  readonly log: Logger;
  /** Publishes the Graph's outbox, shared out among the processes that do. Default true. */
  readonly relay?: boolean;
  /** Pulsar's tenant in `reply_to`. Default `agent-mem`. */
  readonly tenant?: string;
  /** Makes the first requests of the services itself, before it takes any and is ready. Default false. */
  readonly warmsUp?: boolean;
  /** How often the stores are compared and brought in line, in milliseconds. Default 0: never. */
  readonly sweepEveryMs?: number;
  /** Longest that stopping waits for what runs before it interrupts, in milliseconds. Default 10,000. */
  readonly drainMs?: number;
  /** Where spans go. Default: no spans are made; a `traceparent` is passed on as it came. */
  readonly tracing?: Tracing | null;
  /** How callers from outside are checked. Default: nobody is asked who it is. */
  readonly access?: Pick<AccessOptions, 'mode' | 'identify' | 'audit' | 'limits'>;
  /** The same of messages, and how this process vouches for its own. Default: nobody is asked who has sent one. */
  readonly busAccess?: Pick<AccessOptions, 'mode' | 'identify' | 'audit' | 'limits'> & { readonly sign: SignScopeToken };
  /** How scope tokens are checked that come to connectors from their systems. Default: nobody is asked who it is. */
  readonly tokenAccess?: Pick<AccessOptions, 'mode' | 'identify' | 'audit' | 'limits'>;
  /** Aborting it ends the start at once, with its reason. */
  readonly signal?: AbortSignal;
}

/** Running services. Disposing takes no more work, waits for what runs, interrupts what takes too long, and closes. */
export interface Host extends AsyncDisposable {
  readonly httpAddress: Address | null;
  readonly grpcAddress: Address | null;
  readonly caller: Caller;
  /** Resolves when no message waits, nothing is being handled and every committed event is published. For tests. */
  settled(): Promise<void>;
  ready(): Promise<Readiness>;
}
