import { flag, integer, list, map, nullable, text } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';
import { tripleMessage } from './triples.ts';

const documentMetadataMessage = wireMessage('DocumentMetadata', {
  id: text(),
  time: integer(),
  kind: text(),
  title: text(),
  comments: text(),
  metadata: list(tripleMessage),
  tags: list(text()),
  parent_id: text(),
  document_type: text(),
});

/** A document for the librarian; of its operations those are here that an agent needs. `content` is base64. */
export const librarianRequestMessage = wireMessage('LibrarianRequest', {
  operation: text(),
  document_id: text(),
  processing_id: text(),
  document_metadata: nullable(documentMetadataMessage),
  processing_metadata: nullable(map(text())),
  content: text(),
  collection: text(),
  criteria: list(map(text())),
  total_size: integer(),
  chunk_size: integer(),
  upload_id: text(),
  chunk_index: integer(),
  include_children: flag(),
});

/** Its answer, as far as an agent reads it. */
export const librarianResponseMessage = wireMessage('LibrarianResponse', { error: nullable(wireError), is_final: flag(true) });
