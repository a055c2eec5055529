import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

it("npm's scripts are commands in Windows' cmd too", async () => {
  const { scripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const onlyInShells = /\bexec\b|^\w+=|[;$'`<>]/;
  expect(Object.entries(scripts).filter(([, command]) => onlyInShells.test(command))).toEqual([]);
});

describe('install-if-changed', () => {
  const lock = "lockfileVersion: '9.0'\n\nsettings:\n";
  let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
  const write = async (path: string, text: string) => {
    const file = join(folder.path, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
    return file;
  };
  /** Runs it with an npx that writes what it is asked, and fails. */
  const install = () => {
    const env = { ...process.env, PATH: `${join(folder.path, 'bin')}${delimiter}${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/install-if-changed.mjs'], { cwd: folder.path, env });
    return { status, asked: `${stdout}`, said: `${stderr}` };
  };
  beforeEach(async () => {
    folder = await temporaryDirectory();
    await cp(`${root}scripts`, join(folder.path, 'scripts'), { recursive: true });
    await write('package.json', '{"packageManager": "pnpm@1.2.3"}');
    await write('pnpm-lock.yaml', lock);
    await write('node_modules/.pnpm/lock.yaml', lock);
    await write('node_modules/node/bin/node', '');
    await chmod(await write('bin/npx', '#!/bin/sh\necho "$@"\nexit 7\n'), 0o755);
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  it('asks no package manager where the packages of the lock file are there, however old the files are', async () => {
    await write('pnpm-lock.yaml', lock.replaceAll('\n', '\r\n'));
    expect(install()).toEqual({ status: 0, asked: '', said: '' });
  });

  it.each([
    ['another lock file', () => write('pnpm-lock.yaml', `${lock}  more: true\n`)],
    ['no packages', () => rm(join(folder.path, 'node_modules'), { recursive: true })],
    ['an install that was cut off', () => rm(join(folder.path, 'node_modules/.pnpm/lock.yaml'))],
    ['no Node', () => rm(join(folder.path, 'node_modules/node/bin/node'))],
  ])('asks the package manager of package.json after %s, and ends with its exit code', async (_what, change) => {
    await change();
    expect(install()).toEqual({
      status: 7,
      asked: '--yes pnpm@1.2.3 install --prefer-offline --loglevel=error\n',
      said: expect.stringMatching(/^agent-mem: installing the packages of pnpm-lock\.yaml, .*\n$/),
    });
  });
});
