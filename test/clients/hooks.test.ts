import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installHooks, pluginFolder, uninstallHooks } from '@agent-mem/hooks';
import {
  modelAnswer,
  type RecordingUpstream,
  startFleet,
  startRecordingUpstream,
  type TestFleet,
  temporaryDirectory,
} from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { cursorFiles } from '../../packages/hooks/test/cursor-files.ts';
import { documented } from '../../packages/hooks/test/documented.ts';
import { writePatientHook } from '../../packages/hooks/test/run-hook.ts';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { findOldNode } from '../package/old-node.ts';
import { verifies } from '../verifies.ts';
import { ask as askIn, type Client, claudeCode, codex, conversations, cursor, gemini, write } from './coding-tools.ts';
import { startCursorBackend } from './cursor/backend.ts';

/** What a model says that knows what to drink if it is shown. Gemini CLI writes the block's tags as entities. */
function replyTo(body: string): string {
  if (body.includes('<summary>')) return '<summary>All that was said.</summary>';
  return /(<|&lt;)agent-mem(>|&gt;).*sencha.*(<|&lt;)\/agent-mem/s.test(body) ? 'You drink sencha.' : 'Noted.';
}

/** What Cursor's model says. Its backend shows it the prompt that the agent has just stored: the agent runs the hook first, by itself. */
function cursorReply(prompt: string, added: string): string {
  return prompt.endsWith('?') ? replyTo(added) : 'Noted.';
}

interface Stage {
  readonly modules: string;
  readonly home: string;
  readonly fleet: TestFleet;
  /** Where the hook looks for it. */
  readonly fleetUrl: string;
  readonly upstream: RecordingUpstream;
}

/** Asks in a session of its own; resolves with what the tool printed. */
function ask(client: Client, { modules, home, fleetUrl, upstream }: Stage, prompt: string): Promise<string> {
  return askIn(client, { modules, home, modelUrl: upstream.url, environment: { AGENT_MEM_URL: fleetUrl } }, prompt);
}

/** A tool with a home, a fleet and a model. */
async function openStage(stack: AsyncDisposableStack, client: Client, modules: string): Promise<Stage> {
  const { path: home } = stack.use(await temporaryDirectory());
  const starting = client === cursor ? startCursorBackend(cursorReply) : startRecordingUpstream(modelAnswer(replyTo));
  const upstream = stack.use(await starting);
  const fleet = stack.use(await startFleet({ http: true }));
  await mkdir(join(home, 'project'));
  await client.prepare(home, upstream.url);
  return { modules, home, fleet, fleetUrl: fleet.httpUrl, upstream };
}

/** What one session says another recalls. */
async function expectRecalled(client: Client, stage: Stage): Promise<void> {
  const { fleet } = stage;
  expect(await ask(client, stage, 'I drink sencha.')).toContain('Noted.');
  const first = ['user: I drink sencha.', 'assistant: Noted.'];
  expect(await conversations(fleet)).toEqual([first]);
  await fleet.settled();
  expect(await ask(client, stage, 'What do I drink?')).toContain('You drink sencha.');
  expect(await conversations(fleet)).toEqual([first, ['user: What do I drink?', 'assistant: You drink sencha.']]);
}

/** A session is the conversation that the proxy would make of it. */
async function expectNamedAsByProxy({ sessionHeader }: Client, { fleet, upstream }: Stage): Promise<void> {
  if (sessionHeader === null) return;
  const named = new Set(upstream.requests.flatMap(({ headers }) => headers[sessionHeader] ?? []));
  const { conversations: listed } = await fleet.caller.call('conversations', 'list', {});
  expect(new Set(listed.map(({ id }) => id))).toEqual(named);
}

/** With the hook installed a tool remembers, and an uninstall leaves its settings as they were. */
async function expectInstalled(client: Client, modules: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const stage = await openStage(stack, client, modules);
  const { home } = stage;
  const before = await readFile(join(home, client.settings), 'utf8');
  await installHooks(client.tool, { HOME: home });
  await writePatientHook(join(home, client.settings, '../agent-mem/hook.mjs'));
  await expectRecalled(client, stage);
  await expectNamedAsByProxy(client, stage);
  await uninstallHooks(client.tool, { HOME: home });
  expect(await readFile(join(home, client.settings), 'utf8')).toBe(before);
}

