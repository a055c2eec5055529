import type { Scope } from '@agent-mem/contract';
import { type GraphNode, VersionConflict } from '@agent-mem/storage';
import { deleteContents } from '../delete-contents.ts';
import { conversationOf, conversationWrite, endConversation } from '../domain/conversation.ts';
import { conversationEnded } from '../domain/conversation-ended.ts';
import type { JobContext } from '../handler.ts';

const batchSize = 100;
/** Most nodes that are asked for at once. */
const mostDue = 1_000;

/**
 * Looks after conversations that fell due: ends those that were idle for too long, by the time we received things,
 * and finishes the deletion of those whose deletion was cut short.
 */
export async function tendDueConversations(context: JobContext): Promise<void> {
  const { clock, graph, log, signal } = context;
  const waiting = new Set<string>();
  for (;;) {
    // What failed in this run is due still and comes first: it must not stand in the way of the others.
    const due = await graph.due(
      ['Conversation'],
      new Date(clock.now()).toISOString(),
      Math.min(batchSize + waiting.size, mostDue),
    );
    const untried = due.filter(({ scope, node }) => !waiting.has(keyOf(scope, node)));
    if (untried.length === 0) return;
    for (const { scope, node } of untried) {
      signal.throwIfAborted();
      try {
        await tend(context, scope, node);
      } catch (error) {
        waiting.add(keyOf(scope, node));
        // One that was written to in the meantime is no longer due.
        if (!(error instanceof VersionConflict)) log.warn({ err: error }, 'A conversation that is due has to wait');
      }
    }
  }
}

async function tend(context: JobContext, scope: Scope, node: GraphNode): Promise<void> {
  const conversation = conversationOf(node);
  if (conversation.state === 'deleting') return deleteContents(context, scope, conversation.id, context.signal);
  const now = new Date(context.clock.now()).toISOString();
  const write = conversationWrite(endConversation(conversation, now), now, context.config.CONVERSATION_IDLE_SECONDS);
  await context.graph.commit(scope, { nodes: [write], events: [conversationEnded(scope, conversation, 'idle', now)] });
}

function keyOf(scope: Scope, node: GraphNode): string {
  return JSON.stringify([scope, node.id]);
}
