import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { commandLinePage } from '../src/command-line/page.ts';

it('docs/reference/command-line.md is what the commands print by --help', async () => {
  const page = await readFile(new URL('../../../docs/reference/command-line.md', import.meta.url), 'utf8');
  expect(page).toBe(await commandLinePage());
});
