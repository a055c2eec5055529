// Installs the packages of pnpm-lock.yaml, unless they are installed: what is there needs no package manager and no network.
// Runs before `npm start` and `npm test`, by the Node of the machine (20 or later): Node 24 is one of the packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The packages of the checkout's lock file are installed, Node among them. */
function isInstalled(folder) {
  const node = `${folder}/node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  // pnpm writes this copy at the end of an install. Its text is compared, as a checkout gives files any time; Git may have changed the ends of its lines.
  const installed = textOf(`${folder}/node_modules/.pnpm/lock.yaml`);
  return installed !== null && installed === textOf(`${folder}/pnpm-lock.yaml`) && existsSync(node);
}

/** Installs what is missing; the exit code of the package manager. */
function installIfChanged(folder) {
  if (isInstalled(folder)) return 0;
  const { packageManager } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  // The package manager says nothing for a minute or two, and standard output may be a protocol's.
  console.error('agent-mem: installing the packages of pnpm-lock.yaml, which takes a minute or two; later starts need not');
  // Through a shell, as npx is a batch file on Windows.
  const command = `npx --yes ${packageManager} install --prefer-offline --loglevel=error`;
  const { status, error } = spawnSync(command, { cwd: folder, shell: true, stdio: 'inherit' });
  if (error) console.error(`agent-mem: "${command}" could not be run: ${error.message}`);
  return status ?? 1;
}

function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : null;
}

process.exitCode = installIfChanged(fileURLToPath(new URL('..', import.meta.url)));
