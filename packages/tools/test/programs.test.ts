import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Tool } from '@agent-mem/agent-loop';
import { turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import type { ProgramSettings } from '../src/settings/index.ts';
import { called, opened } from './tool-call.ts';

const node = process.execPath;

function program(settings: Partial<ProgramSettings>, options: Parameters<typeof opened>[1] = {}): Tool {
  const { origins } = opened({ programs: { it: { description: 'It', program: node, ...settings } } }, options);
  return origins[0] as Tool;
}

test('a program gets its arguments as words that no shell reads', async () => {
  const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
  const tool = program({
    args: ['-e', script, '--', { name: 'a', pattern: '.*' }, { name: 'b', pattern: '.*', required: false }],
  });
  const given = await called(tool, { a: '$(touch x); "y" `z` *' });
  expect(given).toMatchObject({ failure: null, text: '["$(touch x); \\"y\\" `z` *"]\n' });
});

test.each([
  [{ file: '../etc/passwd' }, 'the argument "file" must match pattern "^(?:[a-z]+\\.txt)$"'],
  [{ file: 'a.txt\n-rf' }, 'the argument "file" must match pattern'],
  [{ file: '-a.txt' }, 'the argument "file" must match pattern'],
  [{}, 'the argument "file" is missing'],
  [{ file: 'a.txt', more: 'x' }, 'the argument "more" is not known'],
  [{ file: 'a.txt', mode: '-x' }, 'the argument "mode" must be one of "-l", "-w"'],
])('what is not on the list is not run: %j', async (args, sentence) => {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  const asked = [
    { name: 'file', pattern: '[a-z]+\\.txt' },
    { name: 'mode', one_of: ['-l', '-w'], required: false },
  ];
  const tool = program({ args: ['-e', 'require("fs").writeFileSync("ran", "")', '--', ...asked] }, { folder });
  expect((await called(tool, args)).failure).toContain(sentence);
  await expect(readFile(join(folder, 'ran'))).rejects.toThrow('ENOENT');
  expect(await called(tool, { file: 'a.txt', mode: '-w' })).toMatchObject({ failure: null });
  expect(await readFile(join(folder, 'ran'), 'utf8')).toBe('');
});

test('a pattern that backtracks for ever refuses the value and holds nothing up', async () => {
  const tool = program({ args: ['-e', '0', '--', { name: 'a', pattern: '(a+)+' }] });
  expect((await called(tool, { a: `${'a'.repeat(40)}!` })).failure).toContain('cannot be checked: it takes longer than 500 ms');
});

test('a program has its folder and its variables, and no others of the process', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'programs-')));
  const script = 'console.log(JSON.stringify([process.cwd(), process.env]))';
  const environment = { PATH: '/bin', HOME: '/home/a', LANG: 'C', LLM_API_KEY: 'sk-0123456789', MODE_NOW: 'fast' };
  const tool = program({ args: ['-e', script], env: { MODE: 'slow', NOW: `x-\${MODE_NOW}` } }, { folder, environment });
  const { text } = await called(tool);
  // What is referred to is taken for a secret.
  expect(JSON.parse(text)).toEqual([
    folder,
    { PATH: `${dirname(process.execPath)}:/bin`, HOME: '/home/a', LANG: 'C', MODE: 'slow', NOW: 'x-***' },
  ]);
});

test('a program that fails shows what it wrote, and how it ended', async () => {
  const tool = program({ args: ['-e', 'console.log("out"); console.error("err"); process.exitCode = 3'] });
  const given = await called(tool);
  expect(given.failure).toBe('The program ended with exit code 3');
  expect(given.text).toContain('out\n');
  expect(given.text).toContain('err\n');
  expect((await called(program({ program: 'no-such-program' }))).failure).toMatch(
    /^The program cannot be started: spawn no-such-program ENOENT/,
  );
});

