import { expect, it } from 'vitest';
import { loadScript } from './load.ts';
import { play } from './play.ts';

it('60 turns without a model: nothing quotes itself or what is past, and every stated fact is right at the end', async () => {
  const played = await play('dev', await loadScript('en', 'dev'));
  expect(played.filter(({ isSelfQuote }) => isSelfQuote)).toEqual([]);
  expect(played.filter(({ isPast }) => isPast)).toEqual([]);
  expect(played.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(played).toHaveLength(77);
}, 120_000);
