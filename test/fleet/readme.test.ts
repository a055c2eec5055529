import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the tables of variables in the READMEs are those of the program', async () => {
  const script = fileURLToPath(new URL('../../services/fleet/scripts/variables.ts', import.meta.url));
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject({ stderr: '' });
});
