import { referencesIn, type WorkingMemoryItem } from '@agent-mem/contract';
import { cutToTokens } from './cut.ts';
import { identifiersOf, mentions } from './identifiers.ts';
import { type Step, stepsOf } from './step.ts';

/** A piece of older steps that a summary may hold. */
export interface Fragment {
  readonly text: string;
  /** 0 stays before anything else. */
  readonly rank: number;
  /** Where in the trace it comes from. */
  readonly position: number;
}

const sentenceTokens = 60;
const actionTokens = 40;
const leastLineTokens = 24;
const mostLineTokens = 100;
/** Characters that stay around an identifier in a line without an end. */
const around = 160;

const errorWords = /\b(error|exception|fail(ed|ure|s)?|traceback|denied|refused|timed? ?out|not found)\b/i;
const decisionWords = /\b(decid(e|ed|ing)|decisions?|conclu(de|ded|sion)|therefore|must not|will use|chose|agreed)\b/i;

/** What must survive in every summary: references, items marked critical, and the newest mention of each identifier of the question. */
export function essentialFragments(
  items: readonly WorkingMemoryItem[],
  question: string,
  maxTokens: number,
): readonly Fragment[] {
  const refs = items.flatMap((item, position) => referencesIn(item.content).map(({ text }) => ({ text, rank: 0, position })));
  const steps = stepsOf(items);
  const critical = items.flatMap((item, position) => (isCritical(item) ? [{ item, position }] : []));
  const share = Math.max(sentenceTokens, Math.floor(maxTokens / 2 / Math.max(1, critical.length)));
  const marked = critical.map(({ item, position }) => ({
    text: cutToTokens(inContext(item, position, steps), share),
    rank: 1,
    position,
  }));
  const named = identifiersOf(question).flatMap((identifier) => {
    const position = items.findLastIndex((item) => mentions(item.content, identifier));
    const item = items[position];
    return item ? [{ text: sentenceWith(item.content, identifier), rank: 2, position }] : [];
  });
  return [...refs, ...marked, ...named];
}

/** What tells of the rest: sentences of errors and decisions, then each step in a line; the more steps, the shorter. */
export function usefulFragments(items: readonly WorkingMemoryItem[], maxTokens: number): readonly Fragment[] {
  const steps = stepsOf(items);
  const lineTokens = Math.min(Math.max(Math.floor(maxTokens / Math.max(1, steps.length)), leastLineTokens), mostLineTokens);
  const sentences = items.flatMap((item, position) =>
    sentencesOf(item.content)
      .filter((sentence) => errorWords.test(sentence) || (item.type !== 'observation' && decisionWords.test(sentence)))
      .slice(0, 3)
      .map((sentence) => ({ text: cutToTokens(sentence, sentenceTokens), rank: 3, position })),
  );
  const lines = steps.map((step) => ({ text: lineOf(step, lineTokens), rank: 4, position: step.start }));
  return [...sentences, ...lines];
}

/** Marked so by the caller that appended it. */
function isCritical({ type, metadata }: WorkingMemoryItem): boolean {
  return metadata.critical === 'true' || metadata.error === 'true' || metadata.decision === 'true' || type === 'goal';
}

/** What was observed says little without what was done. */
function inContext(item: WorkingMemoryItem, position: number, steps: readonly Step[]): string {
  if (item.type !== 'observation') return item.content;
  const action = steps.findLast((step) => step.start <= position)?.items.find(({ type }) => type === 'action');
  return action ? `${cutToTokens(action.content, actionTokens)} → ${item.content}` : item.content;
}

function lineOf(step: Step, maxTokens: number): string {
  const action = step.items.find(({ type }) => type === 'action');
  const observation = step.items.findLast(({ type }) => type === 'observation');
  const [first] = action ? [action] : step.items;
  const half = Math.floor(maxTokens / 2);
  const done = cutToTokens(firstSentence(first?.content ?? ''), observation ? half : maxTokens);
  return observation ? `${done} → ${cutToTokens(firstSentence(observation.content), half)}` : done;
}

function firstSentence(text: string): string {
  return sentencesOf(text)[0] ?? '';
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/\n+|(?<=[.!?])\s+/).flatMap((sentence) => (sentence.trim() === '' ? [] : [sentence.trim()]));
}

function sentenceWith(text: string, identifier: string): string {
  const sentence = sentencesOf(text).find((candidate) => mentions(candidate, identifier)) ?? text;
  if (sentence.length <= 2 * around) return sentence;
  const at = sentence.toLowerCase().indexOf(identifier.toLowerCase());
  // Lower case may be longer than the text was, so the position can lie a little off; the bounds are wide.
  return sentence.slice(Math.max(0, at - around), at + identifier.length + around).trim();
}
