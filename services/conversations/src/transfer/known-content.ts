import { conversationNodeId, OperationError } from '@agent-mem/contract';
import { type GraphNode, nodesById } from '@agent-mem/storage';
import { isSamePlace } from '../domain/code/code-place.ts';
import { codeUnitOf } from '../domain/code/code-unit.ts';
import type { Conversation } from '../domain/conversation.ts';
import { relatedIds } from '../domain/message.ts';
import type { CallPart, ConversationDocument } from '../domain/transfer/document.ts';
import { isStandIn, othersNamed } from '../domain/transfer/document-writes.ts';
import { messagePart } from '../domain/transfer/parts.ts';
import type { Context } from '../handler.ts';
import { documentTexts, line } from './document-text.ts';

type Reading = Pick<Context, 'graph' | 'scope'>;
type KnownNodes = ReadonlyMap<string, GraphNode>;

/**
 * The nodes that are there of those a document names. Throws `already-exists` where one of them is not as in the document, or where a
 * message is of a conversation that is another one here, or where an invocation or a tool call that it adds is there already.
 */
export async function knownNodes(document: ConversationDocument, context: Reading): Promise<KnownNodes> {
  const { graph, scope } = context;
  const { conversation, messages, invocations, summaries = [] } = document;
  const conversations = [conversation.id, ...othersNamed(document)].map(conversationNodeId);
  const code = messages.flatMap(({ references = [] }) => references);
  const ids = [...conversations, ...[...messages, ...invocations, ...code, ...summaries].map(({ id }) => id)];
  const calls = messages.flatMap(({ tool_calls }) => tool_calls);
  const known = await nodesById(graph, scope, [...new Set([...ids, ...partIds(calls)])]);
  refuseOtherKinds(document, known);
  const said = messages.flatMap(({ id }) => known.get(id) ?? []);
  const relatedOf = said.flatMap((node) => (node.kind === 'Message' ? relatedIds(node) : []));
  refuseOtherMessages(document, known, await nodesById(graph, scope, relatedOf));
  refuseTakenParts(document, known);
  return known;
}

function refuseOtherKinds({ conversation, messages, summaries = [] }: ConversationDocument, known: KnownNodes): void {
  for (const { id, ...place } of messages.flatMap(({ references = [] }) => references))
    refuseUnless(known.get(id), (node) => node.kind === 'CodeUnit' && isSamePlace(codeUnitOf(node), place));
  for (const { id } of summaries)
    refuseUnless(known.get(id), (node) => node.kind === 'ConversationSummary' && node.conversationId === conversation.id);
}

function refuseUnless(node: GraphNode | undefined, isSame: (node: GraphNode) => boolean): void {
  if (node && !isSame(node)) throw new OperationError('already-exists', `${node.id} already exists, as something else`);
}

function refuseOtherMessages({ conversation, messages }: ConversationDocument, known: KnownNodes, related: KnownNodes): void {
  for (const message of messages) {
    const node = known.get(message.id);
    if (node && !isSame(node, message, related))
      throw new OperationError('already-exists', `Message ${message.id} already exists, with other content`);
    const { id, conversation_id } = message;
    const other = known.get(conversationNodeId(conversation_id));
    if (!node && conversation_id !== conversation.id && other && !isStandIn(other))
      throw new OperationError('already-exists', `Conversation ${conversation_id} already exists, without message ${id}`);
  }
}

/** A message that is there has its calls. */
function refuseTakenParts({ messages, invocations }: ConversationDocument, known: KnownNodes): void {
  const added = messages.filter(({ id }) => !known.has(id)).flatMap(({ tool_calls }) => partIds(tool_calls));
  const had = new Set(messages.filter(({ id }) => known.has(id)).flatMap(({ tool_calls }) => partIds(tool_calls)));
  const taken = [...invocations.map(({ id }) => id), ...added].find((id) => known.has(id) && !had.has(id));
  if (taken === undefined) return;
  const of = known.get(taken)?.conversationId;
  throw new OperationError('already-exists', `${taken} already exists${of == null ? '' : `, in conversation ${of}`}`);
}

function partIds(calls: readonly CallPart[]): readonly string[] {
  return calls.flatMap(({ id, tool_result }) => (tool_result ? [id, tool_result.id] : [id]));
}

function isSame(
  node: GraphNode,
  { references: _, ...message }: ConversationDocument['messages'][number],
  related: KnownNodes,
): boolean {
  // What it is about may have been said since.
  return node.kind === 'Message' && line(messagePart(node, related)) === line(message);
}

/** Whether a conversation is as in a document. It may have been ended, archived or summarised since. */
export async function hasSameContent(
  document: ConversationDocument,
  conversation: Conversation,
  context: Reading,
): Promise<boolean> {
  const texts = await Array.fromAsync(documentTexts(context, conversation));
  const stored = JSON.parse(texts.join('')) as ConversationDocument;
  return line(withoutState(stored)) === line(withoutState(document));
}

function withoutState({ conversation, messages, invocations }: ConversationDocument): object {
  const { status, updated_at, ended_at, archived_by, ...members } = conversation;
  return { conversation: members, messages, invocations };
}
