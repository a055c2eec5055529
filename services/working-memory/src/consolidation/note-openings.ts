import { type Event, newId } from '@agent-mem/contract';
import { type EventContext, jobNodeOf } from '@agent-mem/service-kit';
import { type GraphNode, nodesById } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { activeDetail } from '../details/find-detail.ts';
import { openedIn } from '../domain/article/opened-in.ts';
import { openedOnceMore, openingsId, openingsNode, readOpenings } from '../domain/article/openings.ts';
import { hasArticle } from './articles-of.ts';

/** Counts what an invocation opened, once; what enough of them have opened is consolidated by a job, which is stored in the same commit. */
export async function noteOpenings(event: Event, context: EventContext<Config>): Promise<void> {
  const done = event.data.invocation_completed;
  const enough = context.config.CONSOLIDATE_AFTER;
  if (!done || enough === 0) return;
  const sources = await openedSources(openedIn(done), event.conversation_id, context);
  if (sources.length === 0) return;
  const { clock, graph, scope } = context;
  const now = clock.now();
  const at = new Date(now).toISOString();
  const ids = sources.map(({ id }) => openingsId(id));
  const seen = await nodesById(graph, scope, ids);
  const nodes = [];
  for (const { id } of sources) {
    const node = seen.get(openingsId(id));
    const before = readOpenings(node, id);
    const counted = openedOnceMore(before, done.invocation_id, enough);
    // What says nothing has never had an article.
    const isLost = before.state === 'read' && before.statements.length > 0 && !(await hasArticle(id, context));
    const after = isLost ? { ...counted, state: 'asked' } : counted;
    if (after !== before) nodes.push(openingsNode(after, node, at));
    if (after.state === 'asked' && before.state !== 'asked') {
      const plan = { id: newId('job', now), kind: 'consolidate', subject: id, input: { source: id } } as const;
      nodes.push(jobNodeOf({ ...plan, service: 'working-memory', conversationIds: [], waitingClient: null }, now));
    }
  }
  if (nodes.length > 0) await graph.commit(scope, { nodes }, {});
}

/** Details that the steps opened, and messages of other conversations: those of the running one are shown for being its own. */
async function openedSources(
  { keys, messageIds }: ReturnType<typeof openedIn>,
  conversationId: string,
  { graph, scope }: EventContext<Config>,
): Promise<readonly GraphNode[]> {
  const details = await Promise.all(keys.map((key) => activeDetail(graph, scope, key)));
  const messages = messageIds.length === 0 ? [] : await graph.get(scope, messageIds);
  return [
    ...details.filter((node) => node !== null && node.properties.memory_type !== 'article'),
    ...messages.filter((node) => node.status === 'ACTIVE' && node.conversationId !== conversationId),
  ].filter((node) => node !== null);
}
