import type { Event } from '@agent-mem/contract';
import type { ScopePattern } from './scope-pattern.ts';

/** An address that events are sent to, its secrets resolved. */
export interface Webhook {
  readonly name: string;
  readonly url: string;
  /** The types of events that it gets. */
  readonly events: ReadonlySet<Event['type']>;
  readonly scope: ScopePattern;
  /** What signs; each gives a signature, so that the receiver may change from one to the next. */
  readonly keys: readonly Buffer[];
  readonly timeoutMs: number;
  /** How often an event is sent before it becomes a dead letter. */
  readonly attempts: number;
}
