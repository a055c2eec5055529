import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('docs list the operations, events and errors of the contract', async () => {
  const script = fileURLToPath(new URL('../scripts/write-reference.ts', import.meta.url));
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject({ stderr: '' });
});
