import { conversationNodeId } from '@agent-mem/contract';
import { storedInvocation, storedMessage, storedToolCall, storedToolResult } from '@agent-mem/service-kit';
import type { EdgeWrite, GraphNode, NodeWrite } from '@agent-mem/storage';
import { codeUnitNode, referencesCode } from '../code/code-unit.ts';
import { type Conversation, conversationOf, conversationWrite, startConversation } from '../conversation.ts';
import { edge } from '../edge.ts';
import { summarises, summaryNode } from '../summary/summary-node.ts';
import type { CallPart, ConversationDocument, InvocationPart, MessagePart, SummaryPart } from './document.ts';

/** What storing a document writes. */
export interface DocumentWrites {
  readonly nodes: readonly NodeWrite[];
  readonly edges: readonly EdgeWrite[];
  /** Of the messages that are to be found. */
  readonly messageIds: readonly string[];
  /** Of the summaries. */
  readonly summaryIds: readonly string[];
}

/** A conversation as a document has it. Its ends report nothing that came by the document. */
function conversationOfDocument({ conversation }: ConversationDocument, version: number): Conversation {
  const { status, titled_by = null, ...members } = conversation;
  const told = { told_messages: members.message_count, told_invocations: members.invocation_count };
  return {
    ...members,
    embed_messages: members.embed_messages ?? null,
    max_context_messages: members.max_context_messages ?? null,
    enable_summarization: members.enable_summarization ?? null,
    summarize_every: members.summarize_every ?? null,
    ...told,
    state: status,
    version,
    weight: null,
    flow: null,
    deleted_at: null,
    file_path: null,
    untitled: null,
    titled_by,
  };
}

/**
 * The ids of conversations that a document shows messages of beside its own. A stand-in for such a conversation holds its ordinals where
 * it is not there, so that one started under its id later shows in no branch.
 */
function othersShown({ conversation, messages }: ConversationDocument): readonly string[] {
  const runs = (conversation.view ?? []).flatMap((part) => part.runs.map((run) => run.conversation));
  const ids = new Set([...runs, ...messages.map((message) => message.conversation_id)]);
  ids.delete(conversation.id);
  return [...ids];
}

/** Those, and the one that it is a branch of: of a branch that has nothing of its own nothing is shown. */
export function othersNamed(document: ConversationDocument): readonly string[] {
  const { branch_of } = document.conversation;
  return [...new Set([...othersShown(document), ...(branch_of === null ? [] : [branch_of])])];
}

/** Whether a node only stands in for a conversation of which others show messages. */
export function isStandIn(node: GraphNode): boolean {
  return node.status === 'DELETED' && conversationOf(node).state === 'ended';
}

/** What to write for a document. `known`: the nodes that are there of those it names. `idleSeconds`: as for any conversation. */
export function documentWrites(
  document: ConversationDocument,
  known: ReadonlyMap<string, GraphNode>,
  now: string,
  idleSeconds: number,
): DocumentWrites {
  const { conversation, messages, invocations, summaries = [] } = document;
  const nodeId = conversationNodeId(conversation.id);
  const written = conversationWrite(conversationOfDocument(document, known.get(nodeId)?.version ?? 0), now, idleSeconds);
  const added = messages.filter(({ id }) => !known.has(id));
  const parts = [...added.map(messageWrites), ...invocations.map((each) => invocationWrites(each, document))];
  const code = codeWrites(messages, known);
  const summed = summaries.map((each) => summaryWrites(each, document, known.get(each.id)));
  const standIns = othersNamed(document).flatMap((id) => standIn(id, document, known.get(conversationNodeId(id)), now));
  return {
    nodes: [
      { ...written, updatedAt: conversation.updated_at },
      ...standIns,
      ...parts.flatMap(({ nodes }) => nodes),
      ...code.nodes,
      ...summed.flatMap(({ nodes }) => nodes),
    ],
    edges: [...conversationEdges(document, now), ...[...parts, code, ...summed].flatMap(({ edges }) => edges)],
    messageIds: added.filter(({ content }) => content !== null).map(({ id }) => id),
    summaryIds: summaries.map(({ id }) => id),
  };
}

function standIn(id: string, { messages }: ConversationDocument, node: GraphNode | undefined, now: string): readonly NodeWrite[] {
  if (node && !isStandIn(node)) return [];
  const ordinals = messages.filter((each) => each.conversation_id === id).map(({ ordinal, base }) => ordinal + base);
  const message_count = ordinals.reduce((most, each) => Math.max(most, each), node ? conversationOf(node).message_count : 0);
  const conversation = { ...startConversation(id, undefined, now), state: 'ended' as const, message_count };
  const write = conversationWrite({ ...conversation, version: node?.version ?? 0 }, now, null);
  return [{ ...write, status: 'DELETED' }];
}

