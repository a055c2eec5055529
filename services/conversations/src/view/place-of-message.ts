import { OperationError } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { type Cut, endOf, runShows, standsByOrdinals, viewOf } from '../domain/view/view.ts';
import type { Context } from '../handler.ts';
import { readView } from './read-view.ts';

/** A message and where a conversation shows it. */
export interface MessagePlace extends Cut {
  readonly node: GraphNode;
}

/** Where a conversation shows a message. Rejects with `not-found`, naming the request's member, if it does not or if the message was deleted. */
export async function placeOfMessage(
  { graph, scope }: Pick<Context, 'graph' | 'scope'>,
  conversation: Conversation,
  messageId: string,
  member: string,
): Promise<MessagePlace> {
  const [node] = await graph.get(scope, [messageId]);
  const view = viewOf(conversation);
  const part =
    node?.kind === 'Message' && node.status !== 'DELETED' && view.find(({ runs }) => runs.some((run) => runShows(run, node)));
  if (!node || !part) {
    throw new OperationError('not-found', `${member}: message ${messageId} is not in conversation ${conversation.id}`);
  }
  const mark = { createdAt: node.createdAt, id: node.id };
  const [run] = part.runs;
  if (run && standsByOrdinals(part)) return { node, mark, position: (node.ordinal ?? 0) - run.base };
  // Of several runs the positions are counted.
  const count = endOf(view, part, conversation.message_count);
  const order = { newestFirst: false, beyond: part.start, pageSize: 200 };
  for await (const placed of readView(graph, scope, { view: [part], count }, order))
    if (placed.node.id === node.id) return { node, mark, position: placed.position };
  throw new OperationError('internal', `message ${messageId} is in conversation ${conversation.id} but was not read there`);
}
