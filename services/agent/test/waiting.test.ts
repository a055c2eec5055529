import { callDigest } from '@agent-mem/agent-loop';
import { type AwaitedCall, dayMs, type OperationError } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import type { Tool } from '../src/index.ts';
import { openRun } from '../src/waiting/open-run.ts';
import { readRun, runNode } from '../src/waiting/waiting-run.ts';
import { type AgentFleet, frameTexts, startAgentFleet, turnedUntil } from './agent-fleet.ts';
import { act, awaited, type Decided, decisionOn, final, mailTool, resume } from './waiting-calls.ts';

test('an approved call is made once, however often it is approved; a repeat of Invoke is answered what the run has come to', async () => {
  const { tool, sent } = mailTool();
  await using fleet = await startAgentFleet({
    chatModel: scriptedChatModel([act('SendMail', { to: 'bo' }), final('sent')]),
    tools: [tool],
  });
  const ask = () => fleet.invoke({ question: 'Write to Bo', may_wait: true }, { idempotencyKey: 'k' });
  const frames = await ask();
  expect(frames.at(-1)).toMatchObject({ type: 'waiting', end_of_dialog: true, content: 'Waiting for the approval of SendMail' });
  const call = awaited(frames);
  expect(call).toMatchObject({ awaits: 'approval', tool: 'SendMail', arguments: '{"to":"bo"}' });
  expect(await ask()).toEqual(frames);
  await fleet.settled();
  expect([sent, fleet.events]).toEqual([[], []]);
  const { runs } = await fleet.caller.call('agent', 'list_waiting', {});
  expect(runs).toMatchObject([{ question: 'Write to Bo', invocation_id: frames.at(-1)?.invocation_id, waiting: [call] }]);

  const first = await resume(fleet, frames, [decisionOn(call, 'approve')]);
  expect(frameTexts(first)).toEqual(['action: SendMail {"to":"bo"}', 'observation: Sent to bo', 'thought: done', 'answer: sent']);
  const second = await resume(fleet, frames, [decisionOn(call, 'approve')]);
  expect(second.at(-1)).toMatchObject({ answer: 'sent' });
  expect((await ask()).at(-1)).toMatchObject({ answer: 'sent' });
  await fleet.settled();
  expect(sent).toEqual(['bo']);
  expect(fleet.events.filter(({ type }) => type === 'invocation-completed')).toHaveLength(1);
  expect(await fleet.caller.call('agent', 'list_waiting', {})).toMatchObject({ runs: [] });
});

test('a repeat of a decision after the end of a streamed run has what the first answer had, from its beginning', async () => {
  const { tool, sent } = mailTool();
  const look: Tool = { name: 'Look', description: 'Looks', arguments: [], run: async () => 'Bo is in' };
  await using fleet = await startAgentFleet({
    chatModel: scriptedChatModel([
      [act('Look')],
      [act('SendMail', { to: 'bo' })],
      ['Thought: done\nFinal', ' Answer: it is', ' sent'],
    ]),
    tools: [tool, look],
  });
  const ask = () => fleet.invoke({ question: 'Write to Bo', may_wait: true, streaming: true }, { idempotencyKey: 'k' });
  const frames = await ask();
  const decisions = [decisionOn(awaited(frames), 'approve')];
  const first = await resume(fleet, frames, decisions);
  const reads = vi.spyOn(fleet.ports.keyValue, 'get');
  const repeat = await resume(fleet, frames, decisions);
  // A trace may be long: its run's repeat reads it once.
  expect(reads.mock.calls.filter(([, key]) => key.startsWith('agent/trace/'))).toHaveLength(1);
  const call = ['action: SendMail {"to":"bo"}', 'observation: Sent to bo', 'thought: done', 'answer: it is sent'];
  expect([frameTexts(first), frameTexts(repeat)]).toEqual([call, call]);
  const looked = ['thought: look', 'action: Look {}', 'observation: Bo is in'];
  expect(frameTexts(await ask())).toEqual([...looked, 'thought: look', ...call]);
  expect(sent).toEqual(['bo']);
});

