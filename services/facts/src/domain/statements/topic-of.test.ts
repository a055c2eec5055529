import { expect, test } from 'vitest';
import { topicsOf } from './topic-of.ts';

const content = 'The user lives in Porto';
const parts = { subject: null, predicate: null, object: null };

test('a fact of more than 1000 characters is about no single thing', () => {
  const said = (characters: number) => topicsOf({ ...parts, content: content.padEnd(characters, 'o') });
  expect(said(300).length).toBeGreaterThan(0);
  expect(said(1_000).length).toBeGreaterThan(0);
  expect(said(1_001)).toEqual([]);
});
