import { type Clock, OperationError, systemClock } from '@agent-mem/contract';
import type { TopicMessage, TopicProducer } from '@agent-mem/messaging';
import { type FlowEntry, handsOnToItself } from '../flow-entry.ts';
import { flowStopped } from '../flow-stopped.ts';
import { type Log, silent } from '../log.ts';
import { type AgentRequest, agentRequestMessage } from '../messages/agent.ts';
import { type AgentCall, type JournaledStep, notJournaled, type TakenStep } from './agent-call.ts';
import { AgentReply, type ErrorForm } from './agent-reply.ts';
import { ReturningSteps } from './returning-steps.ts';

/** How the calls of a flow are worked on. */
export interface CallOptions {
  readonly entry: FlowEntry;
  /** What the error of a failed run holds. Default `empty`. */
  readonly errors?: ErrorForm;
  /** Most questions in work at once. Default 16. */
  readonly concurrency?: number;
  /** Most questions that wait; one more is answered an error at once. Default 1,000. */
  readonly maxWaiting?: number;
  readonly log?: Log;
  /** How long a step that was handed on may be on its way back, in milliseconds; then another instance has it. The end of the flow waits for it. Default 2,000. */
  readonly returnMs?: number;
  readonly clock?: Clock;
  /**
   * Keeps a step as soon as it comes, before it waits; `null`: somebody else has it, and it is dropped here. Must not reject. Default: a step dies with its
   * process.
   */
  readonly journal?: (step: TakenStep) => Promise<JournaledStep | null>;
  /** Works on one call. When it rejects before the run has ended, the run ends with the error's words. */
  readonly handle: (call: AgentCall) => Promise<void>;
}

const defaults = {
  errors: 'empty',
  concurrency: 16,
  maxWaiting: 1_000,
  log: silent,
  returnMs: 2_000,
  clock: systemClock,
  journal: notJournaled,
} as const satisfies Partial<CallOptions>;

/** Where frames and next steps go. */
interface Queues {
  readonly responses: TopicProducer;
  readonly nexts: TopicProducer;
}

/** A call, and what keeps it. */
interface Work {
  readonly call: AgentCall;
  readonly journaled: JournaledStep;
}

/** What TrustGraph's own agents answer under when the question has no id. */
const noId = 'unknown';

/** The calls of one flow that this process has: they are journaled, wait, are worked on, and end or are left to others. */
export class FlowCalls {
  readonly #options: Required<CallOptions>;
  readonly #queues: Queues;
  /** Steps on their way to those that wait. */
  readonly #taking = new Set<Promise<void>>();
  readonly #waiting: Work[] = [];
  readonly #working = new Map<Work, Promise<void>>();
  readonly #returning: ReturningSteps;
  readonly #stop = new AbortController();
  /** Steps that are being journaled. */
  #journaling = 0;
  #isLeaving = false;

  constructor(options: CallOptions, queues: Queues) {
    this.#options = { ...defaults, ...options };
    this.#queues = queues;
    this.#returning = new ReturningSteps(this.#options.clock, this.#options.returnMs);
  }

  /** Calls that wait, and that are worked on. */
  get size(): number {
    return this.#waitingSize + this.#working.size;
  }

