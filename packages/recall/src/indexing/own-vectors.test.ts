import { hashEmbedder } from '@agent-mem/llm';
import { createMemorySearchIndex } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { documentOf, scope } from '../../test/recall-fixture.ts';
import { ownVectors } from './own-vectors.ts';

test('a vector of zeros, which version 0.1.0 stored of a text without a word, is none', async () => {
  const embedder = hashEmbedder();
  const searchIndex = createMemorySearchIndex();
  await searchIndex.put(scope, [await documentOf('wordless', '👍'), await documentOf('word', 'tea')]);
  expect((await searchIndex.get(scope, ['wordless']))[0]?.vectors).toHaveLength(1);
  expect([...(await ownVectors({ searchIndex, embedder }, scope, ['wordless', 'word'], true)).keys()]).toEqual(['word']);
});
