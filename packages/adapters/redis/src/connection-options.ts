import { type Clock, OperationError } from '@agent-mem/contract';
import { readAuthorities } from '@agent-mem/runtime';
import { addressOf } from './address.ts';

/** How a KeyValue on Redis is opened. */
export interface RedisKeyValueOptions {
  /** `redis://host:port/0`, `rediss://` for TLS, several hosts with commas for a cluster. */
  readonly url: string;
  /** Instead of what the URL says; empty: what the URL says. */
  readonly user?: string;
  readonly password?: string;
  /** PEM file of the authorities to trust; empty: those of the machine. */
  readonly caFile?: string;
  /** In front of every key, without braces. Default: `agent-mem:`. */
  readonly prefix?: string;
  /** How long an operation may take, with waiting for a connection. Default: 5,000. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
  /** Spreads reconnects: from 0 to 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/** How a Redis is connected to. Throws `invalid-argument` for a malformed option. */
export function connectionOptions(options: Omit<RedisKeyValueOptions, 'clock'>) {
  const { url, user, password, caFile, timeoutMs = 5_000, random = Math.random } = options;
  const address = addressOf(url);
  if (caFile && !address.isEncrypted) throw new OperationError('invalid-argument', 'a CA file is for rediss://, not redis://');
  return {
    address: { ...address, user: user || address.user, password: password || address.password },
    ca: caFile ? readAuthorities(caFile) : undefined,
    timeoutMs,
    random,
  };
}