  get #waitingSize(): number {
    return this.#journaling + this.#waiting.length;
  }

  receive({ payload, properties }: TopicMessage): void {
    const id = properties.id ?? noId;
    let request: AgentRequest;
    try {
      request = agentRequestMessage.decode(payload);
    } catch (error) {
      this.#track(this.#fail(this.#replyTo(id), error));
      return;
    }
    this.take({ id, request });
  }

  take(step: TakenStep): void {
    this.#track(this.#take(step));
  }

  /** As of `AgentConsumer`. Closes `consumer` when no step can come back any more. */
  async leave(consumer: AsyncDisposable, signal: AbortSignal): Promise<void> {
    this.#isLeaving = true;
    const cut = Promise.withResolvers<unknown>();
    // At once: what fails because all stops must not end its question.
    const interrupt = () => {
      const { dropped, onTheirWay } = this.#drop(stopping());
      cut.resolve(Promise.all([dropped, onTheirWay, ...this.#taking]));
    };
    signal.addEventListener('abort', interrupt, { once: true });
    if (signal.aborted) interrupt();
    const leftToOthers = this.#waiting.filter(({ journaled }) => journaled.leftTo === 'others');
    for (const each of leftToOthers) this.#waiting.splice(this.#waiting.indexOf(each), 1);
    const drained = async () => {
      await Promise.all(leftToOthers.map((each) => this.#dismiss(each)));
      await this.#returning.allBack();
      await consumer[Symbol.asyncDispose]();
      while (this.#taking.size + this.#working.size > 0) await Promise.race([...this.#taking, ...this.#working.values()]);
    };
    await Promise.race([drained(), cut.promise]);
    signal.removeEventListener('abort', interrupt);
  }

  /** Ends every call, and those that come until `consumer` is closed. It does not wait for handlers: one may not heed its signal. */
  async end(consumer: AsyncDisposable): Promise<void> {
    await this.#drop(flowStopped(this.#options.entry)).dropped;
    await this.#returning.allBack();
    await consumer[Symbol.asyncDispose]();
    await Promise.all(this.#taking);
  }

  #track(taken: Promise<void>): void {
    this.#taking.add(taken);
    void taken.finally(() => this.#taking.delete(taken));
  }

  async #take(step: TakenStep): Promise<void> {
    const { maxWaiting, journal } = this.#options;
    let journaled: JournaledStep | null = null;
    const reply = this.#replyTo(step.id, async () => (await journaled?.isOurs()) ?? true);
    if (this.#waitingSize >= maxWaiting) return await this.#fail(reply, full(maxWaiting));
    this.#journaling += 1;
    journaled = await journal(step);
    this.#journaling -= 1;
    // Else somebody else has it.
    if (journaled) await this.#admit({ call: this.#callOf(step.id, journaled, reply), journaled });
    this.#returning.cameBack(step.id);
    this.#start();
  }

  #replyTo(id: string, mayEnd?: () => Promise<boolean>): AgentReply {
    return new AgentReply(this.#queues.responses, id, this.#options.errors, mayEnd);
  }

  async #admit(work: Work): Promise<void> {
    const isOthers = this.#isLeaving && work.journaled.leftTo === 'others';
    if (this.#stop.signal.aborted || isOthers) await this.#dismiss(work);
    else this.#waiting.push(work);
  }

  #callOf(id: string, journaled: JournaledStep, reply: AgentReply): AgentCall {
    const { signal } = this.#stop;
    return { id, request: journaled.request, reply, signal, next: (request) => this.#handOn({ id, request }, journaled, reply) };
  }

  async #handOn(step: TakenStep, journaled: JournaledStep, reply: AgentReply): Promise<void> {
    // What has ended must not be gone on with by another instance.
    this.#stop.signal.throwIfAborted();
    const returns = handsOnToItself(this.#options.entry);
    const isTakenHere = returns && this.#isLeaving && journaled.leftTo !== 'others';
    if (returns && !isTakenHere) this.#returning.add(step.id);
    // Before it is handed on: the agent that takes it must find it.
    await journaled.handOn(step.request);
    if (isTakenHere) {
      reply.leave();
      await this.#take(step);
    } else {
      await this.#queues.nexts.send({ payload: agentRequestMessage.encode(step.request), properties: { id: step.id } });
    }
  }

  #start(): void {
    while (this.#working.size < this.#options.concurrency && !this.#stop.signal.aborted) {
      const next = this.#waiting.shift();
      if (!next) return;
      const worked = this.#work(next).finally(() => {
        this.#working.delete(next);
        this.#start();
      });
      this.#working.set(next, worked);
    }
  }

  async #work({ call, journaled }: Work): Promise<void> {
    try {
      await this.#options.handle(call);
    } catch (error) {
      if (call.reply.hasEnded) this.#warn(error, 'A question to the agent failed after its end');
      await this.#fail(call.reply, error);
    }
    await journaled.over();
  }

  /** Stops with an error, and dismisses every call but those of which a last frame or a next step is on its way. */
  #drop(error: OperationError): { readonly dropped: Promise<unknown>; readonly onTheirWay: Promise<unknown> } {
    this.#stop.abort(error);
    const isOnItsWay = ({ call }: Work) => call.reply.hasEnded || this.#returning.has(call.id);
    const dropped = [...this.#waiting.splice(0), ...this.#working.keys()].filter((each) => !isOnItsWay(each));
    const onTheirWay = [...this.#working].filter(([each]) => isOnItsWay(each)).map(([, worked]) => worked);
    return { dropped: Promise.all(dropped.map((each) => this.#dismiss(each))), onTheirWay: Promise.all(onTheirWay) };
  }

  /** Leaves a call that is not gone on with here to whom it is left, or ends it by the error of the stop. */
  async #dismiss({ call, journaled }: Work): Promise<void> {
    if (this.#isLeaving && journaled.leftTo !== 'nobody') {
      call.reply.leave();
      await journaled.leave();
    } else {
      await this.#fail(call.reply, this.#stop.signal.reason);
      await journaled.over();
    }
  }

  async #fail(reply: AgentReply, error: unknown): Promise<void> {
    if (reply.hasEnded) return;
    this.#warn(error, 'A question to the agent failed');
    await reply.fail(OperationError.from(error).message).catch((cause: unknown) => {
      this.#warn(cause, 'The last frame of a question could not be sent');
    });
  }

  #warn(error: unknown, message: string): void {
    const { entry, log } = this.#options;
    log.warn({ workspace: entry.workspace, flow: entry.flow, err: error }, message);
  }
}

function full(maxWaiting: number): OperationError {
  return new OperationError('resource-exhausted', `The agent has ${maxWaiting} questions waiting; ask again later`);
}

function stopping(): OperationError {
  return new OperationError('unavailable', 'The agent is stopping; ask again');
}
