import { batchesOf, hourMs, OperationError, type Scope } from '@agent-mem/contract';
import { type Graph, type GraphNode, nodesById } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { pagesOf } from '../pages-of.ts';
import { type PruneContext, pruneScope } from '../prune-scope.ts';
import { compactedNodes } from './compacted-nodes.ts';

/** What a policy would have summarised into one. */
export interface Group {
  readonly policy: 'tasks' | 'conversations' | 'facts';
  readonly nodes: readonly GraphNode[];
}

/** Nodes of one group: few enough that a summary still says something of each. */
const groupSize = 200;
/** What is said in fewer nodes is read as fast as its summary. */
const leastNodes = 4;

type PolicyContext = PruneContext & { readonly config: Config; readonly graph: Pick<Graph, 'get' | 'find' | 'count' | 'commit'> };

/**
 * What the policies that are not off would have summarised in a scope, group by group.
 *
 * @param since when a scope was looked at before (milliseconds since 1970): invocations that had ended long enough ago then, and conversations that
 * have not changed since, are passed over. `null`: all are looked at.
 */
export async function* groupsOf(scope: Scope, context: PolicyContext, since: number | null): AsyncIterable<Group> {
  const { config } = context;
  // A dry run says how much it would be in all.
  const sinceOf = (mode: string) => (mode === 'on' ? since : null);
  if (config.COMPACT_TASKS !== 'off') yield* finishedTasks(scope, context, sinceOf(config.COMPACT_TASKS));
  if (config.COMPACT_CONVERSATIONS !== 'off') yield* longConversations(scope, context, sinceOf(config.COMPACT_CONVERSATIONS));
  if (config.COMPACT_FACTS !== 'off') yield* surplusFacts(scope, context);
}

/** What was said in an invocation that ended long enough ago. */
async function* finishedTasks(scope: Scope, { clock, config, graph }: PolicyContext, since: number | null): AsyncIterable<Group> {
  const afterMs = config.COMPACT_TASKS_AFTER_HOURS * hourMs;
  const before = new Date(clock.now() - afterMs).toISOString();
  for await (const { id, updatedAt } of changedSince(since === null ? null : since - afterMs, graph, scope, 'Invocation')) {
    if (updatedAt > before) continue;
    const nodes = await compactedNodes(graph, scope, [id]).catch(nothingLeft);
    if (nodes.length >= leastNodes) yield { policy: 'tasks', nodes };
  }
}

/** The oldest messages of a conversation that has more than it may. */
async function* longConversations(scope: Scope, { config, graph }: PolicyContext, since: number | null): AsyncIterable<Group> {
  for await (const { conversationId } of changedSince(since, graph, scope, 'Conversation')) {
    if (conversationId === null) continue;
    let surplus = (await graph.count(scope, { kinds: ['Message'], conversationId })) - config.COMPACT_CONVERSATIONS_OVER;
    const messages: GraphNode[] = [];
    for await (const node of nodesOf(graph, scope, { kinds: ['Message'], conversationId })) {
      if (surplus <= 0) break;
      surplus -= 1;
      messages.push(node);
    }
    yield* inGroups('conversations', messages);
  }
}

/** The least relevant facts of a scope that has more than it may; what one conversation alone sees is left to it. */
async function* surplusFacts(scope: Scope, context: PolicyContext): AsyncIterable<Group> {
  const wish = { kind: 'Fact', keep: context.config.COMPACT_FACTS_OVER, isDryRun: true } as const;
  const { pruned } = await pruneScope(context, scope, wish);
  const ids = pruned.map(({ id }) => id);
  const nodes = [...(await nodesById(context.graph, scope, ids)).values()];
  const facts = nodes.filter(({ status, properties }) => status === 'ACTIVE' && properties.visibility !== 'conversation');
  yield* inGroups('facts', facts);
}

function* inGroups(policy: Group['policy'], nodes: readonly GraphNode[]): Iterable<Group> {
  for (const group of batchesOf(nodes, groupSize)) if (group.length >= leastNodes) yield { policy, nodes: group };
}

/** Those that were changed after a time, the last changed first; `null`: all. */
async function* changedSince(
  since: number | null,
  graph: PolicyContext['graph'],
  scope: Scope,
  kind: 'Invocation' | 'Conversation',
): AsyncIterable<GraphNode> {
  const from = since === null ? '' : new Date(since).toISOString();
  for await (const node of nodesOf(graph, scope, { kinds: [kind], order: 'updatedAt', descending: true })) {
    if (node.updatedAt <= from) return;
    yield node;
  }
}

/** The oldest first, unless another order is asked for. */
async function* nodesOf(...asked: Parameters<typeof pagesOf>): AsyncIterable<GraphNode> {
  for await (const page of pagesOf(...asked)) yield* page;
}

/** An invocation whose messages are all archived stands for nothing more. */
function nothingLeft(error: unknown): readonly GraphNode[] {
  if (error instanceof OperationError && error.type === 'invalid-argument') return [];
  throw error;
}
