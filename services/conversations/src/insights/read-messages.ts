import { countTokens } from '@agent-mem/recall/ranking';
import type { GraphNode } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { cutText } from '../domain/cut-text.ts';
import type { ReadMessage } from '../domain/insights/insights-by-rules.ts';
import { readMessage } from '../domain/message.ts';
import type { OnEventContext } from '../handler.ts';
import { shownNodes } from '../view/shown-messages.ts';

/** What one question to a model holds of a conversation. */
const partTokens = 6_000;
const mostMessageBytes = 8_192;
/** Rules read the newest ones. */
const mostByRules = 1_000;

/** The next messages of a conversation for one question. `read`: the position of the last one. */
export interface MessagePart {
  readonly messages: readonly ReadMessage[];
  readonly read: number;
  readonly isLast: boolean;
}

/** The messages behind a position, as many as one question holds: at least one, if there is any. */
export async function partOf(
  conversation: Conversation,
  after: number,
  context: Pick<OnEventContext, 'graph' | 'scope'>,
): Promise<MessagePart> {
  const messages: ReadMessage[] = [];
  let [tokens, read] = [0, after];
  for await (const { node, position } of shownNodes(context, conversation, {
    newestFirst: false,
    after,
    before: Infinity,
    expected: 50,
  })) {
    const message = asRead(node);
    tokens += countTokens(message.content);
    if (messages.length > 0 && tokens > partTokens) return { messages, read, isLast: false };
    messages.push(message);
    read = position;
  }
  return { messages, read, isLast: true };
}

/** The newest messages, oldest first. */
export async function newestMessages(
  conversation: Conversation,
  context: Pick<OnEventContext, 'graph' | 'scope'>,
): Promise<readonly ReadMessage[]> {
  const messages: ReadMessage[] = [];
  const bounds = { newestFirst: true, after: 0, before: Infinity, expected: mostByRules };
  for await (const { node } of shownNodes(context, conversation, bounds)) {
    messages.push(asRead(node));
    if (messages.length === mostByRules) break;
  }
  return messages.toReversed();
}

function asRead(node: GraphNode): ReadMessage {
  const { content, role, speaker } = readMessage(node);
  return { role: speaker ?? role, content: cutText(content, mostMessageBytes) };
}
