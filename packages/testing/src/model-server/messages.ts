import type { ModelEvent, ModelReply } from './model-reply.ts';

const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' };
const usage = { input_tokens: 1, output_tokens: 1 };

/** A message of Anthropic's in one piece. */
export function message(reply: ModelReply): object {
  const content =
    typeof reply === 'string'
      ? { type: 'text', text: reply }
      : { type: 'tool_use', id: 'toolu_1', name: reply.tool, input: reply.arguments };
  return { ...head, content: [content], ...stop(reply), usage };
}

/** The events of one, with a thought before what is said. */
export function messageEvents(reply: ModelReply): readonly ModelEvent[] {
  const start =
    typeof reply === 'string' ? { type: 'text', text: '' } : { type: 'tool_use', id: 'toolu_1', name: reply.tool, input: {} };
  const pieces =
    typeof reply === 'string'
      ? [reply.slice(0, 3), reply.slice(3)].map((text) => ({ type: 'text_delta', text }))
      : [{ type: 'input_json_delta', partial_json: JSON.stringify(reply.arguments) }];
  const events = [
    { type: 'message_start', message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: start },
    ...pieces.map((delta) => ({ type: 'content_block_delta', index: 1, delta })),
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: stop(reply), usage },
    { type: 'message_stop' },
  ];
  return events.map((event) => [event.type, event]);
}

function stop(reply: ModelReply): object {
  return { stop_reason: typeof reply === 'string' ? 'end_turn' : 'tool_use', stop_sequence: null };
}
