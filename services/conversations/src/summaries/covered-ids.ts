import { OperationError } from '@agent-mem/contract';
import { nodesById } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { liveSummary } from '../domain/summary/summary-node.ts';
import type { Context } from '../handler.ts';

/** The ids of the messages that a summary of a conversation covers. */
export async function coveredIds(
  summaryId: string,
  conversation: Pick<Conversation, 'id'>,
  { graph, scope }: Pick<Context, 'graph' | 'scope'>,
): Promise<ReadonlySet<string>> {
  const [node] = await graph.get(scope, [summaryId]);
  const summary = liveSummary(node);
  if (!summary || node?.conversationId !== conversation.id)
    throw new OperationError('not-found', `summary_id: ${summaryId} is no summary of conversation ${conversation.id}`);
  const covered = new Set<string>();
  // The summaries of its chunks stand under those of their groups too.
  for (let waiting = [...new Set([...summary.sources, ...summary.chunks])]; waiting.length > 0; ) {
    const parts: string[] = [];
    for (const id of waiting) {
      if (id.startsWith('csum_')) parts.push(id);
      else covered.add(id);
    }
    const summaries = [...(await nodesById(graph, scope, parts)).values()];
    waiting = summaries.flatMap((part) => liveSummary(part)?.sources ?? []).filter((id) => !covered.has(id));
  }
  return covered;
}