test('a decision for other arguments, another one than before, one of another kind and one on no call are refused by name', async () => {
  const { tool, sent } = mailTool();
  await using fleet = await startAgentFleet({
    chatModel: scriptedChatModel([act('SendMail', { to: 'bo' }), final('a')]),
    tools: [tool],
  });
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  const call = awaited(frames);
  const refusal = (decision: Decided) => resume(fleet, frames, [decision]).catch((error: unknown) => error);
  expect(await refusal({ ...decisionOn(call, 'approve'), digest: 'other' })).toMatchObject({
    type: 'failed-precondition',
    message: expect.stringContaining('decisions[0].digest'),
  });
  expect(await refusal(decisionOn(call, 'result'))).toMatchObject({
    type: 'invalid-argument',
    message: expect.stringContaining('decisions[0].decision'),
  });
  expect(await refusal(decisionOn({ ...call, call_id: 'call_x' }, 'approve'))).toMatchObject({
    message: expect.stringContaining('decisions[0].call_id'),
  });
  expect(sent).toEqual([]);
  const unknown = frames.map((frame) => ({ ...frame, invocation_id: 'inv_01960000-0000-7000-8000-000000000004' }));
  await expect(resume(fleet, unknown, [decisionOn(call, 'approve')])).rejects.toMatchObject({
    type: 'not-found',
    message: expect.stringContaining('invocation_id: no run inv_01960000-0000-7000-8000-000000000004 waits here; ListWaiting'),
  });
  const refused = await resume(fleet, frames, [decisionOn(call, 'refuse', { text: 'not today' })]);
  expect(frameTexts(refused)[1]).toContain('not today');
  expect(await refusal(decisionOn(call, 'approve'))).toMatchObject({ type: 'already-exists' });
  expect(sent).toEqual([]);
});

test('what the prompt before the wait had of memory is reported as injected, also where the run recalls something else when it goes on', async () => {
  const { tool } = mailTool();
  await using fleet = await startAgentFleet({
    chatModel: scriptedChatModel([act('SendMail', { to: 'bo' }), final('sent')]),
    tools: [tool],
  });
  const store = async (content: string) => (await fleet.caller.call('facts', 'store', { content })).fact_id;
  const before = await store('Bo reads mail at nine');
  await fleet.settled();
  const frames = await fleet.invoke({ question: 'When does Bo read mail?', may_wait: true });
  await fleet.caller.call('facts', 'delete', { fact_id: before });
  const after = await store('Bo reads mail at noon');
  await fleet.settled();
  await resume(fleet, frames, [decisionOn(awaited(frames), 'approve')]);
  await fleet.settled();
  const completed = fleet.events.find(({ type }) => type === 'invocation-completed')?.data.invocation_completed;
  expect(completed?.injected_ids.toSorted()).toEqual([before, after].toSorted());
});

test('changed arguments are those of the call, and the step says who changed them', async () => {
  const { tool, sent } = mailTool();
  await using fleet = await startAgentFleet({
    chatModel: scriptedChatModel([act('SendMail', { to: 'bo' }), final('a')]),
    tools: [tool],
  });
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  await expect(resume(fleet, frames, [decisionOn(awaited(frames), 'change', { arguments: '{"to":{}}' })])).rejects.toMatchObject({
    type: 'invalid-argument',
    message: expect.stringContaining('decisions[0].arguments: the argument "to" must be a string'),
  });
  await resume(fleet, frames, [decisionOn(awaited(frames), 'change', { arguments: '{"to":"cy"}' })]);
  await fleet.settled();
  expect(sent).toEqual(['cy']);
  expect(fleet.events[0]?.data.invocation_completed?.steps[0]).toMatchObject({
    arguments: '{"to":"cy"}',
    observation: expect.stringContaining('changed by ada'),
  });
});

test('several calls of one turn wait for all of their decisions: the result of the caller, and the answer of the user', async () => {
  const calls = [
    { name: 'Lamp', arguments: '{"on":true}' },
    { name: 'ask_user', arguments: '{"question":"Which room?"}' },
  ];
  const chatModel = scriptedChatModel([{ calls }, final('the lamp is on')]);
  await using fleet = await startAgentFleet({ chatModel });
  const tools = [{ name: 'Lamp', description: 'Switches the lamp', schema: '{"type":"object"}' }];
  const frames = await fleet.invoke({ question: 'q', may_wait: true, tools }, { idempotencyKey: 'k' });
  const [lamp, question] = frames.at(-1)?.waiting ?? [];
  expect([lamp?.awaits, question?.awaits]).toEqual(['result', 'answer']);
  const half = await resume(fleet, frames, [decisionOn(lamp as AwaitedCall, 'result', { text: 'it shines' })]);
  expect(half.map(({ type, waiting }) => [type, waiting])).toEqual([['waiting', [question]]]);
  const whole = await resume(fleet, frames, [decisionOn(question as AwaitedCall, 'answer', { text: 'the kitchen' })]);
  expect(frameTexts(whole).slice(2)).toEqual([
    'observation: it shines',
    'observation: the kitchen',
    'thought: done',
    'answer: the lamp is on',
  ]);
});

