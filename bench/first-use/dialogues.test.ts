import { expect, it } from 'vitest';
import { loadDialogues, playDialogue } from './dialogues.ts';
import { halves } from './load.ts';

it.each(halves)('the %s dialogues ask something each, and a fifth of them or more are traps', async (half) => {
  const dialogues = (await Promise.all([loadDialogues('changes', half), loadDialogues('updates', half)])).flat();
  expect(dialogues).toHaveLength(84);
  expect(dialogues.filter(({ trap }) => trap).length).toBeGreaterThanOrEqual(dialogues.length / 5);
  for (const { turns } of dialogues) expect(turns.some(({ says, all, past, not }) => says ?? all ?? past ?? not)).toBe(true);
});

it('what is said after days begins a conversation, and knows what was said in the one before', async () => {
  const turns = [{ user: 'My dog is called Rex' }, { user: 'What is my dog called?', after: 3, all: ['Rex'] }];
  const played = await playDialogue({ id: 'dev-en-99', kind: 'day', trap: false, turns });
  expect(played.map(({ isRight }) => isRight)).toEqual([true, true]);
});
