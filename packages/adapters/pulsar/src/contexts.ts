import type { Clock } from '@agent-mem/contract';
import type { PulsarUse } from './access/pulsar-access.ts';
import type { TlsFiles } from './access/tls.ts';
import type { Token } from './access/token.ts';
import type { Log } from './log.ts';

/** What the bus is opened with. */
export interface BusContext {
  readonly clock: Clock;
  readonly config: PulsarUse;
  readonly log: Log;
  /** Called when a connection is there again that was lost. */
  readonly reconnected: () => void;
}

/** What plain topics, perhaps of another system's broker, are opened with. */
export interface TopicsContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly token: Token;
  /** Which of the addresses that the broker advertises is for us; empty: the one for all. */
  readonly listener: string;
  readonly tls: TlsFiles;
}
