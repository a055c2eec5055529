import { flag, integer, map, nullable, text } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';

/** A template of the flow's prompt service to fill and ask the model. Each term is JSON text: `hi` goes as `"hi"` with its quotes. */
export const promptRequestMessage = wireMessage('PromptRequest', { id: text(), terms: map(text()), streaming: flag() });

/** `text` of a template of text, `object` (JSON text) of one of JSON; the other is `null`. */
export const promptResponseMessage = wireMessage('PromptResponse', {
  error: nullable(wireError),
  text: nullable(text()),
  object: nullable(text()),
  end_of_stream: flag(),
  in_token: nullable(integer()),
  out_token: nullable(integer()),
  model: nullable(text()),
});
