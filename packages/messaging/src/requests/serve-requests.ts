import { createHash } from 'node:crypto';
import {
  type Clock,
  noLongerNeeded,
  OperationError,
  type OperationFacts,
  operationOf,
  operationsOf,
  type ServiceName,
  serviceTopic,
  type Topic,
} from '@agent-mem/contract';
import { type Bus, DeadLetter, type Delivery, defaultMaxAttempts, NotYet, type OutgoingMessage } from '../bus.ts';
import { IdleTracker } from '../delivery/idle-tracker.ts';
import { parseJson } from '../json.ts';
import { mayPass } from '../may-pass.ts';
import { Answers } from './answers.ts';
import { lateRefusal } from './late-refusal.ts';
import { laterCopy } from './later.ts';
import { publishReply } from './publish-reply.ts';
import type { Dispatch, IncomingRequest, Reply, ReplyAddress } from './request.ts';
import { keyOfDelivery, type RequestProperties, replyDestination, requestProperties } from './request-properties.ts';
import { isAcceptingTaken, sendTaken } from './taken.ts';
import { type UnknownReport, unknownReport } from './unknown-report.ts';

/** How much a service takes at once, how often and for how long. */
export interface ServeOptions {
  readonly clock: Clock;
  /** From 0 to below 1, for the random part of each wait. */
  readonly random?: () => number;
  /** Most requests of each lane at once; those acknowledged early do not count. Default 32. */
  readonly concurrency?: number;
  /** Deliveries of a command before its failure is answered and it becomes a dead letter. Default 5. */
  readonly maxAttempts?: number;
  readonly backoff?: { readonly minMs: number; readonly maxMs: number };
  /** How long dispose waits for running work before it aborts its signal, in milliseconds. Default 10,000. */
  readonly drainMs?: number;
  /** Pulsar's tenant in `reply_to`. Default `agent-mem`. */
  readonly tenant?: string;
  /** Aborting it ends the drain before its time. Default: never. */
  readonly signal?: AbortSignal;
  /** Asked when a command has failed: whether a server that it may need is away. The command then becomes no dead letter by it. Default: none is. */
  isAway?(): Promise<boolean>;
  /** Called when a command becomes a dead letter by its failure. */
  gaveUp?(request: IncomingRequest): void;
}

/** A service on the bus. Disposing takes no more requests, and waits for the running ones, accepted ones included. */
export interface RequestServer extends AsyncDisposable {
  /** Resolves when no work goes on, accepted work included, of which the bus does not know. */
  settled(): Promise<void>;
}

type Transport = 'query' | 'command';

/** A request as it came. */
interface Received {
  readonly delivery: Delivery;
  readonly transport: Transport;
  readonly properties: RequestProperties;
  /** `null`: nobody waits for an answer. */
  readonly replyTo: ReplyAddress | null;
}

/** How long work may take to stop after its signal was aborted, and to say so to its caller, before it is left alone. */
const abortGraceMs = 1_000;

/**
 * Serves a service's query and command topics, with its name as the subscription.
 * A reply is published before its request is acknowledged, so a crash between the two repeats the request: effects are stored by `idempotencyKey`.
 * A command that fails in a way a repeat may mend is delivered again, unanswered, until its last attempt or its deadline. While a server is away no
 * attempt makes it a dead letter, and none is counted where this process stops.
 * One that is refused until a time (`retryAfterMs`) is answered so; without a caller to answer it is published again for that time, and no attempt is counted.
 */
