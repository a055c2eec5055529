import { type CompressedError, type CompressedTrace, referencesIn } from '@agent-mem/contract';
import { identifiersOf, mentions, sentenceWith } from './identifiers.ts';
import { type Step, stepsOf } from './step.ts';
import { actionOf, hasFailed, notesOf } from './step-notes.ts';
import type { Trace } from './trace.ts';

/** What is added to a record: the lists of some steps, and a text about them. */
export type Addition = Pick<CompressedTrace, 'constraints' | 'decisions' | 'open_questions' | 'errors' | 'text' | 'method'>;

/** Steps that a record does not cover yet. */
export interface NewSteps {
  readonly steps: readonly { readonly step: Step; readonly ordinal: number }[];
  /** Position behind the last of their items. */
  readonly end: number;
}

/** A step is looked for a fix in so many that come after it. */
const stepsToFix = 5;
/** Most bytes of a record as JSON: an answer holds it beside the items. Of a larger one the beginning stays; `Expand` opens the rest. */
const mostBytes = 131_072;

/** The record that stands in the trace; one that a service of 0.1 wrote is made of the steps it covers. */
export function storedRecord(trace: Trace, question: string): CompressedTrace {
  const { goal, items, summary } = trace;
  if (summary?.record) return summary.record;
  const empty: CompressedTrace = {
    ...{ goal: goal?.content ?? '', constraints: [], decisions: [], open_questions: [], errors: [] },
    ...{ identifiers: [], references: [], ordinals: [], text: '', method: 'rules' },
  };
  if (!summary) return empty;
  const covered = stepsBetween(items, 0, summary.covers);
  const byRules = additionByRules(covered);
  const text = summary.method === 'model' ? summary.content : byRules.text;
  return extended(empty, trace, covered, { ...byRules, text, method: summary.method }, question);
}

/** The record of all steps before a position, by rules where none was written yet. */
export function recordThrough(trace: Trace, end: number, question: string): CompressedTrace {
  const record = storedRecord(trace, question);
  const added = stepsBetween(trace.items, Math.min(trace.summary?.covers ?? 0, end), end);
  return extended(record, trace, added, additionByRules(added), question);
}

/** The steps with items from one position to another. */
export function stepsBetween(items: Trace['items'], start: number, end: number): NewSteps {
  const steps = stepsOf(items.slice(0, end)).map((step, index) => ({ step, ordinal: index + 1 }));
  return { steps: steps.filter(({ step }) => step.start + step.items.length > start), end };
}

/** What rules write about steps. */
export function additionByRules({ steps }: NewSteps): Addition {
  const notes = steps.map(({ step, ordinal }) => notesOf(step, ordinal));
  return {
    constraints: notes.flatMap(({ constraints }) => constraints),
    decisions: notes.flatMap(({ decisions }) => decisions),
    open_questions: notes.flatMap(({ openQuestions }) => openQuestions),
    errors: notes.flatMap(({ errors }) => errors),
    text: notes.map(({ line }) => `- ${line}`).join('\n'),
    method: 'rules',
  };
}

/**
 * The record with what was written about more steps. It only grows: each list begins with what it held. What the question and the goal name, and
 * the references, are read from the steps themselves, whatever wrote the addition.
 */
export function extended(
  record: CompressedTrace,
  trace: Trace,
  added: NewSteps,
  addition: Addition,
  question: string,
): CompressedTrace {
  const goal = record.goal || (trace.goal?.content ?? '');
  const items = trace.items.slice(0, added.end);
  const fresh = added.steps.flatMap(({ step }) => step.items);
  const named = identifiersOf(`${goal}\n${question}`).flatMap((identifier) => {
    const newest = items.findLast((item) => mentions(item.content, identifier));
    return newest ? [{ identifier, sentence: sentenceWith(newest.content, identifier) }] : [];
  });
  const lists = {
    constraints: union(record.constraints, addition.constraints),
    decisions: union(record.decisions, addition.decisions),
    open_questions: union(record.open_questions, addition.open_questions),
    errors: withErrors(record.errors, addition.errors),
  };
  const certain = {
    goal,
    identifiers: union(
      record.identifiers,
      named.map(({ identifier }) => identifier),
    ),
    references: union(
      record.references,
      fresh.flatMap(({ content }) => referencesIn(content).map((reference) => reference.text)),
    ),
    ordinals: [...new Set([...record.ordinals, ...added.steps.map(({ ordinal }) => ordinal)])].toSorted((a, b) => a - b),
    method: addition.method,
  };
  const said = JSON.stringify({ ...lists, text: `${record.text}\n${addition.text}` });
  const missing = named
    .map(({ sentence }) => sentence)
    .filter((sentence) => !said.includes(JSON.stringify(sentence).slice(1, -1)));
  const text = union(record.text.split('\n'), [...addition.text.split('\n'), ...missing.map((sentence) => `- ${sentence}`)]);
  const grown = withFixes({ ...certain, ...lists, text: text.join('\n') }, trace);
  if (bytesOf(grown) <= mostBytes) return grown;
  const shorter = { ...grown, text: record.text };
  return bytesOf(shorter) <= mostBytes ? shorter : { ...record, ...certain };
}

/** An error that has no fix yet is looked after again: the fix may have come since. */
function withFixes(record: CompressedTrace, { items }: Trace): CompressedTrace {
  if (record.errors.every(({ fix }) => fix !== '')) return record;
  const steps = stepsOf(items);
  const fixed = record.errors.map((met) => (met.fix === '' ? { ...met, fix: fixOf(steps, met.ordinal) } : met));
  return { ...record, errors: fixed };
}

/** What was done after an error until the same tool went well; empty: it did not. */
function fixOf(steps: readonly Step[], ordinal: number): string {
  const failed = steps[ordinal - 1];
  const tool = failed ? toolOf(failed) : '';
  if (tool === '') return '';
  const later = steps.slice(ordinal, ordinal + stepsToFix);
  const end = later.findIndex((step) => toolOf(step) === tool && !hasFailed(step) && isObserved(step));
  const done = later.slice(0, end + 1).filter((step) => !hasFailed(step));
  return done
    .map(actionOf)
    .filter((action) => action !== '')
    .join('; then ');
}

function isObserved({ items }: Step): boolean {
  return items.some(({ type }) => type === 'observation');
}

function toolOf(step: Step): string {
  const action = step.items.find(({ type }) => type === 'action');
  return action?.metadata.tool ?? /^[\w.-]+/.exec(action?.content ?? '')?.[0] ?? '';
}

function union(known: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...known, ...added])].filter((text) => text !== '');
}

function withErrors(known: readonly CompressedError[], added: readonly CompressedError[]): CompressedError[] {
  const isKnown = ({ error, ordinal }: CompressedError) =>
    known.some((other) => other.error === error && other.ordinal === ordinal);
  return [...known, ...added.filter((each) => each.error !== '' && !isKnown(each))];
}

function bytesOf(record: CompressedTrace): number {
  return Buffer.byteLength(JSON.stringify(record));
}
