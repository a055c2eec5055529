import { createReplyText } from '../reply/reply-text.ts';
import type { ReplyReader } from './wire.ts';

/** As far as a response is read. */
interface Response {
  readonly id?: unknown;
  readonly status?: unknown;
  readonly output?: readonly {
    readonly type?: string;
    readonly content?: readonly { readonly type?: string; readonly text?: unknown }[];
  }[];
}

/** As far as an event of its stream is read. */
interface ResponseEvent {
  readonly type?: string;
  readonly delta?: unknown;
  readonly response?: Response;
}

const unfinished: ReadonlySet<unknown> = new Set(['queued', 'in_progress', 'incomplete', 'cancelled']);

/** Reads a response of OpenAI's: its texts, without reasoning and calls of tools. */
export function responsesReply(): ReplyReader {
  const said = createReplyText();
  let id: string | null = null;
  let isWhole = false;
  let isOver = false;
  let hasFailed = false;
  const named = (response: Response | undefined) => {
    if (typeof response?.id === 'string') id = response.id;
  };
  return {
    get reply() {
      return { text: said.text, isWhole: isWhole && !hasFailed, isOver: isOver || hasFailed, id };
    },
    event(data) {
      const { type, delta, response } = JSON.parse(data) as ResponseEvent;
      named(response);
      if (type === 'response.output_text.delta') said.add(delta);
      if (type === 'error' || type === 'response.failed') hasFailed = true;
      if (type === 'response.completed') isWhole = isOver = true;
      // A limit or a filter has cut it.
      if (type === 'response.incomplete') isOver = true;
    },
    json(body) {
      const response = body as Response;
      named(response);
      for (const { type, content } of response.output ?? []) {
        if (type !== 'message') continue;
        for (const part of content ?? []) if (part.type === 'output_text') said.add(part.text);
      }
      if (response.status === 'failed') hasFailed = true;
      // One that works on in the background has not answered yet; an incomplete one was cut by a limit or a filter.
      isWhole = !unfinished.has(response.status);
    },
  };
}
