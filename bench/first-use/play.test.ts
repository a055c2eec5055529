import { expect, it } from 'vitest';
import { play } from './play.ts';

it('plays the turns in order, then the questions at the end in a conversation of their own', async () => {
  const played = await play('dev', {
    turns: [
      { conversation: 'a', kind: 'statement', user: 'My dog is called Rex', says: 'noted' },
      { conversation: 'a', kind: 'question', user: 'What is my cat called?', all: ['Miso'] },
    ],
    end: [{ question: 'What is my dog called?', all: ['Rex'], past: ['Fido'] }],
  });
  expect(played).toMatchObject([
    { kind: 'statement', isRight: true },
    { kind: 'question', isRight: false },
    { kind: 'end', asked: 'What is my dog called?', isRight: true, isSelfQuote: false, isPast: false },
  ]);
});
