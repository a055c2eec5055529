import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@agent-mem/testing';
import { packInto } from '../../packages/server/scripts/pack-into.ts';

/** The package as a user has it: packed, and installed into an empty folder. Disposing removes it. */
export interface InstalledPackage extends AsyncDisposable {
  /** The user's own folder. */
  readonly folder: string;
  /** The package's folder in it. */
  readonly content: string;
  /** What `agent-mem` runs. */
  readonly program: string;
  /** With a HOME that was empty before the package came, and the Node of the tests. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Packs the package and installs it by npm, which finds all that it needs in the one file: it is not let to the network. */
export async function installPackage(): Promise<InstalledPackage> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryDirectory());
  const [folder, home] = [join(path, 'user'), join(path, 'home')];
  for (const made of [folder, home]) await mkdir(made);
  const environment = { HOME: home, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const file = await packInto(path);
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await promisify(execFile)('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder, env: environment });
  const made = stack.move();
  const content = join(folder, 'node_modules/@agent-mem/server');
  return {
    folder,
    content,
    program: join(content, 'bin/agent-mem.cjs'),
    environment,
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}
