import type { ServerResponse } from 'node:http';
import type { UpstreamRequest } from '@agent-mem/testing';

/** Answers each chat completion with this text, as a stream of two pieces where it is asked for one. */
export function chatAnswer(text: string) {
  return ({ body }: UpstreamRequest, response: ServerResponse): void => {
    if (!JSON.parse(body.toString()).stream) {
      const message = { role: 'assistant', content: text };
      sendJson(response, {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      });
      return;
    }
    startEvents(response);
    for (const piece of chatEvents(text)) response.write(piece);
    response.end();
  };
}

/** The events of a reply that says this. */
export function chatEvents(text: string): readonly string[] {
  const half = text.length >> 1;
  const event = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  return [
    event({ role: 'assistant', content: '' }),
    event({ content: text.slice(0, half) }),
    event({ content: text.slice(half) }),
    event({}, 'stop'),
    'data: [DONE]\n\n',
  ];
}

/** Sends the head of a stream. */
export function startEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

/** Sends a JSON answer. */
export function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
