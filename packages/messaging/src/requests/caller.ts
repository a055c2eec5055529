import {
  type Clock,
  type Init,
  messageKey,
  OperationError,
  type OperationName,
  operationFacts,
  operationsOf,
  parseOperation,
  type RequestOf,
  type ResponseOf,
  replyTopic,
  type ServiceName,
  serviceTopic,
  topicUrl,
  uuidV7,
} from '@agent-mem/contract';
import type { Bus, OutgoingMessage } from '../bus.ts';
import { defaultTimeoutMs } from './default-timeout.ts';
import { refusePassedOver, unlessOfEarlierVersion } from './earlier-version.ts';
import { isLateRefusal } from './late-refusal.ts';
import { createNotices, type Notices } from './notices.ts';
import { commandWaits, lateWaits, publishUntilAnswered, queryWaits } from './publish-until.ts';
import type { ReplyFrames } from './reply-frames.ts';
import { ReplyInbox } from './reply-inbox.ts';
import type { Caller, CallOptions, OperationCall } from './request.ts';
import { acceptsTaken } from './taken.ts';

/** Who asks, and by which clock. */
export interface CallerOptions {
  /** Names the reply topic: no two running callers may have the same. */
  readonly clientId: string;
  readonly clock: Clock;
  /** From 0 to below 1, for the random half of each wait. */
  readonly random?: () => number;
  /** Pulsar's tenant in `reply_to`. Default `agent-mem`. */
  readonly tenant?: string;
}

/** A request as it is sent once. */
interface Asking {
  readonly id: string;
  /** Default: the id that it was first sent under. */
  readonly key: string;
  readonly sentAt: number;
  readonly timeoutMs: number;
  /** Milliseconds since 1970 by the caller's clock; `null`: the service is not to compare it with its own. */
  readonly deadline: number | null;
}

/** A request that was sent. */
interface Asked {
  readonly frames: ReplyFrames;
  /** `isOver`: its service works on it no more. */
  end(isOver: boolean): void;
}

/** How long a cancel that no caller waits for may be handled. */
const cancelTimeoutMs = 10_000;
/** A reason of our own: a signal that is aborted without one makes an error with its stack, for each call. */
const answered = 'answered';

/** A caller with a reply topic of its own, on which it also gets notices. */
export interface BusCaller extends Caller {
  readonly notices: Notices;
}

