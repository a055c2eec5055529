import { describe, expect, test } from 'vitest';
import { fitTiers, newestThatFit } from './context-budget.ts';

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

describe('a trace without a summary', () => {
  const item = (type: string, tokens: number) => ({ type, tokens });

  test('keeps the newest steps in their order, and the goal', () => {
    const items = [item('goal', 5), item('thought', 10), item('action', 11), item('observation', 12)];
    const fit = newestThatFit(items, 30);
    expect(fit.items).toEqual([items[0], items[2], items[3]]);
    expect(fit).toMatchObject({ tokens: 28, leftOut: 1 });
  });

  test('has no gaps', () => {
    expect(newestThatFit([item('thought', 1), item('action', 50), item('observation', 1)], 30).items).toHaveLength(1);
  });

  test('does without a goal that is too long', () => {
    expect(newestThatFit([item('goal', 100), item('thought', 1)], 30).items).toEqual([item('thought', 1)]);
  });
});
