import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** npm, and what it has started. */
export interface NpmProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  output(): string;
}

/** Runs npm with an npx that fails, so that it is seen when a package manager is asked. */
export async function startNpm(
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<NpmProcess> {
  const npx = join(folder, 'npx');
  await writeFile(npx, '#!/bin/sh\necho "the package manager was asked"\nexit 7\n');
  await chmod(npx, 0o755);
  // npm's own Node is the real one: a script of node_modules/.bin in between would keep the signal to itself.
  const PATH = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, DATA_DIR: join(folder, 'data'), HTTP_PORT: '0', GRPC_PORT: '0', ...environment };
  const child = spawn('npm', words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  return {
    child,
    output: () => output,
    async [Symbol.asyncDispose]() {
      try {
        // With all that it started.
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
      await closed;
    },
  };
}
