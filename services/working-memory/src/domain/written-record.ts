import type { CompressedTrace } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { cutToTokens } from './cut.ts';
import { mentions } from './identifiers.ts';

/** The parts of a record in words, in the order they are written. */
const headings = {
  text: '',
  constraints: 'Must hold:',
  decisions: 'Decided:',
  errors: 'Went wrong:',
  open_questions: 'Open:',
  steps: 'Done:',
  references: 'Stored whole:',
} as const;

interface Line {
  readonly part: keyof typeof headings;
  readonly text: string;
  /** Where it stands in its part. */
  readonly index: number;
}

/** Part of the room that paragraphs of a model get before the lists take it, and that the newest of the lists get beside the oldest. */
const paragraphShare = 0.25;
const newestShare = 0.25;
/** A line break, a dash, and a word. */
const leastLineTokens = 3;

/**
 * A record in at most so many tokens. References come first, then what must hold, then what the question names, then decisions, errors and open
 * questions, then the rest. What is in the lists longest stays first, so that no later compression drives it out; the newest have a part of the room.
 */
export function writtenRecord(record: CompressedTrace, maxTokens: number): string {
  const paragraphs = linesOf(record, 'text');
  const steps = linesOf(record, 'steps');
  const named = record.identifiers.flatMap(
    (identifier) => [...paragraphs, ...steps].findLast(({ text }) => mentions(text, identifier)) ?? [],
  );
  const page = new Page(maxTokens);
  for (const line of linesOf(record, 'references').toReversed()) page.add(line);
  for (const line of [...linesOf(record, 'constraints'), ...named]) page.add(line);
  const reserve = Math.min(sum(paragraphs), Math.floor(page.room * paragraphShare));
  const lists = (['decisions', 'errors', 'open_questions'] as const).map((part) => linesOf(record, part));
  const oldest = lists.flat().toSorted((a, b) => a.index - b.index);
  const newest = lists.flatMap((list) => list.map((line) => ({ line, age: list.length - line.index })));
  const forNewest = Math.floor((page.room - reserve) * newestShare);
  for (const line of oldest) page.add(line, reserve + forNewest);
  for (const { line } of newest.toSorted((a, b) => a.age - b.age)) page.add(line, reserve);
  for (const line of [...paragraphs.toReversed(), ...oldest, ...steps.toReversed()]) page.add(line);
  return cutToTokens(page.written(), maxTokens);
}

/** What is chosen so far, and the room that is left. */
class Page {
  room: number;
  readonly #chosen = new Set<Line>();
  readonly #parts = new Set<Line['part']>();
  #held = '';

  constructor(maxTokens: number) {
    this.room = maxTokens;
  }

  /** Takes a line if it fits beside what is reserved, and is not said yet. */
  add(line: Line, reserve = 0): void {
    if (this.room - reserve < leastLineTokens || this.#chosen.has(line) || this.#held.includes(line.text)) return;
    const heading = this.#parts.has(line.part) ? '' : headings[line.part];
    const tokens = tokensOfLine(line) + (heading === '' ? 0 : countTokens(`\n${heading}`));
    if (tokens > this.room - reserve) return;
    this.#chosen.add(line);
    this.#parts.add(line.part);
    this.#held += `\n${line.text}`;
    this.room -= tokens;
  }

  written(): string {
    const chosen = [...this.#chosen].filter((line) => line.part !== 'references' || !this.#isQuoted(line));
    return (Object.keys(headings) as (keyof typeof headings)[])
      .flatMap((part) => {
        const lines = chosen.filter((line) => line.part === part).toSorted((a, b) => a.index - b.index);
        if (lines.length === 0) return [];
        return [...(headings[part] === '' ? [] : [headings[part]]), ...lines.map(writtenLine)];
      })
      .join('\n');
  }

  /** A reference stands in a line that was chosen after it. */
  #isQuoted({ text }: Line): boolean {
    return [...this.#chosen].some((line) => line.part !== 'references' && line.text.includes(text));
  }
}

/** A line break parts tokens, so what the lines take apart is what they take together. */
function tokensOfLine(line: Line): number {
  return countTokens(`\n${writtenLine(line)}`);
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((tokens, line) => tokens + tokensOfLine(line), 0);
}

function writtenLine({ part, text }: Line): string {
  return part === 'text' ? text : `- ${text}`;
}

function linesOf(record: CompressedTrace, part: keyof typeof headings): readonly Line[] {
  return textsOf(record, part).map((text, index) => ({ part, text, index }));
}

function textsOf(record: CompressedTrace, part: keyof typeof headings): readonly string[] {
  switch (part) {
    case 'text':
      return record.text.split('\n').filter((line) => line !== '' && !line.startsWith('- '));
    case 'steps':
      return record.text.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
    case 'errors':
      return record.errors.map(({ error, fix }) => (fix === '' ? error : `${error} What worked: ${fix}`));
    case 'constraints':
    case 'decisions':
    case 'open_questions':
    case 'references':
      return record[part];
    default: {
      const unknown: never = part;
      return unknown;
    }
  }
}