/** Opens the reply topic of a client, and asks by it. Disposing ends what still waits with `unavailable`. */
export async function createCaller(
  bus: Bus,
  { clientId, clock, random = Math.random, tenant }: CallerOptions,
): Promise<BusCaller> {
  const inbox = new ReplyInbox();
  const topic = replyTopic(clientId);
  const replyTo = topicUrl(topic, tenant);
  const subscription = await bus.subscribe(topic, { name: 'caller', type: 'exclusive', concurrency: 256 }, async (delivery) =>
    inbox.receive(delivery),
  );

  function checkListening(): void {
    if (!subscription.isConnected) throw new OperationError('unavailable', 'The connection that replies come by is lost');
  }

  function askingFor(request: unknown, { timeoutMs = defaultTimeoutMs(request), idempotencyKey }: CallOptions): Asking {
    const sentAt = clock.now();
    const id = uuidV7(sentAt);
    return { id, key: idempotencyKey ?? id, sentAt, timeoutMs, deadline: sentAt + timeoutMs };
  }

  /** The same request once more, which its service is not to compare with its own clock. */
  function withoutDeadline(asking: Asking): Asking {
    return { ...asking, id: uuidV7(clock.now()), deadline: null };
  }

  /**
   * Whether to send a request again without its deadline. A service refused it as late, and its caller still waits: so the clock of the service is ahead. Without a
   * deadline the caller's own timer ends the wait.
   */
  function isClockAhead(error: unknown, { sentAt, timeoutMs, deadline }: Asking): boolean {
    return deadline !== null && isLateRefusal(error) && clock.now() < sentAt + timeoutMs;
  }

  /** Sends a request. Call `end` once its frames were read, or are not wanted any more. */
  function ask(call: OperationCall, options: CallOptions, asking: Asking): Asked {
    const { service, operation } = call;
    const { signal, answersLate = false } = options;
    const { id, key, sentAt, timeoutMs, deadline } = asking;
    if (signal?.aborted) throw cancelled(signal);
    const facts = operationFacts(service, operation);
    const message = requestMessage(call, {
      id,
      reply_to: replyTo,
      ...(deadline === null ? {} : { deadline: String(deadline) }),
      // Its repeats are published later.
      sent_at: String(sentAt),
      idempotency_key: key,
      ...(options.traceparent ? { traceparent: options.traceparent } : {}),
      ...(facts.command ? {} : acceptsTaken),
    });
    const frames = inbox.open(id);
    const over = new AbortController();
    const abort = () => frames.fail(cancelled(signal));
    signal?.addEventListener('abort', abort, { once: true });
    clock.sleep(sentAt + timeoutMs - clock.now(), over.signal).then(
      () => frames.fail(sending.missed(`${service}.${operation} did not answer within ${timeoutMs} ms`)),
      () => {},
    );
    const timing = {
      clock,
      random,
      signal: over.signal,
      checkListening,
      received: () => frames.received,
      isTaken: () => frames.isTaken,
    };
    const isLate = facts.command ? facts.stream : answersLate;
    const waits = isLate ? lateWaits : facts.command ? commandWaits : queryWaits;
    const destination = serviceTopic(service, facts.command ? 'command' : 'query');
    const sending = publishUntilAnswered((signalled) => bus.publish(destination, message, signalled), timing, waits);
    sending.done.catch((error: unknown) => frames.fail(error));
    return {
      frames,
      end(isOver) {
        over.abort(answered);
        signal?.removeEventListener('abort', abort);
        frames.close();
        // A caller that gave a key may ask again by it: a repeat joins the work, or finds its answer. The stop of a process cancels nothing.
        const isWish = !(signal?.reason instanceof OperationError && signal.reason.type === 'unavailable');
        if (!isOver && isWish && facts.stream && options.idempotencyKey === undefined) cancelAtService(call, id);
      },
    };
  }

  /** The frames as they come: in order, each once, up to the last. */
  async function* framesOf(call: OperationCall, options: CallOptions): AsyncGenerator<unknown> {
    for (let asking = askingFor(call.request, options); ; asking = withoutDeadline(asking)) {
      const { frames, end } = ask(call, options, asking);
      let isOver = false;
      try {
        for await (const frame of frames) yield frame[call.operation];
        isOver = true;
        return;
      } catch (error) {
        // The service has ended it too, except when it is we who would not wait.
        isOver = !options.signal?.aborted;
        if (!isClockAhead(error, asking)) throw unlessOfEarlierVersion(error, call);
      } finally {
        end(isOver);
      }
    }
  }

  async function lastOf(call: OperationCall, options: CallOptions): Promise<unknown> {
    for (let asking = askingFor(call.request, options); ; asking = withoutDeadline(asking)) {
      const { frames, end } = ask(call, options, asking);
      let isOver = true;
      try {
        const reply = await frames.last();
        if (reply && options.needsEveryMember) refusePassedOver(reply, call);
        return reply?.[call.operation];
      } catch (error) {
        isOver = !options.signal?.aborted;
        if (!isClockAhead(error, asking)) throw unlessOfEarlierVersion(error, call);
      } finally {
        end(isOver);
      }
    }
  }

  /** Asks the service to stop; nobody waits for that. */
  function cancelAtService({ service, request }: OperationCall, id: string): void {
    if (!operationsOf(service).cancel) return;
    const { workspace, user, collection } = request as Record<string, unknown>;
    const cancelId = uuidV7(clock.now());
    const properties = { id: cancelId, idempotency_key: cancelId, deadline: String(clock.now() + cancelTimeoutMs) };
    const cancel = { service, operation: 'cancel', request: { workspace, user, collection, id } };
    const message = requestMessage(cancel, properties);
    bus.publish(serviceTopic(service, 'command'), message).catch(() => {});
  }

  return {
    notices: createNotices(clientId, inbox),
    // Services complete their answers by the contract's shapes: a frame is what the contract's type says.
    async call<Service extends ServiceName, Operation extends OperationName<Service>>(
      service: Service,
      operation: Operation,
      request: Init<RequestOf<Service, Operation>>,
      options: CallOptions = {},
    ) {
      return (await lastOf({ service, operation, request }, options)) as ResponseOf<Service, Operation>;
    },
    stream<Service extends ServiceName, Operation extends OperationName<Service>>(
      service: Service,
      operation: Operation,
      request: Init<RequestOf<Service, Operation>>,
      options: CallOptions = {},
    ) {
      return framesOf({ service, operation, request }, options) as AsyncIterable<ResponseOf<Service, Operation>>;
    },
    async [Symbol.asyncDispose]() {
      inbox.close();
      await subscription[Symbol.asyncDispose]();
    },
  };
}

function requestMessage(call: OperationCall, properties: Readonly<Record<string, string>>): OutgoingMessage {
  const { service, operation, request } = call;
  const envelope = { [operation]: request };
  const key = operationFacts(service, operation).command ? keyOf(call) : null;
  return { payload: JSON.stringify(envelope), properties, ...(key === null ? {} : { key }) };
}

/** Made from what a command changes. One that does not say so goes without, and its service tells what is wrong with it. */
function keyOf({ service, operation, request }: OperationCall): string | null {
  try {
    return messageKey(service, operation, parseOperation(service, { [operation]: request }).request);
  } catch {
    return null;
  }
}

/** An `OperationError` that the signal was aborted with says more than that it was: that the process is stopping, say. */
function cancelled(signal: AbortSignal | undefined): OperationError {
  if (signal?.reason instanceof OperationError) return signal.reason;
  return new OperationError('cancelled', 'The caller cancelled', { cause: signal?.reason });
}
