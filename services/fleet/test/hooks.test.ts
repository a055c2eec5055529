import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../src/command-line/command-line.ts';

let home: TemporaryDirectory;
beforeEach(async () => {
  home = await temporaryDirectory();
});
afterEach(() => home[Symbol.asyncDispose]());

async function hooks(...words: readonly string[]) {
  const [printed, complaints]: [string[], string[]] = [[], []];
  const exitCode = await run(['hooks', ...words], {
    environment: { HOME: home.path },
    input: new PassThrough(),
    output: new PassThrough(),
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
    untilStopped: () => new Promise<void>(() => {}),
  });
  return { exitCode, printed: printed.join('\n'), complaints: complaints.join('\n') };
}

it('agent-mem hooks puts the hook into a tool, lists it, and takes it out', async () => {
  const settings = join(home.path, '.codex/hooks.json');
  const installed = await hooks('install', 'codex');
  expect(installed).toMatchObject({ exitCode: 0, complaints: '' });
  expect(installed.printed).toMatch(/hooks\.json has the hook\nCodex runs a hook only after you have trusted it/);
  expect(await readFile(settings, 'utf8')).toContain('UserPromptSubmit');
  const { printed } = await hooks('list');
  expect(printed).toMatch(/^codex +installed +\S+hooks\.json$/m);
  expect(printed).toMatch(/^claude-code +- +\S+settings\.json$/m);
  expect(await hooks('uninstall', 'codex')).toMatchObject({ exitCode: 0, printed: 'codex runs the hook no more' });
  expect((await hooks('uninstall', 'codex')).printed).toContain('nothing is changed');
  expect(await readdir(home.path)).toEqual([]);
});

it('agent-mem hooks install and list name what Cursor refuses in its settings', async () => {
  await mkdir(join(home.path, '.cursor'));
  await writeFile(join(home.path, '.cursor/hooks.json'), '{ "hooks": { "Stop": [] } }');
  expect((await hooks('install', 'cursor')).printed).toMatch(
    /has the hook\nCursor runs no hook of this file .*hooks\.Stop[^\n]*$/,
  );
  const { printed } = await hooks('list');
  expect(printed).toMatch(/^cursor +needs a change +\S+hooks\.json$/m);
  expect(printed).toMatch(/^\S+hooks\.json: Cursor runs no hook of this file .*hooks\.Stop[^\n]*$/m);
});

it('a tool that is not known is refused by name', async () => {
  expect(await hooks('install', 'vim')).toEqual({
    exitCode: 2,
    printed: '',
    complaints: 'agent-mem: The tool must be one of claude-code, codex, cursor, gemini, got "vim"',
  });
});

it.each([
  ['{\n  "hooks": { "Stop": [ }\n}\n', 'line 2, column 24 is no JSON'],
  ['[]', 'it must be an object'],
  ['{"hooks": []}', 'hooks must be an object'],
  ['{"hooks": {"Stop": "x"}}', 'hooks.Stop must be a list'],
])('settings of %j get no hook, and the refusal says why', async (text, reason) => {
  const settings = join(home.path, '.claude/settings.json');
  await mkdir(join(home.path, '.claude'));
  await writeFile(settings, text);
  const complaints = `agent-mem: ${settings} cannot be read as the settings of Claude Code: ${reason}. Nothing is changed`;
  expect(await hooks('install', 'claude-code')).toEqual({ exitCode: 1, printed: '', complaints });
  expect(await readFile(settings, 'utf8')).toBe(text);
});
