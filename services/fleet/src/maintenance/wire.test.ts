import { expect, it } from 'vitest';
import { answerLines, createProgressFeed, wishOf } from './wire.ts';

const scope = { workspace: 'default', user: 'anne', collection: 'default' };

it('is what was asked for', () => {
  const wish = { scope, allCollections: true, conversationId: 'c1', id: 'fact_1', fromScratch: false };
  expect(wishOf(JSON.stringify(wish))).toEqual(wish);
});

it.each([
  [{ scope, conversation_id: 'c1' }, 'wish.conversation_id: is not known; did you mean conversationId?'],
  [{ scope: { ...scope, user_id: 'bert' } }, 'wish.scope.user_id: is not known; did you mean user?'],
])('is refused where it could be misread: %j', (wish, message) => {
  expect(() => wishOf(JSON.stringify(wish))).toThrow(message);
});

it.each(['', 'null', '[]', '5'])('is a JSON object: %j is none', (text) => {
  expect(() => wishOf(text)).toThrow('wish: must be a JSON object');
});

it('progress stands between the items while none comes, for a caller that asks for it and no other', async () => {
  const stored = Promise.withResolvers<void>();
  const progress = { what: 'records', done: 1, total: 2 };
  async function* items(report: (progress: { what: string; done: number; total: number }) => void) {
    yield 'first';
    report(progress);
    await stored.promise;
    yield 'second';
  }
  const signal = new AbortController().signal;
  const feed = createProgressFeed({ now: () => 0 });
  const lines: unknown[] = [];
  for await (const text of answerLines(items(feed.report), signal, feed)) {
    const line: object = JSON.parse(text);
    lines.push(line);
    if ('progress' in line) stored.resolve();
  }
  expect(lines).toEqual([{ item: 'first' }, { progress }, { item: 'second' }, { end: true }]);

  const plain = await Array.fromAsync(
    answerLines(
      items(() => {}),
      signal,
    ),
  );
  expect(plain.map((text) => JSON.parse(text))).toEqual([{ item: 'first' }, { item: 'second' }, { end: true }]);
});

it.each([
  ['with progress', true],
  ['without progress', false],
])('the last line has what the task returns, %s', async (_, isReported) => {
  async function* items() {
    yield 'piece';
    return ['missing'];
  }
  const feed = isReported ? createProgressFeed({ now: () => 0 }) : null;
  const lines = await Array.fromAsync(answerLines(items(), new AbortController().signal, feed));
  expect(lines.map((text) => JSON.parse(text))).toEqual([{ item: 'piece' }, { end: true, result: ['missing'] }]);
});
