import type { Visitor } from '@agent-mem/access';
import { OperationError } from '@agent-mem/contract';
import {
  isGeminiPath,
  type ProxiedRequest,
  readReply,
  readRequest,
  type SpokenRequest,
  type Upstreams,
  type Wire,
} from '@agent-mem/proxy';
import { type FailureLog, timeLimit } from '@agent-mem/runtime';
import { authorizedCaller, type HttpPluginContext } from '@agent-mem/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { passedBy, visitorOf } from '../authorized.ts';
import type { Config } from '../config.ts';
import { nameHeader } from '../name-header.ts';
import { pathOf } from '../routes.ts';
import type { AskUpstream } from './ask-upstream.ts';
import { type ConversationTurn, memoryOfRequest } from './memory-of-request.ts';
import { headersDown } from './passed-headers.ts';
import type { Remember, Storing } from './remember.ts';
import { namedUser } from './visitor-by-key.ts';
import { watchedReply } from './watched-reply.ts';

/** What the proxy's routes stand on. */
export interface Proxying {
  readonly context: HttpPluginContext<Config>;
  readonly upstreams: Upstreams;
  readonly askUpstream: AskUpstream;
  readonly remember: Remember;
  /** What goes on without memory while memory fails. */
  readonly failures: FailureLog;
  /** Servers whose replies cannot be read, which the log has named. */
  readonly encoded: Set<string>;
}

/** Passes a request of this wire on with what is remembered, and stores its turn. */
export function wireRoute(proxy: Proxying, wire: Wire) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    // Until the upstream answers: what the stored turn leads to does not stand before the first text.
    using _first = proxy.context.requestsFirst.request();
    // Its parser leaves the bytes as they came. A request without a body is the upstream's to refuse.
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const conversation = nameHeader(request.raw, 'X-Agent-Mem-Conversation');
    const headers = { ...request.headers, 'x-agent-mem-conversation': conversation ?? undefined };
    const asked = readRequest(wire, pathOf(request.url), headers, body);
    const user = namedUser(visitorOf(request), request, asked.user);
    const visitor = await passedBy(request, reply, { user, bytes: body.length, isStream: asked.isStreaming });
    const url = upstreamFor(proxy, asked.model, request);
    const { spoken } = asked;
    const isOff = request.headers['x-agent-mem'] === 'off';
    if (spoken && isOff) proxy.context.metrics.proxied('off');
    if (!spoken || isOff) return await passOn(proxy, url, { request, reply, body });
    return await answerSpoken(proxy, { wire, url, request, reply, body, asked, spoken, visitor, user });
  };
}

/** Passes a request on as it came. */
export async function passOn({ askUpstream }: Proxying, url: string, { request, reply, body }: Passed): Promise<unknown> {
  const answer = await askUpstream(url, request, reply, body);
  return reply
    .status(answer.statusCode)
    .headers({ ...headersDown(answer.headers), 'x-agent-mem': 'off' })
    .send(answer.body);
}

/** The address that a request is asked at, by its model. Throws `failed-precondition` where no server is configured for it. */
export function upstreamFor({ upstreams }: Pick<Proxying, 'upstreams'>, model: string, request: FastifyRequest): string {
  const path = pathOf(request.url);
  const url = upstreams.urlFor(model, path);
  if (url !== null) return url;
  const what = model === '' ? path : `the model ${JSON.stringify(model.slice(0, 100))}`;
  const cure = isGeminiPath(path) ? 'UPSTREAMS, as gemini-*=https://host/v1beta' : 'LLM_URL, or UPSTREAMS';
  throw new OperationError('failed-precondition', `No server is configured for ${what}: set ${cure}`);
}

interface Passed {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: Buffer | null;
}

interface Spoken {
  readonly wire: Wire;
  readonly url: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: Buffer;
  readonly asked: ProxiedRequest;
  readonly spoken: SpokenRequest;
  /** Asks memory, and for whom: `undefined`: the credential says it. */
  readonly visitor: Visitor;
  readonly user: string | undefined;
}

async function answerSpoken(
  { context, askUpstream, remember, failures, encoded }: Proxying,
  { wire, url, request, reply, body, asked, spoken, visitor, user }: Spoken,
): Promise<unknown> {
  const caller = authorizedCaller(visitor, context.caller);
  const { promise: replied, resolve: replyBegins } = Promise.withResolvers<void>();
  const callerName = JSON.stringify([visitor.principal?.id, request.headers['x-user'], user]);
  const own = { user, callerName, model: asked.model };
  let storing: Storing | null = null;
  const store = (said: ConversationTurn) => {
    // To make it findable takes the time in which the model would be asked.
    storing ??= remember.user(caller, { ...said, ...own }, () => inTime(context, replied));
    return storing;
  };
  const recalled = (said: ConversationTurn) => {
    if (asked.isStreaming) store(said);
  };
  const memory = await memoryOfRequest(context, visitor, { spoken, body, user, signal: context.signal, failures, recalled });
  context.metrics.proxied(memory.headers['x-agent-mem']);
  const turn = memory.turn && { ...memory.turn, ...own };
  if (turn && asked.isStreaming) await inTime(context, store(turn).stored);
  const answer = await askUpstream(url, request, reply, memory.body).finally(replyBegins);
  reply.status(answer.statusCode).headers({ ...headersDown(answer.headers), ...memory.headers });
  if (!turn || answer.statusCode >= 300) return reply.send(answer.body);
  const encoding = String(answer.headers['content-encoding'] ?? 'identity');
  const { origin } = new URL(url);
  if (encoding !== 'identity' && !encoded.has(origin)) {
    encoded.add(origin);
    context.log.warn(
      { origin, encoding },
      'This server compresses its replies though it is asked not to: they are not remembered',
    );
  }
  const reading = readReply(wire, String(answer.headers['content-type'] ?? ''));
  let noting: Promise<void> | undefined;
  const named = (id: string) => {
    noting = memory.held?.note(id, turn.conversationId).catch(noteFailure(failures));
  };
  // The client's next request, which may come at once, finds this turn.
  const ended = () => {
    const both = [store(turn), remember.assistant(caller, turn, reading.reply)];
    return inTime(context, Promise.all([noting, ...both.map(({ findable }) => findable)]));
  };
  return reply.send(watchedReply(answer.body, reading, { isStreaming: asked.isStreaming, named, ended }));
}

/** Resolves when that has come, or after MEMORY_DEADLINE_MS: it then goes on by itself. */
async function inTime({ clock, config, signal }: HttpPluginContext<Config>, awaited: Promise<unknown>): Promise<void> {
  using limit = timeLimit(clock, config.MEMORY_DEADLINE_MS, signal, 'It takes longer');
  await limit.race(awaited).catch(() => undefined);
}

function noteFailure(failures: FailureLog) {
  return (cause: unknown) => {
    const { type, message } = OperationError.from(cause);
    failures.warn({ type, reason: message }, 'replies of conversations that their upstream holds are not noted');
  };
}
