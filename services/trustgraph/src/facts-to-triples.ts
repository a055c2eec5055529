import { type Event, OperationError } from '@agent-mem/contract';
import { type Subscription, subscribeEvents, type TopicProducer, type Topics } from '@agent-mem/messaging';
import { type AgentServer, topicOfQueue, triplesMessage } from '@agent-mem/trustgraph';
import { factName, factTriples } from './fact-triples.ts';
import type { FlowContext } from './flow-context.ts';
import { flowConfig } from './flows/flow-config.ts';
import { defaultUser, nameOf } from './flows/flow-run.ts';

/** What facts are written to TrustGraph's store with. */
export interface WriteFactsOptions {
  readonly context: Pick<FlowContext, 'bus' | 'caller' | 'config' | 'log'>;
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
 * everybody in a workspace sees its store; and what was written is not taken back when a fact is superseded or deleted, for which TrustGraph has no message.
 */
export function factWriter(options: WriteFactsOptions): FactWriter {
  const { context, processorId, topics } = options;
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
    const queue = storeOf(options, workspace);
    if (!factId || !queue || user !== defaultUser) return;
    const fact = await factOf(context, { workspace, user, collection }, factId);
    if (fact?.status !== 'ACTIVE' || fact.visibility !== 'scope') return;
    const message = { metadata: { id: factName(fact), root: '', collection }, triples: factTriples(fact) };
    const producer = await producerOf(queue);
    await producer.send({ payload: triplesMessage.encode(message), properties: {} });
  };

  return {
    async look() {
      if (listening || !options.server.running.some((flow) => isWanted(options, flow))) return;
      listening = subscribeEvents(context.bus, `triples-${processorId}`, write);
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
  const silent = { ...context.log, warn: () => undefined };
  return flowConfig(flow, configTypes, context.config, silent, new Set()).TRUSTGRAPH_FACTS_TO_TRIPLES;
}

/** The queue of the store of a workspace's first flow that wants facts: all its flows share one store. */
function storeOf(options: WriteFactsOptions, workspace: string): string | null {
  const flows = options.server.running.filter((flow) => nameOf(flow.entry.workspace) === workspace && isWanted(options, flow));
  const [entry] = flows.map((flow) => flow.entry).toSorted((one, other) => (one.flow < other.flow ? -1 : 1));
  return entry?.topics['triples-store'] ?? entry?.topics.explainability ?? null;
}

async function factOf(
  { caller }: Pick<FlowContext, 'caller'>,
  scope: { readonly workspace: string; readonly user: string; readonly collection: string },
  factId: string,
) {
  try {
    return (await caller.call('facts', 'get', { ...scope, fact_id: factId })).fact;
  } catch (error) {
    if (error instanceof OperationError && error.type === 'not-found') return null;
    throw error;
  }
}
