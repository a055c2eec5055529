import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.ts';

/** Our packages' types stand where their exports say, as the compiler has written them. */
const ours = /^@agent-mem\/([^/]+)(.*)$/;

/** For `AsyncDisposable`, and for `await using`, which asks for both, whatever the user's compiler knows: these merge with its own. */
const disposables = `declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
  interface AsyncDisposable {
    [Symbol.asyncDispose](): PromiseLike<void>;
  }
}
`;

/**
 * What users of a package see of its types, by path: `<package>/index.d.ts`, and all that it imports. Throws an `Error` for an import
 * that a user would not have.
 */
export async function declarations(name: string): Promise<ReadonlyMap<string, string>> {
  const emitted = await mkdtemp(join(tmpdir(), 'agent-mem-types-'));
  try {
    const compiler = join(dirname(createRequire(join(root, 'package.json')).resolve('typescript/package.json')), 'bin/tsc');
    const project = join(root, 'packages', name, 'tsconfig.types.json');
    await promisify(execFile)(process.execPath, [compiler, '--project', project, '--outDir', emitted]);
    return await collected(emitted, `packages/${name}/src/index.d.ts`);
  } finally {
    await rm(emitted, { recursive: true });
  }
}

async function collected(emitted: string, front: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const paths = new Set([front]);
  // A set that grows while it is walked is walked to its new end.
  for (const path of paths) {
    const text = await readFile(join(emitted, path), 'utf8');
    const replaced = new Map<string, string>();
    for (const [, specifier = ''] of text.matchAll(/from '([^']+)'/g)) {
      const imported = await declarationOf(specifier, dirname(path));
      paths.add(imported);
      replaced.set(specifier, specifierOf(packed(path), packed(imported)));
    }
    const own = text.replaceAll(/from '([^']+)'/g, (_all, specifier: string) => `from '${replaced.get(specifier)}'`);
    found.set(packed(path), path === front ? own + disposables : own);
  }
  return found;
}

/** `packages/client/src/http/send.d.ts` is `client/http/send.d.ts` in a package. */
function packed(path: string): string {
  return path.replace(/^packages\/([^/]+)\/src\//, '$1/');
}

function specifierOf(from: string, imported: string): string {
  const path = relative(dirname(from), imported)
    .replaceAll('\\', '/')
    .replace(/\.d\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

async function declarationOf(specifier: string, folder: string): Promise<string> {
  if (specifier.startsWith('.')) return join(folder, specifier).replace(/\.ts$/, '.d.ts');
  const [, name, path] = ours.exec(specifier) ?? [];
  if (name === undefined) throw new Error(`The types import ${specifier}, which users of the package need not have`);
  const { exports } = JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'));
  return join('packages', name, exports[`.${path}`]).replace(/\.ts$/, '.d.ts');
}
