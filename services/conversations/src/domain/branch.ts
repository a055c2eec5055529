import { type Conversation, startConversation } from './conversation.ts';
import { newConversation } from './title.ts';
import { type Cut, viewOf, viewUntil } from './view/view.ts';

/** A conversation that begins as another up to a cut, and goes by its settings. What the other's end has reported is not reported again by its own. */
export function branchOf(
  conversation: Conversation,
  cut: Cut,
  { id, title, now }: { readonly id: string; readonly title: string | null; readonly now: string },
): Conversation {
  // A title of a message's words goes when that is erased, so there is no copy of it.
  const given = conversation.untitled === null && conversation.titled_by === null ? conversation.title : null;
  const { tags, embed_messages, max_context_messages, enable_summarization, summarize_every } = conversation;
  const settings = { embed_messages, max_context_messages, enable_summarization, summarize_every };
  const started = startConversation(id, undefined, now, { title: title ?? given, tags, ...settings });
  const own = { conversation: id, base: started.message_base, from: cut.position + 1, to: null };
  return {
    ...started,
    branch_of: conversation.id,
    branched_at: cut.mark.id,
    message_count: cut.position,
    told_messages: cut.position,
    title: started.title ?? newConversation,
    view: [...viewUntil(viewOf(conversation), cut, conversation.message_count), { start: cut.position, runs: [own] }],
  };
}
