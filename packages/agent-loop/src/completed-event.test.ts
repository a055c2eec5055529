import { type AgentRequest, canonicalId, limits, OperationError, parseEvent, parseRequest } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { completedEvent, type Ending, errorOfEnding } from './completed-event.ts';
import type { StepRecord } from './step-record.ts';

const invocation = {
  invocationId: 'inv_01890000-0000-7000-8000-000000000000',
  conversationId: 'c',
  isNewConversation: false,
  requestId: 'r',
  startedAt: '2026-01-01T00:00:00.000Z',
};
const request: AgentRequest = parseRequest('agent', 'invoke', { question: 'q', metadata: { a: 'b' } });
const ending = (records: readonly StepRecord[], answer = 'a'): Ending => ({
  answer,
  thought: '',
  error: null,
  at: '2026-01-01T00:00:01.000Z',
  records,
  injectedIds: ['fact_1'],
  receiptId: 'rcpt_1',
  extractFacts: true,
  recordEpisode: false,
});
const record = (size: number): StepRecord => ({
  step: {
    thought: '漢'.repeat(size),
    action: 'tool',
    arguments: JSON.stringify({ x: '"'.repeat(size) }),
    observation: '"\n'.repeat(size),
    success: true,
    duration_ms: 1,
    timestamp: '2026-01-01T00:00:00.000Z',
    from_memory: false,
  },
  recalledIds: [],
  state: '',
  unusable: false,
});

test('a short one is told as it was', () => {
  const event = parseEvent(completedEvent(invocation, request, ending([record(3)])));
  expect(event.id).toBe(`invocation-completed:${invocation.invocationId}`);
  expect(event.data.invocation_completed).toMatchObject({
    success: true,
    answer: 'a',
    steps: [record(3).step],
    injected_ids: ['fact_1'],
    metadata: { a: 'b' },
  });
});

test('names the first thousand memories that it was shown', () => {
  const injectedIds = Array.from({ length: 1_001 }, (_, index) => `fact_${index}`);
  const event = parseEvent(completedEvent(invocation, request, { ...ending([]), injectedIds }));
  expect(event.data.invocation_completed?.injected_ids).toEqual(injectedIds.slice(0, 1_000));
});

test.each([
  [1, 60_000],
  [100, 20_000],
  [1_000, 2_000],
])('%i steps of %i characters pass the bus, cut and marked', (steps, size) => {
  const event = completedEvent(
    invocation,
    request,
    ending(
      Array.from({ length: steps }, () => record(size)),
      '漢'.repeat(60_000),
    ),
  );
  expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(limits.messageBytes);
  const completed = parseEvent(event).data.invocation_completed;
  expect(completed?.steps).toHaveLength(steps);
  const observation = completed?.steps[0]?.observation ?? '';
  const marks = [...observation.matchAll(/\[… ([\d,]+) bytes not shown\]/g)];
  expect(marks.length).toBeGreaterThan(0);
  // However often it was cut, what is missing is counted in bytes of what the tool said.
  const missing = marks.reduce((sum, [, bytes = '']) => sum + Number(bytes.replaceAll(',', '')), 0);
  expect(missing).toBeGreaterThanOrEqual(2 * size - Buffer.byteLength(observation));
  expect(() => JSON.parse(completed?.steps[0]?.arguments ?? '')).not.toThrow();
});

test('the thought before the answer is a last step that called nothing', () => {
  const steps = (thought: string) =>
    completedEvent(invocation, request, { ...ending([record(1)]), thought }).data?.invocation_completed?.steps ?? [];
  expect(steps('it is Rome')).toHaveLength(2);
  expect(steps('it is Rome').at(-1)).toMatchObject({ thought: 'it is Rome', action: '', success: true });
  expect(steps(' ')).toHaveLength(1);
});

test('it names the messages of question and answer, each time the same, in their order', () => {
  const idsOf = (question: string, answer: string) => {
    const { data } = completedEvent(invocation, { ...request, question }, ending([], answer));
    return [data?.invocation_completed?.question_message_id, data?.invocation_completed?.answer_message_id];
  };
  const ids = idsOf('q', 'a');
  expect(ids.map((id) => id && canonicalId('msg', id))).toEqual(ids);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids[0]).toMatch(/^msg_01890000-0000-7/);
  expect(idsOf('q', 'a')).toEqual(ids);
  expect(idsOf('q', ' ')).toEqual([ids[0], null]);
  expect(idsOf('', 'a')).toEqual([null, ids[1]]);
});

test('an ending by the caller has one error, however the caller left; any other says what went wrong', () => {
  const errorOf = (type: 'cancelled' | 'unavailable', message: string) =>
    errorOfEnding({ error: new OperationError(type, message) });
  expect([errorOf('cancelled', 'The client hung up'), errorOf('cancelled', 'cancelled')]).toEqual(['cancelled', 'cancelled']);
  expect(errorOf('unavailable', 'The model is away')).toBe('The model is away');
});
