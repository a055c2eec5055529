import { conversationNodeId } from '@agent-mem/contract';
import { answerBytes, countWithin, jsonBytes } from '@agent-mem/runtime';
import { liveConversation } from '../domain/conversation.ts';
import { invocationMessage } from '../domain/invocation.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { invocationsOf } from '../invocations/invocations-of.ts';
import { withOwnSummary } from '../summaries/with-summaries.ts';

const mostInvocations = 1_000;
const pageSize = 100;

/** The newest summaries that one answer can carry, oldest first. */
export async function get(request: Request<'get'>, context: Context): Answer<'get'> {
  const { graph, scope } = context;
  const conversation = await findConversation(graph, scope, request.conversation_id);
  const { title, summary, summary_id } = await withOwnSummary(conversation, context);
  const limit = request.limit ?? mostInvocations;
  const maxBytes = answerBytes - jsonBytes([conversation.metadata, title, summary]);
  const newestFirst: ReturnType<typeof invocationMessage>[] = [];
  for await (const page of invocationsOf(conversation, { descending: true, limit: Math.min(pageSize, limit) }, context)) {
    newestFirst.push(...page.map(invocationMessage).slice(0, limit - newestFirst.length));
    if (newestFirst.length === limit || countWithin(newestFirst, maxBytes) < newestFirst.length) break;
  }
  return {
    conversation: {
      conversation_id: conversation.id,
      invocations: newestFirst.slice(0, countWithin(newestFirst, maxBytes)).toReversed(),
      metadata: conversation.metadata,
      branch_of: conversation.branch_of,
      branched_at: conversation.branched_at,
      branches: await branchesOf(conversation.id, context),
      merged_into: conversation.merged_into,
      title,
      summary,
      summary_id,
    },
  };
}

/** Ids of the live conversations that branch off it, oldest first; at most 1,000. */
async function branchesOf(id: string, { graph, scope }: Context): Promise<readonly string[]> {
  const query = { kinds: ['HAS_BRANCH'], direction: 'out', statuses: ['ACTIVE', 'ARCHIVED'], limit: 1_000 } as const;
  const { items } = await graph.neighbours(scope, conversationNodeId(id), query);
  return items.flatMap(({ node }) => liveConversation(node)?.id ?? []);
}
