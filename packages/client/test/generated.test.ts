import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generatedModules } from '../scripts/generated-modules.ts';

test('the modules are made from the proto as it is', async () => {
  // Else: npm run generate.
  for (const [file, text] of await generatedModules()) expect(await readFile(file, 'utf8')).toBe(text);
});
