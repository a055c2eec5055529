import { createMemoryKeyValue } from '@agent-mem/storage';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { noBlock, type ShownBlock } from './shown-block.ts';
import { storedBlocks } from './stored-blocks.ts';

const turn = { id: 'turn_1', at: { offset: 0, before: '', after: '' }, words: 'Where is the key?' };
const block = (text: string): ShownBlock => ({ ...noBlock, text });

test('of two requests of one turn at once the first decides with which block both are sent', async () => {
  const keyValue = createMemoryKeyValue({ clock: turnedClock() });
  const processes = [1, 2].map(() => storedBlocks(keyValue, defaultScope, 'c1'));
  const decided = await Promise.all(processes.map((blocks, index) => blocks.decide(turn, block(`block ${index}`))));
  expect(new Set(decided.map(({ text }) => text)).size).toBe(1);
  expect(await processes[1]?.of(turn)).toEqual(decided[0]);
  expect(await processes[0]?.decide(turn, noBlock)).toEqual(decided[0]);
});
