import { createHash } from 'node:crypto';
import { type Clock, noLongerNeeded, OperationError, type ServiceName, serviceTopic, type Topic } from '@agent-mem/contract';
import { type Bus, DeadLetter, type Delivery, defaultMaxAttempts, NotYet, type OutgoingMessage } from '../bus.ts';
import { IdleTracker } from '../delivery/idle-tracker.ts';
import { mayPass } from '../may-pass.ts';
import { Answers } from './answers.ts';
import { type FailedRequest, fateOf, isOpenCommand } from './failed-request.ts';
import { lateRefusal } from './late-refusal.ts';
import { laterCopy } from './later.ts';
import { publishReply } from './publish-reply.ts';
import type { Dispatch, IncomingRequest, Reply } from './request.ts';
import { replyDestination, requestProperties } from './request-properties.ts';
import { type Received, RequestWork } from './request-work.ts';
import { isAcceptingTaken, sendTaken } from './taken.ts';

/** How much a service takes at once, how often and for how long. */
export interface ServeOptions {
  readonly clock: Clock;
  /** From 0 to below 1, for the random part of each wait. */
  readonly random?: () => number;
  /** Most requests of each channel at once; those acknowledged early do not count. Default 32. */
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
    const received = { delivery, transport, properties, replyTo };
    const send = async (payload: string) => {
      if (replyTo) await publishReply(bus, replyTo, payload, { signal: abandon.signal });
    };
    const repeat = replyTo ? repeatable(delivery, transport) : null;
    const earlier = repeat ? answers.begin(repeat) : null;
    if (earlier) {
      for (const payload of earlier) await send(payload);
      return;
    }
    let isAnswered = false;
    using taken = notices(received);
    try {
      await run(received, accept, async (reply) => {
        taken[Symbol.dispose]();
        const payload = JSON.stringify(reply);
        if (repeat) answers.add(repeat, payload);
        // A command that failed is tried again by its repeat.
        isAnswered = transport === 'query' || reply.error === null;
        await send(payload);
      });
    } finally {
      if (repeat) answers.end(repeat, isAnswered);
    }
  }

  /** Has the caller of a query know that it is worked on, until disposed. */
  function notices({ delivery, transport, properties, replyTo }: Received): Disposable {
    const over = new AbortController();
    if (replyTo && transport === 'query' && isAcceptingTaken(delivery))
      void sendTaken(bus, replyTo, { clock, deadline: properties.deadline, over: over.signal });
    return { [Symbol.dispose]: () => over.abort(noLongerNeeded) };
  }

  async function run(received: Received, accept: () => void, send: (reply: Reply) => Promise<void>): Promise<void> {
    const work = new RequestWork(service, received, accept);
    if (isLate(received)) return send(work.errorReply(lateRefusal(received.properties, clock.now())));
    try {
      await work.run(dispatch, stop.signal, send);
    } catch (cause) {
      await end(work, cause, send);
    }
  }

  /** Ends work that failed. Rejects where the bus is to deliver the message again or to put it among the dead letters. */
  async function end(work: RequestWork, cause: unknown, send: (reply: Reply) => Promise<void>): Promise<void> {
    const { delivery, transport, replyTo } = work.received;
    const { isAccepted, isHandedOn, isAnswered } = work;
    const error = OperationError.from(cause);
    const failed: FailedRequest = {
      ...{ transport, hasCaller: replyTo !== null, isAccepted, isHandedOn, isAnswered, cause, error },
      isLate: isLate(work.received),
      isLastAttempt: delivery.attempt >= maxAttempts,
      isStopping: stop.signal.aborted || options.signal?.aborted === true,
    };
    const fate = fateOf(failed);
    if (fate === 'handed-on') return;
    if (fate === 'elsewhere') return publishAgain(delivery.topic, { payload: delivery.payload, properties: delivery.properties });
    if (fate === 'later') return publishAgain(delivery.topic, laterCopy(delivery, error.retryAfterMs ?? 0, random));
    if (fate === 'not-yet') throw new NotYet(error.message, { cause });
    if (fate === 'again') {
      if (!replyTo && (await isAway(failed))) throw new NotYet(error.message, { cause });
      throw cause;
    }
    await send(work.errorReply(error));
    if (fate === 'answered') return;
    // Its caller was answered, and may be gone: it has its effect when the server is back, if its deadline allows.
    if (await isAway(failed)) throw new NotYet(error.message, { cause });
    if (work.request) options.gaveUp?.(work.request);
    throw cause instanceof DeadLetter ? cause : deadLetter(error);
  }

  function isLate({ properties: { deadline } }: Received): boolean {
    return deadline !== null && deadline <= clock.now();
  }

  /** Whether a command failed since a server is away that it may need. */
  async function isAway(failed: FailedRequest): Promise<boolean> {
    if (!isOpenCommand(failed) || failed.isLate || !mayPass(failed.cause)) return false;
    return (await options.isAway?.()) ?? false;
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
 * By what a repeat of a request is known; `null` where its caller gave too little for that. It must be the same message: one whose caller counts its ids from 1 at
 * every start is not to be answered in place of another, and a sender that shows another credential, or none, gets no answer that was for somebody else.
 */
function repeatable({ properties, payload }: Delivery, transport: Transport): string | null {
  if (!properties.id || (transport === 'command' && !properties.idempotency_key)) return null;
  const said = Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(said)).update(payload).digest('base64');
}

function deadLetter(error: OperationError): DeadLetter {
  return new DeadLetter(`${error.type}: ${error.message}`, { cause: error });
}
