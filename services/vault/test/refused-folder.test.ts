import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { startVault } from './start-vault.ts';

it.each(['', 'below'])('a start without a folder for the files names the variable: a file, %j', async (below) => {
  await using directory = await temporaryDirectory();
  const file = join(directory.path, 'file');
  await writeFile(file, '');
  const folder = join(file, below);
  await expect(startVault(folder)).rejects.toMatchObject({
    type: 'failed-precondition',
    message: `VAULT_DIR ${folder} cannot hold the files: it is no folder`,
  });
});

it('a start that cannot make the folder says so', async () => {
  await expect(startVault('/proc/agent-mem/vault')).rejects.toThrow(
    'VAULT_DIR /proc/agent-mem/vault cannot hold the files: no folder can be made there',
  );
});
