import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkSettings } from '../src/settings/index.ts';

test.each(['README.md', 'docs/guides/tools.md'])('every block tools: of %s is accepted', async (page) => {
  const text = await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```yaml\n(tools:\n[\s\S]*?)```/g)].map(([, block = '']) => parse(block));
  expect(blocks.length).toBeGreaterThan(0);
  for (const { tools } of blocks) expect(checkSettings(tools)).toEqual(tools);
});
