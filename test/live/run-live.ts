import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toolsFolder } from './tools.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Installs the servers, clients and models that live tests use, runs Vitest with these words, each of them required, and ends the process with its exit code. */
export function runLive(words: readonly string[], environment: Readonly<Record<string, string>> = {}): never {
  mkdirSync(toolsFolder, { recursive: true });
  run('bash', [fileURLToPath(new URL('install-tools.sh', import.meta.url)), toolsFolder]);
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...words], { REQUIRE_LIVE: '1', ...environment });
  process.exit(0);
}

/** Ends the process where the command fails. */
function run(command: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}): void {
  const { status, error } = spawnSync(command, words, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
  if (error) console.error(`${command} could not be run: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
