import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';
import { type InstalledPackage, installPackage } from './install-package.ts';
import { findOldNode } from './old-node.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const versionOf = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version;

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed[Symbol.asyncDispose]());

const start = () =>
  startFleetProcess({
    directory: join(installed.folder, 'data'),
    program: installed.program,
    environment: installed.environment,
  });

describe('the package', () => {
  it('is all that is installed', async () => {
    expect(globSync('node_modules/*/*', { cwd: installed.folder })).toEqual(['node_modules/@agent-mem/server']);
    expect((await readdir(installed.content)).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES',
      'bin',
      'lib',
      'package.json',
      'plugin',
      'table',
      'templates',
      'types',
    ]);
  });

  it('names the licence of each package that is in it', async () => {
    const text = await readFile(join(installed.content, 'THIRD-PARTY-LICENSES'), 'utf8');
    for (const name of ['fastify', 'neo4j-driver', '@grpc/grpc-js', 'gpt-tokenizer'])
      expect(text).toMatch(new RegExp(`^${name} \\S+: (MIT|Apache-2.0)$`, 'm'));
    expect(text).toContain('Permission is hereby granted');
  });

  it('is of the version that every package of the repository has, and its program says so', async () => {
    const { stdout } = await run('npx', ['--offline', 'agent-mem', '--version'], {
      cwd: installed.folder,
      env: installed.environment,
    });
    const version = stdout.trim();
    const folders = globSync('{.,packages/*,packages/adapters/*,services/*,test,bench,examples}/package.json', { cwd: root }).map(
      dirname,
    );
    expect(folders.length).toBeGreaterThan(30);
    for (const folder of [installed.content, ...folders.map((path) => join(root, path))])
      expect([folder, await versionOf(folder)]).toEqual([folder, version]);
    expect(await readFile(join(root, 'README.md'), 'utf8')).toContain(
      `npm install ../agent-mem/dist/agent-mem-server-${version}.tgz`,
    );
  });
});

describe('its program', () => {
  it('puts the hook of the package into a tool, and takes it out', async () => {
    const home = join(installed.folder, 'home');
    const options = { cwd: installed.folder, env: { ...installed.environment, HOME: home } };
    await run('npx', ['--offline', 'agent-mem', 'hooks', 'install', 'claude-code'], options);
    const hook = await readFile(join(home, '.claude/agent-mem/hook.mjs'), 'utf8');
    expect(hook).toBe(await readFile(join(root, 'packages/hooks/plugin/hooks/agent-mem.mjs'), 'utf8'));
    const { stdout } = await run('npx', ['--offline', 'agent-mem', 'hooks', 'list'], options);
    expect(stdout).toContain(join(installed.content, 'plugin'));
    await run('npx', ['--offline', 'agent-mem', 'hooks', 'uninstall', 'claude-code'], options);
    expect(await readdir(home).catch(() => [])).not.toContain('.claude');
  });

  it('answers, and remembers after a restart', verifies('package.program'), async () => {
    const content = 'The ferry to Ischia leaves at nine';
    {
      await using fleet = await start();
      await rest(fleet.httpUrl, 'facts', 'store', { content });
      const { answer } = await rest(fleet.httpUrl, 'agent', 'invoke', { question: 'When does the ferry leave?' });
      expect(answer).toContain(content);
      expect(await fleet.stop()).toBe(0);
      expect(fleet.errors()).toBe('');
    }
    await using fleet = await start();
    const { facts } = await rest(fleet.httpUrl, 'facts', 'retrieve', { query: 'When does the ferry leave?' });
    expect(facts[0]?.content).toBe(content);
  });

  it('reads agent-mem.yaml of its folder, or of where CONFIG_FILE says, and says where a value comes from', async () => {
    const config = async (folder: string, own: Readonly<Record<string, string>> = {}) => {
      const options = { cwd: folder, env: { ...installed.environment, ...own } };
      return (await run(process.execPath, [installed.program, 'config'], options)).stdout;
    };
    const file = join(installed.folder, 'agent-mem.yaml');
    await writeFile(file, 'http_port: 8123\n');
    try {
      expect(await config(installed.folder)).toMatch(/^HTTP_PORT +8123 +file$/m);
      expect(await config(installed.content, { CONFIG_FILE: file })).toMatch(/^HTTP_PORT +8123 +file$/m);
      expect(await config(installed.folder, { HTTP_PORT: '8124' })).toMatch(/^HTTP_PORT +8124 +environment$/m);
      await writeFile(file, 'htp_port: 8123\n');
      await expect(config(installed.folder)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('http_port') });
    } finally {
      await rm(file);
    }
  });

  it('says what to install for what it does not bring', async () => {
    const failure = run(process.execPath, [installed.program, '--bus-url', 'pulsar://127.0.0.1:1', '--schemas', 'off'], {
      cwd: installed.folder,
      env: installed.environment,
    });
    await expect(failure).rejects.toMatchObject({ stderr: expect.stringContaining('optional package pulsar-client') });
  });
});

