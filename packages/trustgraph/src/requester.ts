import { randomUUID } from 'node:crypto';
import { type Clock, noLongerNeeded, OperationError } from '@agent-mem/contract';
import type { TopicConsumer, TopicProducer, Topics } from '@agent-mem/messaging';
import { AnswerQueue } from './answer-queue.ts';
import { Presence, presenceMs } from './presence.ts';
import { subscriptionTypeOf, topicOfQueue } from './queue-name.ts';
import { serviceRefusal } from './service-refusal.ts';
import { answerSubscription } from './subscription-name.ts';
import type { WireMessage } from './wire-message.ts';

/** Where a service takes requests and where it answers, as configuration names them. */
export interface Queues {
  readonly request: string;
  readonly response: string;
}

/** Longest silence of a service that works, in milliseconds. */
const longestSilenceMs = 600_000;

/** How long one who asks will wait, and how often. */
export interface AskOptions {
  readonly signal?: AbortSignal;
  /** Longest silence, before the first answer and between two, in milliseconds. Default: the requester's. */
  readonly idleMs?: number;
  /** Milliseconds since 1970 after which nothing is waited for. Default: no end. */
  readonly deadline?: number;
  /** How often it is asked when there is only silence: what a rate limit stops is never answered. Default 1. */
  readonly attempts?: number;
}

/** A kind of request and its answers. */
export interface Exchange<Request, Response> {
  /** The service, as refusals name it. */
  readonly service: string;
  readonly request: WireMessage<Request>;
  readonly response: WireMessage<Response>;
  /** Whether nothing follows this answer. Default: one answer is all. */
  readonly isLast?: (response: Response) => boolean;
  /** Longest silence unless who asks says otherwise, in milliseconds. Default: 600 s. */
  readonly idleMs?: number;
}

/** What every client of a service is opened with. */
export interface Environment {
  readonly topics: Topics;
  readonly clock: Clock;
}

interface Answer {
  readonly error: { readonly type: string; readonly message: string } | null;
}

/** What a requester sends by, and what it knows of the answers. */
interface Wire {
  readonly producer: TopicProducer;
  readonly consumer: TopicConsumer;
  /** The answers that callers wait for, by the id of their request. */
  readonly waiting: Map<string, AnswerQueue<string>>;
  readonly presence: Presence;
}

/**
 * Asks one service, as TrustGraph's own processors do: a consumer of its own on the service's answers, opened before anything is asked, sorts
 * them by the property `id`; answers to others, who share the topic, are passed over. There is no message to cancel by: leaving early is silent.
 */
export class Requester<Request, Response extends Answer> implements AsyncDisposable {
  readonly #exchange: Exchange<Request, Response>;
  readonly #clock: Clock;
  readonly #wire: Wire;

  private constructor(exchange: Exchange<Request, Response>, clock: Clock, wire: Wire) {
    this.#exchange = exchange;
    this.#clock = clock;
    this.#wire = wire;
  }

  /** Resolves when it may ask. */
  static async open<Request, Response extends Answer>(
    { topics, clock }: Environment,
    queues: Queues,
    exchange: Exchange<Request, Response>,
  ): Promise<Requester<Request, Response>> {
    const waiting = new Map<string, AnswerQueue<string>>();
    const presence = new Presence(clock);
    const requests = topicOfQueue(queues.request);
    const options = { subscription: answerSubscription(), type: subscriptionTypeOf(queues.response) };
    const consumer = await topics.consume(topicOfQueue(queues.response), options, ({ properties, payload }) => {
      presence.heard();
      waiting.get(properties.id ?? '')?.add(payload);
    });
    try {
      return new Requester(exchange, clock, { waiting, presence, consumer, producer: await topics.produce(requests) });
    } catch (error) {
      await consumer[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The last answer. Throws what `stream` throws. */
  async ask(request: Partial<Request>, options: AskOptions = {}): Promise<Response> {
    const answers = await Array.fromAsync(this.stream(request, options));
    // A stream that ends has had its last answer.
    return answers.at(-1) as Response;
  }

  /**
   * The answers as they come, the last one included. Throws the service's error, `deadline-exceeded` after too long a silence,
   * `invalid-argument` naming what is malformed in an answer, and the signal's reason.
   */
  async *stream(request: Partial<Request>, options: AskOptions = {}): AsyncGenerator<Response, void, undefined> {
    const { attempts = 1 } = options;
    for (let attempt = 1; ; attempt += 1) {
      let answered = false;
      try {
        for await (const response of this.#once(request, options)) {
          answered = true;
          yield response;
        }
        return;
      } catch (error) {
        if (!answered && isSilence(error)) this.#wire.presence.missed();
        const isOver = options.deadline !== undefined && this.#clock.now() >= options.deadline;
        if (answered || attempt >= attempts || isOver || !isSilence(error)) throw error;
      }
    }
  }

  /** Whether anybody serves the queue, known within a second. `question` is one that the service answers at once, if only by a refusal. */
  isServed(question: Partial<Request>): Promise<boolean> {
    return this.#wire.presence.isThere(() => this.ask(question, { idleMs: presenceMs }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new OperationError('unavailable', `${this.#exchange.service}: the flow has stopped`);
    for (const answers of this.#wire.waiting.values()) answers.fail(closed);
    await Promise.all([this.#wire.consumer[Symbol.asyncDispose](), this.#wire.producer[Symbol.asyncDispose]()]);
  }

  async *#once(request: Partial<Request>, options: AskOptions): AsyncGenerator<Response, void, undefined> {
    const { service, response: message, isLast = () => true } = this.#exchange;
    const id = randomUUID();
    const answers = new AnswerQueue<string>();
    this.#wire.waiting.set(id, answers);
    const leave = () => answers.fail(options.signal?.reason);
    try {
      options.signal?.throwIfAborted();
      options.signal?.addEventListener('abort', leave, { once: true });
      await this.#wire.producer.send({ payload: this.#exchange.request.encode(request), properties: { id } });
      for (;;) {
        const response = message.decode(await this.#next(answers, options));
        if (response.error) throw serviceRefusal(service, response.error);
        yield response;
        if (isLast(response)) return;
      }
    } finally {
      options.signal?.removeEventListener('abort', leave);
      this.#wire.waiting.delete(id);
    }
  }

  async #next(
    answers: AnswerQueue<string>,
    { idleMs = this.#exchange.idleMs ?? longestSilenceMs, deadline }: AskOptions,
  ): Promise<string> {
    const waitMs = Math.max(0, Math.min(idleMs, (deadline ?? Number.POSITIVE_INFINITY) - this.#clock.now()));
    const over = new AbortController();
    this.#clock.sleep(waitMs, over.signal).then(
      () => answers.fail(silence(this.#exchange.service, waitMs)),
      () => {},
    );
    try {
      return await answers.next();
    } finally {
      over.abort(noLongerNeeded);
    }
  }
}

function silence(service: string, waitedMs: number): OperationError {
  return new OperationError('deadline-exceeded', `${service}: no answer within ${waitedMs} ms`);
}

function isSilence(error: unknown): boolean {
  return error instanceof OperationError && error.type === 'deadline-exceeded';
}
