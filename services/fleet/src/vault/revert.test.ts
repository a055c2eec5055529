import type { Fact } from '@agent-mem/contract';
import { scopeOf } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import type { MemoryClient } from '../memory-client/memory-client.ts';
import { revertFacts } from './revert.ts';

const scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default' });
const uuid = (last: number) => `00000000-0000-7000-8000-00000000000${last}`;

/** The file of a fact that the commit made. */
const madeFile = (last: number) => ({
  path: `entries/facts/${last}.md`,
  before: null,
  after: `---\nid: ${uuid(last)}\nrole: memory\ncreated_at: 2026-01-01T00:00:00.000Z\n---\n\nThe user lives in ${last}\n`,
});

/** What becomes of a superseded fact where the commit made the fact that took its place, by the invocations that taught the two. */
async function reverted(first: string, second: string) {
  const facts = new Map<string, Partial<Fact>>([
    [`fact_${uuid(1)}`, { status: 'SUPERSEDED', replaced_by: `fact_${uuid(2)}`, evidence: evidenceOf(first) }],
    [`fact_${uuid(2)}`, { status: 'ACTIVE', replaced_by: null, evidence: evidenceOf(second) }],
  ]);
  const call = async (_service: string, operation: string, { fact_id: id }: { readonly fact_id: string }) => {
    const listed = [...facts].map(([each, fact]) => ({ id: each, ...fact }));
    if (operation === 'list') return { facts: listed.filter(({ status }) => status === 'SUPERSEDED'), next_cursor: null };
    const status = { delete: 'DELETED', restore: 'ACTIVE' }[operation];
    if (status) facts.set(id, { ...facts.get(id), status: status as Fact['status'] });
    return { fact: { id, ...facts.get(id) } };
  };
  // It answers whatever it is asked, which a type by operation cannot say.
  await Array.fromAsync(revertFacts([madeFile(1), madeFile(2)], scope, { call } as unknown as MemoryClient));
  return [...facts.values()].map(({ status }) => status);
}

const evidenceOf = (invocation_id: string) => (invocation_id === '' ? null : { message_id: '', invocation_id, quote: '' });

test.each([
  ['of another turn', 'inv_1', 'inv_2', ['ACTIVE', 'DELETED']],
  ['that a caller stored', '', '', ['ACTIVE', 'DELETED']],
  ['of the same turn, which was never believed before it', 'inv_1', 'inv_1', ['SUPERSEDED', 'DELETED']],
])('of two facts that a commit made, the superseded one %s', async (_what, first, second, statuses) => {
  expect(await reverted(first, second)).toEqual(statuses);
});
