import { queryTerms } from '@agent-mem/recall/ranking';

/** A word of the line that the query has too. */
interface Match {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A passage begins and ends between words where that takes away no more than this. */
const longestWord = 20;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Cuts a line to a passage of so many characters at most: the one that has most words of the query, or the beginning where none has any.
 * An ellipsis stands for what is left out.
 */
export function passageAround(query: string, line: string, most: number): string {
  if (line.length <= most) return line;
  const size = most - 2;
  const { start, end } = densest(matches(query, line), size);
  const centred = Math.floor((start + end - size) / 2);
  const from = wordFrom(line, Math.max(0, Math.min(centred, line.length - size)));
  const to = wordTo(line, Math.min(from + size, line.length));
  const passage = line.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${passage}${to < line.length ? '…' : ''}`;
}

function matches(query: string, line: string): readonly Match[] {
  const asked = new Set(queryTerms(query));
  return [...segmenter.segment(line)].flatMap(({ segment, index, isWordLike }) => {
    const term = isWordLike ? queryTerms(segment).find((each) => asked.has(each)) : undefined;
    return term === undefined ? [] : [{ term, start: index, end: index + segment.length }];
  });
}

/** The first stretch within the size that has most of the words. */
function densest(found: readonly Match[], size: number): { readonly start: number; readonly end: number } {
  let best = { start: 0, end: 0, words: 0 };
  for (const [first, { start }] of found.entries()) {
    const terms = new Set<string>();
    for (let last = first; ; last += 1) {
      const match = found[last];
      if (!match || match.end - start > size) break;
      terms.add(match.term);
      if (terms.size > best.words) best = { start, end: match.end, words: terms.size };
    }
  }
  return best;
}

function wordFrom(line: string, from: number): number {
  if (from === 0) return 0;
  const space = line.indexOf(' ', from - 1);
  return space >= 0 && space - from < longestWord ? space + 1 : from;
}

function wordTo(line: string, to: number): number {
  if (to === line.length) return to;
  const space = line.lastIndexOf(' ', to);
  return to - space < longestWord ? space : to;
}
