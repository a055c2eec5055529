import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it("the README's table of variables is that of the program", async () => {
  const script = fileURLToPath(new URL('../../services/fleet/scripts/variables.ts', import.meta.url));
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject({ stderr: '' });
});