export async function serveRequests(
  bus: Bus,
  service: ServiceName,
  dispatch: Dispatch,
  options: ServeOptions,
): Promise<RequestServer> {
  const { clock, random = Math.random, concurrency = 32, maxAttempts = defaultMaxAttempts, drainMs = 10_000 } = options;
  const stop = new AbortController();
  /** Replies that the bus has not taken are waited for no more: it may be away for good. */
  const abandon = new AbortController();
  const running = new Set<Promise<void>>();
  const idle = new IdleTracker(() => running.size > 0);
  const answers = new Answers(clock);
  const members = { name: service, concurrency, maxAttempts, drainMs, ...(options.backoff ? { backoff: options.backoff } : {}) };

  /** Resolves when the message may be acknowledged: its work is done, or would survive without it. */
  function handle(delivery: Delivery, transport: Transport): Promise<void> {
    return new Promise((resolve, reject) => {
      const work = answer(delivery, transport, resolve);
      const over = () => {
        running.delete(work);
        idle.changed();
      };
      running.add(work);
      work.then(resolve, reject);
      work.then(over, over);
    });
  }

  async function answer(delivery: Delivery, transport: Transport, accept: () => void): Promise<void> {
    const destination = destinationOf(delivery, transport);
    if (destination === 'refused') return;
    const properties = requestProperties(delivery);
    const { id, traceparent } = properties;
    const replyTo = destination && { topic: destination, id, traceparent };
    const repeat = replyTo ? repeatable(delivery, transport) : null;
    const earlier = repeat ? answers.begin(repeat) : null;
    const send = async (payload: string) => {
      if (replyTo) await publishReply(bus, replyTo, payload, { signal: abandon.signal });
    };
    if (earlier) {
      for (const payload of earlier) await send(payload);
      return;
    }
    let isAnswered = false;
    const over = new AbortController();
    if (replyTo && transport === 'query' && isAcceptingTaken(delivery))
      void sendTaken(bus, replyTo, { clock, deadline: properties.deadline, over: over.signal });
    try {
      await run({ delivery, transport, properties, replyTo }, accept, async (reply) => {
        over.abort(noLongerNeeded);
        const payload = JSON.stringify(reply);
        if (repeat) answers.add(repeat, payload);
        // A command that failed is tried again by its repeat.
        isAnswered = transport === 'query' || reply.error === null;
        await send(payload);
      });
    } finally {
      over.abort(noLongerNeeded);
      if (repeat) answers.end(repeat, isAnswered);
    }
  }

  async function run(received: Received, accept: () => void, send: (reply: Reply) => Promise<void>): Promise<void> {
    const { delivery, transport, properties, replyTo } = received;
    const late = () => properties.deadline !== null && properties.deadline <= clock.now();
    if (late()) return send(errorReply(lateRefusal(properties, clock.now())));
    let isAccepted = false;
    let isHandedOn = false;
    let isAnswered = false;
    /** Its repeat may mend it, and the caller has been sent nothing yet. */
    const comesAgain = () => transport === 'command' && !isAccepted && !isAnswered && delivery.attempt < maxAttempts && !late();
    let sequence = 0;
    let request: IncomingRequest | null = null;
    let facts: OperationFacts | null = null;
    let unknown: UnknownReport | null = null;
    try {
      request = incomingRequest(received, {
        signal: stop.signal,
        accepted(how) {
          if (how?.isAnsweredFirst) return;
          isAccepted = true;
          isHandedOn = how?.isHandedOn ?? false;
          accept();
        },
      });
      facts = factsOf(service, request.envelope);
      const report = unknownReport(service, request.envelope);
      unknown = report;
      if (facts?.exact) report.refuse();
      await dispatch(request, async (reply) => {
        if (typeof reply.sequence === 'number') sequence = reply.sequence + 1;
        await send({ ...reply, ...report.once() });
        isAnswered = true;
      });
    } catch (cause) {
      const error = OperationError.from(cause);
      const isTooEarly = transport === 'command' && error.retryAfterMs !== null && !isAccepted && !isAnswered;
      if (isTooEarly && !replyTo && !late()) return publishAgain(delivery.topic, laterCopy(delivery, error.retryAfterMs, random));
      const comesBack = !isTooEarly && mayPass(cause);
      const isAway = async () =>
        transport === 'command' && !isAccepted && comesBack && !late() && ((await options.isAway?.()) ?? false);
      const isInterrupted = error.type === 'unavailable' && (stop.signal.aborted || options.signal?.aborted === true);
      // Another process has it next, or the next start: the stop is no failure of the command, and its caller is sent no end.
      const isLeft = isInterrupted && transport === 'command' && !isAccepted && !isAnswered && !late();
      if (isLeft || (!replyTo && (await isAway()))) throw new NotYet(error.message, { cause });
      if (comesBack && comesAgain()) throw cause;
      if (isInterrupted && isHandedOn) return;
      // On its lane it comes to another process, or to nobody: then its caller sends it again.
      if (isInterrupted && transport === 'query' && !isAnswered)
        return publishAgain(delivery.topic, { payload: delivery.payload, properties: delivery.properties });
      await send(errorReply(error, unknown?.once(), facts?.stream ? sequence : null));
      // The attempts are used up, or nobody waits for the error: the message stays for somebody to look at.
      const isGivenUp =
        cause instanceof DeadLetter ||
        (transport === 'command' && !isAccepted && !isTooEarly && (!replyTo || (comesBack && !late())));
      if (!isGivenUp) return;
      // Its caller was answered, and may be gone: it has its effect when the server is back, if its deadline allows.
      if (await isAway()) throw new NotYet(error.message, { cause });
      if (request) options.gaveUp?.(request);
      throw cause instanceof DeadLetter ? cause : deadLetter(error);
    }
  }

  /** For the process to which its topic gives it next: this one closes its subscription, or it is to come later. */
  function publishAgain(topic: Topic, message: OutgoingMessage): Promise<void> {
    return bus.publish(topic, message, { signal: abandon.signal });
  }

  function destinationOf(delivery: Delivery, transport: Transport): Topic | null | 'refused' {
    try {
      return replyDestination(delivery, options.tenant);
    } catch (error) {
      if (transport === 'command') throw new DeadLetter((error as Error).message, { cause: error });
      return 'refused';
    }
  }

  /** Interrupts the work when the drain is over, and a moment later what of it goes on. Resolves then, or when the work was over before. */
  async function drained(over: AbortSignal): Promise<void> {
    const early = options.signal ? AbortSignal.any([over, options.signal]) : over;
    await clock.sleep(drainMs, early).catch(() => {});
    if (over.aborted) return;
    stop.abort(new OperationError('unavailable', `${service} is stopping`));
    await clock.sleep(abortGraceMs, over).catch(() => {});
    if (!over.aborted) abandon.abort();
  }

  const commands = await bus.subscribe(serviceTopic(service, 'command'), { ...members, type: 'key-shared' }, (delivery) =>
    handle(delivery, 'command'),
  );
  const queries = await bus.subscribe(serviceTopic(service, 'query'), { ...members, type: 'shared' }, (delivery) =>
    handle(delivery, 'query'),
  );
  return {
    settled: () => idle.wait(),
    async [Symbol.asyncDispose]() {
      const over = new AbortController();
      const hung = drained(over.signal);
      await Promise.all([commands[Symbol.asyncDispose](), queries[Symbol.asyncDispose]()]);
      await Promise.race([idle.wait(), hung]);
      over.abort();
    },
  };
}

