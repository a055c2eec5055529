import { describe, expect, it } from 'vitest';
import { answeredSets, exchangeOf, loadAnswered } from './answered.ts';
import { figuresOf, score } from './score.ts';

describe.each(answeredSets)('the conversations of %s', (set) => {
  it('are at least twenty, each once, and of half of their messages a strong model says nothing', async () => {
    const conversations = await loadAnswered(set);
    expect(conversations.length).toBeGreaterThanOrEqual(20);
    expect(new Set(conversations.map(({ id }) => id)).size).toBe(conversations.length);
    const messages = conversations.reduce((sum, each) => sum + each.messages.length, 0);
    const answered = conversations.reduce((sum, { answer }) => sum + new Set(answer.map(({ message }) => message)).size, 0);
    expect(answered / messages).toBeLessThan(0.5);
  });

  it('have answers of which every fact is right', async () => {
    const scored = (await loadAnswered(set)).map((each) =>
      score(
        exchangeOf(each),
        each.answer.map(({ fact }) => fact),
      ),
    );
    expect(figuresOf(scored).precision).toBe(1);
  });

  it('lack in their answers the standing instructions alone, of which a model takes nothing', async () => {
    const scored = (await loadAnswered(set)).map((each) =>
      score(
        exchangeOf(each),
        each.answer.map(({ fact }) => fact),
      ),
    );
    const missed = scored.flatMap((each) => each.missed);
    expect(missed.filter(({ subject }) => !subject.includes('assistant'))).toEqual([]);
    expect(missed.length).toBeGreaterThan(1);
  });
});
