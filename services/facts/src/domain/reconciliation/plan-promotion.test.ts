import { parseRequest } from '@agent-mem/contract';
import { storedNode } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { newFactOf } from '../fact/new-fact.ts';
import { planPromotion, uniqueKeyIdsToPromote } from './plan-promotion.ts';
import { planStore } from './plan-store.ts';

const now = Date.UTC(2026, 4, 7);

/** The nodes of a fact that is stored: itself and its unique keys. */
function stored(content: string, conversation_id: string | null) {
  const visibility = conversation_id === null ? 'scope' : 'conversation';
  const draft = newFactOf(parseRequest('facts', 'store', { content, visibility, conversation_id }), new Date(now).toISOString());
  const nodes = planStore([draft], [], now).nodes.map((write) => storedNode(write, 3));
  const [fact, ...uniqueKeys] = nodes;
  if (!fact) throw new Error('nothing is stored');
  return { fact, uniqueKeys };
}

test('a fact lets its text go in its conversation and takes it in the scope, where it waits to be compared', () => {
  const { fact, uniqueKeys } = stored('The spare key is under the red pot', 'c1');
  const plan = planPromotion([fact], uniqueKeys, now);
  expect(plan.promoted).toEqual([fact.id]);
  const [released, promoted, claimed] = plan.nodes;
  expect(released).toMatchObject({ id: uniqueKeys[0]?.id, status: 'DELETED', expectedVersion: 3 });
  expect(promoted).toMatchObject({ id: fact.id, expectedVersion: 3, record: 'promoted', properties: { visibility: 'scope' } });
  expect(claimed).toMatchObject({
    kind: 'Guard',
    expectedVersion: 0,
    properties: { holder: fact.id },
    dueAt: expect.any(String),
  });
  expect(uniqueKeyIdsToPromote([fact])).toEqual(expect.arrayContaining([released?.id, claimed?.id]));
});

test('a text that the scope holds, or another of the facts takes, is superseded by its holder', () => {
  const [one, other] = [stored('The spare key is under the red pot', 'c1'), stored('The spare key is under the red pot', 'c2')];
  const wide = stored('The spare key is under the red pot', null);
  const uniqueKeys = [...one.uniqueKeys, ...other.uniqueKeys];
  const both = planPromotion([one.fact, other.fact], uniqueKeys, now);
  expect([both.promoted, both.merged]).toEqual([[one.fact.id], [other.fact.id]]);
  const plan = planPromotion([one.fact], [...uniqueKeys, ...wide.uniqueKeys], now);
  expect([plan.promoted, plan.merged]).toEqual([[], [one.fact.id]]);
  expect(plan.nodes.at(-1)).toMatchObject({ id: one.fact.id, status: 'SUPERSEDED', properties: { replaced_by: wide.fact.id } });
  expect(plan.edges).toMatchObject([{ kind: 'replaced_by', from: one.fact.id, to: wide.fact.id }]);
});
