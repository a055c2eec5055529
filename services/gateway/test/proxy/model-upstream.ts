import type { ServerResponse } from 'node:http';
import type { UpstreamRequest } from '@agent-mem/testing';
import { chatAnswer, sendJson, startEvents } from './chat-upstream.ts';

/** Answers each of the three wires with this text, as a stream where it is asked for one. Of responses each has an id of its own, from `resp_1` on. */
export function modelAnswer(text: string) {
  let count = 0;
  return (request: UpstreamRequest, response: ServerResponse): void => {
    count += 1;
    if (request.path.startsWith('/v1/chat/completions')) chatAnswer(text)(request, response);
    else if (request.path.startsWith('/v1/messages')) answerMessages(text, request, response);
    else answerResponses(text, `resp_${count}`, request, response);
  };
}

function answerMessages(text: string, { body }: UpstreamRequest, response: ServerResponse): void {
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const content = [{ type: 'text', text }];
  if (!JSON.parse(body.toString()).stream) {
    sendJson(response, { ...head, content, stop_reason: 'end_turn', stop_sequence: null, usage });
    return;
  }
  sendEvents(response, [
    { type: 'message_start', message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: text.slice(0, 3) } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: text.slice(3) } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]);
}

function answerResponses(text: string, id: string, { body }: UpstreamRequest, response: ServerResponse): void {
  const content = [{ type: 'output_text', text, annotations: [] }];
  const output = [{ id: 'item_1', type: 'message', role: 'assistant', status: 'completed', content }];
  const whole = { id, object: 'response', created_at: 1, status: 'completed', model: 'm', output };
  if (!JSON.parse(body.toString()).stream) {
    sendJson(response, whole);
    return;
  }
  sendEvents(response, [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...output[0], content: [] } },
    { type: 'response.output_text.delta', item_id: 'item_1', output_index: 0, content_index: 0, delta: text.slice(0, 3) },
    { type: 'response.output_text.delta', item_id: 'item_1', output_index: 0, content_index: 0, delta: text.slice(3) },
    { type: 'response.output_item.done', output_index: 0, item: output[0] },
    { type: 'response.completed', response: whole },
  ]);
}

function sendEvents(response: ServerResponse, events: readonly ({ readonly type: string } & Record<string, unknown>)[]): void {
  startEvents(response);
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
