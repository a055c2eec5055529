import { anything, flag, integer, list, nullable, text } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';

/** A prompt to the flow's model. `schema` (a JSON Schema) counts only with the format `json`. `operation` is known since 2.11. */
export const textCompletionRequestMessage = wireMessage('TextCompletionRequest', {
  operation: text('completion'),
  system: text(),
  prompt: text(),
  streaming: flag(),
  response_format: nullable(text()),
  schema: anything(),
});

/** The model's text, whole or (streaming) in pieces, of which the last is empty and has `end_of_stream` and the usage. */
export const textCompletionResponseMessage = wireMessage('TextCompletionResponse', {
  error: nullable(wireError),
  response: text(),
  in_token: nullable(integer()),
  out_token: nullable(integer()),
  model: nullable(text()),
  end_of_stream: flag(),
  models: list(anything()),
});