test('a program that runs past its limit is ended with all that it started', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  await writeFile(join(folder, 'child.cjs'), 'console.log(process.pid); setInterval(() => {}, 1000)');
  const script =
    'require("child_process").spawn(process.execPath, ["child.cjs"], { stdio: "inherit" }); setInterval(() => {}, 1000)';
  const clock = turnedClock();
  const tool = program({ args: ['-e', script] }, { folder, clock });
  const output = await tool.run({}, { signal: new AbortController().signal } as never);
  const pieces = (output as { content: AsyncIterable<Uint8Array> }).content[Symbol.asyncIterator]();
  const { value } = await pieces.next();
  await clock.advance(29_999);
  expect(() => process.kill(Number(String(value)), 0)).not.toThrow();
  await clock.advance(1);
  await expect(pieces.next()).rejects.toThrow('The program was ended: it ran longer than 30000 ms');
  await expectGone(Number(String(value)));
});

test('a program ends with the call, and with the process that hosts it', async () => {
  const script = 'console.log(process.pid); setInterval(() => {}, 1000)';
  const settings = { programs: { it: { description: 'It', program: node, args: ['-e', script] } } };
  const tools = opened(settings);
  const [tool] = tools.origins as Tool[];
  for (const end of [(abort: AbortController) => abort.abort(new Error('cancelled')), () => tools[Symbol.asyncDispose]()]) {
    const abort = new AbortController();
    const output = await (tool as Tool).run({}, { signal: abort.signal } as never);
    const pieces = (output as { content: AsyncIterable<Uint8Array> }).content[Symbol.asyncIterator]();
    const { value } = await pieces.next();
    const over = pieces.next();
    over.catch(() => undefined);
    await end(abort);
    await expect(over).rejects.toThrow();
    await expectGone(Number(String(value)));
  }
});

test('what a program leaves running in the background ends with it', async () => {
  const script =
    'const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" }); console.log(c.pid); process.exit(0)';
  const given = await called(program({ args: ['-e', script] }));
  expect(given.failure).toBeNull();
  await expectGone(Number(given.text));
});

/** Starts a process in a group of its own, which has the program's output open, and then goes on with the script. */
const leavingGroup = (script: string) =>
  `const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit", detached: true }); console.log(c.pid); ${script}`;

test('what a program has started in a group of its own holds its answer up no longer than its output is quiet', async () => {
  const given = await called(program({ args: ['-e', leavingGroup('process.exit(0)')] }));
  process.kill(Number(given.text), 'SIGKILL');
  expect(given.failure).toBeNull();
});

test('a program is ended at its limit also where its output stays open', async () => {
  const clock = turnedClock();
  const tool = program({ args: ['-e', leavingGroup('setInterval(() => {}, 1000)')] }, { clock });
  const output = await tool.run({}, { signal: new AbortController().signal } as never);
  const pieces = (output as { content: AsyncIterable<Uint8Array> }).content[Symbol.asyncIterator]();
  const { value } = await pieces.next();
  await clock.advance(30_000);
  await expect(pieces.next()).rejects.toThrow('The program was ended: it ran longer than 30000 ms');
  process.kill(Number(String(value)), 'SIGKILL');
});

test('all that a program wrote before it ended is in its answer, however slowly that is read', async () => {
  const script = leavingGroup('process.stdout.write("x".repeat(1000000), () => process.exit(0))');
  const output = await program({ args: ['-e', script] }).run({}, { signal: new AbortController().signal } as never);
  let text = '';
  for await (const piece of (output as { content: AsyncIterable<Uint8Array> }).content) text += piece;
  const [pid = '', rest = ''] = text.split('\n');
  process.kill(Number(pid), 'SIGKILL');
  expect(rest).toHaveLength(1_000_000);
});

test('a program that writes for ever is ended at its limit of bytes', async () => {
  const tool = program({ args: ['-e', 'const w = () => process.stdout.write("x".repeat(65536), w); w()'], max_bytes: 200_000 });
  const given = await called(tool);
  expect(given.failure).toBe('The answer is longer than 200000 bytes; the rest was not read');
  expect(given.bytes).toBe(200_000);
});

test('a variable that is not set stops the start by its name', () => {
  const env = { KEY: { secret: 'NOT_SET' } };
  expect(() => program({ env }, { environment: {} })).toThrow('programs.it.env.KEY: the variable NOT_SET is not set');
});

async function expectGone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 10_000 });
}
