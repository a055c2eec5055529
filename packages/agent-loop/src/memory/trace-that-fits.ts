import { excerptOf } from '@agent-mem/recall/excerpt';
import { countTokens } from '@agent-mem/recall/ranking';

/** What stands in a trace. */
export interface TraceItem {
  readonly type: string;
  readonly content: string;
}

/** A trace within its budget, without a service that could summarise it. */
export interface FittedTrace {
  readonly items: readonly TraceItem[];
  /** Items that are not shown at all. */
  readonly leftOut: number;
}

/** Parts of the room. */
const shares = { goal: 0.25, newest: 0.7, action: 0.2, older: 0.2 } as const;
/** Room of the newest step, as far as there is any, before an older one has any. */
const leastNewest = 300;
/** What the mark of steps that are left out takes. */
const markTokens = 24;

/**
 * The goal and the newest steps. What is too long is shown by head, tail and the lines that tell of errors; what of it is not shown is counted in bytes.
 * The newest step is always there.
 */
export function traceThatFits(goal: TraceItem, steps: readonly (readonly TraceItem[])[], maxTokens: number): FittedTrace {
  const all = [goal, ...steps.flat()];
  if (tokensOf(all) <= maxTokens) return { items: all, leftOut: 0 };
  const opening = shortened([goal], Math.floor(maxTokens * shares.goal));
  const room = maxTokens - tokensOf(opening) - markTokens;
  let shown: readonly TraceItem[] = [];
  let first = steps.length;
  for (const [index, step] of [...steps.entries()].toReversed()) {
    const left = room - tokensOf(shown);
    const isNewest = index === steps.length - 1;
    const most = Math.floor(isNewest ? Math.max(room * shares.newest, leastNewest) : room * shares.older);
    const short = shortened(step, Math.min(left, most));
    if (tokensOf(short) > left || short.length < step.length) {
      if (isNewest) [shown, first] = [short, index];
      break;
    }
    [shown, first] = [[...short, ...shown], index];
  }
  const before = steps.slice(0, first);
  return { items: [...opening, ...leftOutMark(before), ...shown], leftOut: before.flat().length };
}

/** The items of a step within so many tokens: the observation gets what thought and action leave. */
function shortened(step: readonly TraceItem[], maxTokens: number): readonly TraceItem[] {
  let left = maxTokens;
  return step.flatMap((item, index) => {
    const most = index === step.length - 1 ? left : Math.floor(maxTokens * shares.action);
    const content = excerptOf(item.content, most);
    left -= countTokens(content);
    return content === '' ? [] : [{ ...item, content }];
  });
}

function leftOutMark(steps: readonly (readonly TraceItem[])[]): readonly TraceItem[] {
  if (steps.length === 0) return [];
  const bytes = steps.flat().reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const count = steps.length === 1 ? '1 earlier step' : `${steps.length} earlier steps`;
  return [{ type: 'summary', content: `[… ${count}, ${bytes.toLocaleString('en')} bytes not shown]` }];
}

function tokensOf(items: readonly TraceItem[]): number {
  return items.reduce((sum, { content }) => sum + countTokens(content), 0);
}