describeLive('Tools with the hook installed', findTool('coding-tools'), (modules) => {
  it.each([claudeCode, codex, gemini])(
    '$tool remembers from one session to the next',
    verifies('hooks.clients'),
    async (client) => {
      await expectInstalled(client, modules());
    },
  );

  it.each([
    ['goes on', 'Thank you.', ['user: Thank you.'], 'PreCompact'],
    ['is compacted', '/compact', [], 'SessionStart'],
  ])(
    'what the fleet missed is stored when a session of Claude Code %s',
    verifies('hooks.clients'),
    async (_, prompt, more, unused) => {
      await using stack = new AsyncDisposableStack();
      const stage = await openStage(stack, claudeCode, modules());
      const { fleet, home } = stage;
      const settings = join(home, claudeCode.settings);
      await installHooks('claude-code', { HOME: home });
      await writePatientHook(join(settings, '../agent-mem/hook.mjs'));
      const { hooks, ...own } = JSON.parse(await readFile(settings, 'utf8'));
      await writeFile(settings, JSON.stringify({ ...own, hooks: { ...hooks, [unused]: [] } }));
      await ask(claudeCode, { ...stage, fleetUrl: 'http://127.0.0.1:9' }, 'I drink sencha.');
      expect(await conversations(fleet)).toEqual([]);
      await ask({ ...claudeCode, words: (words) => ['--continue', ...claudeCode.words(words)] }, stage, prompt);
      const [stored = [], ...others] = await conversations(fleet);
      expect([stored.slice(0, 3), others]).toEqual([['user: I drink sencha.', 'assistant: Noted.', ...more], []]);
    },
  );

  it('the plugin of Claude Code is valid and remembers', verifies('hooks.clients'), async () => {
    await using stack = new AsyncDisposableStack();
    const stage = await openStage(stack, claudeCode, modules());
    const plugin = join(stage.home, 'plugin');
    await cp(pluginFolder, plugin, { recursive: true });
    await writePatientHook(join(plugin, 'hooks/agent-mem.mjs'));
    const words = (prompt: string) => [...claudeCode.words(prompt), '--plugin-dir', plugin];
    // The address may stand in the tool's own settings.
    await write(stage.home, claudeCode.settings, JSON.stringify({ env: { AGENT_MEM_URL: stage.fleetUrl } }));
    await expectRecalled({ ...claudeCode, words }, { ...stage, fleetUrl: '' });
    const validated = await ask({ ...claudeCode, words: () => ['plugin', 'validate', plugin, '--strict'] }, stage, '');
    expect(validated).toMatch(/passed/i);
  });

  it('Codex does not run the hook before it is trusted', verifies('hooks.clients'), async () => {
    await using stack = new AsyncDisposableStack();
    const stage = await openStage(stack, codex, modules());
    await installHooks('codex', { HOME: stage.home });
    const words = (prompt: string) => ['exec', '--skip-git-repo-check', prompt];
    expect(await ask({ ...codex, words }, stage, 'I drink sencha.')).toContain('Noted.');
    expect(await conversations(stage.fleet)).toEqual([]);
  });
});

describeLive("Cursor's local agent with the hook installed", findTool('cursor'), (modules) => {
  it('remembers from one conversation to the next', verifies('hooks.clients'), async () => {
    await expectInstalled(cursor, modules());
  });

  it('has each prompt of a conversation stored once', verifies('hooks.clients'), async () => {
    await using stack = new AsyncDisposableStack();
    const stage = await openStage(stack, cursor, modules());
    await installHooks('cursor', { HOME: stage.home });
    await writePatientHook(join(stage.home, '.cursor/agent-mem/hook.mjs'));
    await ask({ ...cursor, words: () => ['I drink sencha.', 'And I live in Lyon.'] }, stage, '');
    const stored = ['user: I drink sencha.', 'assistant: Noted.', 'user: And I live in Lyon.', 'assistant: Noted.'];
    expect(await conversations(stage.fleet)).toEqual([stored]);
  });

  it('has its prompts alone stored where the backend asks for no hook', verifies('hooks.clients'), async () => {
    await using stack = new AsyncDisposableStack();
    const stage = await openStage(stack, cursor, modules());
    const upstream = stack.use(await startCursorBackend(cursorReply, { asksForHooks: false }));
    await installHooks('cursor', { HOME: stage.home });
    await writePatientHook(join(stage.home, '.cursor/agent-mem/hook.mjs'));
    await ask(cursor, { ...stage, upstream }, 'I drink sencha.');
    await stage.fleet.settled();
    expect(await ask(cursor, { ...stage, upstream }, 'What do I drink?')).toContain('Noted.');
    expect(await conversations(stage.fleet)).toEqual([['user: I drink sencha.'], ['user: What do I drink?']]);
  });
});

describeLive("Cursor's local agent with hooks of a user's own", findTool('cursor'), (modules) => {
  it.each(cursorFiles)(
    'runs the hook of a file with $name, or the install has said why not',
    verifies('hooks.clients'),
    async ({ text: own }) => {
      await using stack = new AsyncDisposableStack();
      const stage = await openStage(stack, cursor, modules());
      await write(stage.home, cursor.settings, own);
      const { afterInstall } = await installHooks('cursor', { HOME: stage.home });
      await writePatientHook(join(stage.home, '.cursor/agent-mem/hook.mjs'));
      await ask(cursor, stage, 'I drink sencha.');
      expect((await conversations(stage.fleet)).length).toBe(afterInstall === null ? 1 : 0);
    },
  );
});

describeLive('The hook in Node 20', findOldNode(), (node) => {
  it('stores a turn', verifies('hooks.clients'), async () => {
    await using stack = new AsyncDisposableStack();
    const { path } = stack.use(await temporaryDirectory());
    const fleet = stack.use(await startFleet({ http: true }));
    await writePatientHook(join(path, 'hook.mjs'));
    const child = spawn(node(), [join(path, 'hook.mjs'), 'codex'], { env: { AGENT_MEM_URL: fleet.httpUrl } });
    child.stdin.end(JSON.stringify(documented.codex.prompt('s', 't', 'I drink sencha.')));
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect([child.exitCode, output, errors]).toEqual([0, '', '']);
    expect(await conversations(fleet)).toEqual([['user: I drink sencha.']]);
  });
});
