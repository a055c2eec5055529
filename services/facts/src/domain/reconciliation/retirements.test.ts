import { expect, test } from 'vitest';
import type { ComparedFact } from '../fact/compared-fact.ts';
import type { ReconcileDecision } from './reconcile-decision.ts';
import { retirements } from './retirements.ts';

function belief(id: string, more: Partial<ComparedFact> = {}): ComparedFact {
  const unsaid = { subject: null, predicate: null, object: null, valid_from: null, valid_to: null };
  const timestamp = id.startsWith('f') ? '2026-02-01T00:00:00.000Z' : '2026-01-01T00:00:00.000Z';
  return { id, content: id, timestamp, trust: 'user', ...unsaid, ...more };
}

const decision = (id: string, event: ReconcileDecision['event'], by: string | null, text: string | null = null) => ({
  id,
  event,
  by,
  text,
});

test('an update supersedes, a contradiction deletes, a repeat gives way', () => {
  const [fresh, known] = [
    [belief('f1'), belief('f2')],
    [belief('k1'), belief('k2'), belief('k3')],
  ];
  const decisions = [
    decision('k1', 'UPDATE', 'f1', 'both'),
    decision('k2', 'DELETE', 'f1'),
    decision('k3', 'NONE', null),
    decision('f1', 'ADD', null),
    decision('f2', 'NONE', 'k3'),
  ];
  expect(retirements(fresh, known, decisions)).toEqual([
    { id: 'k1', status: 'SUPERSEDED', by: 'f1', text: 'both' },
    { id: 'k2', status: 'DELETED', by: 'f1', text: null },
    { id: 'f2', status: 'SUPERSEDED', by: 'k3', text: null },
  ]);
});

test('of two the one that was said first goes, whichever was stored first', () => {
  const old = belief('f1', { timestamp: '2020-01-01T00:00:00Z' });
  const gone = [{ id: 'f1', status: 'SUPERSEDED', by: 'k1', text: null }];
  expect(retirements([old], [belief('k1')], [decision('k1', 'UPDATE', 'f1', 'both'), decision('f1', 'ADD', null)])).toEqual(gone);
  const since = (year: number) => ({ valid_from: `${year}-01-01T00:00:00.000Z` });
  const [fact, other] = [belief('f1', since(2015)), belief('k1', since(2020))];
  expect(retirements([fact], [other], [decision('k1', 'UPDATE', 'f1'), decision('f1', 'ADD', null)])).toEqual(gone);
});

test('said in one millisecond, the later id stands, from either side', () => {
  const [one, other] = [belief('f1', { timestamp: '2026-01-01T00:00:00Z' }), belief('k1')];
  const expected = [{ id: 'f1', status: 'DELETED', by: 'k1', text: null }];
  expect(retirements([one], [other], [decision('k1', 'DELETE', 'f1')])).toEqual(expected);
  expect(retirements([other], [one], [decision('f1', 'DELETE', 'k1')])).toEqual(expected);
});

test('nothing that is trusted less takes away what is trusted more, nor stands for it', () => {
  const all = [decision('k1', 'DELETE', 'f1'), decision('f1', 'ADD', null)];
  for (const trust of ['tool', 'agent', 'import'] as const)
    expect(retirements([belief('f1', { trust })], [belief('k1')], all)).toEqual([]);
  expect(retirements([belief('f1')], [belief('k1', { trust: 'tool' })], all)).toHaveLength(1);
  const repeat = [decision('k1', 'NONE', null), decision('f1', 'NONE', 'k1')];
  expect(retirements([belief('f1')], [belief('k1', { trust: 'tool' })], repeat)).toEqual([]);
  expect(retirements([belief('f1', { trust: 'tool' })], [belief('k1')], repeat)).toHaveLength(1);
});

test('a fact does not repeat one that goes itself', () => {
  const decisions = [decision('k1', 'DELETE', 'f1'), decision('f1', 'ADD', null), decision('f2', 'NONE', 'k1')];
  expect(retirements([belief('f1'), belief('f2')], [belief('k1')], decisions).map(({ id }) => id)).toEqual(['k1']);
});

test('nothing takes out what its caller has just written, neither a repeat, nor an earlier date, nor a statement made of both', () => {
  const standing = new Set(['f1']);
  const repeat = [decision('k1', 'NONE', null), decision('f1', 'NONE', 'k1')];
  const merge = [decision('k1', 'UPDATE', 'f1', 'both'), decision('f1', 'ADD', null)];
  const [fresh, known] = [belief('f1'), belief('k1')];
  const old = belief('f1', { timestamp: '2020-01-01T00:00:00Z' });
  const update = [decision('k1', 'UPDATE', 'f1'), decision('f1', 'ADD', null)];
  for (const [facts, decisions] of [
    [fresh, repeat],
    [fresh, merge],
    [old, update],
  ] as const) {
    expect(retirements([facts], [known], decisions)).toHaveLength(1);
    expect(retirements([facts], [known], decisions, standing)).toEqual([]);
  }
  expect(retirements([fresh], [known], update, standing)).toMatchObject([{ id: 'k1', by: 'f1' }]);
});
