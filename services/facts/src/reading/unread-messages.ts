import { isByRules } from '@agent-mem/llm';
import {
  type EventContext,
  type MessageSinceLastEnd,
  readerOf,
  readingOf,
  readingsOf,
  storedMessage,
} from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { isEachTurn } from './learn-every.ts';

/** Messages of one question to the model, among so many that came next. */
const mostAtOnce = 5;
const mostLookedAt = 20;
/** Messages before them that help to understand them. */
const mostBefore = 4;

/** Messages to read together, in the order of their conversation. */
export interface UnreadMessages {
  readonly conversationId: string;
  readonly messages: readonly MessageSinceLastEnd[];
  /** What was said just before them, oldest first. */
  readonly before: readonly { readonly role: string; readonly content: string }[];
}

/** A message that was not read, and those after it: one question to the model may take several. Rules read one at a time. */
export async function unreadMessages(
  first: GraphNode,
  context: Pick<EventContext<Config>, 'chatModel' | 'config' | 'graph' | 'scope'>,
  { isAtOnce }: { readonly isAtOnce: boolean },
): Promise<UnreadMessages> {
  const { chatModel, config, graph, scope } = context;
  const conversationId = first.conversationId ?? '';
  const ordinal = first.ordinal ?? 0;
  const isAlone = isByRules(chatModel) || (!isAtOnce && !isEachTurn(config.LEARN_EVERY));
  if (isAlone) return { conversationId, messages: [saidMessage(first)], before: await saidBefore(first, context) };
  const query = { kinds: ['Message'], conversationId, order: 'ordinal' } as const;
  const [next, before] = await Promise.all([
    graph.find(scope, { ...query, ordinals: { from: ordinal + 1 }, limit: mostLookedAt }),
    saidBefore(first, context),
  ]);
  const mine = next.items.filter(({ properties }) => readerOf(storedMessage.read(properties)) === 'facts');
  const notes = await readingsOf(
    graph,
    scope,
    'facts',
    mine.map(({ id }) => id),
  );
  const unread = mine.filter(({ id }) => (readingOf(notes.get(id))?.state ?? 'off') === 'off');
  return {
    conversationId,
    messages: [first, ...unread].slice(0, mostAtOnce).map(saidMessage),
    before,
  };
}

/** What was said just before a message, oldest first. */
export async function saidBefore(
  { conversationId, ordinal }: GraphNode,
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<UnreadMessages['before']> {
  const { items } = await graph.find(scope, {
    kinds: ['Message'],
    conversationId: conversationId ?? '',
    order: 'ordinal',
    ordinals: { to: (ordinal ?? 0) - 1 },
    descending: true,
    limit: mostBefore,
  });
  return items.toReversed().map(({ properties }) => storedMessage.read(properties));
}

/** The message in a node. */
export function saidMessage({ id, createdAt, properties }: GraphNode): MessageSinceLastEnd {
  const { role, content, timestamp, metadata } = storedMessage.read(properties);
  return { id, role, content, timestamp: timestamp || createdAt, invocationId: metadata.invocation_id ?? null };
}
