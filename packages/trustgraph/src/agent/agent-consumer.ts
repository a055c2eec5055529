import { type Clock, OperationError, systemClock } from '@agent-mem/contract';
import type { TopicMessage, Topics } from '@agent-mem/messaging';
import { type FlowEntry, handsOnToItself, nextQueue } from '../flow-entry.ts';
import { type Log, silent } from '../log.ts';
import { type AgentRequest, agentRequestMessage } from '../messages/agent.ts';
import { topicOfQueue } from '../queue-name.ts';
import { flowSubscription } from '../subscription-name.ts';
import { AgentReply, type ErrorForm } from './agent-reply.ts';
import { ReturningSteps } from './returning-steps.ts';

/** One question, or one step of it, on its way through an agent. */
export interface AgentCall {
  /** Of the question: the same on every answer and every next step. */
  readonly id: string;
  readonly request: AgentRequest;
  readonly reply: AgentReply;
  /**
   * Hands the question on to whichever agent of the flow takes the next step; members of the request that TrustGraph does not know travel along
   * between agents of ours. Where the flow names no `next`, that is the queue of its questions.
   */
  next(request: AgentRequest): Promise<void>;
  /** Aborted when the flow has stopped, or the time of a process that stops is over. */
  readonly signal: AbortSignal;
}

/** A question, or a step of one, as it came. */
export interface TakenStep {
  readonly id: string;
  readonly request: AgentRequest;
}

/**
 * Who goes on with a step that its process leaves when it stops: instances that run meanwhile, the process itself once it has started again, or nobody.
 */
export type LeftTo = 'others' | 'next-start' | 'nobody';

/** A step that is stored where a crash of this process does not reach it. None of its methods rejects. */
export interface JournaledStep {
  /** The question as it is worked on. */
  readonly request: AgentRequest;
  /** Keeps the next step in place of this one, before it is handed on. */
  handOn(request: AgentRequest): Promise<void>;
  /** Whether the step is still ours: an instance that was taken for dead must not end what another one has taken up. */
  isOurs(): Promise<boolean>;
  /** Nothing of it is left to do. */
  over(): Promise<void>;
  readonly leftTo: LeftTo;
  /** Gives it up as it is, for `leftTo` to take up at once. */
  leave(): Promise<void>;
}

