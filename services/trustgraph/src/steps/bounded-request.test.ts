import { agentRequestMessage, agentStepMessage } from '@agent-mem/trustgraph';
import { expect, test } from 'vitest';
import { noUsage } from '../model/usage-sum.ts';
import { boundedRequest } from './bounded-request.ts';
import { type Carried, recordsOf } from './carried.ts';

const bytes = (value: object) => Buffer.byteLength(JSON.stringify(value));
const text = 'ä'.repeat(10_000);

/** A run of so many steps with a long argument and a long observation each. */
function run(count: number, question = 'q', size = text) {
  const step = agentStepMessage.make({ thought: 't', action: 'kb', arguments: { question: size }, observation: size });
  const args = JSON.stringify({ question: size });
  const rest = { arguments: args, success: true, duration_ms: 1, timestamp: 'now', from_memory: false, recalledIds: ['fact_1'] };
  const carried: Carried = { startedAt: 'then', steps: Array(count).fill(rest), usage: noUsage, memory: null };
  return { request: agentRequestMessage.make({ question, history: Array(count).fill(step) }), carried };
}
const carriedIn = (request: object) => (request as { readonly agent_mem: Carried }).agent_mem;

test('what fits travels as it is', () => {
  const { request, carried } = run(3);
  expect(boundedRequest(request, carried)).toEqual({ ...request, agent_mem: carried });
});

test('else the oldest texts are cut, arguments of both forms too, and every step stays', () => {
  const { request, carried } = run(40);
  const bounded = boundedRequest(request, carried);
  expect(bytes(bounded)).toBeLessThanOrEqual(650_000);
  expect(bounded.history).toHaveLength(40);
  expect(bounded.history[0]?.observation).toContain(' bytes not shown]');
  expect(bounded.history.slice(-3)).toEqual(request.history.slice(-3));
  const records = recordsOf(bounded, carriedIn(bounded));
  expect(records.map(({ recalledIds }) => recalledIds)).toEqual(Array(40).fill(['fact_1']));
  expect(records[0]?.step.arguments).toContain('[cut: ');
  expect(records.at(-1)?.step.arguments).toBe(carried.steps.at(-1)?.arguments);
});

test('a question that takes all the room leaves some to its steps', () => {
  const { request, carried } = run(2, 'q'.repeat(1_000_000));
  expect(boundedRequest(request, carried).history).toEqual(request.history);
});

test('steps of any size pass', () => {
  const { request, carried } = run(900, 'q', 'ä'.repeat(1_000));
  expect(bytes(boundedRequest(request, carried))).toBeLessThanOrEqual(650_000);
  const few = run(4, 'q', 'x'.repeat(400_000));
  expect(bytes(boundedRequest(few.request, few.carried))).toBeLessThanOrEqual(650_000);
});
