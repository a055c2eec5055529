import { createReplyText } from '../reply/reply-text.ts';
import type { ReplyReader } from './wire.ts';

/** As far as a reply, or one piece of it, is read. */
interface ChatReply {
  readonly id?: unknown;
  readonly error?: unknown;
  readonly choices?: readonly {
    readonly index?: number;
    readonly finish_reason?: unknown;
    readonly delta?: { readonly content?: unknown };
    readonly message?: { readonly content?: unknown };
  }[];
}

/** Reasons for which a reply ends before its end. */
const cuts: ReadonlySet<unknown> = new Set(['length', 'content_filter']);

/** Reads a chat completion: of several choices the first. */
export function chatCompletionsReply(): ReplyReader {
  const said = createReplyText();
  let id: string | null = null;
  let isWhole = false;
  let isOver = false;
  let isCut = false;
  let hasFailed = false;
  const take = (reply: ChatReply) => {
    if (typeof reply.id === 'string') id ??= reply.id;
    if (reply.error) hasFailed = true;
    const choice = reply.choices?.find(({ index = 0 }) => index === 0);
    if (!choice) return;
    said.add(choice.delta?.content ?? choice.message?.content);
    if (typeof choice.finish_reason === 'string') isWhole = true;
    if (cuts.has(choice.finish_reason)) isCut = true;
  };
  return {
    get reply() {
      return { text: said.text, isWhole: isWhole && !isCut && !hasFailed, isOver: isOver || hasFailed, id };
    },
    event(data) {
      // It comes last, also from servers that give no reason.
      if (data === '[DONE]') isWhole = isOver = true;
      else take(JSON.parse(data) as ChatReply);
    },
    json(body) {
      take(body as ChatReply);
      isWhole = true;
    },
  };
}
