import { createHash } from 'node:crypto';
import type { Scope } from '@agent-mem/contract';
import type { EmbeddedVector, GraphNode, SearchIndex } from '@agent-mem/storage';
import type { DocumentSource } from './document-source.ts';

/** A node with what its document is made of. */
export interface SourcedNode {
  readonly node: GraphNode;
  readonly source: DocumentSource;
}

/** What a document's vectors are made of. */
export interface EmbeddedText {
  /** The node's id. */
  readonly id: string;
  readonly text: string;
  readonly textHash: string;
  /** Vectors of this very text, of whichever embedder. */
  readonly stored: readonly EmbeddedVector[];
}

/** The texts to embed, each with the vectors that the index has of it already. */
export async function embeddedTexts(
  searchIndex: Pick<SearchIndex, 'get'>,
  scope: Scope,
  found: readonly SourcedNode[],
): Promise<readonly EmbeddedText[]> {
  const documents = await searchIndex.get(
    scope,
    found.map(({ node }) => node.id),
  );
  const stored = new Map(documents.map(({ id, vectors }) => [id, vectors]));
  return found.map(({ node: { id }, source: { text: said, speaker } }) => {
    // Who speaks is part of what is meant.
    const text = speaker ? `${speaker}: ${said}` : said;
    const textHash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    return { id, text, textHash, stored: (stored.get(id) ?? []).filter((vector) => vector.textHash === textHash) };
  });
}
