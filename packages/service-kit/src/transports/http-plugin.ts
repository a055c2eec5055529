import type { IncomingMessage } from 'node:http';
import type { Access } from '@agent-mem/access';
import type { WarmUp } from '@agent-mem/messaging';
import type { ConfigOf, Variables } from '@agent-mem/runtime';
import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context.ts';

/** What a way in has: what a service has, and the check of who asks, which comes before any service is asked. */
export interface HttpPluginContext<Config> extends ServiceContext<Config> {
  readonly access: Access;
}

/** A way in that is no service: it adds routes to the HTTP server that the kit runs for health and metrics, and asks services by `context.caller`. */
export interface HttpPlugin<V extends Variables = Variables> {
  readonly name: string;
  readonly variables: V;
  /** As of a service: what its first requests would wait for. Default: nothing. */
  readonly warmUp?: WarmUp;
  /** Changes a request before any route, span or log sees it. Default: nothing. */
  prepare?(request: IncomingMessage): void;
  register(app: FastifyInstance, context: HttpPluginContext<ConfigOf<V>>): Promise<void>;
}

/** Only fixes the types. */
export function defineHttpPlugin<const V extends Variables>(definition: HttpPlugin<V>): HttpPlugin<V> {
  return definition;
}
