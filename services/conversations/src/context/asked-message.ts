import { askedTurn } from '@agent-mem/recall';
import type { GraphNode } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { readMessage } from '../domain/message.ts';
import type { Context } from '../handler.ts';
import { shownNodes } from '../view/shown-messages.ts';

/** Most messages looked at. */
const most = 200;

/** The message that a query asks for by its place, such as "what was your first answer?"; `null`: it asks for none, or there is none. The query may be stored already: it does not ask for itself. */
export async function askedMessage(
  query: string,
  conversation: Conversation,
  context: Pick<Context, 'graph' | 'scope'>,
): Promise<GraphNode | null> {
  const asked = askedTurn(query);
  if (asked === null) return null;
  const role = asked.whose === 'answer' ? 'assistant' : 'user';
  const newestFirst = asked.index < 0;
  let before = newestFirst ? -asked.index - 1 : asked.index;
  let looked = 0;
  const bounds = { newestFirst, after: 0, before: Infinity, expected: 2 * (before + 1) };
  for await (const { node } of shownNodes(context, conversation, bounds)) {
    looked += 1;
    const isQuery = newestFirst && looked === 1 && readMessage(node).content === query;
    if (!isQuery && node.status === 'ACTIVE' && readMessage(node).role === role) {
      if (before === 0) return node;
      before -= 1;
    }
    if (looked === most) break;
  }
  return null;
}
