import { OperationError } from '@agent-mem/contract';
import { memoryIsOff, readScopeRules } from '@agent-mem/policy';
import type { GraphNode } from '@agent-mem/storage';
import { liveConversation } from '../domain/conversation.ts';
import { announcedId } from '../domain/transfer/announced-id.ts';
import type { ConversationDocument } from '../domain/transfer/document.ts';
import { documentWrites, isStandIn } from '../domain/transfer/document-writes.ts';
import { readDocument } from '../domain/transfer/read-document.ts';
import { screenDocument } from '../domain/transfer/screen-document.ts';
import { conversationNode } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { importPieces } from '../transfer/import-pieces.ts';
import { hasSameContent, knownNodes } from '../transfer/known-content.ts';
import { refuseCircle } from '../transfer/refuse-circle.ts';

/** Takes in one piece of a document. The first is refused where the conversation was deleted. The last one stores the conversation in one commit, without an event: nobody learns from it. */
export async function importConversation(request: Request<'import'>, context: Context): Answer<'import'> {
  const pieces = importPieces(context.keyValue, context.scope, request.import_id);
  await pieces.check(request.sequence, request.chunk);
  const made = await pieces.conversationId();
  if (made !== null) return { conversation_id: made, received: request.sequence + 1, known: true };
  if (request.sequence === 0) await refuseDeleted(announcedId(request.chunk), context);
  const received = await pieces.add(request.sequence, request.chunk);
  if (!request.end) return { received };

  const given = readDocument(await pieces.text());
  const { id } = given.conversation;
  const { graph, scope } = context;
  const rules = await readScopeRules({ graph, defaultSettings: context.defaultSettings }, scope, id);
  if (rules.memory === 'off') throw memoryIsOff();
  const { document, found } = screenDocument(given, rules);
  const known = await store(document, context);
  await pieces.finish(id);
  return { conversation_id: id, received, known, sensitive: found.map((each) => ({ ...each })) };
}

/** A caller learns it before it has sent all pieces. */
async function refuseDeleted(id: string | null, { graph, scope }: Context): Promise<void> {
  if (id !== null && isDeleted(await conversationNode(graph, scope, id))) throw wasDeleted(id);
}

function isDeleted(node: GraphNode | undefined): boolean {
  return node !== undefined && liveConversation(node) === null && !isStandIn(node);
}

function wasDeleted(id: string): OperationError {
  return new OperationError('already-exists', `Conversation ${id} was deleted here: Restore brings it back`);
}

/** Answers whether it was there already. */
async function store(document: ConversationDocument, context: Context): Promise<boolean> {
  const { clock, config, graph, index, metrics, scope, signal } = context;
  const { id } = document.conversation;
  const node = await conversationNode(graph, scope, id);
  const conversation = liveConversation(node);
  if (conversation) {
    if (await hasSameContent(document, conversation, context)) return true;
    throw new OperationError('already-exists', `Conversation ${id} already exists, with other content`);
  }
  if (isDeleted(node)) throw wasDeleted(id);
  await refuseCircle(document, context);
  const known = await knownNodes(document, context);
  const now = new Date(clock.now()).toISOString();
  const writes = documentWrites(document, known, now, config.CONVERSATION_IDLE_SECONDS);
  await graph.commit(scope, { nodes: writes.nodes, edges: writes.edges });
  metrics.memories('Conversation', 1);
  metrics.memories('Message', writes.messageIds.length);
  metrics.memories('Invocation', document.invocations.length);
  await index(scope, [...writes.messageIds, ...writes.summaryIds], { signal });
  return false;
}
