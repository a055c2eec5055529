import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { pluginFolder } from '../src/index.ts';
import { toolSettings } from '../src/install/tool-settings.ts';
import { hookFile } from './run-hook.ts';

const run = promisify(execFile);
const json = async (file: string) => JSON.parse(await readFile(join(pluginFolder, file), 'utf8'));

it('the hook is one file of at most 20 KB, with imports of Node alone', async () => {
  const text = await readFile(hookFile, 'utf8');
  expect((await stat(hookFile)).size).toBeLessThanOrEqual(20_480);
  const imports = [...text.matchAll(/\bfrom "([^"]+)"/g)].map(([, name]) => name);
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  expect(imports.filter((name) => /net|tls|https|dns|child_process/.test(name ?? ''))).toEqual([]);
  expect(text).not.toMatch(/\b(import|require|fetch|eval)\(/);
});

it('the plugin runs the hook at the events of an install', async () => {
  const { name, version } = await json('.claude-plugin/plugin.json');
  expect([name, version]).toEqual(['agent-mem', manifest.version]);
  const command = `node "\${CLAUDE_PLUGIN_ROOT}/hooks/agent-mem.mjs" claude-code`;
  const entries = toolSettings['claude-code'].entries(command);
  expect((await json('hooks/hooks.json')).hooks).toEqual(Object.fromEntries(entries.map(({ event, value }) => [event, [value]])));
});

it('the skill says what it is for, and its commands do it', async () => {
  await using fleet = await startFleet({ http: true });
  const skill = await readFile(join(pluginFolder, 'skills/agent-mem/SKILL.md'), 'utf8');
  expect(skill).toMatch(/^---\nname: agent-mem\ndescription: .+\n---\n/);
  const commands = [...skill.matchAll(/```sh\n(.+)\n```/g)].map(([, command = '']) => command);
  const command = (operation: string) => commands.find((text) => text.includes(`/v1/${operation}"`)) ?? '';
  const { PATH } = process.env;
  const ask = async (operation: string, id = '') => {
    const words = command(operation).replace('fact_…', id);
    const { stdout } = await run('sh', ['-c', words], { env: { PATH, AGENT_MEM_URL: fleet.httpUrl } });
    return JSON.parse(stdout);
  };
  const { fact_id: id } = await ask('facts/store');
  expect((await ask('agent/recall')).text).toContain('sencha');
  await ask('facts/update', id);
  expect((await ask('facts/retrieve')).facts.map((fact: { content: string }) => fact.content)).toEqual(['Ada drinks matcha']);
  await ask('facts/delete', id);
  expect((await ask('facts/retrieve')).facts).toEqual([]);
  expect(commands).toHaveLength(5);
});
