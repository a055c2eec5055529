import type { CompressedTrace, WorkingMemoryItem } from '@agent-mem/contract';
import { cutItem } from './cut-item.ts';
import { recordThrough } from './record.ts';
import { type Step, stepsOf } from './step.ts';
import { summaryItem, type Trace, tokensOf, tokensOfAll, wholeTrace } from './trace.ts';
import { writtenRecord } from './written-record.ts';

/** What an assembled trace may take, and what matters in it. */
export interface AssembleOptions {
  readonly maxTokens: number;
  /** Steps at the end that stay verbatim while they fit. */
  readonly keepRecent: number;
  readonly question: string;
}

/** A trace as it goes into the context. */
export interface Assembled {
  readonly items: readonly WorkingMemoryItem[];
  readonly tokens: number;
  readonly fullTokens: number;
  readonly compressed: boolean;
  /** Items that stand in the summary or are left out. */
  readonly leftOut: number;
  /** What the summary was written from; `null`: there is none. */
  readonly record: CompressedTrace | null;
}

/** How a trace that is too long is divided. */
export interface Division {
  readonly goal: WorkingMemoryItem | null;
  /** Position of the first item that stays. */
  readonly recentStart: number;
  readonly recent: readonly WorkingMemoryItem[];
  /** Tokens left for a summary of what came before. */
  readonly summaryTokens: number;
}

/** Part of the room that older steps get before newer ones take it. */
const olderShare = 0.4;
const goalShare = 0.25;

/** The trace within its budget: all of it if it fits; else the goal, a summary of the older steps, and the newest steps word by word. */
export function assemble(trace: Trace, options: AssembleOptions): Assembled {
  const whole = wholeTrace(trace);
  const fullTokens = tokensOfAll(whole);
  if (fullTokens <= options.maxTokens) {
    return { items: whole, tokens: fullTokens, fullTokens, compressed: false, leftOut: 0, record: null };
  }
  const { goal, recent, recentStart, summaryTokens } = divide(trace, options);
  const record = recentStart > 0 ? recordThrough(trace, recentStart, options.question) : null;
  const text = record ? writtenRecord(record, summaryTokens) : '';
  const items = [
    ...(goal ? [goal] : []),
    ...(text === '' ? [] : [summaryItem(text, trace.items.slice(0, recentStart))]),
    ...recent,
  ];
  return { items, tokens: tokensOfAll(items), fullTokens, compressed: true, leftOut: recentStart, record };
}

/** Which steps stay and how much room is left for the others. A newest step that does not fit alone stays with its items cut. */
export function divide(trace: Trace, { maxTokens, keepRecent }: AssembleOptions): Division {
  const goal = trace.goal ? cutItem(trace.goal, Math.floor(maxTokens * goalShare)) : null;
  const room = maxTokens - (goal ? tokensOf(goal) : 0);
  const candidates = keepRecent > 0 ? stepsOf(trace.items).slice(-keepRecent) : [];
  let recent: readonly WorkingMemoryItem[] = [];
  let recentStart = trace.items.length;
  for (const step of candidates.toReversed()) {
    const grown = [...step.items, ...recent];
    if (tokensOfAll(grown) > room - reserved(trace, step.start, room)) break;
    recent = grown;
    recentStart = step.start;
  }
  const newest = candidates.at(-1);
  if (newest && recent.length === 0) {
    recent = cutStep(newest, room - reserved(trace, newest.start, room));
    if (recent.length > 0) recentStart = newest.start;
  }
  return { goal, recent, recentStart, summaryTokens: room - tokensOfAll(recent) };
}

function reserved(trace: Trace, start: number, room: number): number {
  return Math.min(Math.floor(room * olderShare), tokensOfAll(trace.items.slice(0, start)));
}

/** All items of a step, the long ones cut to one length so that together they fit. */
function cutStep(step: Step, maxTokens: number): readonly WorkingMemoryItem[] {
  const sizes = step.items.map(tokensOf).toSorted((a, b) => a - b);
  let room = maxTokens;
  let longest = 0;
  for (const [index, size] of sizes.entries()) {
    longest = Math.floor(room / (sizes.length - index));
    if (size > longest) break;
    room -= size;
  }
  const cut = step.items.map((item) => cutItem(item, longest));
  // Too many items for any to say something: the summary tells of them instead.
  return cut.some((item) => item.content === '') ? [] : cut;
}
