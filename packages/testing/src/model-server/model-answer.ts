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
    const id = `resp_${count}`;
    const [whole, events] = path.startsWith('/v1/chat/completions')
      ? [chatCompletion(said), chatEvents(said)]
      : path.startsWith('/v1/messages')
        ? [message(said), messageEvents(said)]
        : path.startsWith('/v1beta/')
          ? [contentReply(said), contentEvents(said)]
          : [response(said, id), responseEvents(said, id)];
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
