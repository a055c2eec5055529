import type { Language } from '@agent-mem/recall/ranking';
import { turnsByWork } from '@agent-mem/runtime';
import { BestPassages } from '../../domain/passages/best-passages.ts';
import { type Passage, PassageReader } from '../../domain/passages/passage.ts';
import type { StoredBytes } from '../read-content.ts';
import type { AnsweredPart } from './answered-part.ts';
import { linesOf } from './lines.ts';
import { type AnswerSize, fitting, Room } from './room.ts';

/** Tokens of a page where the caller names no number. */
const pageTokens = 2_000;
/** So many characters take tens of milliseconds. */
const mostCharacters = 200_000;

/** The passages that share most with the words of a query, best first, page by page. */
export async function partByQuery(
  content: StoredBytes,
  query: string,
  { page, size, language }: { readonly page: number; readonly size: AnswerSize; readonly language: Language },
  signal: AbortSignal,
): Promise<AnsweredPart> {
  const best = new BestPassages(query, language);
  const reader = new PassageReader();
  const turn = turnsByWork(mostCharacters);
  for await (const { number, text } of linesOf(content, signal))
    for (const passage of reader.push(number, text)) {
      best.add(passage);
      await turn(passage.text.length);
    }
  for (const passage of reader.end()) best.add(passage);

  const ranked = best.ranked();
  if (ranked.length === 0)
    return {
      content: '',
      how_to_go_on: 'No passage shares a word with the query; read the content by page, or look for other words.',
    };
  const room = { ...size, maxTokens: size.maxTokens ?? pageTokens };
  let from = 0;
  for (let number = 1; ; number += 1) {
    const shown = filled(ranked, from, room);
    const next = from + shown.length;
    const isLast = next >= ranked.length;
    if (number === page) {
      const go = `${isLast ? 'No other passage shares a word with the query' : `Go on with page ${page + 1}`}; the number of a line, as line, reads on from there.`;
      return { content: shown.join('\n'), next_page: isLast ? null : page + 1, how_to_go_on: go };
    }
    if (isLast) return { content: '', how_to_go_on: `The passages end on page ${number}.` };
    from = next;
  }
}

/** The passages from one on that fit on a page; the first is cut where it does not. */
function filled(ranked: readonly Passage[], from: number, size: AnswerSize): readonly string[] {
  const room = new Room(size);
  const shown: string[] = [];
  for (const passage of ranked.slice(from)) {
    const text = shownPassage(passage);
    if (!room.take(text)) break;
    shown.push(text);
  }
  const [first] = ranked.slice(from);
  return shown.length === 0 && first ? [fitting(shownPassage(first), size)] : shown;
}

function shownPassage({ firstLine, lastLine, text }: Passage): string {
  return `[${firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine} to ${lastLine}`}]\n${text}\n`;
}