describeLive('grpcurl, with the packed program', findTool('grpcurl'), (grpcurl) => {
  it('describes and calls it', async () => {
    await using fleet = await start();
    const [, address = ''] = / and (\S+) \(gRPC\)/.exec(fleet.output()) ?? [];
    const ask = async (...args: string[]) => (await run(grpcurl(), ['-plaintext', ...args])).stdout;
    expect(await ask(address, 'describe', 'agentmem.v1.FactsService')).toContain('rpc Retrieve');
    const stored = await ask('-d', '{"content":"The museum is closed on Mondays"}', address, 'agentmem.v1.FactsService/Store');
    expect(JSON.parse(stored)).toMatchObject({ fact_id: expect.stringMatching(/^fact_/) });
    expect(await ask(address, 'grpc.health.v1.Health/Check')).toContain('"SERVING"');
  });
});

describeLive('a Node older than 24', findOldNode(), (node) => {
  it('is told apart before anything is loaded', verifies('package.old-node'), async () => {
    const failure = await run(node(), [installed.program, '--help']).catch((error) => error);
    expect(failure).toMatchObject({ code: 1, stdout: '' });
    expect(failure.stderr).toMatch(/^agent-mem needs Node 24 or newer, and this is Node [\d.]+: \S.*\n$/);
  });
});

describe('its library', () => {
  const compiler = join(dirname(createRequire(join(root, 'package.json')).resolve('typescript/package.json')), 'bin/tsc');
  const check = (file: string) =>
    run(process.execPath, [compiler, '--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--types', '', file], {
      cwd: installed.folder,
    });

  it.each(['README.md', 'packages/server/README.md'])(
    'runs the five lines of %s, as they are',
    verifies('package.library'),
    async (page) => {
      const [, lines = ''] = /```ts\n(.*?)```/s.exec(await readFile(join(root, page), 'utf8')) ?? [];
      expect(lines).toContain('openMemory');
      await writeFile(join(installed.folder, 'five-lines.ts'), lines);
      await expect(check('five-lines.ts').catch((error) => error)).resolves.toMatchObject({ stdout: '' });
      const { stdout, stderr } = await run(process.execPath, ['five-lines.ts'], {
        cwd: installed.folder,
        env: installed.environment,
      });
      expect([stdout, stderr]).toEqual(['The ferry to Ischia leaves at nine\n', '']);
    },
  );

  it('has types that know what is required, and refuse what is unknown', verifies('package.library'), async () => {
    const program = `
      import { type MemoryError, openMemory } from '@agent-mem/server';
      await using memory = await openMemory();
      const { end_of_dialog, receipt }: { end_of_dialog: boolean; receipt: object | null } =
        await memory.agent.invoke({ question: 'Who?' }, { timeoutMs: 1 });
      for await (const frame of memory.agent.invokeStream({ question: 'Who?' })) frame.type satisfies string;
      await memory.facts.list();
      // @ts-expect-error: content is required.
      await memory.facts.store({});
      // @ts-expect-error: there is no such member.
      await memory.facts.store({ content: 'x', user_id: 'bob' });
      // @ts-expect-error: there is no such setting.
      await memory.graph.updateSettings({ settings: { memory: 'maybe' } });
      export type Kind = MemoryError['type'];
      export { end_of_dialog, receipt };
    `;
    await writeFile(join(installed.folder, 'typed.ts'), program);
    await expect(check('typed.ts').catch((error) => error)).resolves.toMatchObject({ stdout: '' });
  });
});
