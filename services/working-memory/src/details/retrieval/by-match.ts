import { OperationError } from '@agent-mem/contract';
import { turnsByWork } from '@agent-mem/runtime';
import { RE2JS } from 're2js';
import type { StoredBytes } from '../read-content.ts';
import type { AnsweredPart } from './answered-part.ts';
import { theEnd } from './by-range.ts';
import { type Line, linesOf } from './lines.ts';
import { type AnswerSize, fitting, Room } from './room.ts';

/** What is looked for in lines. */
export interface LineSearch {
  /** Where it stands in the line; `null`: the line does not hold it. */
  find(line: string): number | null;
  /** How much work a character of a line is. */
  readonly workPerCharacter: number;
}

/** A longer line is shown around what was found in it. */
const longLine = 1_000;
/** So much work takes tens of milliseconds, in which nothing else of this process goes on. */
const mostWork = 3_000_000;
/** A larger expression would look at a few hundred characters of a line only. */
const mostInstructions = 4_000;

/** Finds a plain text. */
export function byText(text: string): LineSearch {
  return {
    workPerCharacter: 0.05,
    find(line) {
      const at = line.indexOf(text);
      return at < 0 ? null : at;
    },
  };
}

/** Finds a regular expression, in time that grows with the line and the expression alone. Throws `invalid-argument` for a wrong one, and for one that is too large. */
export function byPattern(pattern: string): LineSearch {
  const compiled = compile(pattern);
  const instructions = compiled.programSize();
  if (instructions > mostInstructions)
    throw new OperationError(
      'invalid-argument',
      `pattern: is too large with its repetitions: it has ${instructions} instructions, at most ${mostInstructions} are taken`,
    );
  return {
    workPerCharacter: instructions,
    find(line) {
      const matcher = compiled.matcher(line);
      return matcher.find() ? matcher.start() : null;
    },
  };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperationError('invalid-argument', `pattern: is no regular expression of RE2: ${reason}`, { cause });
  }
}

/** The lines that hold something, as `12:text`, and lines around them, as `13-text`, from a line on. */
export async function partByMatch(
  content: StoredBytes,
  { find, workPerCharacter }: LineSearch,
  { first, around, size }: { readonly first: number; readonly around: number; readonly size: AnswerSize },
  signal: AbortSignal,
): Promise<AnsweredPart> {
  const room = new Room(size);
  const turn = turnsByWork(mostWork);
  const mostCharacters = Math.floor(mostWork / workPerCharacter);
  const groups = new LineGroups(around);
  const shown: string[] = [];
  let isCut = false;
  for await (const line of linesOf(content, signal)) {
    const looked = line.number < first ? '' : line.text.slice(0, mostCharacters);
    await turn(looked.length * workPerCharacter);
    const at = line.number < first ? null : find(looked);
    isCut ||= at === null && looked.length < line.text.length && line.number >= first;
    const group = groups.next(line, at);
    if (group === null) continue;
    if (room.take(group)) {
      shown.push(group);
      groups.shown(line, at);
    } else if (at !== null) {
      const isFirst = shown.length === 0;
      const next = isFirst ? line.number + 1 : line.number;
      const part = isFirst ? fitting(group, size) : shown.join('');
      return { content: part, next_line: next, how_to_go_on: `More lines may match; go on with line ${next}.` };
    }
  }
  const go = shown.length === 0 ? 'No line matches.' : `${theEnd} Open a line by its number.`;
  const cut = ` Of each line the first ${mostCharacters} characters were looked at; grep looks at all of them.`;
  return { content: shown.join(''), how_to_go_on: isCut ? go + cut : go };
}

/** Lines that are shown together: a match, and so many lines before and behind it. */
class LineGroups {
  readonly #around: number;
  #before: Line[] = [];
  #lastShown = 0;
  #lastMatch = Number.NEGATIVE_INFINITY;

  constructor(around: number) {
    this.#around = around;
  }

  /**
   * What is shown with the next line; `null`: nothing, since it is near no match so far.
   * @param at where the line matches; `null`: it does not.
   */
  next(line: Line, at: number | null): string | null {
    const around = this.#around;
    if (at === null && line.number > this.#lastMatch + around) {
      this.#before = [...this.#before, line].slice(-around || this.#before.length + 1);
      return null;
    }
    const context = around > 0 ? this.#before.filter(({ number }) => number > this.#lastShown) : [];
    const isApart = around > 0 && this.#lastShown > 0 && (context[0] ?? line).number > this.#lastShown + 1;
    const lines = [...context.map((each) => shownLine(each, null, '-')), shownLine(line, at, at === null ? '-' : ':')];
    return [...(isApart ? ['--\n'] : []), ...lines].join('');
  }

  /** The line is shown, as `next` answered it. */
  shown(line: Line, at: number | null): void {
    this.#before = [];
    this.#lastShown = line.number;
    if (at !== null) this.#lastMatch = line.number;
  }
}

function shownLine({ number, text }: Line, at: number | null, mark: string): string {
  if (text.length <= longLine) return `${number}${mark}${text}\n`;
  const start = Math.max(0, Math.min((at ?? 0) - longLine / 2, text.length - longLine));
  const part = text.slice(start, start + longLine).toWellFormed();
  return `${number}${mark}${start > 0 ? '…' : ''}${part}${start + longLine < text.length ? '…' : ''}\n`;
}
