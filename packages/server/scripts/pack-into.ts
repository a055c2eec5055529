import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { declarations } from './declarations.ts';
import { makeProgram } from './make-program.ts';

/** Makes the package in the folder's `package` and packs it beside that; resolves with the path of the .tgz. */
export async function packInto(folder: string): Promise<string> {
  const content = join(folder, 'package');
  await rm(content, { recursive: true, force: true });
  const [types] = await Promise.all([declarations(), makeProgram(content)]);
  await mkdir(join(content, 'types'));
  for (const [name, text] of types) await writeFile(join(content, 'types', name), text);
  const { stdout } = await promisify(execFile)('npm', ['pack', content, '--pack-destination', folder, '--json'], {
    // On Windows npm is a script, which only a shell runs.
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 24,
  });
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  if (!packed) throw new Error('npm pack wrote no file');
  return join(folder, packed.filename);
}
