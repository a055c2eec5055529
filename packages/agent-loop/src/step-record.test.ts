import { expect, test } from 'vitest';
import { itemsOf, recordsOfHistory, type StepRecord } from './step-record.ts';

const history = [{ thought: 't', action: 'RetrieveFacts', arguments: { query: 'q' }, observation: 'o', success: null }];

test('a step that the caller brought is one like those taken here', () => {
  const [record] = recordsOfHistory({ history, state: 's' }) as [StepRecord];
  const step = { ...history[0], arguments: '{"query":"q"}', from_memory: true, success: true };
  expect(record).toMatchObject({ step, state: 's' });
  const failed = recordsOfHistory({ history: history.map((step) => ({ ...step, success: false })), state: 's' });
  expect(failed).toMatchObject([{ step: { success: false } }]);
});

test('a step is a thought, an action and an observation, each within what the contract takes', () => {
  const [record] = recordsOfHistory({ history, state: '' }) as [StepRecord];
  const items = itemsOf({ ...record, step: { ...record.step, observation: '漢'.repeat(60_000), success: false } });
  expect(items.map(({ type }) => type)).toEqual(['thought', 'action', 'observation']);
  expect(items[1]?.content).toBe('RetrieveFacts {"query":"q"}');
  expect(Buffer.byteLength(items[2]?.content ?? '')).toBeLessThanOrEqual(60_000);
  expect(items[2]?.content).toMatch(/^漢+\n\[… 1[23]\d,\d{3} bytes not shown\]\n漢+$/);
  expect(items[2]?.metadata).toEqual({ tool: 'RetrieveFacts', error: 'true', from_memory: 'true' });
});
