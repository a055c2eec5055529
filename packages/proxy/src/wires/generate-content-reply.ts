import { GrowingReply } from '../reply/growing-reply.ts';
import type { ReplyReader } from './wire.ts';

/** As far as a reply, or one piece of it, is read. */
interface GenerateContentReply {
  readonly responseId?: unknown;
  readonly error?: unknown;
  readonly candidates?: readonly {
    readonly index?: number;
    readonly finishReason?: unknown;
    readonly content?: { readonly parts?: readonly { readonly text?: unknown; readonly thought?: unknown }[] };
  }[];
}

/** Reasons for which a reply ends before its end. */
const cuts: ReadonlySet<unknown> = new Set([
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'OTHER',
]);

/** Reads a reply of Gemini's: of several candidates the first, its texts without what it thinks and without its calls of tools. */
export function generateContentReply(): ReplyReader {
  const growing = new GrowingReply();
  const take = ({ responseId, error, candidates }: GenerateContentReply) => {
    if (typeof responseId === 'string') growing.id ??= responseId;
    if (error) growing.fail();
    const candidate = candidates?.find(({ index = 0 }) => index === 0);
    for (const { text, thought } of candidate?.content?.parts ?? []) if (thought !== true) growing.add(text);
    if (typeof candidate?.finishReason === 'string') growing.end(cuts.has(candidate.finishReason));
  };
  return {
    get reply() {
      // No event closes its stream: it is over where it fails.
      return growing.reply;
    },
    event: (data) => take(JSON.parse(data) as GenerateContentReply),
    json(body) {
      // A stream that is not asked for as events is a list of its pieces.
      for (const piece of Array.isArray(body) ? body : [body]) take(piece as GenerateContentReply);
    },
  };
}
