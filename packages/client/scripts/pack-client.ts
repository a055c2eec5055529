import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleClient } from './bundle-client.ts';
import { declarations } from './declarations.ts';
import { npmPack } from './npm-pack.ts';
import { root } from './root.ts';

/** Makes the client's package in the folder's `client` and packs it beside that; resolves with the path of the .tgz. */
export async function packClient(folder: string): Promise<string> {
  const content = join(folder, 'client');
  await rm(content, { recursive: true, force: true });
  await mkdir(content, { recursive: true });
  const [types] = await Promise.all([declarations('client'), bundleClient(join(content, 'lib/index.js'))]);
  await cp(join(root, 'LICENSE'), join(content, 'LICENSE'));
  await cp(join(root, 'packages/client/README.md'), join(content, 'README.md'));
  await writeFile(join(content, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
  return npmPack(content, types, folder);
}

/** The package.json of the package: no dependencies, and nothing of Node's own. */
async function manifest(): Promise<object> {
  const { name, version, description } = JSON.parse(await readFile(join(root, 'packages/client/package.json'), 'utf8'));
  return {
    name,
    version,
    description,
    license: 'Apache-2.0',
    keywords: ['agent', 'llm', 'memory'],
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: {
      '.': { types: './types/client/index.d.ts', default: './lib/index.js' },
      './package.json': './package.json',
    },
    // For resolvers that do not read exports.
    main: './lib/index.js',
    types: './types/client/index.d.ts',
  };
}