/**
 * By what a repeat of a request is known; `null` where its caller gave too little for that. A command must be the same in everything:
 * one whose caller counts its ids from 1 at every start is not to be answered in place of another.
 */
function repeatable({ properties, payload }: Delivery, transport: Transport): string | null {
  const { id, reply_to, idempotency_key } = properties;
  if (!id) return null;
  if (transport === 'query') return `${reply_to} ${id}`;
  return idempotency_key ? JSON.stringify([reply_to, id, idempotency_key, digest(payload)]) : null;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** The request for dispatch to check. Throws `invalid-argument` if it cannot be read at all. */
function incomingRequest(
  { delivery, transport, properties, replyTo }: Received,
  handling: Pick<IncomingRequest, 'signal' | 'accepted'>,
): IncomingRequest {
  const { id, deadline, traceparent, sentAt, refusal } = properties;
  if (refusal) throw refusal;
  // A command without a key gets one from its message, so that a redelivery has no second effect.
  const idempotencyKey = properties.idempotencyKey ?? (transport === 'command' ? keyOfDelivery(delivery.id) : null);
  const { attempt, payload } = delivery;
  const request = { id, idempotencyKey, deadline, sentAt, traceparent, transport, attempt };
  return { envelope: parseJson(payload), message: delivery, ...request, ...handling, ...(replyTo ? { replyTo } : {}) };
}

/** What the contract says of the operation that a message asks for; `null` if it asks for none. */
function factsOf(service: ServiceName, envelope: unknown): OperationFacts | null {
  try {
    return operationsOf(service)[operationOf(service, envelope)] ?? null;
  } catch {
    return null;
  }
}

/**
 * @param warnings what the request had that is not known.
 * @param sequence of a stream's next frame; `null`: it is no stream.
 */
function errorReply(
  error: OperationError,
  warnings: Pick<Reply, 'warnings'> = { warnings: null },
  sequence: number | null = null,
): Reply {
  return { error: error.toWire(), ...warnings, ...(sequence === null ? {} : { sequence, end: true }) };
}

function deadLetter(error: OperationError): DeadLetter {
  return new DeadLetter(`${error.type}: ${error.message}`, { cause: error });
}
