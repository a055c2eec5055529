import { type EmbeddedVector, type GraphNode, type IndexDocument, noAttributes } from '@agent-mem/storage';
import type { Analysis } from '../analysis.ts';
import { describeText } from '../ranking/text-features.ts';
import type { DocumentSource } from './document-source.ts';

/** The search document of a node, made of its source and its vectors. */
export function documentFrom(
  node: GraphNode,
  source: DocumentSource,
  vectors: readonly EmbeddedVector[],
  { language }: Analysis,
): IndexDocument {
  const { text, speaker = null, dated = false, spelled = false } = source;
  const said = Date.parse(source.timestamp);
  const described = describeText({ text, speaker, timestamp: dated ? said : null, spelled }, language);
  return {
    id: node.id,
    kind: node.kind,
    version: node.version,
    conversationId: node.conversationId,
    visibility: source.visibility ?? 'scope',
    ordinal: node.ordinal,
    role: source.role ?? null,
    timestamp: firstTime(said, Date.parse(node.createdAt)),
    terms: described.terms,
    length: described.length,
    vectors,
    fields: { ...described.fields, ...source.fields },
    attributes: source.attributes ?? noAttributes,
  };
}

/** The index takes no document without a time: a record whose own is none would block the rest. */
function firstTime(...times: readonly number[]): number {
  return times.find((time) => !Number.isNaN(time)) ?? 0;
}
