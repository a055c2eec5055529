import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.ts';

/** Our packages' types stand where their exports say, as the compiler has written them. */
const ours = /^@agent-mem\/([^/]+)(.*)$/;

/**
 * What the library's users see of its types, by file name: the declarations of its front page and all that they import, in one folder.
 * Throws an `Error` for an import that a user would not have.
 */
export async function declarations(): Promise<ReadonlyMap<string, string>> {
  const emitted = await mkdtemp(join(tmpdir(), 'agent-mem-types-'));
  try {
    const compiler = join(dirname(createRequire(join(root, 'package.json')).resolve('typescript/package.json')), 'bin/tsc');
    const project = join(root, 'packages/server/tsconfig.types.json');
    await promisify(execFile)(process.execPath, [compiler, '--project', project, '--outDir', emitted]);
    return await collected(emitted);
  } finally {
    await rm(emitted, { recursive: true });
  }
}

async function collected(emitted: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const paths = new Set(['packages/server/src/index.d.ts']);
  // A set that grows while it is walked is walked to its new end.
  for (const path of paths) {
    const name = basename(path);
    if (found.has(name)) throw new Error(`Two files of types are called ${name}`);
    const text = await readFile(join(emitted, path), 'utf8');
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, specifier = '']) => specifier);
    const replaced = new Map<string, string>();
    for (const specifier of imports) {
      const imported = await declarationOf(specifier, dirname(path));
      paths.add(imported);
      replaced.set(specifier, `./${basename(imported, '.d.ts')}.js`);
    }
    found.set(
      name,
      text.replaceAll(/from '([^']+)'/g, (_all, specifier: string) => `from '${replaced.get(specifier)}'`),
    );
  }
  const [front, ...others] = found;
  if (!front) throw new Error('There are no types');
  // For AsyncDisposable, whatever the user's compiler is set to.
  return new Map([[front[0], `/// <reference lib="esnext.disposable" />\n${front[1]}`], ...others]);
}

async function declarationOf(specifier: string, folder: string): Promise<string> {
  if (specifier.startsWith('.')) return join(folder, specifier).replace(/\.ts$/, '.d.ts');
  const [, name, path] = ours.exec(specifier) ?? [];
  if (name === undefined) throw new Error(`The types import ${specifier}, which users of the package need not have`);
  const { exports } = JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'));
  return join('packages', name, exports[`.${path}`]).replace(/\.ts$/, '.d.ts');
}
