import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentResponse } from '@agent-mem/contract';
import { openFleet } from '@agent-mem/fleet';
import { scriptedChatModel } from '@agent-mem/llm';
import { createLogger } from '@agent-mem/runtime';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { verifies } from '../verifies.ts';

const act = (action: string, args: object) => `Thought: I write it\nAction: ${action}\nArgs: ${JSON.stringify(args)}`;
const final = (text: string) => `Thought: done\nFinal Answer: ${text}`;

/** A program that writes what it is given into a file, after a person has approved it. */
const note = {
  description: 'Notes a word',
  program: process.execPath,
  args: ['-e', "require('node:fs').appendFileSync('noted', process.argv[1] + '\\n')", '--', { name: 'word', pattern: '\\w+' }],
  approval: true,
};

/** A fleet on the files of a folder, over HTTP. */
async function startFleet(folder: string, answers: readonly string[]) {
  const left = [...answers];
  const fleet = await openFleet({
    services: [],
    environment: {
      DATA_DIR: join(folder, 'data'),
      HTTP_PORT: '0',
      GRPC_PORT: '0',
      ADMIN_PORT: '0',
      PATH: process.env.PATH,
      TOOLS_FILE: join(folder, 'tools.yaml'),
    },
    log: createLogger({ level: 'silent' }),
    chatModel: scriptedChatModel(({ template }) => (template === 'react' ? (left.shift() ?? final('none')) : '[]')),
    serve: { http: true, grpc: false },
  });
  const post = (path: string, body: object, headers: object = {}) =>
    fetch(`${fleet.httpUrl}/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    fleet,
    post,
    // biome-ignore lint/suspicious/noExplicitAny: what HTTP answers has no type here
    ask: async (path: string, body: object): Promise<any> => (await post(path, body)).json(),
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

async function folderWithTools() {
  const folder = await temporaryDirectory();
  await writeFile(join(folder.path, 'tools.yaml'), JSON.stringify({ tools: { programs: { note } } }));
  return folder;
}

/** The files of a folder that have the text in them. */
function filesWith(folder: string, text: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name)).filter((path) => readFileSync(path).includes(text));
}

test(
  'a run waits over a stop of the fleet; its approval has one effect, also where several give it, several times',
  verifies('agent.waits', 'agent.forks'),
  async () => {
    await using folder = await folderWithTools();
    const question = { question: 'Note the ferry', may_wait: true, conversation_id: 'trip' };
    let waiting: { invocation_id: string; waiting: { call_id: string; digest: string }[] };
    {
      await using first = await startFleet(folder.path, [act('note', { word: 'ferry' })]);
      waiting = await first.ask('agent/invoke', question);
      expect(waiting).toMatchObject({
        conversation_id: 'trip',
        expires_at: expect.any(String),
        waiting: [{ awaits: 'approval', tool: 'note', arguments: '{"word":"ferry"}' }],
      });
      expect(waiting).toHaveProperty('answer', null);
    }
    await using second = await startFleet(folder.path, [final('noted'), final('forked')]);
    const { runs } = await second.ask('agent/list-waiting', {});
    expect(runs).toMatchObject([{ invocation_id: waiting.invocation_id, question: 'Note the ferry', waiting: waiting.waiting }]);
    const [call] = waiting.waiting;
    const decisions = [{ call_id: call?.call_id, digest: call?.digest, decision: 'approve', by: 'ada' }];
    const approval = { invocation_id: waiting.invocation_id, decisions };
    const other = await second.post('agent/resume', { ...approval, decisions: [{ ...decisions[0], digest: 'other' }] });
    expect([other.status, await other.text()]).toEqual([400, expect.stringContaining('decisions[0].digest')]);

    const events = await (await second.post('agent/resume', approval, { accept: 'text/event-stream' })).text();
    const frames = [...events.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as AgentResponse);
    expect(frames.map(({ type }) => type)).toEqual(['action', 'observation', 'thought', 'answer']);
    expect(frames.at(-1)).toMatchObject({ answer: 'noted', conversation_id: 'trip', invocation_id: waiting.invocation_id });
    expect(await second.ask('agent/resume', approval)).toMatchObject({ answer: 'noted', invocation_id: waiting.invocation_id });
    expect(readFileSync(join(folder.path, 'noted'), 'utf8')).toBe('ferry\n');
    expect(await second.ask('agent/list-waiting', {})).toMatchObject({ runs: [] });

    const forked = await second.ask('agent/fork', {
      invocation_id: waiting.invocation_id,
      step: 1,
      result: 'It was noted twice',
    });
    expect(forked).toMatchObject({ answer: 'forked', conversation_id: expect.not.stringMatching(/^trip$/) });
    expect(forked.invocation_id).not.toBe(waiting.invocation_id);
    expect(readFileSync(join(folder.path, 'noted'), 'utf8')).toBe('ferry\n');
  },
);

test('a purge of its scope takes a run that waits, and nothing of it is left', verifies('agent.waits'), async () => {
  await using folder = await folderWithTools();
  await using running = await startFleet(folder.path, [act('note', { word: 'XMARKX' })]);
  const { invocation_id } = await running.ask('agent/invoke', { question: 'Note XMARKX', may_wait: true });
  expect(filesWith(join(folder.path, 'data'), 'XMARKX')).not.toEqual([]);
  await running.ask('graph/purge', { everything: true });
  expect(await running.ask('agent/list-waiting', {})).toMatchObject({ runs: [] });
  expect((await running.post('agent/resume', { invocation_id, decisions: [] })).status).toBe(404);
  expect(filesWith(join(folder.path, 'data'), 'XMARKX')).toEqual([]);
});
