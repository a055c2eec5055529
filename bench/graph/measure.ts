import { deepStrictEqual } from 'node:assert';
import { type Graph, mostEdges } from '@agent-mem/storage';
import { hiddenKinds } from '../../services/graph/src/domain/nodes/node-message.ts';
import { neighbourhood } from '../../services/graph/src/neighbourhood.ts';
import { type Figures, figuresOf } from '../bus/figures.ts';
import { scope } from '../stores/memories.ts';
import { type Answer, longestWay, type OpenedGraph } from './floor.ts';
import type { MadeGraph } from './made-graph.ts';
import { pairsOf, startsOf } from './questions.ts';

/** What came out for one kind of question on one store. */
export interface Row {
  readonly question: string;
  readonly store: string;
  readonly ours: Figures;
  readonly bare: Figures;
  readonly goal: number;
}

/** Nodes of an answer: as many as a request that does not say answers. */
const page = 100;

interface Comparison {
  readonly name: string;
  ours(index: number): Promise<Answer>;
  bare(index: number): Promise<Answer>;
  /** Throws unless the answers to a question are equal. Default: their keys are. */
  judge?(index: number, ours: readonly string[], bare: readonly string[]): Promise<void>;
}

/** Asks both the same questions by turns; what both answered is compared, and all are asked once before the clock counts. */
export async function measureGraph(
  { store, graph, floor, goal }: OpenedGraph,
  made: MadeGraph,
  questions: number,
): Promise<Row[]> {
  const any = startsOf(made, questions);
  const starts = await withinBounds(graph, startsOf(made, 4 * questions), questions);
  const pairs = pairsOf(made, questions);
  const at = <Item>(items: readonly Item[], index: number) => items[index] as Item;
  const comparisons: readonly Comparison[] = [
    {
      name: 'neighbours of one node',
      async ours(index) {
        const { items } = await graph.neighbours(scope, at(any, index), { direction: 'both', limit: page });
        return { keys: () => items.map(({ edge, node }) => `1 ${edge.id} ${node.id}`) };
      },
      bare: (index) => floor.neighbours(at(any, index), page),
    },
    {
      name: 'two hops',
      async ours(index) {
        const query = { direction: 'both', depth: 2, sortBy: 'created_at', limit: page, cursor: null } as const;
        const { items } = await neighbourhood(graph, scope, at(starts, index), { ...query, ...unbounded });
        return { keys: () => items.map(({ edge, node, depth }) => `${depth} ${edge.id} ${node.id}`) };
      },
      bare: (index) => floor.twoHops(at(starts, index), page),
    },
    {
      name: 'shortest way',
      async ours(index) {
        const [from, to] = at(pairs, index);
        const [way] = await graph.shortestWays(scope, { from, to, exceptKinds: hiddenKinds, maxLength: longestWay, limit: 1 });
        return { keys: () => way?.nodes.map(({ id }) => id) ?? [] };
      },
      bare: (index) => floor.path(...at(pairs, index)),
      async judge(index, ours, bare) {
        const all = await floor.paths(...at(pairs, index));
        for (const way of [ours, bare])
          if (!(way.length === 0 ? all.size === 0 : all.has(way.join(' ')))) deepStrictEqual(ours, bare);
      },
    },
  ];
  const rows: Row[] = [];
  for (const { name, ours, bare, judge = sameKeys } of comparisons) {
    for (let index = 0; index < questions; index += 1) await judge(index, (await ours(index)).keys(), (await bare(index)).keys());
    rows.push({ question: name, store, goal, ...(await byTurns(questions, ours, bare)) });
  }
  return rows;
}

async function sameKeys(_: number, ours: readonly string[], bare: readonly string[]): Promise<void> {
  deepStrictEqual(ours, bare);
}

/** Those around which no edge is left out: of more than the graph service looks at, any may be. */
async function withinBounds(graph: Graph, ids: readonly string[], count: number): Promise<readonly string[]> {
  const within: string[] = [];
  for (const id of ids) {
    if (within.length === count) break;
    const near = await graph.edgesAround(scope, [id], { direction: 'both', limit: mostEdges });
    const rim = new Set(near.flatMap(({ from, to }) => [from, to]));
    const around = await graph.edgesAround(scope, [...rim], { direction: 'both', limit: mostEdges });
    if (near.length + around.length < mostEdges) within.push(id);
  }
  return within;
}

const unbounded = { kinds: undefined, statuses: undefined, minWeight: undefined, maxWeight: undefined };

async function byTurns(count: number, ours: Comparison['ours'], bare: Comparison['bare']): Promise<Pick<Row, 'ours' | 'bare'>> {
  const ms = { ours: [] as number[], bare: [] as number[] };
  for (let index = 0; index < count; index += 1) {
    // Which is first changes: the second finds what both need in the store's memory.
    const turns = [['ours', ours] as const, ['bare', bare] as const];
    for (const [which, ask] of index % 2 === 0 ? turns : turns.toReversed()) {
      const startedAt = performance.now();
      await ask(index);
      ms[which].push(performance.now() - startedAt);
    }
  }
  const figures = (each: readonly number[]) => figuresOf({ ms: each, elapsedMs: each.reduce((sum, one) => sum + one, 0) });
  return { ours: figures(ms.ours), bare: figures(ms.bare) };
}
