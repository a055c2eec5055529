import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Tool } from '@agent-mem/hooks';
import type { TestFleet } from '@agent-mem/testing';
import { expect } from 'vitest';

/** A tool with a home of its own, and what it is started with. */
export interface Client {
  readonly tool: Tool;
  /** In the folder of its packages, or a program of the tests' own. */
  readonly program: string;
  readonly settings: string;
  /** The header by which the proxy names a conversation; `null`: there is none. */
  readonly sessionHeader: string | null;
  /** Writes what the tool needs before its first start. */
  prepare(home: string, modelUrl: string): Promise<void>;
  environment(modelUrl: string): Readonly<Record<string, string>>;
  words(prompt: string): readonly string[];
}

export const claudeCode: Client = {
  tool: 'claude-code',
  program: '@anthropic-ai/claude-code/cli-wrapper.cjs',
  settings: '.claude/settings.json',
  sessionHeader: 'x-claude-code-session-id',
  prepare: (home) => write(home, '.claude/settings.json', '{\n  "cleanupPeriodDays": 7\n}\n'),
  environment: (url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  words: (prompt) => ['-p', prompt, '--model', 'claude-stub'],
};

export const codex: Client = {
  tool: 'codex',
  program: '@openai/codex/bin/codex.js',
  settings: '.codex/hooks.json',
  sessionHeader: 'session-id',
  async prepare(home, url) {
    await write(home, '.codex/hooks.json', '{ "hooks": {} }');
    const provider = `[model_providers.stub]\nname = "stub"\nbase_url = "${url}/v1"\nenv_key = "KEY"\nwire_api = "responses"\n`;
    const config =
      'model = "gpt-5"\nmodel_provider = "stub"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n';
    await write(home, '.codex/config.toml', `${config}${provider}`);
  },
  environment: () => ({ KEY: 'none' }),
  words: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
};

export const gemini: Client = {
  tool: 'gemini',
  program: '@google/gemini-cli/bundle/gemini.js',
  settings: '.gemini/settings.json',
  sessionHeader: null,
  prepare: (home) =>
    write(
      home,
      '.gemini/settings.json',
      '{ "security": { "auth": { "selectedType": "gemini-api-key" } }, // mine\n  "privacy": { "usageStatisticsEnabled": false },\n  "general": { "enableAutoUpdate": false } }',
    ),
  environment: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none', GEMINI_CLI_NO_RELAUNCH: 'true' }),
  words: (prompt) => ['--skip-trust', '-m', 'gemini-2.5-flash', '-p', prompt],
};

/** The local agent of Cursor's SDK; `modelUrl` is that of Cursor's backend. */
export const cursor: Client = {
  tool: 'cursor',
  program: fileURLToPath(new URL('cursor/ask.mjs', import.meta.url)),
  settings: '.cursor/hooks.json',
  sessionHeader: null,
  prepare: (home) => write(home, '.cursor/hooks.json', '{ "version": 1, "hooks": {} } // mine\n'),
  environment: (url) => ({ CURSOR_BACKEND_URL: url }),
  words: (prompt) => [prompt],
};

/** Writes a file of a home. */
export async function write(home: string, path: string, content: string): Promise<void> {
  await mkdir(join(home, path, '..'), { recursive: true });
  await writeFile(join(home, path), content);
}

/** Where a tool is, whose home it has, and what it asks. */
export interface Place {
  readonly modules: string;
  readonly home: string;
  readonly modelUrl: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Asks in a session of its own; resolves with what the tool printed. */
export async function ask(client: Client, { modules, home, modelUrl, environment }: Place, prompt: string): Promise<string> {
  const own = { PATH: process.env.PATH, HOME: home, TERM: 'dumb', CLIENT_MODULES: modules };
  const env = { ...own, ...environment, ...client.environment(modelUrl) };
  const program = resolve(modules, 'node_modules', client.program);
  const cwd = join(home, 'project');
  const child = spawn(process.execPath, [program, ...client.words(prompt)], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect([child.exitCode, errors.includes('hook error')], errors).toEqual([0, false]);
  return output;
}

/** All that is stored, a list a conversation, the oldest first. */
export async function conversations({ caller }: TestFleet): Promise<readonly (readonly string[])[]> {
  const { conversations: listed } = await caller.call('conversations', 'list', {});
  const all = listed.map(async ({ id: conversation_id }) => {
    const { messages } = await caller.call('conversations', 'history', { conversation_id });
    return messages.map(({ role, content }) => `${role}: ${content}`);
  });
  return (await Promise.all(all)).toSorted((one, other) => `${one}`.localeCompare(`${other}`));
}
