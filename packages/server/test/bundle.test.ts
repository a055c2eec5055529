import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { root } from '../../client/scripts/root.ts';
import { bundle } from '../scripts/bundle.ts';
import { copies } from '../scripts/make-program.ts';
import { bundledPackages } from '../scripts/third-party.ts';

/** Files that a file of the bundle loads with itself. */
function loadedWith(outputs: Awaited<ReturnType<typeof bundle>>, first: string): ReadonlySet<string> {
  const files = new Set([first]);
  for (const file of files) {
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') files.add(path);
  }
  return files;
}

describe('the bundle', () => {
  it('starts without the adapters and models that come over the network', async () => {
    await using folder = await temporaryDirectory();
    const outputs = await bundle(folder.path);
    const main = Object.keys(outputs).find((file) => file.endsWith('/main.js')) ?? '';
    const atStart = [...loadedWith(outputs, main)].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
    expect(atStart).toContain('services/fleet/src/command-line/command-line.ts');
    const later = /node_modules\/(neo4j-driver|openai|ioredis|pg|ws|undici|@qdrant\/[^/]+|@opentelemetry\/sdk-trace)\//;
    expect(atStart.filter((module) => later.test(module))).toEqual([]);
    const all = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
    expect(all.filter((module) => later.test(module)).length).toBeGreaterThan(100);
  });
});

it('what a module reads beside its folder is in the package, beside the bundle', () => {
  const sources = globSync('{packages,packages/adapters,services}/*/src/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const reading = sources.filter((file) => readFileSync(join(root, file), 'utf8').includes('import.meta.'));
  expect(reading.length).toBeGreaterThan(0);
  for (const file of reading) {
    const read = readFileSync(join(root, file), 'utf8').matchAll(/new URL\(['`]\.\.\/(\w+)\//g);
    const folders = [...read].map(([, folder]) => folder);
    expect([file, folders.length]).toEqual([file, 1]);
    // From src/ as from lib/ it is one folder up.
    expect(copies[`${dirname(dirname(file))}/${folders[0]}`]).toBe(folders[0]);
  }
});

it('a package that is loaded later by its names is an ES module: of another one the bundle has `default` alone', () => {
  const sources = globSync('{packages,packages/adapters,services}/*/src/**/*.ts', { cwd: root });
  const later = /\{([^{}]+)\} = await import\('((?:@[\w-]+\/)?[\w.-]+)/g;
  const named = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(later)]
      .filter(([, names = '', name = '']) => !/^\s*default:/.test(names) && !/^(@agent-mem\/|node:|\.)/.test(name))
      .map(([, , name = '']) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(0);
  for (const { file, name } of named) {
    const manifest = join(root, ...file.split('/').slice(0, file.startsWith('packages/adapters/') ? 3 : 2), 'node_modules', name);
    expect([file, name, JSON.parse(readFileSync(join(manifest, 'package.json'), 'utf8')).type]).toEqual([file, name, 'module']);
  }
});

describe('packages in the bundle', () => {
  async function licensed(license: string) {
    await using folder = await temporaryDirectory();
    const path = join(folder.path, 'node_modules/@others/tool');
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'package.json'), JSON.stringify({ name: '@others/tool', version: '1.0.0', license }));
    await writeFile(join(path, 'LICENSE.md'), 'Do as you like.');
    return await bundledPackages([relative(root, join(path, 'lib/index.js'))]);
  }

  it('bring the texts of their licences', async () => {
    const tool = { name: '@others/tool', version: '1.0.0', author: '', texts: ['Do as you like.'] };
    expect(await licensed('MIT')).toEqual([{ ...tool, licence: 'MIT' }]);
    expect(await licensed('(GPL-3.0-only OR MIT)')).toEqual([{ ...tool, licence: '(GPL-3.0-only OR MIT)' }]);
  });

  it('are refused under a licence that is not on the list, by their names', async () => {
    await expect(licensed('GPL-3.0-only')).rejects.toThrow('Not accepted: @others/tool (GPL-3.0-only)');
    await expect(licensed('MIT AND GPL-3.0-only')).rejects.toThrow('@others/tool');
  });
});