function conversationEdges(document: ConversationDocument, now: string): readonly EdgeWrite[] {
  const { id, branch_of, merged_into } = document.conversation;
  const node = conversationNodeId(id);
  return [
    ...othersShown(document).map((other) => edge('SHOWN_IN', conversationNodeId(other), node, now)),
    ...(branch_of === null ? [] : [edge('HAS_BRANCH', conversationNodeId(branch_of), node, now)]),
    ...(merged_into === null ? [] : [edge('MERGED_INTO', node, conversationNodeId(merged_into), now)]),
  ];
}

function messageWrites(message: MessagePart): Pick<DocumentWrites, 'nodes' | 'edges'> {
  const { id, conversation_id: conversationId, ordinal, base, status, created_at: at, content, tool_calls } = message;
  const calls = tool_calls.map((call) => callWrites(call, message));
  const tool_call_ids = tool_calls.map((call) => call.id);
  const tool_result_ids = tool_calls.flatMap(({ tool_result }) => tool_result?.id ?? []);
  const { metadata_json, embedded, ...said } = content ?? { metadata_json: null, embedded: true };
  const later = { metadata_json: metadata_json ?? undefined, embedded: embedded ? undefined : false };
  const node: NodeWrite = {
    ...{ id, kind: 'Message', conversationId, createdAt: at, updatedAt: at, status, expectedVersion: 0 },
    ordinal: base + ordinal,
    indexedVersion: content === null ? null : 0,
    properties: storedMessage.write({ ...said, ...later, ordinal, tool_call_ids, tool_result_ids }),
  };
  const nodes = [node, ...calls.flatMap((each) => each.nodes)];
  return {
    nodes,
    edges: [edge('HAS_MESSAGE', conversationNodeId(conversationId), id, at), ...calls.flatMap((each) => each.edges)],
  };
}

/** The code that messages are about: each node once, unless it is there; edges also from messages that are there. */
function codeWrites(
  messages: readonly MessagePart[],
  known: ReadonlyMap<string, GraphNode>,
): Pick<DocumentWrites, 'nodes' | 'edges'> {
  const links = messages.flatMap(({ id, created_at, references = [] }) =>
    references.map((part) => ({ from: id, part, at: created_at })),
  );
  const parts = new Map(links.map((link) => [link.part.id, link]));
  const added = [...parts.values()].filter(({ part }) => !known.has(part.id));
  return {
    nodes: added.map(({ part: { id, ...place }, at }) => codeUnitNode(id, place, at)),
    edges: links.map(({ from, part, at }) => edge(referencesCode, from, part.id, at)),
  };
}

/** A summary, joined to what the document holds of what it was made of: the facts are of another service. */
function summaryWrites(
  { id, created_at, updated_at, ...summary }: SummaryPart,
  { conversation, messages, summaries = [] }: ConversationDocument,
  before: GraphNode | undefined,
): Pick<DocumentWrites, 'nodes' | 'edges'> {
  const there = new Set([...messages, ...summaries].map((each) => each.id));
  const sources = summary.sources.filter((source) => there.has(source));
  return {
    nodes: [{ ...summaryNode(id, conversation.id, summary, before, updated_at), createdAt: created_at }],
    edges: sources.map((source) => edge(summarises, id, source, updated_at)),
  };
}

function callWrites(
  { id, created_at: at, tool_result, ...call }: CallPart,
  message: MessagePart,
): Pick<DocumentWrites, 'nodes' | 'edges'> {
  const shared = { conversationId: message.conversation_id, expectedVersion: 0 };
  const properties = storedToolCall.write({ ...call, message_id: message.id });
  const node: NodeWrite = { ...shared, id, kind: 'ToolCall', createdAt: at, updatedAt: at, properties };
  const made = edge('MADE_TOOL_CALL', message.id, id, at);
  if (!tool_result) return { nodes: [node], edges: [made] };
  const { id: resultId, created_at: answered, ...result } = tool_result;
  const answer: NodeWrite = {
    ...{ ...shared, id: resultId, kind: 'ToolResult', createdAt: answered, updatedAt: answered },
    properties: storedToolResult.write({ ...result, tool_call_id: id }),
  };
  return { nodes: [node, answer], edges: [made, edge('PRODUCED_RESULT', id, resultId, answered)] };
}

function invocationWrites(part: InvocationPart, { conversation }: ConversationDocument): Pick<DocumentWrites, 'nodes' | 'edges'> {
  const { id, created_at: at, ...members } = part;
  const node: NodeWrite = {
    ...{ id, kind: 'Invocation', conversationId: conversation.id, createdAt: at, updatedAt: at, expectedVersion: 0 },
    ordinal: conversation.invocation_base + members.ordinal,
    properties: storedInvocation.write(members),
  };
  return { nodes: [node], edges: [edge('HAS_INVOCATION', conversationNodeId(conversation.id), id, at)] };
}
