import type { ReadAnswer } from '@agent-mem/service-kit';
import { readModelList } from './model-list.ts';
import { readModelStatement } from './model-statement.ts';

/** One statement that was found in an invocation; `null`: the model did not say. */
export interface ExtractedStatement {
  readonly text: string;
  readonly subject: string | null;
  readonly predicate: string | null;
  readonly object: string | null;
  /** ISO 8601, UTC. */
  readonly validFrom: string | null;
  /** Whether the user said it or a tool showed it. */
  readonly from: 'user' | 'tool' | null;
}

/** Most statements taken from one invocation. */
const maxStatements = 3;
/** Longest subject, predicate or object, in bytes of UTF-8. */
const maxPartBytes = 1_024;

/**
 * Reads the model's list of statements: JSON, 0 to 3, each a text of at most 1 KiB or an object with such a `text`. Anything else is
 * unusable as a whole, so that no half of a misunderstanding is stored; of an object's other members what cannot be used is left out.
 */
export function readStatements(answer: string): ReadAnswer<readonly ExtractedStatement[]> {
  const list = readModelList(answer);
  if ('unusable' in list) return list;
  if (list.value.length > maxStatements) return { unusable: 'too-many' };
  const statements: ExtractedStatement[] = [];
  for (const entry of list.value) {
    const members = (typeof entry === 'object' && entry !== null ? entry : { text: entry }) as Readonly<Record<string, unknown>>;
    const text = readModelStatement(members.text);
    if ('unusable' in text) return text;
    const { subject, predicate, object, valid_from, from } = members;
    statements.push({
      text: text.value,
      subject: part(subject),
      predicate: part(predicate),
      object: part(object),
      validFrom: time(valid_from),
      from: from === 'user' || from === 'tool' ? from : null,
    });
  }
  return { value: statements };
}

function part(value: unknown): string | null {
  if (typeof value !== 'string' || !value.isWellFormed() || value.trim() === '') return null;
  return Buffer.byteLength(value) > maxPartBytes ? null : value.trim();
}

function time(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}(?:-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?)?)?$/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