test('who does not understand waiting never sees it: the call is not made, and the model learns why', async () => {
  const { tool, sent } = mailTool();
  const chatModel = scriptedChatModel([act('SendMail', { to: 'bo' }), final('I may not')]);
  await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
  const frames = await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' });
  expect(frameTexts(frames)[2]).toContain('a person must approve');
  expect(frames.at(-1)).toMatchObject({ answer: 'I may not' });
  expect(sent).toEqual([]);
  expect(chatModel.requests[0]?.tools?.map(({ name }) => name)).not.toContain('ask_user');
  await expect(fleet.invoke({ question: 'q', tools: [{ name: 'Lamp' }] })).rejects.toMatchObject({
    message: expect.stringContaining('may_wait'),
  });
});

/** Errors of the invocations that have ended. */
function errorsOf({ events }: AgentFleet): (string | null)[] {
  return events.flatMap(({ data }) => (data.invocation_completed ? [data.invocation_completed.error] : []));
}

test('APPROVE_TOOLS names tools that wait for an approval, by patterns', async () => {
  const { tool, sent } = mailTool();
  const own = { ...tool, needsApproval: false };
  const chatModel = scriptedChatModel([act('SendMail', { to: 'bo' }), final('sent')]);
  await using fleet = await startAgentFleet({ chatModel, tools: [own], environment: { APPROVE_TOOLS: 'delete_*, Send*' } });
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  expect(awaited(frames)).toMatchObject({ awaits: 'approval', tool: 'SendMail' });
  expect(sent).toEqual([]);
  await resume(fleet, frames, [decisionOn(awaited(frames), 'approve')]);
  expect(sent).toEqual(['bo']);
  await using free = await startAgentFleet({
    chatModel: scriptedChatModel([act('SendMail', { to: 'cy' }), final('sent')]),
    tools: [own],
    environment: { APPROVE_TOOLS: 'delete_*' },
  });
  expect((await free.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' })).at(-1)).toMatchObject({
    answer: 'sent',
  });
  expect(sent).toEqual(['bo', 'cy']);
});

test('Cancel ends a run that waits, and nothing of it is called', async () => {
  const { tool, sent } = mailTool();
  await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([act('SendMail', { to: 'bo' })]), tools: [tool] });
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  const id = frames.at(-1)?.invocation_id ?? '';
  expect(await fleet.caller.call('agent', 'cancel', { id })).toEqual({ cancelled: true });
  await vi.waitFor(() => expect(errorsOf(fleet)).toEqual(['cancelled']), { timeout: 20_000 });
  expect((await resume(fleet, frames, [])).at(-1)).toMatchObject({ type: 'error', content: 'cancelled' });
  expect(sent).toEqual([]);
});

test('a run on which nobody decides ends by an error that says so, and its episode by nothing that is known', async () => {
  const { tool, sent } = mailTool();
  const clean: Tool = { name: 'Clean', description: 'Cleans', arguments: [], run: async () => 'It is clean' };
  const tools = [tool, clean];
  const chatModel = scriptedChatModel([act('Clean'), act('Clean', { again: true }), act('SendMail', { to: 'bo' })]);
  await using fleet = await startAgentFleet({ chatModel, tools, environment: { WAIT_TTL_DAYS: '2' } });
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  const [run] = (await fleet.caller.call('agent', 'list_waiting', {})).runs;
  expect(Date.parse(run?.expires_at ?? '') - Date.parse(run?.waiting_since ?? '')).toBe(2 * dayMs);
  await fleet.agent[Symbol.asyncDispose]();
  const { clock } = fleet.ports;
  const later = { sleep: clock.sleep, now: () => clock.now() + 2 * dayMs };
  const next = await fleet.anotherAgent({ chatModel, tools, ports: { ...fleet.ports, clock: later } });
  await vi.waitFor(() => expect(errorsOf(fleet)).toEqual([expect.stringContaining('WAIT_TTL_DAYS')]), { timeout: 60_000 });
  // Requests have deadlines by the clock of the test.
  await next[Symbol.asyncDispose]();
  await fleet.anotherAgent({ chatModel, tools });
  const last = (await resume(fleet, frames, [])).at(-1);
  expect(last?.error).toMatchObject({ type: 'deadline-exceeded', retryable: false });
  expect(sent).toEqual([]);
  await fleet.settled();
  const { episodes } = await fleet.caller.call('episodes', 'list', {});
  expect(episodes).toMatchObject([{ outcome_status: 'unknown', outcome_reason: expect.stringContaining('nobody decided') }]);
});

