import type { ServerResponse } from 'node:http';
import { chatCompletion, chatEvents } from './chat-completions.ts';
import { contentEvents, contentReply } from './generate-content.ts';
import { message, messageEvents } from './messages.ts';
import type { ModelEvent, ModelReply } from './model-reply.ts';
import type { UpstreamRequest } from './recording-upstream.ts';
import { response, responseEvents } from './responses.ts';

/** Answers chat completions, messages, responses and Gemini's contents, as a stream where it is asked for one. `reply` says what, from the body; of responses each has an id of its own, from `resp_1` on. */
export function modelAnswer(reply: ModelReply | ((body: string) => ModelReply)) {
  let count = 0;
  return ({ path, body: bytes }: UpstreamRequest, answer: ServerResponse): void => {
    count += 1;
    const body = bytes.toString();
    const said = typeof reply === 'function' ? reply(body) : reply;
    const isStreaming = JSON.parse(body).stream === true || path.includes(':streamGenerateContent');
    const [whole, events] = repliesAt(path, said, `resp_${count}`);
    if (!isStreaming) sendJson(answer, whole);
    else if (path.endsWith(':streamGenerateContent'))
      sendJson(
        answer,
        events.map(([, data]) => data),
      );
    else {
      startEvents(answer);
      for (const event of events) answer.write(eventText(event));
      answer.end();
    }
  };
}

/** A reply in the form of the path's wire: in one piece, and as events. */
function repliesAt(path: string, said: ModelReply, id: string): readonly [object, readonly ModelEvent[]] {
  if (path.startsWith('/v1/chat/completions')) return [chatCompletion(said), chatEvents(said)];
  if (path.startsWith('/v1/messages')) return [message(said), messageEvents(said)];
  if (/:(generate|streamGenerate)Content/.test(path)) return [contentReply(said), contentEvents(said)];
  return [response(said, id), responseEvents(said, id)];
}

/** An event as it stands in a stream. */
export function eventText([name, data]: ModelEvent): string {
  return `${name === null ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** Sends the head of a stream. */
export function startEvents(answer: ServerResponse): void {
  answer.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

/** Sends a JSON answer. */
export function sendJson(answer: ServerResponse, body: object, status = 200): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
