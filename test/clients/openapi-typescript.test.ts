import { execFile } from 'node:child_process';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);
const story = fileURLToPath(new URL('openapi-typescript/story.ts.txt', import.meta.url));
const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--allowImportingTsExtensions'];

describeLive('openapi-typescript', findTool('openapi-typescript/node_modules'), (modules) => {
  it('makes a client of the document that compiles and works', verifies('client.generated'), async () => {
    await using fleet = await startFleet({ http: true });
    await using folder = await temporaryDirectory();
    const { path: cwd } = folder;
    await symlink(modules(), join(cwd, 'node_modules'));
    await writeFile(join(cwd, 'package.json'), '{"type":"module"}');
    await copyFile(story, join(cwd, 'story.ts'));
    const program = (name: string) => join(modules(), name);
    await run(process.execPath, [
      program('openapi-typescript/bin/cli.js'),
      `${fleet.httpUrl}/openapi.json`,
      '--output',
      join(cwd, 'schema.ts'),
    ]);
    await run(process.execPath, [program('typescript/bin/tsc'), ...options, 'story.ts'], { cwd });
    const { stdout } = await run(process.execPath, ['story.ts', fleet.httpUrl], { cwd });
    const content = 'The spare key hangs in the cellar';
    expect(JSON.parse(stdout)).toEqual([content, content, 'invalid-argument']);
  });
});
