import type { Scope } from '@agent-mem/contract';
import type { Graph } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { type Counted, sharedStart } from '../domain/view/shared-start.ts';
import { type Cut, viewOf } from '../domain/view/view.ts';
import { type PlacedMessage, readView } from './read-view.ts';

/** Where two conversations part, and what each of them has from there on, deleted messages included. */
export interface Parting {
  /** The last message that both begin with; `null`: they begin with none. */
  readonly common: Cut | null;
  readonly one: readonly PlacedMessage[];
  readonly other: readonly PlacedMessage[];
}

/** A conversation's view, and how many messages are in it. */
export function countedView(conversation: Conversation): Counted {
  return { view: viewOf(conversation), count: conversation.message_count };
}

/** Reads both from the last message that they are known to share. */
export async function parting(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  one: Conversation,
  other: Conversation,
): Promise<Parting> {
  const shared = sharedStart(countedView(one), countedView(other));
  const order = { newestFirst: false, beyond: Math.max(0, shared - 1), pageSize: 200 };
  const [ofOne, ofOther] = await Promise.all(
    [one, other].map((each) => Array.fromAsync(readView(graph, scope, countedView(each), order))),
  );
  const [mine = [], theirs = []] = [ofOne, ofOther];
  const alike = mine.findIndex(({ node }, index) => node.id !== theirs[index]?.node.id);
  const length = alike < 0 ? mine.length : alike;
  const last = mine[length - 1];
  return {
    common: last ? { position: last.position, mark: { createdAt: last.node.createdAt, id: last.node.id } } : null,
    one: mine.slice(length),
    other: theirs.slice(length),
  };
}
