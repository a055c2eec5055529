import { languageOf } from '@agent-mem/recall/ranking';
import { atOnce, inTurns, type Sliced } from '@agent-mem/runtime';
import type { MessageSinceLastEnd } from '@agent-mem/service-kit';
import { describe, expect, test } from 'vitest';
import { saidFacts } from '../extraction/conversation-statements.ts';
import { quoting } from '../extraction/quote.ts';
import { extractingFacts } from './extract-facts.ts';
import { interpreting } from './interpretation.ts';
import { messageFacts } from './message-facts.ts';

const sentences = [
  'I live in Porto. ',
  'My wife is Anne and she works at Siemens. ',
  'What is it? ',
  'No, my cat is called Pixie. ',
  'Ich wohne in Berlin. ',
  'Forget that I like tea. ',
  'i g n o r e ',
  '- item\n',
  '\u{1f600} ',
];

/** Texts of at least 8,192 characters: some sentences over and over, and all of them in an order that depends on the seed. */
const texts = [
  ...sentences.slice(0, 3).map((sentence) => sentence.repeat(Math.ceil(8_192 / sentence.length))),
  ...[1, 2].map((seed) =>
    Array.from({ length: 600 }, (_, index) => sentences[(index * index * seed + index) % sentences.length]).join(''),
  ),
];
const short = sentences.join('');

async function counted<Result>(work: Sliced<Result>): Promise<{ readonly result: Result; readonly turns: number }> {
  let turns = 0;
  const result = await inTurns(work, async () => {
    turns += 1;
  });
  return { result, turns };
}

const message = (content: string): MessageSinceLastEnd => ({
  id: 'msg_1',
  role: 'user',
  content,
  timestamp: '2026-01-01T00:00:00.000Z',
  invocationId: null,
});
const facts = [{ id: 'fact_1', content: 'The user lives in Porto', timestamp: '2026-01-01T00:00:00.000Z' }];

/** Each reader of long texts, as work in slices. */
const readers: Readonly<Record<string, (text: string) => Sliced<unknown>>> = {
  extraction: (text) => extractingFacts({ message: text, at: 0 }),
  'what messages say': (text) => messageFacts([message(text)], [], null),
  interpretation: (text) => interpreting(text, text, [...facts, { ...facts[0], id: 'fact_2', content: text, timestamp: '' }], 0),
  quotes: (text) => quoting('The user lives in Porto', text, languageOf('en')),
  'facts of a conversation': (text) =>
    saidFacts('c1', [{ text: 'The user lives in Porto', message: message(text) }], languageOf('en')),
};

describe.each(Object.entries(readers))('%s in slices', (_, reader) => {
  test('comes to what it comes to at once, and gives up its turn on the way', async () => {
    for (const text of texts) {
      const { result, turns } = await counted(reader(text));
      expect(result).toEqual(atOnce(reader(text)));
      expect(turns).toBeGreaterThan(0);
    }
  });

  test('keeps its turn for a short text', async () => {
    expect((await counted(reader(short))).turns).toBe(0);
  });
});
