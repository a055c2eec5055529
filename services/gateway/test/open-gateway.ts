import { type Access, openAccess } from '@agent-mem/access';
import { type Clock, systemClock } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import type { Logger } from '@agent-mem/runtime';
import { createRequestsFirst, type HttpPluginContext } from '@agent-mem/service-kit';
import { createMemoryKeyValue } from '@agent-mem/storage';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../src/config.ts';
import { gateway } from '../src/index.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

/** The gateway alone on an HTTP server, asking this caller. */
export async function openGateway(
  caller: Caller,
  options: {
    readonly access?: Access;
    readonly clock?: Clock;
    readonly allowedHosts?: string;
    readonly allowedOrigins?: string;
    readonly log?: Logger;
    readonly upstreams?: string;
    readonly requestsFirst?: HttpPluginContext<Config>['requestsFirst'];
  } = {},
): Promise<FastifyInstance> {
  // As the kit makes it: a name in a path may have 256 characters.
  const app = fastify({ routerOptions: { maxParamLength: 3_072 } });
  const clock = options.clock ?? systemClock;
  const context: Pick<
    HttpPluginContext<Config>,
    'access' | 'caller' | 'clock' | 'config' | 'keyValue' | 'log' | 'requestsFirst' | 'signal'
  > & { readonly metrics: Pick<HttpPluginContext<Config>['metrics'], 'proxied' | 'turnNotStored'> } = {
    access: options.access ?? openAccess,
    caller,
    clock,
    config: {
      HTTP_ALLOWED_HOSTS: options.allowedHosts ?? '',
      HTTP_ALLOWED_ORIGINS: options.allowedOrigins ?? '',
      MCP_TOOLS: 'memory',
      LLM_URL: '',
      UPSTREAMS: options.upstreams ?? '',
      PROXY_BODY_MAX_BYTES: 1_048_576,
      MEMORY_DEADLINE_MS: 300,
    },
    keyValue: createMemoryKeyValue({ clock }),
    log: options.log ?? silent,
    metrics: { proxied() {}, turnNotStored() {} },
    requestsFirst: options.requestsFirst ?? createRequestsFirst(),
    signal: new AbortController().signal,
  };
  // An HTTP plugin uses no more of its context than this.
  await gateway.register(app, context as HttpPluginContext<Config>);
  await app.ready();
  return app;
}
