import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkSettings } from '../src/settings/index.ts';

test('every block webhooks: of docs/guides/webhooks.md is accepted', async () => {
  const page = await readFile(new URL('../../../docs/guides/webhooks.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => parse(text).webhooks);
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) expect(checkSettings(block)).toEqual(block);
});
