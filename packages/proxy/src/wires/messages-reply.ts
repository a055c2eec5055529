import { GrowingReply } from '../reply/growing-reply.ts';
import type { ReplyReader } from './wire.ts';

/** As far as a message, or an event of its stream, is read. */
interface MessagesReply {
  readonly type?: string;
  readonly id?: unknown;
  readonly stop_reason?: unknown;
  readonly content?: readonly { readonly type?: string; readonly text?: unknown }[];
  readonly message?: { readonly id?: unknown };
  readonly delta?: { readonly type?: string; readonly text?: unknown; readonly stop_reason?: unknown };
}

/** Reasons for which a message ends before its end. */
const cuts: ReadonlySet<unknown> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);

/** Reads a message of Anthropic's: its texts, without what it thinks and without its calls of tools. */
export function messagesReply(): ReplyReader {
  const growing = new GrowingReply();
  return {
    get reply() {
      return growing.reply;
    },
    event(data) {
      const { type, message, delta } = JSON.parse(data) as MessagesReply;
      if (typeof message?.id === 'string') growing.id = message.id;
      if (type === 'error') growing.fail();
      if (delta?.type === 'text_delta') growing.add(delta.text);
      if (typeof delta?.stop_reason === 'string') growing.end(cuts.has(delta.stop_reason));
      if (type !== 'message_stop') return;
      growing.end();
      growing.close();
    },
    json(body) {
      const reply = body as MessagesReply;
      if (typeof reply.id === 'string') growing.id = reply.id;
      for (const part of reply.content ?? []) if (part.type === 'text') growing.add(part.text);
      growing.end(cuts.has(reply.stop_reason));
    },
  };
}
