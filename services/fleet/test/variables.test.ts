import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the variables in docs, the READMEs and in the command line are those of the program', async () => {
  const script = fileURLToPath(new URL('../scripts/variables.ts', import.meta.url));
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject({ stderr: '' });
});
