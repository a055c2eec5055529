import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hooksStatus, installHooks, tools, uninstallHooks } from '../src/index.ts';
import { cursorFiles } from './cursor-files.ts';

let home: TemporaryDirectory;
let environment: { HOME: string };
beforeEach(async () => {
  home = await temporaryDirectory();
  environment = { HOME: home.path };
});
afterEach(() => home[Symbol.asyncDispose]());

const files = {
  'claude-code': '.claude/settings.json',
  codex: '.codex/hooks.json',
  cursor: '.cursor/hooks.json',
  gemini: '.gemini/settings.json',
};
const at = (path: string) => join(home.path, path);
const read = (path: string) => readFile(at(path), 'utf8');
async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), text);
}
const unmarked = (text: string) => text.replace('\uFEFF', '');
const all = async () => (await readdir(home.path, { recursive: true })).sort();

/** Settings of a user's own, with all that JSON with comments may have. */
const settings = {
  'with comments and commas at the ends': `// mine
{
    "model": "opus", // the large one
    /* hooks of mine */
    "hooks": {
        "Stop": [
            { "hooks": [{ "type": "command", "command": "say done", }] }, // aloud
        ],
        "PreToolUse": [],
    },
}
`,
  'with tabs and the line ends of Windows': '{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}',
  'without hooks': '{"a":1,   "b":[1,2 ,3]}',
  'with an empty object of hooks': '{\n  "hooks": {}\n}\n',
  'that are empty': '{}',
  'that are empty, with a comment': '{\n  // nothing yet\n}\n',
  'with a byte order mark': '\uFEFF{\r\n  "hooks": { "Stop": [] }\r\n}\r\n',
  'with letters of all kinds': '{ "name": "Zoë 🧠", "hooks": {"Stop":[]}  }',
};

describe.each(tools)('an install for %s', (tool) => {
  const file = files[tool];

  it.each(Object.entries(settings))('is taken back byte for byte from settings %s', async (_, text) => {
    await write(file, text);
    await installHooks(tool, environment);
    const installed = await read(file);
    expect(installed).not.toBe(text);
    const errors: [] = [];
    expect(parse(unmarked(installed), errors, { allowTrailingComma: true })).toMatchObject({
      ...parse(unmarked(text)),
      hooks: {},
    });
    expect(errors).toEqual([]);
    await installHooks(tool, environment);
    expect(await read(file)).toBe(installed);
    expect(await uninstallHooks(tool, environment)).toBe(true);
    expect(await read(file)).toBe(text);
    expect(await all()).toEqual([dirname(file), file]);
  });

  it('leaves nothing where nothing was', async () => {
    await installHooks(tool, environment);
    expect((await all()).length).toBeGreaterThan(3);
    await uninstallHooks(tool, environment);
    expect(await all()).toEqual([]);
    expect(await uninstallHooks(tool, environment)).toBe(false);
  });

  it('has the tool run the hook that stands beside it', async () => {
    await installHooks(tool, environment);
    const { hooks } = JSON.parse(await read(file));
    const commands = JSON.stringify(hooks).match(/node [^,]*/g) ?? [];
    expect(new Set(commands)).toEqual(
      new Set([JSON.stringify(`node "${at(dirname(file))}/agent-mem/hook.mjs" ${tool}`).slice(1)]),
    );
    expect(commands).toHaveLength(tool === 'cursor' || tool === 'gemini' ? 3 : 4);
    expect(await read(`${dirname(file)}/agent-mem/hook.mjs`)).toContain('agent/recall');
  });

  it('takes away its own entries alone where somebody has changed the settings since', async () => {
    const text = settings['with comments and commas at the ends'];
    await write(file, text);
    await installHooks(tool, environment);
    const changed = (await read(file)).replace('"opus"', '"sonnet"').replace('say done', 'say ready');
    await write(file, changed);
    expect(await uninstallHooks(tool, environment)).toBe(true);
    const left = await read(file);
    const wanted = text.replace('"opus"', '"sonnet"').replace('say done', 'say ready');
    expect(left).toBe(wanted);
    expect(await all()).toEqual([dirname(file), file]);
  });
});

it('entries are taken out also where somebody has written the settings anew', async () => {
  const other = { hooks: [{ type: 'command', command: 'say done' }] };
  await write(files['claude-code'], JSON.stringify({ hooks: { Stop: [other] } }));
  await installHooks('claude-code', environment);
  const { hooks } = JSON.parse(await read(files['claude-code']));
  await write(files['claude-code'], JSON.stringify({ hooks: { ...hooks, Notification: [other] }, model: 'opus' }));
  await uninstallHooks('claude-code', environment);
  expect(JSON.parse(await read(files['claude-code']))).toEqual({
    hooks: { Stop: [other], Notification: [other] },
    model: 'opus',
  });
});

it('comments of the user stay beside entries that are taken out as JSON', async () => {
  const ours = '{ "hooks": [{ "command": "node /x/agent-mem/hook.mjs codex" }] }';
  const text = `{ "hooks": { // mine
    "Stop": [ /* a */ {"a":1} /* b */ , /* c */ ${ours} // d
    ],
    "Start": [ ${ours}, /* e */ {"b":2}, ${ours}, ],
    "End": [${ours}], // f
} }`;
  await write(files.codex, text);
  await uninstallHooks('codex', environment);
  const left = await read(files.codex);
  expect(parse(left, [], { allowTrailingComma: true })).toEqual({ hooks: { Stop: [{ a: 1 }], Start: [{ b: 2 }] } });
  for (const comment of ['// mine', '/* a */', '/* b */', '/* c */', '// d', '/* e */', '// f']) expect(left).toContain(comment);
});

