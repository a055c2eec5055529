import { OperationError } from '@agent-mem/contract';
import { RE2JS } from 're2js';
import type { StoredBytes } from '../read-content.ts';
import type { AnsweredPart } from './answered-part.ts';
import { theEnd } from './by-range.ts';
import { type Line, linesOf } from './lines.ts';
import { type AnswerSize, fitting, Room } from './room.ts';

/** Finds what is looked for in a line; `null`: the line does not hold it. */
export type FindInLine = (line: string) => number | null;

/** A longer line is shown around what was found in it. */
const longLine = 1_000;

/** Finds a plain text. */
export function byText(text: string): FindInLine {
  return (line) => {
    const at = line.indexOf(text);
    return at < 0 ? null : at;
  };
}

/** Finds a regular expression, in time that grows with the line alone, whatever the expression. Throws `invalid-argument` for a wrong one. */
export function byPattern(pattern: string): FindInLine {
  try {
    const compiled = RE2JS.compile(pattern);
    return (line) => {
      const matcher = compiled.matcher(line);
      return matcher.find() ? matcher.start() : null;
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperationError('invalid-argument', `pattern: is no regular expression of RE2: ${reason}`, { cause });
  }
}

/** The lines that hold something, as `12:text`, and lines around them, as `13-text`, from a line on. */
export async function partByMatch(
  content: StoredBytes,
  find: FindInLine,
  { first, around }: { readonly first: number; readonly around: number },
  size: AnswerSize,
  signal: AbortSignal,
): Promise<AnsweredPart> {
  const room = new Room(size);
  const shown: string[] = [];
  let before: Line[] = [];
  let lastShown = 0;
  let lastMatch = Number.NEGATIVE_INFINITY;
  for await (const line of linesOf(content, signal)) {
    const at = line.number < first ? null : find(line.text);
    const isBehind = line.number <= lastMatch + around;
    if (at === null && !isBehind) {
      before = [...before, line].slice(-around || before.length + 1);
      continue;
    }
    const context = around > 0 ? before.filter(({ number }) => number > lastShown) : [];
    const isApart = around > 0 && lastShown > 0 && (context[0] ?? line).number > lastShown + 1;
    const group = [
      ...(isApart ? ['--\n'] : []),
      ...context.map((each) => shownLine(each, null, '-')),
      shownLine(line, at, at === null ? '-' : ':'),
    ].join('');
    if (!room.take(group)) {
      if (at === null) continue;
      const isFirst = shown.length === 0;
      const next = isFirst ? line.number + 1 : line.number;
      const part = isFirst ? fitting(group, size) : shown.join('');
      return { content: part, next_line: next, how_to_go_on: `More lines may match; go on with line ${next}.` };
    }
    shown.push(group);
    before = [];
    lastShown = line.number;
    if (at !== null) lastMatch = line.number;
  }
  return {
    content: shown.join(''),
    how_to_go_on: shown.length === 0 ? 'No line matches.' : `${theEnd} Open a line by its number.`,
  };
}

function shownLine({ number, text }: Line, at: number | null, mark: string): string {
  if (text.length <= longLine) return `${number}${mark}${text}\n`;
  const start = Math.max(0, Math.min((at ?? 0) - longLine / 2, text.length - longLine));
  const part = text.slice(start, start + longLine).toWellFormed();
  return `${number}${mark}${start > 0 ? '…' : ''}${part}${start + longLine < text.length ? '…' : ''}\n`;
}
