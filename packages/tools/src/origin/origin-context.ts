import type { Clock } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';

/** What origins of tools work with. */
export interface OriginContext {
  readonly clock: Clock;
  /** Where references to secrets are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Makes a path of the settings absolute. */
  resolve(path: string): string;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}
