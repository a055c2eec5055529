import type { Init, Node } from '@agent-mem/contract';
import { archivedBy } from '@agent-mem/retention';
import type { GraphNode, NodeKind } from '@agent-mem/storage';
import { shownProperties } from './created-kinds.ts';
import { metadataOf } from './metadata.ts';

/** Nodes of these kinds are how services work, and nothing that is remembered. */
export const hiddenKinds: readonly NodeKind[] = [
  'Guard',
  'Settings',
  'PurgeMark',
  'FactBacklog',
  'EpisodeBacklog',
  'WeightChange',
  'Feedback',
];

/** By kind: the members of the properties that hold the text it is found by, the first that is there. */
const textMembers: Readonly<Partial<Record<NodeKind, readonly string[]>>> = {
  Fact: ['content'],
  Episode: ['goal'],
  Error: ['text', 'key'],
  Solution: ['attempt'],
  Conversation: ['title', 'summary'],
  Message: ['content'],
  ToolCall: ['tool_name'],
  ToolResult: ['result'],
  Invocation: ['query', 'summary'],
  Detail: ['description'],
  Summary: ['summary_content'],
  ConversationSummary: ['content', 'abstract'],
  Job: ['kind'],
  CodeUnit: ['content', 'symbol', 'file'],
  Entity: ['content', 'name'],
};

/** Whether callers of the graph may see and join it. */
export function isShown({ kind, status }: GraphNode): boolean {
  return !hiddenKinds.includes(kind) && status !== 'DELETED';
}

/** A node as answers show it. */
export function nodeMessage(node: GraphNode, view: { readonly weight: boolean; readonly score?: number }): Init<Node> {
  return {
    id: node.id,
    kind: node.kind,
    status: node.status,
    version: node.version,
    created_at: node.createdAt,
    updated_at: node.updatedAt,
    valid_from: node.validFrom,
    valid_to: node.validTo,
    content: textOf(node),
    metadata: metadataOf(node.properties),
    weight: view.weight ? node.weight : null,
    score: view.score ?? null,
    properties: shownProperties(node),
    archived_by: archivedBy(node),
  };
}

/** The text it is found by; empty: it has none. */
export function textOf({ kind, properties }: GraphNode): string {
  const texts = (textMembers[kind] ?? ['content', 'summary', 'title', 'name']).map((member) => properties[member]);
  return texts.find((text) => typeof text === 'string' && text !== '')?.toString() ?? '';
}
