import type { WorkingMemoryItem } from '@agent-mem/contract';
import { cutItem } from './cut-item.ts';
import { stepsOf } from './step.ts';
import { type Trace, tokensOf } from './trace.ts';

/** Most bytes of JSON that the items of an answer take, well below what a message on the bus may have. */
const answerBytes = 524_288;

/** The items of some steps as they were appended, in order. `null`: one of the steps is not there. */
export function itemsOfSteps(trace: Trace, ordinals: readonly number[]): readonly WorkingMemoryItem[] | null {
  const steps = stepsOf(trace.items);
  const wanted = [...new Set(ordinals)].toSorted((a, b) => a - b);
  const found = wanted.map((ordinal) => steps[ordinal - 1]);
  return found.includes(undefined) ? null : found.flatMap((step) => step?.items ?? []);
}

/** The first items, as many as there is room for; the one at which the room ends is cut and says so. */
export function firstThatFit(items: readonly WorkingMemoryItem[], maxTokens: number): readonly WorkingMemoryItem[] {
  const fitting: WorkingMemoryItem[] = [];
  let room = maxTokens;
  let bytes = answerBytes;
  for (const item of items) {
    bytes -= Buffer.byteLength(JSON.stringify(item));
    if (bytes < 0) break;
    const shown = cutItem(item, room);
    if (shown === item || shown.content !== '') fitting.push(shown);
    if (shown !== item) break;
    room -= tokensOf(item);
  }
  return fitting;
}
