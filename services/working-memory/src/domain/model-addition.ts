import { type CompressedError, referencesIn } from '@agent-mem/contract';
import { modelInteger, modelList, modelText } from '@agent-mem/llm';
import { countTokens } from '@agent-mem/recall/ranking';
import type { JsonAnswer, ReadAnswer } from '@agent-mem/service-kit';
import type { CompressPlan } from './compress.ts';
import { identifiersOf, mentions } from './identifiers.ts';
import { type Addition, additionByRules } from './record.ts';
import { sentencesOf } from './sentences.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const schema = {
  type: 'object',
  properties: {
    ...{ text, constraints: texts, decisions: texts, open_questions: texts },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { error: text, fix: text, step: { type: 'integer' } },
        required: ['error', 'fix', 'step'],
        additionalProperties: false,
      },
    },
  },
  required: ['text', 'constraints', 'decisions', 'open_questions', 'errors'],
  additionalProperties: false,
};

/** A model writes more than it was asked for; so much more is taken. */
const patience = 1.5;
/** Most entries of a list, and most tokens of one, that a model may write of some steps. */
const mostEntries = 50;
const entryTokens = 150;
/** Part of the words of a rule's entry that a model's entry has where both say the same. */
const sameWords = 0.6;

/** What a model is asked for about the steps of a plan. */
export function additionAnswer(plan: CompressPlan): JsonAnswer<Addition> {
  return {
    kind: 'object',
    maxTokens: plan.paragraphTokens * 6 + 1_000,
    schema: { name: 'compressed_trace', schema },
    read: (answer) => readAddition(answer, plan.paragraphTokens),
  };
}

function readAddition(answer: Readonly<Record<string, unknown>>, paragraphTokens: number): ReadAnswer<Addition> {
  const paragraph = modelText(answer.text);
  if (!paragraph) return { unusable: 'no-text' };
  if (countTokens(paragraph) > paragraphTokens * patience) return { unusable: 'too-long' };
  const value: Addition = {
    text: paragraph.replace(/(?<!\s)\s*\n\s*/g, ' '),
    constraints: entriesOf(answer.constraints),
    decisions: entriesOf(answer.decisions),
    open_questions: entriesOf(answer.open_questions),
    errors: modelList(answer.errors).slice(0, mostEntries).flatMap(errorOf),
    method: 'model',
  };
  return { value };
}

function entriesOf(list: unknown): string[] {
  return modelList(list)
    .slice(0, mostEntries)
    .flatMap((entry) => (isEntry(entry) ? [entry.toWellFormed().trim()] : []));
}

function errorOf(entry: unknown): CompressedError[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { error, fix, step } = entry as Readonly<Record<string, unknown>>;
  const ordinal = modelInteger(step);
  if (!isEntry(error) || ordinal === null) return [];
  return [{ error: error.toWellFormed().trim(), fix: isEntry(fix) ? fix.toWellFormed().trim() : '', ordinal }];
}

function isEntry(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && countTokens(value) <= entryTokens;
}

/**
 * A model's addition held against the steps: what names an identifier, a number or a reference that the steps and the record lack is left out, and
 * what rules find in the steps and the model lost is put back.
 */
export function checkedAddition(addition: Addition, plan: CompressPlan): Addition {
  const { added, record } = plan;
  const raw = [JSON.stringify(record), ...added.steps.flatMap(({ step }) => step.items.map(({ content }) => content))].join('\n');
  const isTrue = (entry: string) =>
    identifiersOf(entry).every((identifier) => mentions(raw, identifier)) &&
    referencesIn(entry).every((reference) => raw.includes(reference.text));
  const ordinals = new Set(added.steps.map(({ ordinal }) => ordinal));
  const errors = addition.errors
    .filter(({ error, ordinal }) => isTrue(error) && ordinals.has(ordinal))
    .map((met) => (isTrue(met.fix) ? met : { ...met, fix: '' }));
  const byRules = additionByRules(added);
  const lists = { ...addition, errors, text: sentencesOf(addition.text).filter(isTrue).join(' ') };
  const completed = (list: 'constraints' | 'decisions' | 'open_questions') => {
    const entries = addition[list].filter(isTrue);
    return [...entries, ...byRules[list].filter((entry) => !isSaid(entry, entries))];
  };
  const lostErrors = byRules.errors.filter(
    ({ error, ordinal }) =>
      !isSaid(
        error,
        errors.filter((met) => met.ordinal === ordinal).map((met) => met.error),
      ),
  );
  return {
    ...lists,
    constraints: completed('constraints'),
    decisions: completed('decisions'),
    open_questions: completed('open_questions'),
    errors: [...errors, ...lostErrors],
    // Nothing of the model's paragraph is true: a line for each step says more than none.
    text: lists.text === '' ? byRules.text : lists.text,
  };
}

/** One of the entries says what another does: it has its identifiers and references, and most of its words. */
function isSaid(entry: string, entries: readonly string[]): boolean {
  const certain = [...identifiersOf(entry), ...referencesIn(entry).map((reference) => reference.text)];
  const words = wordsOf(entry);
  return entries.some((other) => {
    const known = new Set(wordsOf(other));
    const shared = words.filter((word) => known.has(word)).length;
    return certain.every((identifier) => mentions(other, identifier)) && shared >= words.length * sameWords;
  });
}

function wordsOf(entry: string): readonly string[] {
  return entry.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
}
