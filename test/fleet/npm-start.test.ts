import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { verifies } from '../verifies.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it(
  'npm start asks no package manager once all is installed, and stops by the signal that npm gets',
  verifies('start.npm'),
  async () => {
    await using folder = await temporaryDirectory();
    await using npm = await startNpm(['start'], folder.path);
    const address = await vi.waitFor(
      () => /listens on (http:\S+)/.exec(npm.output())?.[1] ?? Promise.reject(new Error(npm.output())),
    );
    await vi.waitFor(async () => expect((await fetch(`${address}/health/ready`)).status).toBe(200));
    npm.child.kill('SIGTERM');
    await vi.waitFor(() => expect(npm.output()).toContain('Stopping'));
    await vi.waitFor(() => expect(fetch(`${address}/health/ready`)).rejects.toThrow());
  },
);

it.each([
  [['--help'], 0, 'Usage: agent-mem'],
  [['--no-such-flag'], 2, "unknown option '--no-such-flag'"],
])('npm start -- %j prints and ends with the exit code of the program', async (words, exitCode, text) => {
  await using folder = await temporaryDirectory();
  await using npm = await startNpm(['start', '--', ...words], folder.path);
  const [code] = await once(npm.child, 'close');
  expect([code, npm.output()]).toEqual([exitCode, expect.stringContaining(text)]);
});

interface NpmProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  output(): string;
}

/** Runs npm with an npx that fails, so that it is seen when a package manager is asked. */
async function startNpm(words: readonly string[], folder: string): Promise<NpmProcess> {
  const npx = join(folder, 'npx');
  await writeFile(npx, '#!/bin/sh\necho "the package manager was asked"\nexit 7\n');
  await chmod(npx, 0o755);
  // npm's own Node is the real one: a script of node_modules/.bin in between would keep the signal to itself.
  const PATH = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, DATA_DIR: join(folder, 'data'), HTTP_PORT: '0', GRPC_PORT: '0' };
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
