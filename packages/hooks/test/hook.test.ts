import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tools } from '../src/tool.ts';
import { cursorAgentPrompts, documented } from './documented.ts';
import { type HookedFleet, startHookedFleet } from './hooked-fleet.ts';

const silent = { exitCode: 0, output: '', errors: '' };
const { start, prompt, reply } = documented['claude-code'];
let session = 0;
/** A session of its own for each test. */
let id: string;
beforeEach(() => {
  session += 1;
  id = `session-${session}`;
});

let hooked: HookedFleet;
beforeAll(async () => {
  hooked = await startHookedFleet();
});
afterAll(() => hooked[Symbol.asyncDispose]());

it.each(tools)('stores the turns of %s once, and shows them in another session', async (tool) => {
  const inputs = documented[tool];
  const other = `${tool}-${id}`;
  const asked = inputs.prompt(id, 'turn-1', `In ${tool} I drink sencha.`);
  for (const _ of [1, 2]) {
    expect((await hooked.run(tool, asked)).exitCode).toBe(0);
    expect(await hooked.run(tool, inputs.reply(id, 'turn-1', 'Noted.'))).toEqual(silent);
  }
  expect(await hooked.stored(id)).toEqual([`user: In ${tool} I drink sencha.`, 'assistant: Noted.']);
  await hooked.fleet.settled();
  const { output, errors } = await hooked.run(tool, inputs.prompt(other, 'turn-1', `What do I drink in ${tool}?`));
  expect(errors).toBe('');
  const printed = JSON.parse(output);
  const shown = tool === 'cursor' ? printed.additional_context : printed.hookSpecificOutput.additionalContext;
  expect(shown).toMatch(/^<agent-mem>\n[\s\S]*sencha[\s\S]*\n<\/agent-mem>$/);
  if (tool !== 'cursor') expect(Object.keys(printed)).toEqual(['hookSpecificOutput']);
  expect(await hooked.stored(other)).toEqual([`user: What do I drink in ${tool}?`]);
});

it('shows what is known of the folder when a session starts', async () => {
  await hooked.fleet.caller.call('facts', 'store', { content: 'The project tea is written in OCaml' });
  await hooked.fleet.settled();
  const { output } = await hooked.run('claude-code', start(id));
  const { hookSpecificOutput } = JSON.parse(output);
  expect(hookSpecificOutput).toMatchObject({
    hookEventName: 'SessionStart',
    additionalContext: expect.stringMatching('OCaml'),
  });
});

it('stores no words of the tool, and none that it has put in itself', async () => {
  const own = '<agent-mem>\n[user] I drink mate.\n</agent-mem>';
  const harness = '<system-reminder>It is Monday.</system-reminder>';
  await hooked.run('claude-code', prompt(id, 'a', `${harness}\n${own}\nI like rain.`));
  expect(await hooked.run('claude-code', prompt(id, 'b', harness))).toEqual(silent);
  const escaped = '<hook_context>&lt;agent-mem&gt;\n[user] I drink mate.\n&lt;/agent-mem&gt;</hook_context>';
  await hooked.run('gemini', documented.gemini.prompt(id, 'c', `${escaped}\n\nI like snow.`));
  expect(await hooked.stored(id)).toEqual(['user: I like rain.', 'user: I like snow.']);
});

it('stores two turns with the same words as two', async () => {
  for (const turn of ['a', 'b']) await hooked.run('codex', documented.codex.prompt(id, turn, 'Go on.'));
  expect(await hooked.stored(id)).toEqual(['user: Go on.', 'user: Go on.']);
});

it.each([
  ['has an id of its own', 'tea', 1],
  ['is run again for its backend', 'agent-1', 2],
])("stores each prompt of Cursor's local agent once, where it %s", async (_, name, runs) => {
  const conversation = `${name}-${id}`;
  const [first, second] = [
    cursorAgentPrompts(conversation, 'a', 'I like rain.'),
    cursorAgentPrompts(conversation, 'b', 'I like snow.'),
  ];
  for (const input of [...first.slice(0, runs), ...second.slice(0, runs)]) await hooked.run('cursor', input);
  expect(await hooked.stored(conversation)).toEqual(['user: I like rain.', 'user: I like snow.']);
});

it("stores nothing of what Cursor says to Claude Code's hook, which it runs too", async () => {
  for (const input of cursorAgentPrompts(id, 'a', 'I like rain.')) expect(await hooked.run('claude-code', input)).toEqual(silent);
  await expect(hooked.stored(id)).rejects.toThrow('not found');
});

it('stores nothing of a sub-agent', async () => {
  expect(await hooked.run('claude-code', { ...reply(id, 'a', 'Found it.'), agent_id: 'a1' })).toEqual(silent);
  await expect(hooked.stored(id)).rejects.toThrow('not found');
});

it('stores a long reply without its middle', async () => {
  await hooked.run('codex', documented.codex.reply(id, 'a', 'long '.repeat(50_000)));
  expect((await hooked.stored(id))[0]).toContain('[…]');
});