test('one that opens a run again after it has ended, or while it goes on, changes nothing', async () => {
  const { tool, sent } = mailTool();
  const chatModel = scriptedChatModel([act('SendMail', { to: 'bo' }), final('sent')]);
  await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
  const { graph, keyValue } = fleet.ports;
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  const waiting = await readRun(graph, defaultScope, frames.at(-1)?.invocation_id ?? '');
  if (!waiting) throw new Error('It does not wait');
  await resume(fleet, frames, [decisionOn(awaited(frames), 'approve')]);
  await fleet.settled();
  const ended = await keyValue.get(defaultScope, 'agent/invoke/k');
  // Another process read the run when it had just been decided on, and comes to open it now.
  const context = { clock: fleet.ports.clock, graph, keyValue };
  const entry = await openRun(context, defaultScope, { ...waiting, run: { ...waiting.run, state: 'resumed' } });
  expect(entry).toMatchObject({ state: 'done', frame: { answer: 'sent' } });
  expect(await keyValue.get(defaultScope, 'agent/invoke/k')).toEqual(ended);
  expect(sent).toEqual(['bo']);
});

test('a run whose process was killed as it opened it is noted as opened, so that its calls are not made again', async () => {
  const { tool } = mailTool();
  const clock = turnedClock();
  const chatModel = scriptedChatModel([act('SendMail', { to: 'bo' }), { hang: true }]);
  await using fleet = await startAgentFleet({ clock, chatModel, tools: [tool] });
  const { graph } = fleet.ports;
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  resume(fleet, frames, [decisionOn(awaited(frames), 'approve')]).catch(() => undefined);
  await vi.waitFor(() => expect(chatModel.requests).toHaveLength(2));
  const stored = async () => await readRun(graph, defaultScope, frames.at(-1)?.invocation_id ?? '');
  const opened = await stored();
  if (!opened) throw new Error('It is not stored');
  // The journal is open, and the kill came before the note of it.
  await graph.commit(defaultScope, { nodes: [runNode({ ...opened.run, isOpened: false }, opened.version, clock.now())] });
  await turnedUntil(
    clock,
    vi.waitFor(async () => expect((await stored())?.run.isOpened).toBe(true)),
  );
});

test('two processes decide and cancel at once: one of them has its effect, and the other is told what it was', async () => {
  const { tool, sent } = mailTool();
  const chatModel = scriptedChatModel([act('SendMail', { to: 'bo' }), final('sent')]);
  await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
  await fleet.anotherAgent({ chatModel, tools: [tool] });
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  const id = frames.at(-1)?.invocation_id ?? '';
  const both = await Promise.all([
    resume(fleet, frames, [decisionOn(awaited(frames), 'approve')]).catch((error: OperationError) => error),
    resume(fleet, frames, [decisionOn(awaited(frames), 'approve')]).catch((error: OperationError) => error),
    fleet.caller.call('agent', 'cancel', { id }),
  ]);
  await vi.waitFor(() => expect(errorsOf(fleet)).toHaveLength(1), { timeout: 20_000 });
  await fleet.settled();
  expect(sent.length).toBeLessThanOrEqual(1);
  expect(errorsOf(fleet)).toEqual([sent.length === 1 && both[2].cancelled === false ? '' : expect.any(String)]);
});

