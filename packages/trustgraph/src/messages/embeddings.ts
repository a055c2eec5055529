import { integer, list, nullable, number, text } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';

/** Texts to embed. */
export const embeddingsRequestMessage = wireMessage('EmbeddingsRequest', { texts: list(text()) });

/** One vector a text, in their order. */
export const embeddingsResponseMessage = wireMessage('EmbeddingsResponse', {
  error: nullable(wireError),
  vectors: list(list(number())),
});

/** Values of a table's index that are like a vector. */
export const rowEmbeddingsRequestMessage = wireMessage('RowEmbeddingsRequest', {
  vector: list(number()),
  limit: integer(10),
  collection: text(),
  schema_name: text(),
  index_name: nullable(text()),
});

/** The likest values, with their scores. */
export const rowEmbeddingsResponseMessage = wireMessage('RowEmbeddingsResponse', {
  error: nullable(wireError),
  matches: list(wireMessage('RowMatch', { index_name: text(), index_value: list(text()), text: text(), score: number() })),
});
