import { expect, it } from 'vitest';
import { loadDialogues, playDialogue } from './dialogues.ts';
import { halves } from './load.ts';

const sets = [
  { set: 'changes', count: 24, traps: 10 },
  { set: 'updates', count: 60, traps: 15 },
] as const;

it.each(sets.flatMap((each) => halves.map((half) => ({ ...each, half }))))(
  'the $half $set ask something each, and $traps of $count are traps',
  async ({ set, half, count, traps }) => {
    const dialogues = await loadDialogues(set, half);
    expect(dialogues).toHaveLength(count);
    expect(dialogues.filter(({ trap }) => trap)).toHaveLength(traps);
    for (const { turns } of dialogues) expect(turns.some(({ says, all, past, not }) => says ?? all ?? past ?? not)).toBe(true);
  },
);

it('what is said after days begins a conversation, and knows what was said in the one before', async () => {
  const turns = [{ user: 'My dog is called Rex' }, { user: 'What is my dog called?', after: 3, all: ['Rex'] }];
  const played = await playDialogue({ id: 'dev-en-99', kind: 'day', trap: false, turns });
  expect(played.map(({ isRight }) => isRight)).toEqual([true, true]);
});