/** How an agent stands in a flow. */
export interface AgentConsumerOptions {
  readonly topics: Topics;
  readonly processorId: string;
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

/**
 * An agent's consumer in a flow. Disposing it ends what is in work, what waits, what is on its way back from the queue, and what comes meanwhile, each by
 * one error. It does not wait for their handlers, whose signal is aborted and whose further words are dropped.
 */
export interface AgentConsumer extends AsyncDisposable {
  /** Questions in work and waiting. */
  readonly size: number;
  /** Takes a step as if it had come by the flow's queue. */
  take(step: TakenStep): void;
  /**
   * Takes no more, for the process stops: what waits is left to other instances, and what is in work goes on until `signal` is aborted. Then it is left
   * without a last frame; a question that nobody would go on with is ended by an error. Where there is no other instance, what waits is worked on meanwhile,
   * and next steps are taken here.
   */
  leave(signal: AbortSignal): Promise<void>;
}

/** What TrustGraph's own agents answer under when the question has no id. */
const noId = 'unknown';

/**
 * Takes the questions of a flow. They are taken off the broker as they come, for it drops what nobody has room for, and wait here. Whatever
 * happens to one it gets a last frame, malformed ones too.
 */
export async function openAgentConsumer(options: AgentConsumerOptions): Promise<AgentConsumer> {
  const { topics, processorId, entry, errors = 'empty', concurrency = 16, maxWaiting = 1_000, log = silent, handle } = options;
  const { clock = systemClock, returnMs = 2_000 } = options;
  const journal = options.journal ?? notJournaled;
  const { workspace, flow, topics: queues } = entry;
  /** Being kept. */
  const arriving = new Set<AgentReply>();
  const waiting: Work[] = [];
  const working = new Map<Work, Promise<void>>();
  const returning = new ReturningSteps(clock, returnMs);
  const stop = new AbortController();
  /** Steps on their way to those that wait. */
  const taking = new Set<Promise<void>>();
  let isLeaving = false;
  await using opened = new AsyncDisposableStack();
  const responses = opened.use(await topics.produce(topicOfQueue(queues.response ?? '')));
  const nexts = opened.use(await topics.produce(topicOfQueue(nextQueue(entry))));

  const receive = ({ payload, properties }: TopicMessage) => {
    begin(takeOrRefuse(properties.id ?? noId, payload));
  };
  const begin = (taken: Promise<void>) => {
    taking.add(taken);
    void taken.finally(() => taking.delete(taken));
  };
  const takeOrRefuse = async (id: string, payload: string) => {
    try {
      await take({ id, request: agentRequestMessage.decode(payload) });
    } catch (error) {
      await end(new AgentReply(responses, id, errors), error);
    }
  };
  const take = async (step: TakenStep) => {
    let journaled: JournaledStep | null = null;
    const reply = new AgentReply(responses, step.id, errors, async () => (await journaled?.isOurs()) ?? true);
    if (waiting.length + arriving.size >= maxWaiting) return await end(reply, full());
    arriving.add(reply);
    journaled = await journal(step);
    const isArriving = arriving.delete(reply);
    const arrived = journaled && { call: callOf(step.id, journaled, reply), journaled };
    const isTaken = isArriving && arrived && !stop.signal.aborted && !(isLeaving && arrived.journaled.leftTo === 'others');
    if (isTaken) waiting.push(arrived);
    else if (isArriving && arrived) await dismiss(arrived);
    // Somebody else has it, or the flow has stopped.
    else await journaled?.over();
    returning.cameBack(step.id);
    start();
  };
  const callOf = (id: string, journaled: JournaledStep, reply: AgentReply): AgentCall => ({
    id,
    request: journaled.request,
    reply,
    signal: stop.signal,
    async next(request) {
      // What has ended must not be gone on with by another instance.
      stop.signal.throwIfAborted();
      const isTakenHere = isLeaving && journaled.leftTo !== 'others' && handsOnToItself(entry);
      if (handsOnToItself(entry) && !isTakenHere) returning.add(id);
      // Before it is handed on: whoever takes it must find it.
      await journaled.handOn(request);
      if (isTakenHere) {
        reply.leave();
        return await take({ id, request });
      }
      await nexts.send({ payload: agentRequestMessage.encode(request), properties: { id } });
    },
  });
  const start = () => {
    while (working.size < concurrency && !stop.signal.aborted) {
      const next = waiting.shift();
      if (!next) return;
      const worked = work(next).finally(() => {
        working.delete(next);
        start();
      });
      working.set(next, worked);
    }
  };
  const work = async ({ call, journaled }: Work) => {
    try {
      await handle(call);
    } catch (error) {
      if (call.reply.hasEnded) log.warn({ workspace, flow, err: error }, 'A question to the agent failed after its end');
      await end(call.reply, error);
    }
    await journaled.over();
  };
  /** Leaves a call that is not gone on with here to whom it is left, or ends it by an error. */
  const dismiss = async ({ call, journaled }: Work) => {
    if (!isLeaving || journaled.leftTo === 'nobody') {
      await end(call.reply, isLeaving ? stopping() : stopped());
      return await journaled.over();
    }
    call.reply.leave();
    await journaled.leave();
  };
  const settled = async () => {
    while (taking.size + working.size > 0) await Promise.race([...taking, ...working.values()]);
  };
  const end = async (reply: AgentReply, error: unknown) => {
    if (reply.hasEnded) return;
    log.warn({ workspace, flow, err: error }, 'A question to the agent failed');
    await reply.fail(OperationError.from(error).message).catch((cause: unknown) => {
      log.warn({ workspace, flow, err: cause }, 'The last frame of a question could not be sent');
    });
  };
  const stopped = () => new OperationError('unavailable', `The flow ${workspace}/${flow} has stopped`);
  const stopping = () => new OperationError('unavailable', 'The agent is stopping; ask again');
  const full = () => new OperationError('resource-exhausted', `The agent has ${maxWaiting} questions waiting; ask again later`);

  const subscription = flowSubscription({ processor: processorId, workspace, flow, topicName: 'request' });
  const consumer = new AsyncDisposableStack();
  consumer.use(await topics.consume(topicOfQueue(queues.request ?? ''), { subscription, type: 'shared' }, receive));
  const open = opened.move();
  return {
    get size() {
      return arriving.size + waiting.length + working.size;
    },
    take: (step) => begin(take(step)),
    async leave(signal) {
      isLeaving = true;
      const cut = Promise.withResolvers<unknown>();
      // At once: what fails because all stops must not end its question.
      const interrupt = () => {
        stop.abort(stopping());
        // What is on its way stands: a last frame, or a next step.
        const isOnItsWay = ({ call }: Work) => call.reply.hasEnded || returning.has(call.id);
        const left = [...waiting.splice(0), ...working.keys()].filter((each) => !isOnItsWay(each));
        const others = [...working].filter(([each]) => isOnItsWay(each)).map(([, worked]) => worked);
        cut.resolve(Promise.all([...left.map(dismiss), ...taking, ...others]));
      };
      signal.addEventListener('abort', interrupt, { once: true });
      if (signal.aborted) interrupt();
      const leftToOthers = waiting.filter(({ journaled }) => journaled.leftTo === 'others');
      for (const each of leftToOthers) waiting.splice(waiting.indexOf(each), 1);
      const drained = async () => {
        await Promise.all(leftToOthers.map(dismiss));
        await returning.allBack();
        await consumer.disposeAsync();
        await settled();
      };
      await Promise.race([drained(), cut.promise]);
      signal.removeEventListener('abort', interrupt);
    },
    async [Symbol.asyncDispose]() {
      const error = stopped();
      stop.abort(error);
      // A step on its way back is ended when it is there: whether another instance has it cannot be told before.
      const left = [...waiting.splice(0), ...working.keys()].filter(({ call }) => !returning.has(call.id));
      const replies = [...arriving, ...left.map(({ call }) => call.reply)];
      arriving.clear();
      await Promise.all(replies.map((reply) => end(reply, error)));
      await Promise.all(left.map(({ journaled }) => journaled.over()));
      await returning.allBack();
      await consumer.disposeAsync();
      await Promise.all(taking);
      // Not for their handlers: one that does not heed its signal must not hold up the flow's end.
      await open.disposeAsync();
    },
  };
}

/** A call, and what keeps it. */
interface Work {
  readonly call: AgentCall;
  readonly journaled: JournaledStep;
}

/** The step of a question that dies with its process. */
export async function notJournaled({ request }: TakenStep): Promise<JournaledStep> {
  const nothing = async () => {};
  return { request, handOn: nothing, isOurs: async () => true, over: nothing, leftTo: 'nobody', leave: nothing };
}
