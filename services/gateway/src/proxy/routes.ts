import { membersOf, neverAborted, OperationError, parsedJson } from '@agent-mem/contract';
import { passedGeminiPaths, readUpstreams, type Upstreams, wires } from '@agent-mem/proxy';
import { createFailureLog, timeLimit, untilAborted } from '@agent-mem/runtime';
import { type HttpPluginContext, sendProblem } from '@agent-mem/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticateFirst, passedBy } from '../authorized.ts';
import type { Config } from '../config.ts';
import { sendError } from '../error-answer.ts';
import { endOf } from '../reply-end.ts';
import { BadGateway, createAskUpstream } from './ask-upstream.ts';
import { createRemember } from './remember.ts';
import { visitorByKey } from './visitor-by-key.ts';
import { sendWireProblem } from './wire-problem.ts';
import { type Proxying, passOn, upstreamFor, wireRoute } from './wire-route.ts';

/** The wires of models below `/v1` and `/v1beta`, each with memory, and what their clients ask beside them. */
export async function proxyRoutes(app: FastifyInstance, context: HttpPluginContext<Config>): Promise<void> {
  const { access, config, log } = context;
  const failures = createFailureLog(log, context.clock);
  const proxy = {
    context,
    failures,
    upstreams: upstreamsOf(config),
    askUpstream: createAskUpstream(),
    remember: createRemember({ log, failures, metrics: context.metrics }),
    encoded: new Set<string>(),
  };
  const answerError = sendError(log, sendWireProblem);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    error instanceof BadGateway ? sendWireProblem(reply, error, request, 502) : answerError(error, request, reply),
  );
  authenticateFirst(app, access, (request) => visitorByKey(access, request));
  takeBytes(app);
  const options = { bodyLimit: config.PROXY_BODY_MAX_BYTES };
  for (const wire of wires) for (const path of wire.paths) app.post(path, options, wireRoute(proxy, wire));
  for (const path of passed) app.post(path, options, passedRoute(proxy));
  app.get('/v1/responses', refuseUpgrade);
  for (const path of ['/v1/models', '/v1beta/models']) {
    app.get(path, passedRoute(proxy));
    app.get(`${path}/:model`, passedRoute(proxy));
  }
  const running = new Set<Promise<void>>();
  app.addHook('onRequest', async (_request, reply) => {
    const { over } = endOf(reply);
    running.add(over);
    void over.then(() => running.delete(over));
  });
  app.addHook('onClose', async () => {
    // The services that store their turns stop later.
    await untilAborted(allOver(running), context.signal).catch(() => undefined);
    await proxy.askUpstream[Symbol.asyncDispose]();
    using limit = timeLimit(context.clock, closingMs, neverAborted, 'Turns are still being stored');
    await limit.race(proxy.remember.settled()).catch((error: OperationError) => log.warn({ type: error.type }, error.message));
  });
}

/** Resolves when no reply is under way, also none that began meanwhile. */
async function allOver(running: ReadonlySet<Promise<void>>): Promise<void> {
  for (const over of running) await over;
}

/** Longest that a stop waits for turns that are being stored. */
const closingMs = 3_000;

/** What memory has no part in. */
const passed = [
  ...['/v1/embeddings', '/v1/messages/count_tokens', '/v1/responses/input_tokens', '/v1/conversations'],
  ...passedGeminiPaths,
];

/** Programs that would rather talk by a WebSocket then ask by POST at once. */
async function refuseUpgrade(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const error = new OperationError('unimplemented', 'GET /v1/responses: no WebSocket is served here; POST asks');
  sendProblem(reply, error, 426);
  return reply;
}

/** Passes them on. */
function passedRoute(proxy: Proxying) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const body = request.body instanceof Buffer ? request.body : null;
    await passedBy(request, reply, { user: undefined, bytes: body?.length ?? 0, isStream: false });
    const { model = modelIn(body) } = request.params as { model?: string };
    return passOn(proxy, upstreamFor(proxy, model, request), { request, reply, body });
  };
}

/** The model that a body names; empty: none. A body of embeddings may have millions of values, of which no tree is made. */
function modelIn(body: Buffer | null): string {
  const { model } = membersOf(body && parsedJson(body.toString()));
  return typeof model === 'string' ? model : '';
}

/** Bodies stay as they came. They must be JSON, which a web page cannot send elsewhere without its browser asking first. */
function takeBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
  app.addContentTypeParser('*', async ({ headers }: FastifyRequest) => {
    throw new OperationError('invalid-argument', `Content-Type: must be application/json, got "${headers['content-type']}"`);
  });
}

function upstreamsOf({ UPSTREAMS, LLM_URL }: Config): Upstreams {
  try {
    return readUpstreams(UPSTREAMS, LLM_URL);
  } catch (error) {
    throw new OperationError('invalid-argument', `UPSTREAMS, LLM_URL: ${(error as Error).message}`);
  }
}
