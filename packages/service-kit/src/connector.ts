import type { Access } from '@agent-mem/access';
import type { DeadLetterSource, WarmUp } from '@agent-mem/messaging';
import type { ConfigOf, Variables } from '@agent-mem/runtime';
import type { ServiceContext } from './context.ts';

/** What a connector has. */
export interface ConnectorContext<Config> extends ServiceContext<Config> {
  /** Checks scope tokens that come from the other system, as those of messages on the bus. */
  readonly tokenAccess: Access;
}

/** A service without operations of its own: it listens at another system, and asks services by `context.caller`. */
export interface Connector<V extends Variables = Variables> {
  readonly name: string;
  readonly variables: V;
  /** Where its own messages can fail. */
  readonly deadLetters?: readonly DeadLetterSource[];
  /** Default: none. */
  readonly warmUp?: WarmUp;
  /** Begins to listen, once the services answer. What it resolves to is disposed of when the host stops, before the services. */
  start(context: ConnectorContext<ConfigOf<V>>): Promise<AsyncDisposable>;
}

/** Only fixes the types. */
export function defineConnector<const V extends Variables>(definition: Connector<V>): Connector<V> {
  return definition;
}
