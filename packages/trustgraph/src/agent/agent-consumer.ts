import type { Topics } from '@agent-mem/messaging';
import { nextQueue } from '../flow-entry.ts';
import { topicOfQueue } from '../queue-name.ts';
import { flowSubscription } from '../subscription-name.ts';
import type { TakenStep } from './agent-call.ts';
import { type CallOptions, FlowCalls } from './flow-calls.ts';

/** How an agent stands in a flow. */
export interface AgentConsumerOptions extends CallOptions {
  readonly topics: Topics;
  readonly processorId: string;
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

/**
 * Takes the questions of a flow. They are taken off the broker as they come, for it drops what nobody has room for, and wait here. Whatever
 * happens to one it gets a last frame, malformed ones too.
 */
export async function openAgentConsumer(options: AgentConsumerOptions): Promise<AgentConsumer> {
  const { topics, processorId, entry } = options;
  const { workspace, flow, topics: queues } = entry;
  await using opened = new AsyncDisposableStack();
  const responses = opened.use(await topics.produce(topicOfQueue(queues.response ?? '')));
  const nexts = opened.use(await topics.produce(topicOfQueue(nextQueue(entry))));
  const calls = new FlowCalls(options, { responses, nexts });
  const subscription = flowSubscription({ processor: processorId, workspace, flow, topicName: 'request' });
  const consumer = new AsyncDisposableStack();
  consumer.use(
    await topics.consume(topicOfQueue(queues.request ?? ''), { subscription, type: 'shared' }, (message) =>
      calls.receive(message),
    ),
  );
  const producers = opened.move();
  return {
    get size() {
      return calls.size;
    },
    take: (step) => calls.take(step),
    leave: (signal) => calls.leave(consumer, signal),
    async [Symbol.asyncDispose]() {
      await calls.end(consumer);
      await producers.disposeAsync();
    },
  };
}
