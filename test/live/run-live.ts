import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { archiveClasses } from './class-archives.ts';
import { toolsFolder } from './tools.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Installs the servers, clients and models that live tests use, archives the servers' classes, runs Vitest with these words, each of them required, and ends the process with its exit code. */
export async function runLive(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<never> {
  mkdirSync(toolsFolder, { recursive: true });
  await run('bash', [fileURLToPath(new URL('install-tools.sh', import.meta.url)), toolsFolder]);
  await archiveClasses();
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...words], { REQUIRE_LIVE: '1', ...environment });
  process.exit(0);
}

/** Runs the command in a process group of its own, so that nothing it started outlives it, and ends this process where the command fails. */
async function run(command: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn(command, words, { cwd: root, stdio: 'inherit', detached: true, env: { ...process.env, ...environment } });
  const endGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // Nobody is left in it.
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endGroup);
  const [code] = await once(child, 'exit').catch((error: Error) => {
    console.error(`${command} could not be run: ${error.message}`);
    return [1];
  });
  endGroup('SIGKILL');
  if (code !== 0) process.exit(code ?? 1);
}
