import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModelReply, modelAnswer, startFleet, startRecordingUpstream, temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';
import { ask, type Client, claudeCode, codex, conversations, gemini } from './coding-tools.ts';

/** A client, the same as it goes on in its last session, and how a model has it run a program. */
interface Played {
  readonly client: Client;
  readonly again: Client;
  readonly tool: Exclude<ModelReply, string>;
}

const echo = 'echo rain';
/** Claude Code that may run programs. */
const claudeWith = (...flags: readonly string[]): Client => ({
  ...claudeCode,
  words: (prompt) => [...flags, ...claudeCode.words(prompt), '--allowedTools', 'Bash'],
});
/** Codex that may run programs: no sandbox can be made where the test is root. */
const codexBy = (...command: readonly string[]): Client => ({
  ...codex,
  words: (prompt) => [...command, '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
});
/** Gemini CLI that may run programs. */
const geminiWith = (...flags: readonly string[]): Client => ({
  ...gemini,
  words: (prompt) => [...flags, '--approval-mode', 'yolo', ...gemini.words(prompt)],
});
const geminiPlayed: Played = {
  client: geminiWith(),
  again: geminiWith('-r', 'latest'),
  tool: { tool: 'run_shell_command', arguments: { command: echo, description: 'Says rain' } },
};
const played: readonly Played[] = [
  {
    client: claudeWith(),
    again: claudeWith('--continue'),
    tool: { tool: 'Bash', arguments: { command: echo, description: 'Says rain' } },
  },
  {
    client: codexBy('exec'),
    again: codexBy('exec', 'resume', '--last'),
    tool: { tool: 'exec_command', arguments: { cmd: echo } },
  },
  geminiPlayed,
];

/** How a sub-agent of Gemini CLI ends its task. */
const done: ModelReply = { tool: 'complete_task', arguments: { report: { answer: 'It rains.', sources: [] } } };
/** A model that runs a program once when it is asked to, and knows what to drink if it is shown. */
function replyWith(tool: Played['tool']) {
  return (body: string): ModelReply => {
    const { messages, input, contents } = JSON.parse(body);
    const items: readonly object[] = messages ?? input ?? contents;
    const last = JSON.stringify(items.at(-1));
    if (body.includes('"name":"complete_task"')) return done;
    if (/"tool_result"|"function_call_output"|"functionResponse"/.test(last)) return 'It rains.';
    const words = JSON.stringify(items.filter((item) => 'role' in item && item.role === 'user').at(-1));
    if (words.replace(/<agent-mem>.*<\/agent-mem>/, '').includes('RUN IT')) return tool;
    return /<agent-mem>.*sencha.*<\/agent-mem>/.test(words) && words.includes('What do I drink') ? 'You drink sencha.' : 'Noted.';
  };
}

/** A tool with a home, in front of a fleet whose model plays this. */
async function openStage(stack: AsyncDisposableStack, { client, tool }: Played, modules: string) {
  const { path: home } = stack.use(await temporaryDirectory());
  const upstream = stack.use(await startRecordingUpstream(modelAnswer(replyWith(tool))));
  const environment = { UPSTREAMS: `*=${upstream.url}`, MEMORY_DEADLINE_MS: '60000' };
  const fleet = stack.use(await startFleet({ http: true, environment }));
  await mkdir(join(home, 'project'));
  await client.prepare(home, fleet.httpUrl);
  return { upstream, fleet, place: { modules, home, modelUrl: fleet.httpUrl } };
}

describeLive('Coding tools in front of the proxy', findTool('coding-tools'), (modules) => {
  it.each(played.map((each) => [each.client.tool, each] as const))(
    '%s remembers by its base URL alone',
    verifies('proxy.clients'),
    async (_, each) => {
      await using stack = new AsyncDisposableStack();
      const { upstream, fleet, place } = await openStage(stack, each, modules());
      expect(await ask(each.client, place, 'I drink sencha.')).toContain('Noted.');
      expect(await ask(each.again, place, 'RUN IT')).toContain('It rains.');
      const first = ['user: I drink sencha.', 'assistant: Noted.', 'user: RUN IT', 'assistant: It rains.'];
      await expect.poll(() => conversations(fleet)).toEqual([first]);
      await fleet.settled();

      expect(await ask(each.client, place, 'What do I drink?')).toContain('You drink sencha.');
      expect(await ask(each.again, place, 'Thank you.')).toContain('Noted.');
      const second = ['user: What do I drink?', 'assistant: You drink sencha.', 'user: Thank you.', 'assistant: Noted.'];
      await expect.poll(() => conversations(fleet)).toEqual([first, second]);
      const { sessionHeader } = each.client;
      const { conversations: listed } = await fleet.caller.call('conversations', 'list', {});
      const sessions = new Set(upstream.requests.flatMap(({ headers }) => headers[sessionHeader ?? ''] ?? []));
      for (const { id } of listed) {
        if (sessionHeader === null) expect(id).toMatch(/^words-/);
        else expect(sessions).toContain(id);
      }
    },
  );

  it(
    'Gemini CLI names a conversation by a header that it is given, and has a key in its base URL',
    verifies('proxy.clients'),
    async () => {
      await using stack = new AsyncDisposableStack();
      const { upstream, fleet, place } = await openStage(stack, geminiPlayed, modules());
      const environment = { GEMINI_CLI_CUSTOM_HEADERS: 'x-agent-mem-conversation: tea' };
      const asked = { ...place, environment, modelUrl: `${fleet.httpUrl}/k/am_1` };
      expect(await ask(gemini, asked, 'I drink sencha.')).toContain('Noted.');
      await expect.poll(() => conversations(fleet)).toEqual([['user: I drink sencha.', 'assistant: Noted.']]);
      const { conversations: listed } = await fleet.caller.call('conversations', 'list', {});
      expect(listed.map(({ id }) => id)).toEqual(['tea']);
      expect(JSON.stringify(upstream.requests.map(({ path, headers }) => [path, headers]))).not.toMatch(/am_1|x-agent-mem/);
    },
  );

  it('what a sub-agent of Gemini CLI is asked is passed on and is no conversation', verifies('proxy.clients'), async () => {
    await using stack = new AsyncDisposableStack();
    const tool = { tool: 'invoke_agent', arguments: { agent_name: 'cli_help', prompt: 'Find it.' } };
    const { upstream, fleet, place } = await openStage(stack, { ...geminiPlayed, tool }, modules());
    expect(await ask(geminiPlayed.client, place, 'RUN IT')).toContain('It rains.');
    await expect.poll(() => conversations(fleet)).toEqual([['user: RUN IT', 'assistant: It rains.']]);
    expect(upstream.requests.filter(({ body }) => body.includes('"complete_task"'))).toHaveLength(1);
  });
});
