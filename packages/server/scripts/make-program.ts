import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../client/scripts/root.ts';
import { bundle } from './bundle.ts';
import { licencesText } from './licences-text.ts';
import { manifest } from './manifest.ts';
import { bundledPackages } from './third-party.ts';

/** What stands in the package as it stands in the repository. Modules in `lib/` find data beside that folder, as they do from their `src/`. */
export const copies: Readonly<Record<string, string>> = {
  LICENSE: 'LICENSE',
  'packages/server/README.md': 'README.md',
  'packages/server/bin': 'bin',
  'packages/adapters/local/table': 'table',
  'packages/llm/templates': 'templates',
  'packages/hooks/plugin': 'plugin',
};

/** Makes all of the package but its types: what a container image holds. */
export async function makeProgram(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bundled = await bundle(join(folder, 'lib'));
  for (const [from, to] of Object.entries(copies)) await cp(join(root, from), join(folder, to), { recursive: true });
  const modules = Object.values(bundled).flatMap(({ inputs }) => Object.keys(inputs));
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), licencesText(await bundledPackages(modules)));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
}
