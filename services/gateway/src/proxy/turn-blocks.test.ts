import type { Turn } from '@agent-mem/proxy';
import { expect, it } from 'vitest';
import { noBlock } from './shown-block.ts';
import type { StoredBlocks } from './stored-blocks.ts';
import { turnBlocks } from './turn-blocks.ts';

const turn = (number: number): Turn => ({
  id: `turn-${number}`,
  words: `words ${number}`,
  at: { offset: number, before: '', after: '' },
});
const everyTurnHasOne: StoredBlocks = {
  of: async ({ id }) => ({ ...noBlock, text: `block of ${id}` }),
  decide: async (_turn, block) => block,
};

/** Ids of the earlier turns that have a block in a request of so many turns. */
async function shownIn(turns: number): Promise<readonly string[]> {
  const earlier = Array.from({ length: turns - 1 }, (_, number) => turn(number));
  const wanted = { conversationId: 'c1', turns: { earlier, last: turn(turns - 1), requestId: '' }, shown: () => [] };
  const memory = { scope: null as never, recall: () => Promise.reject(new Error('each turn has its block')) };
  return [...(await turnBlocks(memory, everyTurnHasOne, wanted, () => undefined)).earlier.keys()];
}

it('beyond the most turns whose blocks are looked up, what a request begins with stays for many turns', async () => {
  const requests = Array.from({ length: 400 }, (_, number) => number + 1);
  const shown = await Promise.all(requests.map(shownIn));
  const begins = new Set(shown.slice(1).map(([first]) => first));
  expect(begins.size).toBeLessThanOrEqual(3);
  for (const [index, ids] of shown.entries()) {
    expect(ids.length).toBeLessThanOrEqual(256);
    // The newest are among them.
    expect(ids.at(-1)).toBe(index === 0 ? undefined : `turn-${index - 1}`);
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(index, 128));
  }
});
