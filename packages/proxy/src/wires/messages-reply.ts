import { createReplyText } from '../reply/reply-text.ts';
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
  const said = createReplyText();
  let id: string | null = null;
  let isWhole = false;
  let isOver = false;
  let isCut = false;
  let hasFailed = false;
  return {
    get reply() {
      return { text: said.text, isWhole: isWhole && !isCut && !hasFailed, isOver: isOver || hasFailed, id };
    },
    event(data) {
      const { type, message, delta } = JSON.parse(data) as MessagesReply;
      if (typeof message?.id === 'string') id = message.id;
      if (type === 'error') hasFailed = true;
      if (delta?.type === 'text_delta') said.add(delta.text);
      if (cuts.has(delta?.stop_reason)) isCut = true;
      if (type === 'message_stop') isOver = true;
      if (isOver || typeof delta?.stop_reason === 'string') isWhole = true;
    },
    json(body) {
      const reply = body as MessagesReply;
      if (typeof reply.id === 'string') id = reply.id;
      for (const part of reply.content ?? []) if (part.type === 'text') said.add(part.text);
      isCut = cuts.has(reply.stop_reason);
      isWhole = true;
    },
  };
}
