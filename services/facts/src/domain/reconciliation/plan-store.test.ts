import { parseRequest } from '@agent-mem/contract';
import { releaseUniqueKey } from '@agent-mem/retention';
import type { GraphNode } from '@agent-mem/storage';
import { storedNode } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import type { NewFact } from '../fact/fact-node.ts';
import { newFactOf } from '../fact/new-fact.ts';
import { planStore, type StorePlan, uniqueKeyIdsFor } from './plan-store.ts';

const now = Date.UTC(2026, 4, 7);
const at = new Date(now).toISOString();

function fact(content: string, conversation?: string): NewFact {
  const own = conversation ? { visibility: 'conversation', conversation_id: conversation } : {};
  return newFactOf(parseRequest('facts', 'store', { content, ...own }), at);
}

function uniqueKeysAfter(plan: StorePlan): readonly GraphNode[] {
  return plan.nodes.filter((node) => node.kind === 'Guard').map((node) => storedNode(node));
}

test('a fact is written with the guard of its text, both expected absent', () => {
  const plan = planStore([fact('Water is wet')], [], now);
  expect(plan.nodes.map(({ kind, expectedVersion }) => [kind, expectedVersion])).toEqual([
    ['Fact', 0],
    ['Guard', 0],
  ]);
  expect(plan.stored).toMatchObject([{ id: plan.nodes[0]?.id, created: true, quarantined: false, pending: true }]);
});

test('the same text has the id it was given, however its white space and accents are written', () => {
  const first = planStore([fact('Café is closed')], [], now);
  const again = planStore([fact(' Cafe\u0301 is closed\n')], uniqueKeysAfter(first), now);
  expect(again).toMatchObject({ nodes: [], expect: [], stored: [{ id: first.stored[0]?.id, created: false, pending: false }] });
});

test('a text that comes twice at once is one fact', () => {
  const plan = planStore([fact('Water is wet'), fact('Water is wet')], [], now);
  expect(plan.nodes).toHaveLength(2);
  expect(plan.stored[1]).toMatchObject({ id: plan.stored[0]?.id, created: false, pending: false });
});

test('a guard that was let go is taken at the version it was seen', () => {
  const [uniqueKey] = uniqueKeysAfter(planStore([fact('Water is wet')], [], now));
  if (!uniqueKey) throw new Error('no guard was planned');
  const released = storedNode(releaseUniqueKey(uniqueKey, at), 2);
  const plan = planStore([fact('Water is wet')], [released], now);
  expect(plan.stored[0]?.created).toBe(true);
  expect(plan.nodes[1]).toMatchObject({ id: uniqueKey.id, expectedVersion: 2 });
});

test('each conversation may keep the same text to itself, and the scope may hold it beside them', () => {
  const inOne = planStore([fact('I am tired', 'c1')], [], now);
  const inTwo = planStore([fact('I am tired', 'c2')], uniqueKeysAfter(inOne), now);
  const inScope = planStore([fact('I am tired')], uniqueKeysAfter(inOne), now);
  expect([inOne, inTwo, inScope].map((plan) => plan.stored[0]?.created)).toEqual([true, true, true]);
});

test('what the whole scope sees is not kept again for one conversation', () => {
  const inScope = planStore([fact('I am tired')], [], now);
  const inOne = planStore([fact('I am tired', 'c1')], uniqueKeysAfter(inScope), now);
  expect(inOne.stored).toMatchObject([{ id: inScope.stored[0]?.id, created: false, pending: false }]);
});

test('a fact of a conversation is written only if the scope still does not hold its text', () => {
  const own = fact('I am tired', 'c1');
  const [, scopeUniqueKey] = uniqueKeyIdsFor(own);
  expect(planStore([own], [], now).expect).toEqual([{ id: scopeUniqueKey, version: 0 }]);
});
