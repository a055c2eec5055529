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
  const timestamp = Date.parse(source.timestamp);
  const described = describeText({ text, speaker, timestamp: dated ? timestamp : null, spelled }, language);
  return {
    id: node.id,
    kind: node.kind,
    version: node.version,
    conversationId: node.conversationId,
    visibility: source.visibility ?? 'scope',
    ordinal: node.ordinal,
    role: source.role ?? null,
    timestamp,
    terms: described.terms,
    length: described.length,
    vectors,
    fields: { ...described.fields, ...source.fields },
    attributes: source.attributes ?? noAttributes,
  };
}
