import { list, nullable, text } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';

/** A question to the tables of a collection. */
export const structuredQueryRequestMessage = wireMessage('StructuredQueryRequest', { question: text(), collection: text() });

/** `data` is JSON text, `null` (as text) when there is none. */
export const structuredQueryResponseMessage = wireMessage('StructuredQueryResponse', {
  error: nullable(wireError),
  data: text(),
  errors: list(text()),
});
