import { OperationError } from '@agent-mem/contract';
import type { TopicMessage, Topics } from '@agent-mem/messaging';
import type { FlowEntry } from '../flow-entry.ts';
import { type Log, silent } from '../log.ts';
import { type AgentRequest, agentRequestMessage } from '../messages/agent.ts';
import { topicOfQueue } from '../queue-name.ts';
import { flowSubscription } from '../subscription-name.ts';
import { AgentReply, type ErrorForm } from './agent-reply.ts';

/** One question, or one step of it, on its way through an agent. */
export interface AgentCall {
  /** Of the question: the same on every answer and every next step. */
  readonly id: string;
  readonly request: AgentRequest;
  readonly reply: AgentReply;
  /**
   * Hands the question on to whichever agent of the flow takes the next step; members of the request that TrustGraph does not know travel along
   * between agents of ours. Rejects, `failed-precondition`, where the flow names no `next`.
   */
  next(request: AgentRequest): Promise<void>;
  /** Aborted when the flow has stopped. */
  readonly signal: AbortSignal;
}

/** How an agent stands in a flow. */
export interface AgentDoorOptions {
  readonly topics: Topics;
  readonly processorId: string;
  readonly entry: FlowEntry;
  /** What the error of a failed dialogue holds. Default `empty`. */
  readonly errors?: ErrorForm;
  /** Most questions in work at once. Default 16. */
  readonly concurrency?: number;
  /** Most questions that wait; one more is answered an error at once. Default 1,000. */
  readonly maxWaiting?: number;
  readonly log?: Log;
  /** Works on one call. When it rejects before the dialogue has ended, the dialogue ends with the error's words. */
  readonly handle: (call: AgentCall) => Promise<void>;
}

/**
 * An agent's open door in a flow. Disposing takes no more questions, and ends those in work and those that wait by an error. It does not wait for
 * their handlers, whose signal is aborted and whose further words are dropped.
 */
export interface AgentDoor extends AsyncDisposable {
  /** Questions in work and waiting. */
  readonly size: number;
}

/** What TrustGraph's own agents answer under when the question has no id. */
const noId = 'unknown';

/**
 * Takes the questions of a flow. They are taken off the broker as they come, for it drops what nobody has room for, and wait here. Whatever
 * happens to one it gets a last frame, malformed ones too.
 */
export async function openAgentDoor(options: AgentDoorOptions): Promise<AgentDoor> {
  const { topics, processorId, entry, errors = 'empty', concurrency = 16, maxWaiting = 1_000, log = silent, handle } = options;
  const { workspace, flow, topics: queues } = entry;
  const waiting: AgentCall[] = [];
  const working = new Set<AgentCall>();
  const stop = new AbortController();
  await using opened = new AsyncDisposableStack();
  const responses = opened.use(await topics.produce(topicOfQueue(queues.response ?? '')));
  const nexts = queues.next ? opened.use(await topics.produce(topicOfQueue(queues.next))) : null;

  const take = ({ payload, properties }: TopicMessage) => {
    const id = properties.id ?? noId;
    const reply = new AgentReply(responses, id, errors);
    const next = async (request: AgentRequest) => {
      if (!nexts) throw new OperationError('failed-precondition', `flow ${workspace}/${flow}.topics.next: is missing`);
      await nexts.send({ payload: agentRequestMessage.encode(request), properties: { id } });
    };
    try {
      const call = { id, request: agentRequestMessage.decode(payload), reply, next, signal: stop.signal };
      if (stop.signal.aborted) return void end(reply, stopped());
      if (waiting.length >= maxWaiting) return void end(reply, full());
      waiting.push(call);
      start();
    } catch (error) {
      void end(reply, error);
    }
  };
  const start = () => {
    while (working.size < concurrency && !stop.signal.aborted) {
      const call = waiting.shift();
      if (!call) return;
      working.add(call);
      void work(call).finally(() => {
        working.delete(call);
        start();
      });
    }
  };
  const work = async (call: AgentCall) => {
    try {
      await handle(call);
    } catch (error) {
      if (call.reply.hasEnded) log.warn({ workspace, flow, err: error }, 'A question to the agent failed after its end');
      await end(call.reply, error);
    }
  };
  const end = async (reply: AgentReply, error: unknown) => {
    if (reply.hasEnded) return;
    log.warn({ workspace, flow, err: error }, 'A question to the agent failed');
    await reply.fail(OperationError.from(error).message).catch((cause: unknown) => {
      log.warn({ workspace, flow, err: cause }, 'The last frame of a question could not be sent');
    });
  };
  const stopped = () => new OperationError('unavailable', `The flow ${workspace}/${flow} has stopped`);
  const full = () => new OperationError('resource-exhausted', `The agent has ${maxWaiting} questions waiting; ask again later`);

  const subscription = flowSubscription({ processor: processorId, workspace, flow, topicName: 'request' });
  // Disposed first: nothing comes while the rest is ended.
  const consumer = await topics.consume(topicOfQueue(queues.request ?? ''), { subscription, type: 'shared' }, take);
  const kept = opened.move();
  return {
    get size() {
      return waiting.length + working.size;
    },
    async [Symbol.asyncDispose]() {
      await consumer[Symbol.asyncDispose]();
      const error = stopped();
      stop.abort(error);
      await Promise.all([...waiting.splice(0), ...working].map(({ reply }) => end(reply, error)));
      // Not for their handlers: one that does not heed its signal must not hold up the flow's end.
      await kept.disposeAsync();
    },
  };
}
