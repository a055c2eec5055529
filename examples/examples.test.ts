import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const examples = globSync('*/main.ts', { cwd: folder, exclude: ['node_modules'] });

it.each(examples)('%s does what it asserts', async (name) => {
  const { stdout } = await promisify(execFile)(process.execPath, [folder + name]);
  expect(stdout).toMatch(/\S/);
});
