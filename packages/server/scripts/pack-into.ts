import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from './bundle.ts';
import { declarations } from './declarations.ts';
import { licencesText } from './licences-text.ts';
import { manifest } from './manifest.ts';
import { root } from './root.ts';
import { bundledPackages } from './third-party.ts';

/** What stands in the package as it stands in the repository. Modules in `lib/` find data beside that folder, as they do from their `src/`. */
const copies = {
  LICENSE: 'LICENSE',
  'packages/server/README.md': 'README.md',
  'packages/server/bin': 'bin',
  'packages/llm-local/table': 'table',
  'packages/llm/templates': 'templates',
};

/** Makes the package in the folder's `package` and packs it beside that; resolves with the path of the .tgz. */
export async function packInto(folder: string): Promise<string> {
  const content = join(folder, 'package');
  await rm(content, { recursive: true, force: true });
  await mkdir(content, { recursive: true });
  const [bundled, types] = await Promise.all([bundle(join(content, 'lib')), declarations()]);
  await mkdir(join(content, 'types'));
  for (const [name, text] of types) await writeFile(join(content, 'types', name), text);
  for (const [from, to] of Object.entries(copies)) await cp(join(root, from), join(content, to), { recursive: true });
  const modules = Object.values(bundled).flatMap(({ inputs }) => Object.keys(inputs));
  await writeFile(join(content, 'THIRD-PARTY-LICENSES'), licencesText(await bundledPackages(modules)));
  await writeFile(join(content, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
  const { stdout } = await promisify(execFile)('npm', ['pack', content, '--pack-destination', folder, '--json'], {
    // On Windows npm is a script, which only a shell runs.
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 24,
  });
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  if (!packed) throw new Error('npm pack wrote no file');
  return join(folder, packed.filename);
}
