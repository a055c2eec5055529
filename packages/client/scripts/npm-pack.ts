import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Writes the types of a package beside what it has, and packs it; resolves with the path of the .tgz. */
export async function npmPack(content: string, types: ReadonlyMap<string, string>, folder: string): Promise<string> {
  for (const [path, text] of types) {
    const file = join(content, 'types', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const { stdout } = await promisify(execFile)('npm', ['pack', content, '--pack-destination', folder, '--json'], {
    // On Windows npm is a script, which only a shell runs.
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 24,
  });
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  if (!packed) throw new Error('npm pack wrote no file');
  return join(folder, packed.filename);
}
