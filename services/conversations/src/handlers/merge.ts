import { conversationNodeId, OperationError } from '@agent-mem/contract';
import { type Conversation, conversationWrite, endConversation } from '../domain/conversation.ts';
import { conversationEnded } from '../domain/conversation-ended.ts';
import { newEdge } from '../domain/edge.ts';
import { mergedConversation } from '../domain/merge.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { isSummarised, summaryJobNode } from '../summaries/start-summary.ts';
import { withOwnSummary } from '../summaries/with-summaries.ts';
import { parting } from '../view/parting.ts';

/** Shows a branch's messages in the conversation that it parted from, and ends the branch. Done again it changes nothing. */
export async function merge(request: Request<'merge'>, context: Context): Answer<'merge'> {
  const { clock, config, graph, scope } = context;
  const target = await findConversation(graph, scope, request.conversation_id);
  const branch = await findConversation(graph, scope, request.branch_id);
  if (branch.merged_into === target.id) return { message_count: 0, conversation: await withOwnSummary(target, context) };
  checkMergeable(target, branch);
  const { common, one, other } = await parting(graph, scope, target, branch);
  if (common === null) {
    throw new OperationError('failed-precondition', `branch_id: ${branch.id} and ${target.id} begin with no message in common`);
  }

  const now = new Date(clock.now()).toISOString();
  const known = new Set(one.map(({ node }) => node.id));
  const more = other.filter(({ node }) => !known.has(node.id)).length;
  const merged = mergedConversation(target, branch, common, more);
  const ended = branch.state === 'active' ? endConversation(branch, now) : branch;
  const edge = newEdge('MERGED_INTO', conversationNodeId(branch.id), conversationNodeId(target.id), now);
  const answer = {
    message_count: more,
    conversation: await withOwnSummary({ ...merged, version: merged.version + 1, updated_at: now }, context),
  };
  await graph.commit(
    scope,
    {
      nodes: [
        conversationWrite(merged, now, config.CONVERSATION_IDLE_SECONDS),
        conversationWrite({ ...ended, merged_into: target.id }, now, config.CONVERSATION_IDLE_SECONDS),
        // The summary there is says nothing of what came in.
        ...(isSummarised(target, config) ? [summaryJobNode(target, clock.now())] : []),
      ],
      edges: [edge],
      events: branch.state === 'active' ? [conversationEnded(scope, branch, 'signal', now)] : [],
    },
    answer,
  );
  return answer;
}

function checkMergeable(target: Conversation, branch: Conversation): void {
  if (target.id === branch.id) throw new OperationError('invalid-argument', 'branch_id: is the conversation itself');
  if (target.merged_into)
    throw new OperationError(
      'failed-precondition',
      `conversation_id: ${target.id} was merged into ${target.merged_into}; merge into that`,
    );
  if (branch.merged_into)
    throw new OperationError(
      'failed-precondition',
      `branch_id: ${branch.id} was merged into ${branch.merged_into}; a branch is merged once`,
    );
}
