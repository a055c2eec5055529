import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generators } from '../scripts/generators.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

it('every generated file is as npm run generate makes it', async () => {
  for (const load of generators) {
    const { generated } = await load();
    const files = [...(await generated())];
    expect(files).not.toEqual([]);
    for (const [file, text] of files) {
      const path = relative(root, fileURLToPath(file));
      expect([path, await readFile(file, 'utf8')]).toEqual([path, text]);
    }
  }
});
