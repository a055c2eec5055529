import type { Assembled } from './assemble.ts';

/** Most bytes of JSON that the items of an answer take, well below what a message on the bus may have. */
const answerBytes = 524_288;

/** Assembles within so many tokens, or within fewer where the answer would not fit into one message. */
export function withinBytes(maxTokens: number, assembleWithin: (maxTokens: number) => Assembled): Assembled {
  let assembled = assembleWithin(maxTokens);
  for (let bytes = bytesOf(assembled); bytes > answerBytes; bytes = bytesOf(assembled)) {
    assembled = assembleWithin(Math.floor(assembled.tokens * Math.min(0.9, answerBytes / bytes)));
  }
  return assembled;
}

function bytesOf({ items }: Assembled): number {
  return Buffer.byteLength(JSON.stringify(items));
}
