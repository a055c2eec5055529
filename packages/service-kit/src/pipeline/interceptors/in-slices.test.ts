import { expect, test } from 'vitest';
import type { EventWork } from '../work.ts';
import { inSlices } from './in-slices.ts';

/** What has happened in the order in which it did, with a round of the event loop beside the work. */
async function order(text: string): Promise<readonly string[]> {
  const seen: string[] = [];
  const next = inSlices<EventWork>(
    () => ({ text }),
    async () => {
      seen.push('work');
      return null;
    },
  );
  const round = new Promise<void>((resolve) => setImmediate(resolve)).then(() => void seen.push('others'));
  // Nothing of the work is read but its message.
  await Promise.all([next({} as EventWork), round]);
  return seen;
}

test('work on a long text lets others go first, and on a short one does not', async () => {
  expect(await order('x'.repeat(10_000))).toEqual(['others', 'work']);
  expect(await order('short')).toEqual(['work', 'others']);
});
