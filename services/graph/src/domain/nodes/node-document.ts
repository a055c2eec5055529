import { type DocumentSource, questionDocument } from '@agent-mem/recall';
import { storedCompaction } from '@agent-mem/retention';
import type { GraphNode, JsonObject } from '@agent-mem/storage';

/** By kind: the properties by whose words it is found. */
const searched: Readonly<Record<string, readonly string[]>> = {
  CodeUnit: ['symbol', 'file', 'content'],
  Entity: ['name', 'aliases', 'type', 'content'],
};

/** How a node that callers made, or a past question, is found, while it is active. */
export function nodeDocument(node: GraphNode): DocumentSource | null {
  const { kind, status, properties, createdAt } = node;
  if (kind === 'Question' && status === 'ACTIVE') return questionDocument(node);
  if (kind === 'Summary') return status === 'ACTIVE' ? summaryDocument(properties) : null;
  const members = searched[kind];
  if (!members || status !== 'ACTIVE') return null;
  const texts = members.flatMap((member) => properties[member] ?? []).filter((text) => typeof text === 'string');
  return { text: texts.join('\n'), spelled: true, timestamp: createdAt };
}

/** A summary is found by what it says, and by the words of what it stands for. */
function summaryDocument(properties: JsonObject): DocumentSource {
  const { summary_content, found_by, visibility, timestamp } = storedCompaction.read(properties);
  return { text: found_by === '' ? summary_content : `${summary_content}\n${found_by}`, visibility, timestamp };
}
