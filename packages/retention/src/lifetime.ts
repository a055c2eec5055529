import { dayMs, type Scope, scopeKey } from '@agent-mem/contract';
import type { ServiceMetrics } from '@agent-mem/observability';
import type { IndexNodes } from '@agent-mem/recall';
import type { ClaimNodes, PeriodicJob, Ports } from '@agent-mem/runtime';
import type { Graph, GraphNode, NodeKind, NodeWrite } from '@agent-mem/storage';
import type { CommitLimits } from './commit-limits.ts';
import { type GoesWith, type Retirement, retireNodes } from './retire-nodes.ts';

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

/** What taking out of use needs. */
export interface ExpiryContext extends Pick<Ports, 'graph' | 'clock'> {
  readonly config: unknown;
  readonly claimNodes: ClaimNodes;
  readonly index: IndexNodes;
  readonly metrics: Pick<ServiceMetrics, 'leftOut' | 'memories'>;
  readonly signal: AbortSignal;
}

const atOnce = 200;
const everyMs = 60_000;

/** Days by kind, of those that are set. */
function daysOf({ lifetimes = [] }: WithLifetimes, config: unknown): ReadonlyMap<NodeKind, number> {
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

/** Expires the nodes that are due: they stay stored as EXPIRED, are no longer found, and can be restored. `null` where the service has no lifetimes. */
export function expiryJob(service: WithLifetimes): PeriodicJob<ExpiryContext> | null {
  if (!service.lifetimes) return null;
  return {
    name: 'expire',
    everyMs,
    async run(context) {
      const kinds = [...daysOf(service, context.config).keys()].filter((kind) => !service.due?.[kind]);
      for (let tried = 0; kinds.length > 0 && !context.signal.aborted; ) {
        const now = new Date(context.clock.now()).toISOString();
        using due = await context.claimNodes('due', { kinds, until: now, limit: tried + atOnce });
        // What somebody is changing at this moment is due still, and comes first.
        const untried = due.items.slice(tried);
        if (untried.length === 0) return;
        for (const [scope, nodes] of byScope(untried)) tried += nodes.length - (await expire(scope, nodes, now, context));
      }
    },
  };

  async function expire(scope: Scope, nodes: readonly GraphNode[], now: string, context: ExpiryContext) {
    const { graph, index, metrics } = context;
    const { expiresWith, uniqueKeyIdsOf } = service;
    const how: Retirement = {
      status: 'EXPIRED',
      record: 'expired',
      ...(uniqueKeyIdsOf && { uniqueKeyIdsOf }),
      ...(expiresWith && { goesWith: (node) => expiresWith(node, { ...context, scope }) }),
    };
    const expired = await retireNodes(graph, scope, nodes, how, now);
    await index(
      scope,
      expired.filter(({ indexedVersion }) => indexedVersion !== null).map(({ id }) => id),
    );
    for (const [kind, own] of Map.groupBy(expired, (node) => node.kind)) {
      if (!service.lifetimes?.some((lifetime) => lifetime.kind === kind && !lifetime.isPart)) continue;
      metrics.leftOut(kind, 'expired', own.length);
      metrics.memories(kind, -own.length);
    }
    const gone = new Set(expired.map(({ id }) => id));
    return nodes.filter(({ id }) => gone.has(id)).length;
  }
}

function byScope(due: readonly { readonly scope: Scope; readonly node: GraphNode }[]) {
  return [...Map.groupBy(due, ({ scope }) => scopeKey(scope)).values()].map((own) => {
    const [{ scope }] = own as [(typeof own)[number]];
    return [scope, own.map(({ node }) => node)] as const;
  });
}
