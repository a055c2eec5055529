import { languageOf } from '@agent-mem/recall/ranking';
import { expect, test } from 'vitest';
import type { StoredBytes } from '../read-content.ts';
import { byPattern, partByMatch } from './by-match.ts';
import { valueAt } from './by-pointer.ts';
import { partByQuery } from './by-query.ts';

const { signal } = new AbortController();
const size = { maxBytes: 65_536, maxTokens: null };

function contentOf(text: string): StoredBytes {
  const bytes = Buffer.from(text);
  const read: StoredBytes['read'] = async ({ offset, maxBytes }) => bytes.subarray(offset, offset + maxBytes);
  return { memoryKey: 'k', sizeBytes: bytes.length, read };
}

/** How many rounds the event loop makes while this is done. */
async function roundsOf(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  const round = () => {
    rounds += 1;
    next = setImmediate(round);
  };
  let next = setImmediate(round);
  await work();
  clearImmediate(next);
  return rounds;
}

test('a query over one long line gives up its turn, and so does a large expression over many lines', async () => {
  const line = contentOf('some words '.repeat(150_000));
  expect(await roundsOf(() => partByQuery(line, 'words', { page: 1, size, language: languageOf('en') }, signal))).toBeGreaterThan(
    8,
  );
  const lines = contentOf(`${'a'.repeat(1_000)}\n`.repeat(50));
  const large = byPattern('(?:a?){300}a{300}b');
  expect(await roundsOf(() => partByMatch(lines, large, { first: 1, around: 0, size }, signal))).toBeGreaterThan(8);
});

test('a JSON pointer into a long content gives up its turn, and so does the value that it leads to', async () => {
  const list = `[${'1, '.repeat(500_000)}1]`;
  expect(await roundsOf(() => valueAt(contentOf(`{"list": ${list}, "last": 2}`), '/last', signal))).toBeGreaterThan(15);
  expect(await roundsOf(() => valueAt(contentOf(list), '', signal))).toBeGreaterThan(15);
});
