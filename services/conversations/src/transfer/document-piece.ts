import { answerBytes, jsonBytes } from '@agent-mem/runtime';

/** A piece of a text, and where the next one begins; `null`: it is the last. */
export interface DocumentPiece {
  readonly chunk: string;
  readonly next: number | null;
}

/** The piece of a text that begins at `from`, in UTF-16 code units: as much of it as one answer can carry. */
export async function documentPiece(texts: AsyncIterable<string>, from: number): Promise<DocumentPiece> {
  let start = 0;
  let chunk = '';
  let bytes = 0;
  for await (const text of texts) {
    const rest = text.slice(Math.max(0, from - start));
    start += text.length;
    if (rest === '') continue;
    const size = jsonBytes(rest);
    if (bytes + size <= answerBytes) {
      chunk += rest;
      bytes += size;
      continue;
    }
    const fitting = chunk === '' ? fittingStart(rest) : '';
    chunk += fitting;
    return { chunk, next: from + chunk.length };
  }
  return { chunk, next: null };
}

/** As much of a text as one answer can carry, cut between two signs. */
function fittingStart(text: string): string {
  let [least, most] = [0, Math.min(text.length, answerBytes)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (jsonBytes(text.slice(0, middle)) <= answerBytes) least = middle;
    else most = middle - 1;
  }
  const isInSign = /[\uD800-\uDBFF]/.test(text.charAt(least - 1)) && least < text.length;
  return text.slice(0, isInSign ? least - 1 : least);
}
