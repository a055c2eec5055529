import type { Clock } from '@agent-mem/contract';
import type { TlsFiles } from './access/tls.ts';
import type { Token } from './access/token.ts';
import type { Log } from './log.ts';

/** How a broker is asked, by whichever protocol. */
export interface BrokerOptions {
  readonly url: string;
  /** Authorises every connection; a function is asked again for a fresh one. */
  readonly token?: Token | undefined;
  /** For connections over TLS, those of the admin REST too. */
  readonly tls?: TlsFiles | undefined;
  readonly clock: Clock;
  readonly log?: Log | undefined;
  /** How long a publish, and the opening of a producer or consumer, are tried, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** From 0 to below 1, for the random half of each wait. */
  readonly random?: (() => number) | undefined;
}

/** What a bus needs beside them. */
export interface BusOptions {
  /** `http://host:port` of the admin REST. Without it `settled` sees only what has come to this process. */
  readonly adminUrl?: string | undefined;
  /** Default `agent-mem`. */
  readonly tenant?: string | undefined;
  /** Called when a connection is open again that was lost. Must not throw. */
  readonly reconnected?: (() => void) | undefined;
}
