import { expect, it } from 'vitest';
import { learn } from './learn.ts';
import { exchangeSchema } from './load.ts';

it('learns from what the user said, each exchange by itself', async () => {
  const exchange = (id: string, user: string, place: string) =>
    exchangeSchema.parse({
      id,
      language: 'en',
      kind: 'first-person',
      before: 'Hello! I live in a data centre.',
      user,
      facts: [{ subject: 'user', text: `The user lives in ${place}`, accept: [['live*', place]] }],
    });
  const scored = await learn([
    exchange('dev-en-001', 'I live in Porto.', 'Porto'),
    exchange('dev-en-002', 'I live in Riga.', 'Riga'),
  ]);
  expect(scored.map(({ learned }) => learned)).toEqual([
    [{ text: 'The user lives in Porto', verdict: 'right' }],
    [{ text: 'The user lives in Riga', verdict: 'right' }],
  ]);
  expect(scored.flatMap(({ missed }) => missed)).toEqual([]);
});
