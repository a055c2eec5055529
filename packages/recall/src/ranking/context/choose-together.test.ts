import { describe, expect, test } from 'vitest';
import { type Choosable, chooseTogether } from './choose-together.ts';

const item = (text: string, score: number, tokens = 10): Choosable => ({ text, score, tokens });
const textsOf = (items: readonly Choosable[]) => items.map(({ text }) => text);

describe('what is chosen from several lists', () => {
  test('is what fits the question best, from whichever list', () => {
    const { items, leftOut } = chooseTogether(
      [
        [item('apples', 0.9), item('boats', 0.3)],
        [item('cats', 0.8), item('doors', 0.7)],
      ],
      { maxTokens: 30 },
    );
    expect(textsOf(items)).toEqual(['apples', 'cats', 'doors']);
    expect(textsOf(leftOut)).toEqual(['boats']);
  });

  test('is no second time what another list said', () => {
    const { items } = chooseTogether(
      [[item('The user lives in Bergen', 0.9)], [item('lives in Bergen', 0.8), item('sails', 0.3)], [item('likes cats', 0.2)]],
      { maxTokens: 20 },
    );
    expect(textsOf(items)).toEqual(['The user lives in Bergen', 'sails']);
  });

  test('reads the text of each item once, and of one that has no room never', () => {
    const reads = new Map<string, number>();
    const counted = (name: string, score: number, tokens = 10): Choosable => ({
      score,
      tokens,
      get text() {
        reads.set(name, (reads.get(name) ?? 0) + 1);
        return name;
      },
    });
    const facts = ['apples', 'boats', 'cats'].map((name) => counted(name, 0.9));
    const messages = ['doors', 'eggs', 'foxes'].map((name) => counted(name, 0.8));
    const { leftOut } = chooseTogether([facts, messages, [counted('long', 0.1, 101)]], { maxTokens: 100 });
    expect(leftOut).toHaveLength(1);
    expect(Object.fromEntries(reads)).toEqual({ apples: 1, boats: 1, cats: 1, doors: 1, eggs: 1, foxes: 1 });
  });

  test('stands in the order of its list, whatever the scores are', () => {
    const { items } = chooseTogether([[item('apples', 0.1), item('boats', 0.9)], [item('cats', 0.5)]], { maxTokens: 20 });
    expect(textsOf(items)).toEqual(['apples', 'boats']);
  });

  test('leaves room for a smaller one where a large one does not fit', () => {
    const { items } = chooseTogether([[item('apples', 0.9, 50), item('boats', 0.8, 10)]], { maxTokens: 20 });
    expect(textsOf(items)).toEqual(['boats']);
  });

  test('pays for a heading once', () => {
    const under = (text: string, key: string) => ({ ...item(text, 0.5), heading: { key, tokens: 10 } });
    const { items } = chooseTogether([[under('apples', 'a'), under('boats', 'a'), under('cats', 'b')]], { maxTokens: 30 });
    expect(textsOf(items)).toEqual(['apples', 'boats']);
  });

  test('is nothing that is worth much less than the best, and what is new fills the room that is left up to a part of it', () => {
    const lists = [[item('apples', Infinity), item('boats', 0.9), item('cats', 0.3)], [item('doors', 0.2)]];
    const rest = { items: [item('eggs', 0), item('flags', 0)], upTo: 40 };
    const { items, leftOut, poor } = chooseTogether(lists, { maxTokens: 100, leastShare: 0.3, rest });
    expect(textsOf(items)).toEqual(['apples', 'boats', 'cats', 'eggs']);
    expect(textsOf(poor)).toEqual(['doors']);
    expect(textsOf(leftOut)).toEqual(['flags']);
  });
});
