import { OperationError, type Scope } from '@agent-mem/contract';
import type { CommitLimits } from '@agent-mem/retention';
import type { Change, EdgeWrite, Graph, IdempotencyRecord, JsonObject, NodeKind, NodeWrite } from '@agent-mem/storage';
import type { OwnGraph } from '../context.ts';
import type { AnyService } from '../service.ts';
import type { EffectKey } from './work.ts';

/** Whose Graph it is, with what it may write. */
type GraphOwner = Pick<AnyService, 'name' | 'owns' | 'changes' | 'makes' | 'linksAll'>;

/** What its commits carry of the request or event they come of. */
export interface CommitCarriage extends CommitLimits {
  /** `null`: nothing is stored. */
  readonly effect: IdempotentEffect | null;
  readonly traceparent: string | null;
  /** What is derived from nodes and written with them. Absent: nothing is. */
  derivedFrom?(scope: Scope, nodes: readonly NodeWrite[]): Promise<Pick<Change, 'nodes' | 'edges'>>;
}

/** Under what an effect is stored, and who hears that it had been stored before. */
interface IdempotentEffect extends EffectKey {
  onRepeat(reply: JsonObject): void;
}

/**
 * The Graph as one service may use it: it reads everything, writes nodes of its own kinds and edges that start at them.
 * Where an edge starts at a node outside the change, that node's kind is read: kinds never change, so the answer holds at the commit.
 */
export function ownGraph(
  graph: Graph,
  owner: GraphOwner,
  { effect, traceparent, derivedFrom, withinQuotas, withLifetime }: CommitCarriage,
): OwnGraph {
  return {
    async commit(scope, change, reply) {
      refuseForeignNodes(owner, change);
      await refuseForeignEdges(graph, owner, scope, change);
      const idempotency = effect && reply ? { idempotency: recordOf(effect, reply as JsonObject, change) } : {};
      const traced = traceparent && change.events ? { events: change.events.map((event) => ({ ...event, traceparent })) } : {};
      const written = withLifetime ? (change.nodes ?? []).map(withLifetime) : (change.nodes ?? []);
      const derived = await derivedFrom?.(scope, written);
      const own = [...written, ...(derived?.nodes ?? [])];
      const edges = derived?.edges ? { edges: [...(change.edges ?? []), ...derived.edges] } : {};
      const commitWith = (locks: readonly NodeWrite[]) => {
        const nodes = own.length + locks.length > 0 ? { nodes: [...own, ...locks] } : {};
        return graph.commit(scope, { ...change, ...nodes, ...edges, ...traced, ...idempotency });
      };
      const result = await (withinQuotas ? withinQuotas(scope, change, commitWith) : commitWith([]));
      if (!result.applied && result.reply) effect?.onRepeat(result.reply);
      return result;
    },
    get: (scope, ids) => graph.get(scope, ids),
    edges: (scope, ids) => graph.edges(scope, ids),
    find: (scope, query) => graph.find(scope, query),
    count: (scope, query) => graph.count(scope, query),
    neighbours: (scope, id, query) => graph.neighbours(scope, id, query),
    edgesAround: (scope, ids, query) => graph.edgesAround(scope, ids, query),
    stepsFrom: (scope, ids, query) => graph.stepsFrom(scope, ids, query),
    shortestWays: (scope, query) => graph.shortestWays(scope, query),
    history: (scope, id) => graph.history(scope, id),
    idempotencyRecord: (scope, operation, key) => graph.idempotencyRecord(scope, operation, key),
    markIndexed: (scope, marks) => graph.markIndexed(scope, marks),
    saveConversation: (scope, conversationId) => graph.saveConversation(scope, conversationId),
  };
}

/** With what it wrote, so that a purge of that finds the reply and its key, which may be a text of the caller's: an answer need not name it. */
function recordOf(
  { operation, key, requestHash }: IdempotentEffect,
  reply: JsonObject,
  { nodes = [] }: Pick<Change, 'nodes'>,
): IdempotencyRecord {
  const wrote = nodes.map(({ id }) => id);
  return { operation, key, requestHash, reply: wrote.length > 0 ? { ...reply, wrote } : reply };
}

function refuseForeignNodes(owner: GraphOwner, change: Pick<Change, 'nodes'>): void {
  const mayChange = ({ kind, expectedVersion }: NodeWrite) => (expectedVersion ?? 0) > 0 && owner.changes?.includes(kind);
  const mayMake = ({ kind, expectedVersion }: NodeWrite) => expectedVersion === 0 && owner.makes?.includes(kind);
  // A job is its service's own work, and so is a change of a weight, of any service's kind.
  const isOwnWork = ({ kind, properties }: NodeWrite) =>
    (kind === 'Job' || kind === 'WeightChange') && properties.service === owner.name;
  const mayWrite = (node: NodeWrite) => owner.owns.includes(node.kind) || mayChange(node) || mayMake(node) || isOwnWork(node);
  const foreign = change.nodes?.find((node) => !mayWrite(node));
  if (foreign) throw refusal(owner, `the ${foreign.kind} node ${foreign.id}`);
}

async function refuseForeignEdges(graph: Graph, owner: GraphOwner, scope: Scope, change: Pick<Change, 'nodes' | 'edges'>) {
  if (owner.linksAll) return;
  const written = new Set(change.nodes?.map((node) => node.id));
  const outside = (change.edges ?? []).filter((edge) => !written.has(edge.from));
  if (outside.length === 0) return;
  const starts = await graph.get(scope, [...new Set(outside.map((edge) => edge.from))]);
  const kinds = new Map(starts.map((node) => [node.id, node.kind]));
  const foreign = outside.find((edge) => !startsAtOwn(owner, kinds, edge));
  if (foreign) throw refusal(owner, `the edge ${foreign.kind} from ${kinds.get(foreign.from) ?? 'missing'} node ${foreign.from}`);
}

function startsAtOwn(owner: GraphOwner, kinds: ReadonlyMap<string, NodeKind>, edge: EdgeWrite): boolean {
  const kind = kinds.get(edge.from);
  return kind !== undefined && owner.owns.includes(kind);
}

function refusal(owner: GraphOwner, what: string): OperationError {
  const kinds = owner.owns.length > 0 ? owner.owns.join(', ') : 'no kind';
  return new OperationError('permission-denied', `${owner.name} may not write ${what}; it owns ${kinds}`);
}
