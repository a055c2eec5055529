import { type JsonAnswer, listSchema, type ReadAnswer } from '@agent-mem/service-kit';
import { type Extracted, readExtracted } from './extracted.ts';
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

const text = { type: 'string' };
const part = { type: ['string', 'null'] };

/** What a model is asked for about so many invocations. `isInvented`: nothing that it was given says so. */
export function statementsAnswer(
  invocations: number,
  isInvented: (text: string) => boolean,
): JsonAnswer<Extracted<ExtractedStatement>> {
  return {
    kind: 'list',
    maxTokens: 1_000 + 300 * (invocations - 1),
    schema: {
      name: 'facts',
      schema: listSchema('facts', { text, subject: part, predicate: part, object: part, valid_from: part, from: part }),
    },
    read: (list) => readExtracted(list, mostStatements(invocations), (entry) => readEntry(entry, isInvented)),
  };
}

/** Most statements taken from so many invocations. */
export function mostStatements(invocations: number): number {
  return maxStatements * invocations;
}

/**
 * Reads one statement of the model's list: a text of at most 1 KiB or an object with such a `text`. Of the object's other members what cannot
 * be used is left out.
 */
function readEntry(entry: unknown, isInvented: (text: string) => boolean): ReadAnswer<ExtractedStatement> {
  const members = (typeof entry === 'object' && entry !== null ? entry : { text: entry }) as Readonly<Record<string, unknown>>;
  const statement = readModelStatement(members.text, isInvented);
  if ('unusable' in statement) return statement;
  const { subject, predicate, object, valid_from, from } = members;
  const value: ExtractedStatement = {
    text: statement.value,
    subject: partOf(subject),
    predicate: partOf(predicate),
    object: partOf(object),
    validFrom: timeOf(valid_from),
    from: from === 'user' || from === 'tool' ? from : null,
  };
  return { value };
}

function partOf(value: unknown): string | null {
  if (typeof value !== 'string' || !value.isWellFormed() || value.trim() === '') return null;
  return Buffer.byteLength(value) > maxPartBytes ? null : value.trim();
}

function timeOf(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}(?:-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?)?)?$/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
