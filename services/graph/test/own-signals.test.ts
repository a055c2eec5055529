import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, startFleet, type TestFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';

const receipt_id = 'rcpt_01890a5d-ac96-774b-bcce-b302099a8057';
const invocation_id = receipt_id.replace('rcpt_', 'inv_');
const question = 'Which tea does Anne drink?';
const answer = 'She drinks green jasmine tea.';
const on = { LEARN_FROM_ANSWERS: 'true' };

async function answeredFleet(done: object = {}, environment: Record<string, string> = on) {
  const fleet = await startFleet({ services: ['graph', 'facts', 'conversations'], environment });
  const ids: string[] = [];
  for (const content of ['Anne likes green jasmine tea', 'Anne drinks coffee at noon in Rome'])
    ids.push((await fleet.caller.call('facts', 'store', { content })).fact_id);
  const completed = { invocation_id, receipt_id, question, answer, injected_ids: ids, ...done };
  // The event comes twice.
  for (const id of ['e1', 'e1', 'e2']) await publishEvent(fleet.ports.bus, invocationCompleted(completed, { id }));
  await fleet.settled();
  return { fleet, used: ids[0] ?? '', unused: ids[1] ?? '' };
}

async function weightsOf(fleet: TestFleet, id: string) {
  const { neighbours } = await fleet.caller.call('graph', 'neighbours', { id, kinds: ['answered_by'], include_weights: true });
  return neighbours.map(({ node, edge }) => [node?.content, edge?.weight]);
}

async function say(fleet: TestFleet, content: string) {
  await fleet.caller.call('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content });
  await fleet.settled();
}

test('what an answer uses of memory answered its question, weakly and once', async () => {
  const { fleet, used, unused } = await answeredFleet();
  await using _ = fleet;
  expect(await weightsOf(fleet, used)).toEqual([[question, expect.closeTo(0.225, 9)]]);
  expect(await weightsOf(fleet, unused)).toEqual([]);
  const { changes } = await fleet.caller.call('graph', 'weight_history', {
    entity_id: (await fleet.caller.call('graph', 'neighbours', { id: used })).neighbours[0]?.edge?.id ?? '',
  });
  expect(changes).toMatchObject([{ changed_by: 'answer', reason: receipt_id, old_weight: null }]);
});

test('a user who corrects the answer next takes it back, and one who goes on does not', async () => {
  const { fleet, used } = await answeredFleet();
  await using _ = fleet;
  await say(fleet, 'No, that is wrong.');
  const [[, corrected] = []] = await weightsOf(fleet, used);
  expect(corrected).toBeLessThan(0);
  expect(corrected).toBeGreaterThanOrEqual(-0.3);
  // Only the answer just before is meant.
  await say(fleet, 'No, that is wrong.');
  expect(await weightsOf(fleet, used)).toEqual([[question, corrected]]);

  const other = await answeredFleet();
  await using __ = other.fleet;
  await say(other.fleet, 'And which coffee?');
  await say(other.fleet, 'No, that is wrong.');
  expect(await weightsOf(other.fleet, other.used)).toEqual([[question, expect.closeTo(0.225, 9)]]);
});

test.each([
  ['failed', { success: false }, on],
  ['has no receipt', { receipt_id: null }, on],
  ['is not to be learned from', {}, { LEARN_FROM_ANSWERS: 'false' }],
])('an invocation that %s teaches nothing', async (_case, done, environment) => {
  const { fleet, used } = await answeredFleet(done, environment);
  await using _ = fleet;
  expect(await weightsOf(fleet, used)).toEqual([]);
});
