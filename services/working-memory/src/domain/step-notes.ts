import type { CompressedError, WorkingMemoryItem } from '@agent-mem/contract';
import { type Clue, cluesIn } from './clues.ts';
import { cutToTokens } from './cut.ts';
import { sentencesOf } from './sentences.ts';
import type { Step } from './step.ts';

/** What one step adds to the record, by rules. */
export interface StepNotes {
  readonly constraints: readonly string[];
  readonly decisions: readonly string[];
  readonly openQuestions: readonly string[];
  readonly errors: readonly CompressedError[];
  /** What was done and what came of it, in a line. */
  readonly line: string;
}

const sentenceTokens = 60;
/** An item that the caller marked is worth more than a sentence that rules picked. */
const markedTokens = 150;
const actionTokens = 24;
const lineTokens = 48;
/** Most sentences of one kind that a step gives. */
const mostSentences = 3;

/** Reads a step. `ordinal`: its number, from 1. */
export function notesOf({ items }: Step, ordinal: number): StepNotes {
  const marked = (name: 'critical' | 'decision') =>
    items.filter(({ metadata }) => metadata[name] === 'true').map((item) => cutToTokens(inContext(item, items), markedTokens));
  const thoughts = items.filter(({ type, metadata }) => type !== 'observation' && metadata.decision !== 'true');
  const said = thoughts.flatMap(({ content }) => sentences(content, ['constraint', 'decision', 'error', 'open question']));
  const ofThought = (wanted: Clue) => firstAndLast(said.filter(({ clue }) => clue === wanted)).map(({ sentence }) => sentence);
  const goals = items.filter(({ type }) => type === 'goal').map(({ content }) => cutToTokens(content, markedTokens));
  return {
    constraints: [...goals, ...marked('critical'), ...ofThought('constraint')],
    decisions: [...marked('decision'), ...ofThought('decision')],
    openQuestions: ofThought('open question'),
    errors: [...ofThought('error'), ...observedErrors(items)].map((error) => ({ error, fix: '', ordinal })),
    line: lineOf(items),
  };
}

/** Whether what was observed in a step says that it failed. */
export function hasFailed({ items }: Step): boolean {
  return observedErrors(items).length > 0;
}

/** What a step did; empty: it only thought. */
export function actionOf({ items }: Step): string {
  return cutToTokens(items.find(({ type }) => type === 'action')?.content ?? '', actionTokens);
}

function observedErrors(items: readonly WorkingMemoryItem[]): readonly string[] {
  return items.flatMap((item) => {
    // What memory recalls of old errors went wrong in no step of this trace.
    if (item.type !== 'observation' || item.metadata.from_memory === 'true') return [];
    const found = firstAndLast(sentences(item.content, ['error'])).map(({ sentence }) => sentence);
    const [text] = found.length > 0 ? [found.join(' ')] : item.metadata.error === 'true' ? sentencesOf(item.content) : [];
    return text === undefined ? [] : [inContext({ ...item, content: cutToTokens(text, markedTokens) }, items)];
  });
}

function sentences(text: string, wanted: readonly Clue[]): readonly { readonly clue: Clue; readonly sentence: string }[] {
  return cluesIn(text, wanted).map(({ clue, sentence }) => ({ clue, sentence: cutToTokens(sentence, sentenceTokens) }));
}

/** A log names its cause first or last. */
function firstAndLast<Each>(all: readonly Each[]): readonly Each[] {
  return all.length > mostSentences ? [...all.slice(0, mostSentences - 1), ...all.slice(-1)] : all;
}

/** What was observed says little without what was done. */
function inContext(item: WorkingMemoryItem, items: readonly WorkingMemoryItem[]): string {
  const action = actionOf({ start: 0, items });
  return item.type === 'observation' && action !== '' ? `${action} → ${item.content}` : item.content;
}

function lineOf(items: readonly WorkingMemoryItem[]): string {
  const done = items.find(({ type }) => type === 'action') ?? items[0];
  const observed = items.findLast(({ type }) => type === 'observation');
  const half = Math.floor(lineTokens / 2);
  const first = cutToTokens(sentencesOf(done?.content ?? '')[0] ?? '', observed ? half : lineTokens);
  if (!observed || observed === done) return first;
  return `${first} → ${cutToTokens(sentencesOf(observed.content)[0] ?? '', half)}`;
}
