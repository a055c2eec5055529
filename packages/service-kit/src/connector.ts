import type { DeadLetterSource } from '@agent-mem/messaging';
import type { ConfigOf, Variables } from '@agent-mem/runtime';
import type { ServiceContext } from './context.ts';

/** A service without operations of its own: it listens at another system, and asks services by `context.caller`. */
export interface Connector<V extends Variables = Variables> {
  readonly name: string;
  readonly variables: V;
  /** Where its own messages can fail. */
  readonly deadLetters?: readonly DeadLetterSource[];
  /** Begins to listen, once the services answer. What it resolves to is disposed of when the host stops, before the services. */
  start(context: ServiceContext<ConfigOf<V>>): Promise<AsyncDisposable>;
}

/** Only fixes the types. */
export function defineConnector<const V extends Variables>(definition: Connector<V>): Connector<V> {
  return definition;
}
