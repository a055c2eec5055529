import { OperationError } from '@agent-mem/contract';
import type { Topics } from '@agent-mem/messaging';
import { createFailureLog } from '@agent-mem/runtime';
import { AgentReply, type AgentServer, type ErrorForm, flowStopped, topicOfQueue } from '@agent-mem/trustgraph';
import type { FactWriter } from '../facts-to-triples.ts';
import type { FlowContext } from '../flow-context.ts';
import { publishLeftEvents } from '../memory/memory-outbox.ts';
import type { LocatedStep, StepJournal } from './step-journal.ts';

const everyMs = 2_000;
/** What the bus did not take has time, and looking for it goes through the whole store. */
const publishEveryMs = 10_000;
/** A question that a process dies of must not end others for ever. */
const mostRuns = 3;

/** What runs are taken up with. */
export interface TakeUpOptions {
  readonly context: Pick<FlowContext, 'bus' | 'clock' | 'draining' | 'keyValue' | 'log' | 'metrics'>;
  readonly processorId: string;
  readonly journal: StepJournal;
  readonly server: AgentServer;
  readonly topics: Topics;
  readonly errors: ErrorForm;
  readonly facts: FactWriter;
}

/**
 * What an agent does in its flows beside answering, until it is disposed: it holds the leases of the steps that are ours, takes up the runs whose instance is gone, from the step they
 * were at, or answers an error where they cannot go on, publishes what the bus did not take, and listens for facts once a flow wants them. A process that stops takes nothing up.
 */
export function takeUpFlowRuns(options: TakeUpOptions): AsyncDisposable {
  const { context, facts, journal, server } = options;
  const { clock, log } = context;
  const over = new AbortController();
  const overOrStopping = AbortSignal.any([over.signal, context.draining]);
  const everySoOften = async (work: () => Promise<void>, restMs = everyMs, until = over.signal) => {
    const failures = createFailureLog(log, clock);
    while (!until.aborted) {
      await work().then(failures.over, (err) => failures.warn({ err }, 'background work for flows failed; it is tried again'));
      await clock.sleep(restMs, until).catch(() => undefined);
    }
  };
  const looking = async () => {
    await Promise.race([
      server.ready,
      new Promise((resolve) => overOrStopping.addEventListener('abort', resolve, { once: true })),
    ]);
    await everySoOften(() => takeUp(options, overOrStopping), everyMs, overOrStopping);
  };
  const running = Promise.all([
    everySoOften(() => journal.renew()),
    everySoOften(() => publishLeftEvents(context), publishEveryMs),
    everySoOften(() => facts.look()),
    looking(),
  ]);
  return {
    async [Symbol.asyncDispose]() {
      over.abort('over');
      await running;
    },
  };
}

async function takeUp(options: TakeUpOptions, signal: AbortSignal): Promise<void> {
  const { context, processorId, journal, server } = options;
  for await (const found of journal.left()) {
    if (signal.aborted) return await journal.release(found);
    const { workspace, flow, id, request, runs } = found.run;
    const where = { workspace, flow, session_id: request.session_id, runs };
    context.metrics.flowRun.takenUp(processorId);
    if (runs >= mostRuns) {
      context.log.error(where, 'a run that ended its process several times is given up');
      await giveUp(options, found, `The question was begun ${mostRuns + 1} times and got no further`);
      continue;
    }
    context.log.warn(where, 'a run of another process is continued');
    if (!server.take({ workspace, flow }, { id, request })) await giveUp(options, found, flowStopped(found.run).message);
  }
}

async function giveUp({ journal, topics, errors }: TakeUpOptions, found: LocatedStep, reason: string): Promise<void> {
  const { id, responseQueue } = found.run;
  await using responses = await topics.produce(topicOfQueue(responseQueue));
  await new AgentReply(responses, id, errors).fail(new OperationError('unavailable', reason).message);
  await journal.forget(found);
}