it('entries of an earlier install are replaced, and those of others stay', async () => {
  const other = { hooks: [{ type: 'command', command: 'say done' }] };
  const earlier = { hooks: [{ type: 'command', command: 'node "/old/agent-mem/hook.mjs" claude-code' }, other.hooks[0]] };
  await write(files['claude-code'], JSON.stringify({ hooks: { Stop: [other, earlier], PreCompact: [earlier] } }));
  await installHooks('claude-code', environment);
  const { hooks } = JSON.parse(await read(files['claude-code']));
  expect(hooks.Stop.slice(0, 2)).toEqual([other, other]);
  expect(hooks.Stop[2].hooks[0].command).toContain(home.path);
  expect(hooks.PreCompact[0]).toEqual(other);
  expect(JSON.stringify(hooks)).not.toContain('/old/');
});

it.each([
  ['no JSON', '{"hooks": '],
  ['no object', '[]'],
  ['hooks that are no object', '{"hooks": []}'],
  ['an event that is no list', '{"hooks": {"Stop": {}}}'],
])('settings with %s are refused and stay', async (_, text) => {
  await write(files['claude-code'], text);
  await expect(installHooks('claude-code', environment)).rejects.toThrow(/settings\.json cannot be read/);
  expect(await read(files['claude-code'])).toBe(text);
  expect(await all()).toEqual(['.claude', '.claude/settings.json']);
});

it.each(['', ' \n\t\n', '\uFEFF', '\uFEFF\r\n'])(
  'settings of blanks alone (%j) are an empty object, and come back',
  async (text) => {
    await write(files.cursor, text);
    await installHooks('cursor', environment);
    const installed = await read(files.cursor);
    expect(installed.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
    expect(JSON.parse(unmarked(installed))).toMatchObject({ version: 1, hooks: { sessionStart: [{}] } });
    expect(await uninstallHooks('cursor', environment)).toBe(true);
    expect(await read(files.cursor)).toBe(text);
  },
);

it('what is written into blank settings after an install stays', async () => {
  await write(files['claude-code'], '');
  await installHooks('claude-code', environment);
  const installed = JSON.parse(await read(files['claude-code']));
  await write(files['claude-code'], JSON.stringify({ env: {}, ...installed }));
  await uninstallHooks('claude-code', environment);
  expect(JSON.parse(await read(files['claude-code']))).toEqual({ env: {} });
});

it.each(cursorFiles)('an install for Cursor says what is wrong with a file that has $name', async ({ text, wrong }) => {
  await write(files.cursor, text);
  const said = wrong && `Cursor runs no hook of this file until you change it: ${wrong}`;
  expect((await installHooks('cursor', environment)).afterInstall).toBe(said);
  expect((await installHooks('cursor', environment)).afterInstall).toBe(said);
  expect(await hooksStatus(environment)).toContainEqual({
    tool: 'cursor',
    path: at(files.cursor),
    isInstalled: true,
    neededChange: said,
  });
  await uninstallHooks('cursor', environment);
  expect(await read(files.cursor)).toBe(text);
});

it('an install for Cursor says where Cursor takes a comment to begin within a text', async () => {
  const said = async (text: string) => {
    await write(files.cursor, text);
    return (await installHooks('cursor', environment)).afterInstall;
  };
  const withCommand = (command: string) => `{ "version": 1, /* mine */ "hooks": { "stop": [{ "command": "${command}" }] } }`;
  expect(await said(withCommand('ls a/* b/*'))).toBeNull();
  expect(await said(withCommand(String.raw`ls a/\u002a */b`))).toBeNull();
  expect(await said(withCommand('ls a/* */b'))).toBe(
    String.raw`Cursor leaves out a part of this file until you change it: line 1, column 66 begins a comment to Cursor (write /* within a text as /\u002a)`,
  );
});

it('settings in bytes that are no UTF-8 are refused and stay', async () => {
  const bytes = Buffer.from('{"name":"Zo\xeb"}', 'latin1');
  await mkdir(at('.claude'));
  await writeFile(at('.claude/settings.json'), bytes);
  await expect(installHooks('claude-code', environment)).rejects.toThrow('not written in UTF-8');
  expect(await readFile(at('.claude/settings.json'))).toEqual(bytes);
});

it('a settings file that is a link stays one, with its permissions', async () => {
  await mkdir(at('.claude'));
  await write('dotfiles/claude.json', '{}');
  await writeFile(at('dotfiles/claude.json'), '{}', { mode: 0o600 });
  await symlink(at('dotfiles/claude.json'), at('.claude/settings.json'));
  const { mode } = await lstat(at('dotfiles/claude.json'));
  await installHooks('claude-code', environment);
  expect(await read('dotfiles/claude.json')).toContain('agent-mem');
  expect((await lstat(at('.claude/settings.json'))).isSymbolicLink()).toBe(true);
  expect((await lstat(at('dotfiles/claude.json'))).mode).toBe(mode);
});

it('the folders that tools document as variables are respected', async () => {
  const named = { ...environment, CLAUDE_CONFIG_DIR: at('c'), CODEX_HOME: at('x'), GEMINI_CLI_HOME: at('g') };
  for (const tool of tools) await installHooks(tool, named);
  const paths = ['c/settings.json', 'x/hooks.json', '.cursor/hooks.json', 'g/.gemini/settings.json'].map(at);
  expect((await hooksStatus(named)).map(({ path, isInstalled }) => [path, isInstalled])).toEqual(
    paths.map((path) => [path, true]),
  );
  expect((await hooksStatus(environment)).map(({ isInstalled }) => isInstalled)).toEqual([false, false, true, false]);
  expect((await installHooks('codex', named)).afterInstall).toMatch(/trusted/);
});
