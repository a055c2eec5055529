import { describe, expect, test } from 'vitest';
import { fitTiers } from './context-budget.ts';

const sized = (...tokens: number[]) => tokens.map((size) => ({ tokens: size }));

describe('the room of the tiers', () => {
  const total = (fit: ReturnType<typeof fitTiers>) => fit.facts.tokens + fit.episodes.tokens + fit.conversation.tokens;

  test('each tier has its share when all want more', () => {
    const much = Array.from({ length: 100 }, () => ({ tokens: 10 }));
    const fit = fitTiers({ facts: much, episodes: much, conversation: much }, 1_000);
    expect([fit.facts.tokens, fit.conversation.tokens, fit.episodes.tokens]).toEqual([400, 400, 200]);
    expect(fit.episodes.leftOut).toBe(80);
  });

  test('what one does not need the others get', () => {
    const fit = fitTiers({ facts: sized(...Array(100).fill(10)), episodes: [], conversation: sized(50) }, 1_000);
    expect([fit.facts.tokens, fit.conversation.tokens]).toEqual([950, 50]);
  });

  test('never more than there is', () => {
    for (let room = 0; room < 200; room += 7) {
      const fit = fitTiers({ facts: sized(90, 5, 40), episodes: sized(33, 70), conversation: sized(20, 20, 60) }, room);
      expect(total(fit)).toBeLessThanOrEqual(room);
    }
  });
});
