import { dayMs, type Scope } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import type { Graph, GraphNode, NodeKind, NodeWrite } from '@agent-mem/storage';
import type { CommitLimits } from './commit-limits.ts';
import type { GoesWith } from './retire-nodes.ts';

/** How long records of a kind stay in use. */
export interface Lifetime {
  readonly kind: NodeKind;
  /** The variable that says how many days; 0: for ever. */
  readonly variable: string;
  /** It is a part of another record, and not counted by itself. */
  readonly isPart?: true;
}

/** A service as far as the life of its nodes is concerned. */
export interface WithLifetimes {
  readonly lifetimes?: readonly Lifetime[];
  /** A kind that the service looks after when it falls due it expires itself. */
  readonly due?: Readonly<Partial<Record<NodeKind, unknown>>>;
  /** Unique keys that a node of this kind may hold; a node that expires releases them. */
  uniqueKeyIdsOf?(node: GraphNode): readonly string[];
  /** What expires with a node of such a kind: it says what the node says. */
  expiresWith?(node: GraphNode, reading: ExpiryReading<unknown>): Promise<GoesWith>;
}

/** What finding that may read. */
export interface ExpiryReading<Config> extends Pick<Ports, 'clock'> {
  readonly graph: Pick<Graph, 'get' | 'find' | 'neighbours'>;
  readonly scope: Scope;
  readonly config: Config;
}

/** Days by kind, of those that are set. */
export function daysOf({ lifetimes = [] }: WithLifetimes, config: unknown): ReadonlyMap<NodeKind, number> {
  const figures = config as Readonly<Record<string, unknown>>;
  return new Map(
    lifetimes.flatMap(({ kind, variable }) => {
      const days = figures[variable];
      return typeof days === 'number' && days > 0 ? [[kind, days] as const] : [];
    }),
  );
}

/** Has what a service writes say when it falls due, from when it is made or restored; nothing where no lifetime is set. */
export function lifetimesFor(
  service: WithLifetimes,
  { config, clock }: Pick<Ports, 'clock'> & { readonly config: unknown },
): Pick<CommitLimits, 'withLifetime'> {
  const days = daysOf(service, config);
  if (days.size === 0) return {};
  return {
    withLifetime(node: NodeWrite): NodeWrite {
      const own = days.get(node.kind);
      const begins = node.expectedVersion === 0 || node.record === 'restored';
      // A state that is restored may have fallen due long ago.
      const isDated = node.dueAt != null && Date.parse(node.dueAt) > clock.now();
      if (own === undefined || !begins || isDated) return node;
      return { ...node, dueAt: new Date(clock.now() + own * dayMs).toISOString() };
    },
  };
}
