import type { Scope } from '@agent-mem/contract';
import { type Graph, type GraphRecord, nodeOfWrite } from '@agent-mem/storage';
import {
  conversationNode,
  conversationOf,
  idOf,
  inConversation,
  type Memory,
  memoryOf,
  scope,
  scopeOfUser,
  timeOf,
} from '../memories.ts';
import { type Comparison, inBatches, type Port, type Subject, spread } from '../subject.ts';
import type { BareGraph, OpenedGraph } from './bare.ts';
import { neo4jGraph } from './neo4j.ts';
import { embeddedGraph } from './sqlite.ts';

/** Commits, reads and the relay. */
export const graph: Port = {
  name: 'Graph',
  embedded: async () => subjectOf(await embeddedGraph()),
  cluster: async () => subjectOf(await neo4jGraph()),
};

const page = 50;
const asked = 10;
/** Whose commits do not meet. */
const users = 100;
/** As many as a relay takes at once. */
const relayed = 100;

function subjectOf(opened: OpenedGraph): Subject {
  const { store, graph, bare, bytes } = opened;
  return {
    store,
    prepare: () => graph.commit(scope, { nodes: [conversationNode('none')] }),
    async fill(memories) {
      await inBatches(memories, { size: inConversation, atOnce: 2 }, (numbers) => graph.load(scope, recordsOf(numbers)));
    },
    bytes,
    comparisons: (memories) => comparisonsOf(graph, bare, memories),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

function recordsOf(numbers: readonly number[]): readonly GraphRecord[] {
  const conversations = new Set(numbers.map(conversationOf));
  return [
    ...[...conversations].map((id) => ({ node: nodeOfWrite(conversationNode(id), 0) })),
    ...numbers.flatMap((number): GraphRecord[] => {
      const { fact, uniqueKey, edge, idempotency } = memoryOf(number);
      const node = nodeOfWrite(fact, 0);
      return [
        { node },
        { node: nodeOfWrite(uniqueKey, 0) },
        { edge: { weight: null, properties: {}, ...edge, version: 1 } },
        { version: { version: 1, record: fact.record, recordedAt: fact.createdAt, node } },
        { kept: { ...idempotency, keptAt: fact.createdAt } },
      ];
    }),
  ];
}

function comparisonsOf(graph: OpenedGraph['graph'], bare: BareGraph, memories: number): readonly Comparison[] {
  const any = spread(memories);
  const user = spread(users);
  const ids = () => Array.from({ length: asked }, () => idOf('fact', any()));
  const conversation = () => `conv_${conversationOf(any())}`;
  let next = memories;
  /** Learned in a conversation that is there. */
  const fresh = (): Memory => {
    next += 1;
    const { edge, ...memory } = memoryOf(next);
    return { ...memory, edge: { ...edge, to: conversation() } };
  };
  return [
    { name: `get ${asked}`, ours: () => graph.get(scope, ids()), bare: () => bare.get(ids()) },
    {
      name: `find, page of ${page}`,
      ours: () => graph.find(scope, { kinds: ['Fact'], order: 'createdAt', descending: true, limit: page }),
      bare: () => bare.find(page),
    },
    {
      name: `neighbours, page of ${page}`,
      ours: () => graph.neighbours(scope, conversation(), { direction: 'in', limit: page }),
      bare: () => bare.neighbours(conversation(), page),
    },
    {
      name: 'commit',
      most: 1_000,
      ours: () => commit(graph, scope, fresh()),
      bare: () => bare.commit(fresh()),
    },
    {
      name: 'commit, each its scope',
      most: 1_000,
      ours: () => commit(graph, scopeOfUser(`user-${user()}`), fresh()),
      bare: () => bare.commit(fresh()),
    },
    {
      name: `outbox ${relayed}, mark ${relayed}`,
      isAlone: true,
      most: 10,
      prepare: () => fillOutbox(graph, 12_000),
      async ours() {
        const entries = await graph.outbox(relayed);
        await graph.markPublished(entries.map(({ position }) => position));
      },
      bare: () => bare.relay(relayed),
    },
    {
      name: 'outbox 1, mark 1',
      isAlone: true,
      most: 200,
      prepare: () => fillOutbox(graph, 4_000),
      async ours() {
        const entries = await graph.outbox(1);
        await graph.markPublished(entries.map(({ position }) => position));
      },
      bare: () => bare.relay(1),
    },
  ];
}

function commit(graph: Graph, scope: Scope, { fact, uniqueKey, edge, idempotency, event }: Memory): Promise<unknown> {
  const nodes = [fact, uniqueKey].map((node) => ({ ...node, expectedVersion: 0 }));
  return graph.commit(scope, { nodes, edges: [edge], idempotency, events: [event] });
}

/** Events that wait, so that no relay finds the outbox empty. */
async function fillOutbox(graph: Graph, count: number): Promise<void> {
  const { event } = memoryOf(0);
  await inBatches(count, { size: 500, atOnce: 1 }, (numbers) =>
    graph.commit(scope, { events: numbers.map((number) => ({ ...event, id: idOf('evt', -1 - number), timestamp: timeOf(0) })) }),
  );
}
