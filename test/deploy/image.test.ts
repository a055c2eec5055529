import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hostable } from '@agent-mem/fleet';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findProgram, findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';
import { buildContext } from './build-context.ts';
import { parseDockerfile } from './dockerfile.ts';
import { runInImage, startImage } from './image-process.ts';
import { inImage, type ReplayedImage, replay } from './replay.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dockerfile = `${root}deploy/Dockerfile`;
const stages = parseDockerfile(await readFile(dockerfile, 'utf8'));
const manifest = JSON.parse(await readFile(`${root}package.json`, 'utf8'));

describe('the Dockerfile', () => {
  it('builds on the Node that the tests run on, and with the pnpm that wrote the lock file', () => {
    expect(stages[0]?.from).toBe(`node:${manifest.devDependencies.node}-bookworm-slim`);
    const commands = stages.flatMap(({ steps }) => steps.map(({ text }) => text));
    expect(commands.filter((text) => text.includes(` ${manifest.packageManager}`))).toHaveLength(1);
  });

  it('installs the native Pulsar client that the tests run, where it is asked for', async () => {
    const { optionalDependencies } = JSON.parse(await readFile(`${root}packages/adapters/pulsar/package.json`, 'utf8'));
    const commands = stages.flatMap(({ steps }) => steps.map(({ text }) => text));
    expect(commands.join('\n')).toContain(` pulsar-client@${optionalDependencies['pulsar-client']} `);
  });

  it('takes the native Pulsar client only with the checksum that it is given', async () => {
    const [command = ''] = stages.flatMap(({ steps }) => steps.map(({ text }) => text)).filter((text) => /sha256sum/.test(text));
    await using folder = await temporaryDirectory();
    const binary = 'what was fetched';
    const npm = `#!/bin/sh\nmkdir -p image/node_modules/pulsar-client/lib/binding && printf '${binary}' > image/node_modules/pulsar-client/lib/binding/pulsar.node\n`;
    await writeFile(join(folder.path, 'npm'), npm, { mode: 0o755 });
    const build = (checksum: string) => {
      const given = { NATIVE_PULSAR_CLIENT: 'true', NATIVE_PULSAR_CLIENT_SHA256: checksum };
      const env = { ...process.env, ...given, PATH: `${folder.path}:${process.env.PATH}` };
      return promisify(execFile)('sh', ['-c', command], { cwd: folder.path, env });
    };
    const checksum = createHash('sha256').update(binary).digest('hex');
    await expect(build(checksum)).resolves.toMatchObject({ stdout: '' });
    for (const wrong of ['', checksum.replace(/^./, 'x')])
      await expect(build(wrong)).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(checksum) });
  });

  it('runs as a user that is not root, by number, so that Kubernetes can see it', () => {
    expect(stages.at(-1)?.steps.find(({ instruction }) => instruction === 'USER')?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });
});

describeLive('hadolint', findTool('deploy/bin/hadolint'), (hadolint) => {
  it('finds nothing to say about the Dockerfile', async () => {
    await expect(promisify(execFile)(hadolint(), ['--no-color', dockerfile])).resolves.toMatchObject({ stdout: '' });
  });
});

describeLive("npm, for the image's steps", findProgram('npm'), () => {
  const stack = new AsyncDisposableStack();
  let image: ReplayedImage;
  beforeAll(async () => {
    const folder = stack.use(await temporaryDirectory());
    // The image's user passes through it.
    await chmod(folder.path, 0o755);
    image = await replay({ stages, sources: root, context: await buildContext(root), folder: folder.path });
  });
  afterAll(() => stack.disposeAsync());

  const filesOf = (pattern: string) => globSync(pattern, { cwd: inImage(image, '.') });

  it('make an image that holds what runs, and nothing else of the repository', () => {
    expect(filesOf('*').toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES',
      'bin',
      'deploy',
      'lib',
      'package.json',
      'plugin',
      'table',
      'templates',
    ]);
    expect(filesOf('deploy/*')).toEqual(['deploy/health-check.ts']);
  });

  it('bring everything that the program may load, adapters too', async () => {
    const lazy = filesOf('lib/*.js').filter((file) => file !== 'lib/main.js');
    expect(lazy.length).toBeGreaterThan(hostable.length);
    const script = `for (const file of ${JSON.stringify(lazy)}) await import('./' + file);`;
    await expect(runInImage(image, ['node', '--input-type=module', '--eval', script])).resolves.toBe('');
  });

  it(
    'make a program that hosts its argument, is found healthy, and ends with 0 by SIGTERM',
    verifies('deploy.image'),
    async () => {
      const program = [...image.entrypoint, 'keys', 'create', '--first'];
      const key = (await runInImage(image, program)).trim();
      expect(key).toMatch(/^am_/);
      await using facts = startImage(image, ['facts'], { HTTP_PORT: '0', GRPC_PORT: '0' });
      const port = await vi.waitFor(
        () => {
          const [, port] = /^Administrators ask at http:\S+:(\d+) /m.exec(facts.output()) ?? [];
          expect(port, facts.output()).toBeDefined();
          return port;
        },
        { timeout: 90_000 },
      );
      expect(facts.output()).toContain('Hosting facts; data in ');
      expect(facts.output()).toContain('Callers show a key');
      const asked = { ADMIN_PORT: port ?? '' };
      await expect(runInImage(image, image.healthCheck, asked)).resolves.toBe('');
      expect(await facts.stop()).toBe(0);
      await expect(runInImage(image, image.healthCheck, asked)).rejects.toThrow('Nothing answers');
    },
  );
});
