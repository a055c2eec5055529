import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packClient } from '../../packages/client/scripts/pack-client.ts';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);

const stack = new AsyncDisposableStack();
let folder: string;
let httpUrl: string;
beforeAll(async () => {
  const { path } = stack.use(await temporaryDirectory());
  folder = join(path, 'user');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const file = await packClient(path);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], {
    cwd: folder,
    env: { ...process.env, HOME: path },
  });
  await writeFile(join(folder, 'program.mjs'), program);
  await writeFile(join(folder, 'typed.ts'), typed);
  httpUrl = stack.use(await startFleet({ http: true })).httpUrl;
});
afterAll(() => stack.disposeAsync());

const program = `import { openMemory } from '@agent-mem/client';
const memory = await openMemory({ url: (globalThis.Deno?.args ?? process.argv.slice(2))[0] });
await memory.facts.store({ content: 'The ferry to Ischia leaves at nine' });
const { facts } = await memory.facts.retrieve({ query: 'When does the ferry leave?' });
const types = [];
for await (const { type } of memory.agent.invokeStream({ question: 'When does the ferry leave?' })) types.push(type);
console.log(facts[0].content, types.at(-1));
`;

const typed = `import { type ErrorType, type Memory, MemoryError, openMemory } from '@agent-mem/client';
export async function typed(): Promise<string> {
  const memory: Memory = await openMemory({ url: 'http://127.0.0.1:8700', key: 'k', user: 'anne' });
  const { facts } = await memory.facts.retrieve({ query: 'Who?' }, { timeoutMs: 1_000 });
  for await (const frame of memory.agent.invokeStream({ question: 'Who?' })) frame.type satisfies string;
  // @ts-expect-error: content is required.
  await memory.facts.store({});
  // @ts-expect-error: there is no such member.
  await memory.facts.store({ content: 'x', user_id: 'bob' });
  await memory[Symbol.asyncDispose]();
  const kind: ErrorType = new MemoryError('internal', 'x').type;
  return facts[0]?.content ?? kind;
}
`;

const printed = 'The ferry to Ischia leaves at nine answer\n';

it('the packed client runs in this Node', verifies('client.package'), async () => {
  const { stdout } = await run(process.execPath, ['program.mjs', httpUrl], { cwd: folder });
  expect(stdout).toBe(printed);
});

describe.each([
  ['Node 20', 'node-20/node_modules/node/bin/node', []],
  ['Deno', 'clients/node_modules/.bin/deno', ['run', '--allow-net', '--allow-read']],
  ['Bun', 'clients/node_modules/.bin/bun', ['run']],
])('%s', (name, path, args) => {
  describeLive(name, findTool(path), (runtime) => {
    it('runs the packed client', verifies('client.package'), async () => {
      const { stdout } = await run(runtime(), [...args, 'program.mjs', httpUrl], { cwd: folder });
      expect(stdout).toBe(printed);
    });
  });
});

describe.each(['5.0', '5.9'])('TypeScript %s', (version) => {
  describeLive(`TypeScript ${version}`, findTool(`clients/node_modules/typescript-${version}/bin/tsc`), (compiler) => {
    it.each([
      ['node16', 'node16'],
      ['esnext', 'bundler'],
    ])('compiles against the packed types as module %s by %s', verifies('client.package'), async (module, moduleResolution) => {
      const project = join(folder, `tsconfig.${module}.${version}.json`);
      const compilerOptions = {
        noEmit: true,
        strict: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        module,
        moduleResolution,
      };
      await writeFile(project, JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
      const checked = run(process.execPath, [compiler(), '--project', project], { cwd: dirname(project) });
      await expect(checked.catch((error) => error)).resolves.toMatchObject({ stdout: '' });
    });
  });
});
