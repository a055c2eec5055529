import type { Conversation } from './conversation.ts';
import { type Cut, closedRun, runsAfter, unionOfRuns, viewOf, viewUntil } from './view/view.ts';

/** A conversation that shows, after a cut, its own messages and a branch's. `more`: how many of them it did not show before. */
export function mergedConversation(conversation: Conversation, branch: Conversation, cut: Cut, more: number): Conversation {
  const view = viewOf(conversation);
  const own = runsAfter(view, cut, conversation.message_count);
  const others = runsAfter(viewOf(branch), cut, branch.message_count).map((run) => closedRun(run, branch.message_count));
  return {
    ...conversation,
    message_count: conversation.message_count + more,
    view: [...viewUntil(view, cut, conversation.message_count), { start: cut.position, runs: unionOfRuns([...own, ...others]) }],
  };
}
