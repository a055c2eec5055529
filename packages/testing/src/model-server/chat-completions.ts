import type { ModelEvent, ModelReply } from './model-reply.ts';

const head = { id: 'chatcmpl-1', created: 1, model: 'm' };
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** A chat completion in one piece. */
export function chatCompletion(reply: ModelReply): object {
  const choice =
    typeof reply === 'string'
      ? { message: { role: 'assistant', content: reply }, finish_reason: 'stop' }
      : { message: { role: 'assistant', content: null, tool_calls: [callOf(reply)] }, finish_reason: 'tool_calls' };
  return { ...head, object: 'chat.completion', choices: [{ index: 0, ...choice }], usage };
}

/** The events of one. */
export function chatEvents(reply: ModelReply): readonly ModelEvent[] {
  const piece = (delta: object, finish_reason: string | null = null): ModelEvent => [
    null,
    { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
  ];
  const said =
    typeof reply === 'string'
      ? [
          piece({ role: 'assistant', content: '' }),
          piece({ content: reply.slice(0, reply.length >> 1) }),
          piece({ content: reply.slice(reply.length >> 1) }),
        ]
      : [piece({ role: 'assistant', content: null, tool_calls: [{ index: 0, ...callOf(reply) }] })];
  return [...said, piece({}, typeof reply === 'string' ? 'stop' : 'tool_calls'), [null, '[DONE]']];
}

function callOf(reply: Exclude<ModelReply, string>): object {
  return { id: 'call_1', type: 'function', function: { name: reply.tool, arguments: JSON.stringify(reply.arguments) } };
}
