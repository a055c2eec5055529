import { expect, it } from 'vitest';
import { loadDialogues, playDialogue } from './dialogues.ts';
import { halves } from './load.ts';

it.each(halves)('the %s dialogues ask something each, and more than a third are traps', async (half) => {
  const dialogues = await loadDialogues(half);
  expect(dialogues).toHaveLength(24);
  expect(dialogues.filter(({ trap }) => trap).length).toBeGreaterThan(dialogues.length / 3);
  for (const { turns } of dialogues) expect(turns.some(({ says, all, past, not }) => says ?? all ?? past ?? not)).toBe(true);
});

it('what is said after days begins a conversation, and knows what was said in the one before', async () => {
  const turns = [{ user: 'My dog is called Rex' }, { user: 'What is my dog called?', after: 3, all: ['Rex'] }];
  const played = await playDialogue({ id: 'dev-en-99', kind: 'day', trap: false, turns });
  expect(played.map(({ isRight }) => isRight)).toEqual([true, true]);
});
