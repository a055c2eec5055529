import type { ModelEvent, ModelReply } from './model-reply.ts';

const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

/** A response of OpenAI's in one piece. */
export function response(reply: ModelReply, id: string): object {
  return whole(id, 'completed', [itemOf(reply, id)]);
}

/** The events of one. */
export function responseEvents(reply: ModelReply, id: string): readonly ModelEvent[] {
  const item = itemOf(reply, id);
  const at = { item_id: item.id, output_index: 0 };
  const said =
    typeof reply === 'string'
      ? [
          {
            type: 'response.content_part.added',
            ...at,
            content_index: 0,
            part: { type: 'output_text', text: '', annotations: [] },
          },
          ...[reply.slice(0, 3), reply.slice(3)].map((delta) => ({
            type: 'response.output_text.delta',
            ...at,
            content_index: 0,
            delta,
            logprobs: [],
          })),
          { type: 'response.output_text.done', ...at, content_index: 0, text: reply, logprobs: [] },
          {
            type: 'response.content_part.done',
            ...at,
            content_index: 0,
            part: { type: 'output_text', text: reply, annotations: [] },
          },
        ]
      : [
          { type: 'response.function_call_arguments.delta', ...at, delta: JSON.stringify(reply.arguments) },
          { type: 'response.function_call_arguments.done', ...at, name: reply.tool, arguments: JSON.stringify(reply.arguments) },
        ];
  const empty = typeof reply === 'string' ? { content: [] } : { arguments: '' };
  const events = [
    { type: 'response.created', response: whole(id, 'in_progress', []) },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, ...empty, status: 'in_progress' } },
    ...said,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole(id, 'completed', [item]) },
  ];
  return events.map((event, sequence_number) => [event.type, { ...event, sequence_number }]);
}

function itemOf(reply: ModelReply, id: string) {
  return typeof reply === 'string'
    ? {
        ...{ id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text: reply, annotations: [] }],
      }
    : {
        ...{ id: `fc_${id}`, type: 'function_call', status: 'completed', call_id: `call_${id}` },
        ...{ name: reply.tool, arguments: JSON.stringify(reply.arguments) },
      };
}

function whole(id: string, status: string, output: readonly object[]): object {
  return {
    ...{ id, object: 'response', created_at: 1, status, model: 'm', output, error: null, incomplete_details: null },
    ...{ instructions: null, metadata: {}, parallel_tool_calls: true, temperature: 1, top_p: 1, tool_choice: 'auto', tools: [] },
    usage: status === 'completed' ? usage : null,
  };
}
