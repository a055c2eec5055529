import { OperationError } from '@agent-mem/contract';
import { countedItem, type Trace, tokensOfAll, wholeTrace } from '../domain/trace.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { traceStore } from '../trace-store.ts';

const emptyTrace: Trace = { goal: null, items: [], summary: null };
/** A trace is read as a whole, and nothing else of this process goes on meanwhile. */
const mostCharacters = 8_000_000;

/**
 * Appends to a trace, which begins with the first thing appended to it. The count of items leaves out the goal: it is the position of what comes next.
 * Rejects with `resource-exhausted` where the trace is full. Over the threshold means that the trace does not fit word by word, whether it was compressed before or not: Compress and Assemble make it fit.
 */
export async function append(request: Request<'append'>, context: Context): Answer<'append'> {
  const { clock, config } = context;
  const { goal, items, position } = request;
  const now = new Date(clock.now()).toISOString();
  const store = traceStore(context, request.invocation_id);
  const counted = items.map((item) => countedItem(item, now));
  const goalItem = goal ? countedItem({ type: 'goal', content: goal, timestamp: now, metadata: {} }, now) : null;
  const goalStored = () => goalItem && store.storeGoal(goalItem);
  const before = (await store.read())?.trace ?? emptyTrace;
  checkRoom(request, before.items);
  const appended = store.append(counted, position);
  // What begins a trace cannot leave a gap, so both go into one commit; a goal without its items would pass for a trace.
  await (position ? appended.then(goalStored) : Promise.all([appended, goalStored()]));
  const item_count = await appended;
  const added = position === null ? counted : counted.slice(before.items.length - position);
  const own: Trace = { ...before, goal: goalItem ?? before.goal, items: [...before.items, ...added] };
  // Another request has appended meanwhile: what there is now is read.
  const after = own.items.length === item_count ? own : ((await store.read())?.trace ?? emptyTrace);
  const tokens = tokensOfAll(wholeTrace(after));
  return {
    item_count,
    token_count: tokens,
    over_threshold: tokens > (request.threshold ?? config.WORKING_MEMORY_THRESHOLD),
  };
}

function checkRoom({ invocation_id, items, position }: Request<'append'>, there: Trace['items']): void {
  const isRepeat = position !== null && position + items.length <= there.length;
  const held = there.reduce((sum, { content }) => sum + content.length, 0);
  if (held < mostCharacters || items.length === 0 || isRepeat) return;
  throw new OperationError(
    'resource-exhausted',
    `items: the trace of ${invocation_id} has ${held} characters, and takes no more from ${mostCharacters} on; Discard it, or begin another invocation`,
    { retryable: false },
  );
}
