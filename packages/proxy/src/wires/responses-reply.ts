import { GrowingReply } from '../reply/growing-reply.ts';
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
  const growing = new GrowingReply();
  const named = (response: Response | undefined) => {
    if (typeof response?.id === 'string') growing.id = response.id;
  };
  return {
    get reply() {
      return growing.reply;
    },
    event(data) {
      const { type, delta, response } = JSON.parse(data) as ResponseEvent;
      named(response);
      if (type === 'response.output_text.delta') growing.add(delta);
      if (type === 'error' || type === 'response.failed') growing.fail();
      if (type !== 'response.completed' && type !== 'response.incomplete') return;
      growing.end(type === 'response.incomplete');
      growing.close();
    },
    json(body) {
      const response = body as Response;
      named(response);
      for (const { type, content } of response.output ?? []) {
        if (type !== 'message') continue;
        for (const part of content ?? []) if (part.type === 'output_text') growing.add(part.text);
      }
      if (response.status === 'failed') growing.fail();
      // One that works on in the background has not answered yet; an incomplete one was cut by a limit or a filter.
      if (!unfinished.has(response.status)) growing.end();
    },
  };
}