test('a decision sent again to the process that goes on is answered from the same beginning', async () => {
  const { tool, sent } = mailTool();
  const stuck = scriptedChatModel([act('SendMail', { to: 'bo' }), { hang: true }]);
  const clock = turnedClock();
  await using fleet = await startAgentFleet({ clock, chatModel: stuck, tools: [tool] });
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  const decisions = [decisionOn(awaited(frames), 'approve')];
  const first = expect(resume(fleet, frames, decisions)).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  await vi.waitFor(() => expect(stuck.requests).toHaveLength(2));
  await turnedUntil(clock, fleet.agent[Symbol.asyncDispose]());
  await first;
  await fleet.anotherAgent({ chatModel: scriptedChatModel([final('sent')]), tools: [tool] });
  const call = ['action: SendMail {"to":"bo"}', 'observation: Sent to bo'];
  expect(frameTexts(await resume(fleet, frames, decisions))).toEqual([...call, 'thought: done', 'answer: sent']);
  expect(sent).toEqual(['bo']);
});

test('another process takes up what the first left, with nothing but the stored state', async () => {
  const { tool, sent } = mailTool();
  const first = scriptedChatModel([act('SendMail', { to: 'bo' })]);
  await using fleet = await startAgentFleet({ chatModel: first, tools: [tool] });
  const frames = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  await fleet.agent[Symbol.asyncDispose]();
  // Days later the journal has run out.
  await fleet.ports.keyValue.delete(defaultScope, 'agent/invoke/k');
  await fleet.anotherAgent({ chatModel: scriptedChatModel([final('sent')]), tools: [tool] });
  const resumed = await resume(fleet, frames, [decisionOn(awaited(frames), 'approve')]);
  expect(resumed.at(-1)).toMatchObject({ answer: 'sent', invocation_id: frames.at(-1)?.invocation_id });
  expect(sent).toEqual(['bo']);
});

test('what a run holds while it waits is screened as its scope says', async () => {
  const { tool } = mailTool();
  const secret = 'AKIAQ7M2XW5Z4T6B3N8R';
  const chatModel = scriptedChatModel([act('SendMail', { to: `key ${secret}` })]);
  await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
  const frames = await fleet.invoke({ question: `use ${secret}`, may_wait: true }, { idempotencyKey: 'k' });
  const stored = async () =>
    (await fleet.ports.graph.find(defaultScope, { kinds: ['Run'], order: 'createdAt', limit: 10 })).items;
  const [run] = await stored();
  expect(JSON.stringify(run)).not.toContain(secret);
  expect(JSON.stringify(frames.at(-1))).not.toContain(secret);
  const { tool: name, arguments: args, digest } = awaited(frames);
  expect(digest).toBe(callDigest(name, JSON.parse(args)));
});

test('a request that could not be stored while it waits is refused by name', async () => {
  await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([final('a')]) });
  await expect(fleet.invoke({ question: 'q', may_wait: true, enable_memory: false })).rejects.toMatchObject({
    type: 'invalid-argument',
    message: expect.stringContaining('may_wait'),
  });
});

test('an answer without a text is refused, and the run waits for one still', async () => {
  await using fleet = await startAgentFleet({
    chatModel: scriptedChatModel([act('ask_user', { question: 'Which?' }), final('the red one')]),
  });
  const frames = await fleet.invoke({ question: 'q', may_wait: true });
  const call = awaited(frames);
  for (const text of [undefined, ' \n'])
    await expect(resume(fleet, frames, [decisionOn(call, 'answer', { text })])).rejects.toMatchObject({
      type: 'invalid-argument',
      message: expect.stringContaining('decisions[0].text'),
    });
  expect((await resume(fleet, frames, [decisionOn(call, 'answer', { text: 'red' })])).at(-1)?.answer).toBe('the red one');
});

test('a tool of the caller that has the name of another is refused by name, and nothing is asked of the model', async () => {
  const { tool } = mailTool();
  await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([]), tools: [tool] });
  const refused = [
    [{ name: 'SendMail' }],
    [{ name: 'retrieve_memory' }],
    [{ name: 'ask_user' }],
    [{ name: 'look' }, { name: 'look' }],
  ];
  for (const tools of refused)
    await expect(fleet.invoke({ question: 'q', may_wait: true, tools })).rejects.toMatchObject({
      type: 'invalid-argument',
      message: expect.stringContaining(`tools[${tools.length - 1}].name: another tool is named`),
    });
});

test('a request that chooses groups of tools is offered its own beside them', async () => {
  const { tool } = mailTool();
  await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([act('look')]), tools: [tool] });
  const frames = await fleet.invoke({ question: 'q', may_wait: true, group: ['others'], tools: [{ name: 'look' }] });
  expect(awaited(frames)).toMatchObject({ awaits: 'result', tool: 'look' });
});
