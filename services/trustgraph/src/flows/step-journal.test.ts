import { createMemoryKeyValue } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { recordedLog } from '@agent-mem/testing/kit';
import { agentRequestMessage, agentStepMessage, type FlowEntry } from '@agent-mem/trustgraph';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { StepJournal } from './step-journal.ts';

const topics = { request: 'request:tg:agent:w:f', response: 'response:tg:agent:w:f' };
const entry: FlowEntry = { workspace: 'w', flow: 'f', topics, parameters: {} };
const step = agentStepMessage.make({ thought: 'look it up', action: 'kb', observation: 'Paris' });
const question = agentRequestMessage.make({ question: 'What?', session_id: 'S' });
const [first, second] = [question, { ...question, history: [step] }].map((request) => ({ id: 'q1', request })) as [Asked, Asked];
/** Longer than a lease lasts. */
const tooLongMs = 11_000;

interface Asked {
  readonly id: string;
  readonly request: typeof question;
}

let clock: ReturnType<typeof turnedClock>;
let keyValue: ReturnType<typeof createMemoryKeyValue>;
beforeEach(() => {
  clock = turnedClock();
  keyValue = createMemoryKeyValue({ clock });
});

/** The journal of one more instance on the same store. */
const instance = () =>
  new StepJournal(
    { clock, keyValue, log: recordedLog().log },
    { processorId: 'agent-mem', policy: { sensitiveData: 'redact', personalData: 'allow' }, leftTo: 'others' },
  );
const written = async () => (await Array.fromAsync(keyValue.entries('agent/dialogue/'))).map(({ value }) => JSON.parse(value));

describe('a step that the bus delivers again', () => {
  test('is not taken by the instance that has it', async () => {
    const own = instance();
    expect(await own.record(first, entry)).not.toBeNull();
    expect(await own.record(first, entry)).toBeNull();
  });

  test('is not taken while another instance has it', async () => {
    await instance().record(first, entry);
    expect(await instance().record(first, entry)).toBeNull();
  });

  test('is not taken once its run has gone beyond it', async () => {
    const taken = await instance().record(first, entry);
    await taken?.handOn(second.request);
    expect(await instance().record(first, entry)).toBeNull();
    expect(await instance().record(second, entry)).not.toBeNull();
  });

  test('is another one in another flow', async () => {
    const own = instance();
    await own.record(first, entry);
    expect(await own.record(first, { ...entry, flow: 'g' })).not.toBeNull();
    expect(await own.record(first, { ...entry, workspace: 'v' })).not.toBeNull();
  });
});

test('neither a step that is handed on nor one that a stop leaves counts as one that ended its process', async () => {
  const taken = await instance().record(first, entry);
  await taken?.leave();
  const again = await instance().record(first, entry);
  expect(await written()).toMatchObject([{ runs: 0 }]);
  await again?.handOn(second.request);
  await instance().record(second, entry);
  expect(await written()).toMatchObject([{ runs: 0, handedOnAt: null }]);
  await clock.advance(tooLongMs);
  await instance().record(second, entry);
  expect(await written()).toMatchObject([{ runs: 1 }]);
});

test('an instance that was taken for dead does not end what another has taken up', async () => {
  const dead = await instance().record(first, entry);
  await clock.advance(tooLongMs);
  await instance().record(first, entry);
  expect(await dead?.isOurs()).toBe(false);
  await dead?.over();
  expect(await written()).toHaveLength(1);
});

test('a step whose instance goes on just as another looks is left to it, and to the next one', async () => {
  const slow = await instance().record(first, entry);
  await clock.advance(tooLongMs);
  const { acquire } = keyValue;
  vi.spyOn(keyValue, 'acquire').mockImplementationOnce(async (...lease) => {
    await slow?.handOn(second.request);
    return await acquire(...lease);
  });
  expect(await Array.fromAsync(instance().left())).toEqual([]);
  expect(await instance().record(second, entry)).not.toBeNull();
});

test('a session whose name looks like a secret is found by it still', async () => {
  const session_id = 'AKIAZ7QX2LM4PW6RT3VB';
  await instance().record({ id: 'q1', request: { ...question, question: session_id, session_id } }, entry);
  await clock.advance(tooLongMs);
  const [left] = await Array.fromAsync(instance().left());
  expect(left?.run.request.session_id).toBe(session_id);
  expect(left?.run.request.question).not.toContain(session_id);
});
