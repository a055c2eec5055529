import type { Init, Message } from '@agent-mem/contract';
import { nodesById, type Status } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { type MessageView, messageMessage, relatedIds } from '../domain/message.ts';
import type { Context } from '../handler.ts';
import { countedView } from './parting.ts';
import { type PlacedMessage, readView } from './read-view.ts';

const mostAtOnce = 50;
const shown: readonly Status[] = ['ACTIVE', 'ARCHIVED'];

/** Between which ordinals of a conversation, both excluded, and from which end. */
export interface Bounds {
  readonly newestFirst: boolean;
  /** 0: from the first on. */
  readonly after: number;
  /** Infinity: to the last. */
  readonly before: number;
}

/** The messages that a conversation shows to callers, one by one. `expected`: how many the caller will take, if there are so many. */
export async function* shownMessages(
  context: Pick<Context, 'graph' | 'scope'>,
  conversation: Conversation,
  asked: Bounds & { readonly view: MessageView; readonly expected: number },
): AsyncGenerator<Init<Message> & { readonly ordinal: number }> {
  for await (const placed of inBatches(shownNodes(context, conversation, asked), Math.min(mostAtOnce, asked.expected + 1))) {
    const ids = asked.view.toolCalls ? placed.flatMap(({ node }) => relatedIds(node)) : [];
    const related = await nodesById(context.graph, context.scope, ids);
    for (const { node, position } of placed) yield { ...messageMessage(node, asked.view, related), ordinal: position };
  }
}

/** Their nodes. */
export async function* shownNodes(
  { graph, scope }: Pick<Context, 'graph' | 'scope'>,
  conversation: Conversation,
  { newestFirst, after, before, expected }: Bounds & { readonly expected: number },
): AsyncGenerator<PlacedMessage> {
  const beyond = newestFirst ? (before === Infinity ? null : before) : after;
  const pageSize = Math.min(mostAtOnce, expected + 1);
  for await (const placed of readView(graph, scope, countedView(conversation), { newestFirst, beyond, pageSize })) {
    if (newestFirst ? placed.position <= after : placed.position >= before) return;
    if (shown.includes(placed.node.status)) yield placed;
  }
}

async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
