import { ask, type Memory } from '../memory.ts';
import type { ResourceKind } from './resource-kind.ts';

const mostMessages = 200;
const mostListed = 1_000;

/** Conversations, by their ids; they are found by their titles too. */
export const conversationResources: ResourceKind = {
  kind: 'conversations',
  title: 'A conversation',
  description: `What was said in a conversation, its newest ${mostMessages} messages in order`,
  variable: 'conversation_id',
  async read(conversation_id, memory) {
    const asked = { conversation_id, limit: mostMessages, newest_first: true };
    const { messages } = await ask(memory, 'conversations', 'history', asked);
    const lines = messages.toReversed().map(({ role, speaker, content }) => `**${speaker ?? role}**: ${content}`);
    return { mimeType: 'text/markdown', text: lines.join('\n\n') };
  },
  complete: conversationIds,
};

/** Ids of the conversations whose id begins so, or whose title has it. */
export async function conversationIds(typed: string, memory: Memory): Promise<readonly string[]> {
  const { conversations } = await ask(memory, 'conversations', 'list', { limit: mostListed });
  const has = (title: string | null) => title?.toLowerCase().includes(typed.toLowerCase()) ?? false;
  return conversations.filter(({ id, title }) => id.startsWith(typed) || has(title)).map(({ id }) => id);
}
