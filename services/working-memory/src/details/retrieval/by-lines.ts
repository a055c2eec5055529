import type { StoredBytes } from '../read-content.ts';
import type { AnsweredPart } from './answered-part.ts';
import { theEnd } from './by-range.ts';
import { linesOf } from './lines.ts';
import { type AnswerSize, fitting, Room } from './room.ts';

/** Lines from one on, at most so many, with their ends. */
export async function partByLines(
  content: StoredBytes,
  { first, most, size }: { readonly first: number; readonly most: number; readonly size: AnswerSize },
  signal: AbortSignal,
): Promise<AnsweredPart> {
  const room = new Room(size);
  const shown: string[] = [];
  for await (const { number, text, start, end } of linesOf(content, signal)) {
    if (number < first) continue;
    const line = `${text}${end > start + Buffer.byteLength(text) ? '\n' : ''}`;
    const isOver = number >= first + most;
    if (!isOver && room.take(line)) {
      shown.push(line);
      continue;
    }
    if (!isOver && shown.length === 0) return cutLine(fitting(text, size) || text.slice(0, 1), number, start);
    const go = `These are lines ${first} to ${number - 1}. Go on with line ${number}.`;
    return { content: shown.join(''), next_line: number, next_offset: start, how_to_go_on: go };
  }
  const go = shown.length === 0 ? `The content has no line ${first}.` : theEnd;
  return { content: shown.join(''), how_to_go_on: go };
}

function cutLine(content: string, line: number, start: number): AnsweredPart {
  const next_offset = start + Buffer.byteLength(content);
  return {
    content,
    next_offset,
    next_line: line + 1,
    how_to_go_on: `Line ${line} is cut; its rest begins at offset ${next_offset}, the next line is ${line + 1}.`,
  };
}
