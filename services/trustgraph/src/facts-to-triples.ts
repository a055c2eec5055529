import { type Event, OperationError } from '@agent-mem/contract';
import { type Subscription, subscribeEvents, type TopicProducer, type Topics } from '@agent-mem/messaging';
import { untilAborted } from '@agent-mem/runtime';
import { authorizedCaller } from '@agent-mem/service-kit';
import { type AgentServer, topicOfQueue, triplesMessage } from '@agent-mem/trustgraph';
import { factName, factTriples } from './fact-triples.ts';
import type { FlowContext } from './flow-context.ts';
import { flowConfig } from './flows/flow-config.ts';
import { defaultUser, nameOf } from './flows/flow-run.ts';
import { visitorOfFlow } from './flows/flow-visitor.ts';

/** What facts are written to TrustGraph's store with. */
export interface WriteFactsOptions {
  readonly context: Pick<FlowContext, 'bus' | 'caller' | 'config' | 'draining' | 'log' | 'tokenAccess'>;
  readonly processorId: string;
  readonly configTypes: readonly string[];
  readonly server: AgentServer;
  readonly topics: Topics;
}

/** Writes facts to the knowledge store of those flows that say so (`facts-to-triples`). */
export interface FactWriter extends AsyncDisposable {
  /** Begins to listen once a flow says so. From then on no fact is missed, for the subscription stays. */
  look(): Promise<void>;
}

/**
 * Facts that are stored from now on, each at least once: writing one again changes nothing there. Those that only their conversation or a user may see are not written, since
 * everybody in a workspace sees its store; and what was written is not taken back when a fact is superseded or deleted, for which TrustGraph has no message. A process that begins
 * to stop leaves what it has not written to others, or to its next start.
 */
export function factWriter(options: WriteFactsOptions): FactWriter {
  const { context, processorId, topics } = options;
  const { bus, caller: ownCaller, draining, tokenAccess } = context;
  const producers = new Map<string, Promise<TopicProducer>>();
  let listening: Promise<Subscription> | null = null;

  const producerOf = (queue: string) => {
    const known = producers.get(queue) ?? topics.produce(topicOfQueue(queue));
    producers.set(queue, known);
    known.catch(() => producers.delete(queue));
    return known;
  };
  const write = async ({ type, data, workspace, user, collection }: Event) => {
    const factId = type === 'fact-stored' ? data.fact_stored?.fact_id : undefined;
    const flow = flowOf(options, workspace);
    const queue = flow?.entry.topics['triples-store'] ?? flow?.entry.topics.explainability;
    if (!factId || !flow || !queue || user !== defaultUser) return;
    const caller = authorizedCaller(await visitorOfFlow(tokenAccess, flow, options.configTypes), ownCaller);
    const fact = await factOf(caller, { workspace, user, collection }, factId, draining);
    if (fact?.status !== 'ACTIVE' || fact.visibility !== 'scope') return;
    const message = { metadata: { id: factName(fact), root: '', collection }, triples: factTriples(fact) };
    const producer = await producerOf(queue);
    await producer.send({ payload: triplesMessage.encode(message), properties: {} });
  };

  return {
    async look() {
      if (listening || draining.aborted || !options.server.running.some((flow) => isWanted(options, flow))) return;
      const writeUntilStop = async (event: Event) => {
        // Flows close as the process stops: from then on none is found that wants a fact, though one may.
        draining.throwIfAborted();
        await untilAborted(write(event), draining);
      };
      listening = subscribeEvents(bus, `triples-${processorId}`, writeUntilStop, { stopped: draining });
      // It is tried again at the next look.
      listening.catch(() => {
        listening = null;
      });
      await listening;
    },
    async [Symbol.asyncDispose]() {
      await listening?.then((subscription) => subscription[Symbol.asyncDispose]()).catch(() => undefined);
      await Promise.allSettled([...producers.values()].map(async (producer) => (await producer)[Symbol.asyncDispose]()));
    },
  };
}

function isWanted({ configTypes, context }: WriteFactsOptions, flow: AgentServer['running'][number]): boolean {
  // A malformed setting is logged with the questions.
  return flowConfig(flow, configTypes, context.config, null).TRUSTGRAPH_FACTS_TO_TRIPLES;
}

/** A workspace's first flow that wants facts: all its flows share one store. */
function flowOf(options: WriteFactsOptions, workspace: string): AgentServer['running'][number] | undefined {
  const flows = options.server.running.filter((flow) => nameOf(flow.entry.workspace) === workspace && isWanted(options, flow));
  return flows.toSorted((one, other) => (one.entry.flow < other.entry.flow ? -1 : 1))[0];
}

/** `null`: it is gone, or not one that the flow may see. */
async function factOf(
  caller: Pick<FlowContext['caller'], 'call'>,
  scope: { readonly workspace: string; readonly user: string; readonly collection: string },
  factId: string,
  signal: AbortSignal,
) {
  try {
    return (await caller.call('facts', 'get', { ...scope, fact_id: factId }, { signal })).fact;
  } catch (error) {
    if (error instanceof OperationError && ['not-found', 'permission-denied'].includes(error.type)) return null;
    throw error;
  }
}
