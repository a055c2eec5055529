import { GrowingReply } from '../reply/growing-reply.ts';
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
  const growing = new GrowingReply();
  const take = (reply: ChatReply) => {
    if (typeof reply.id === 'string') growing.id ??= reply.id;
    if (reply.error) growing.fail();
    const choice = reply.choices?.find(({ index = 0 }) => index === 0);
    if (!choice) return;
    growing.add(choice.delta?.content ?? choice.message?.content);
    if (typeof choice.finish_reason === 'string') growing.end(cuts.has(choice.finish_reason));
  };
  return {
    get reply() {
      return growing.reply;
    },
    event(data) {
      // It comes last, also from servers that give no reason.
      if (data !== '[DONE]') return take(JSON.parse(data) as ChatReply);
      growing.end();
      growing.close();
    },
    json(body) {
      take(body as ChatReply);
      growing.end();
    },
  };
}
