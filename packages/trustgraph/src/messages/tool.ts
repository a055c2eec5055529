import { flag, nullable, text } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';

/** A call of an MCP tool by the flow's mcp-tool service. `parameters` is JSON text. */
export const toolRequestMessage = wireMessage('ToolRequest', { name: text(), parameters: text() });

/** `text` when the tool spoke plainly, else `object`, JSON text. */
export const toolResponseMessage = wireMessage('ToolResponse', {
  error: nullable(wireError),
  text: nullable(text()),
  object: nullable(text()),
});

/** A call of a tool service, on queues that its configuration names. Both members are JSON text. */
export const toolServiceRequestMessage = wireMessage('ToolServiceRequest', { config: text(), arguments: text() });

/** What a tool service answers, whole or in pieces until `end_of_stream`. */
export const toolServiceResponseMessage = wireMessage('ToolServiceResponse', {
  error: nullable(wireError),
  response: text(),
  end_of_stream: flag(),
});
