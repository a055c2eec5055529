import { createMemoryKeyValue } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { recordedLog } from '@agent-mem/testing/kit';
import { agentRequestMessage } from '@agent-mem/trustgraph';
import { expect, test, vi } from 'vitest';
import { StepJournal } from './step-journal.ts';
import { type TakeUpOptions, takeUpFlowRuns } from './take-up-flow-runs.ts';

const topics = { request: 'request:tg:agent:w:f', response: 'response:tg:agent:w:f' };
const asked = { id: 'q1', request: agentRequestMessage.make({ question: 'What?', session_id: 'S' }) };

test('a process that begins to stop as it finds a run leaves it to the next instance, and answers no error', async () => {
  const clock = turnedClock();
  const keyValue = createMemoryKeyValue({ clock });
  const { log } = recordedLog();
  const instance = () => {
    const policy = { sensitiveData: 'redact', personalData: 'allow' } as const;
    return new StepJournal({ clock, keyValue, log }, { processorId: 'agent-mem', policy, leftTo: 'others' });
  };
  await instance().record(asked, { workspace: 'w', flow: 'f', topics, parameters: {} });
  await clock.advance(11_000);

  const stopping = new AbortController();
  const { acquire } = keyValue;
  vi.spyOn(keyValue, 'acquire').mockImplementationOnce(async (...lease) => {
    const held = await acquire(...lease);
    stopping.abort();
    return held;
  });
  const take = vi.fn(() => false);
  const produce = vi.fn();
  // Of a server, topics and metrics it takes no more.
  const options = {
    context: { clock, keyValue, log, draining: stopping.signal, metrics: { flowRun: { takenUp() {} } } },
    processorId: 'agent-mem',
    journal: instance(),
    server: { ready: Promise.resolve(), take },
    topics: { produce },
    errors: 'message',
    facts: { look: async () => {} },
  } as unknown as TakeUpOptions;
  await using _ = takeUpFlowRuns(options);
  await vi.waitFor(() => expect(stopping.signal.aborted).toBe(true));
  await vi.waitFor(async () => expect(await Array.fromAsync(instance().left())).toHaveLength(1));
  expect([take.mock.calls, produce.mock.calls]).toEqual([[], []]);
});
