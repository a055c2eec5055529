import { bareContext, startFleet, type TestFleet, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { prune } from '../src/handlers/prune.ts';

/** More than is archived at once. */
const facts = 100;
const keep = 10;
const config = { PRUNE_KEEP_FACTS: 0, PRUNE_KEEP_EPISODES: 0, JOB_TTL_DAYS: 7 } as Parameters<typeof prune>[1]['config'];

async function opened() {
  const clock = turnedClock();
  const fleet = await startFleet({ services: ['facts', 'graph'], clock });
  const stored = Array.from({ length: facts }, (_, index) => ({ content: `Locker number ${index} holds parcels` }));
  await fleet.caller.call('facts', 'store_many', { facts: stored });
  await fleet.settled();
  return { clock, fleet };
}

const active = async ({ caller }: TestFleet) => (await caller.call('facts', 'list', { limit: 1_000 })).facts.length;

test('what a prune archives within its time is answered with it, and no job is made', async () => {
  const { fleet } = await opened();
  await using _ = fleet;
  const { pruned, kept, job_id } = await fleet.caller.call('graph', 'prune', { keep_facts: keep });
  expect([pruned.length, kept, job_id, await active(fleet)]).toEqual([facts - keep, keep, null, keep]);
  expect((await fleet.caller.call('graph', 'list_jobs', {})).jobs).toEqual([]);
});

test('what it has no time for goes on as a job, which then holds the same answer', async () => {
  const { fleet, clock } = await opened();
  await using _ = fleet;
  const { call } = fleet.caller;
  const request = { workspace: '', user: '', collection: '', dry_run: false, keep_facts: keep, keep_episodes: null };
  const { pruned } = await call('graph', 'prune', { keep_facts: keep, dry_run: true });
  const answer = await prune(request, { ...bareContext(fleet, config), timeLeftMs: () => 0 });
  expect(answer).toEqual({ job_id: expect.stringMatching(/^job_/) });
  const begun = await active(fleet);
  expect([begun > keep, begun < facts]).toEqual([true, true]);

  await clock.advance(1_000);
  await fleet.settled();
  const { job } = await call('graph', 'get_job', { job_id: answer.job_id ?? '' });
  expect(job).toMatchObject({ kind: 'prune', status: 'done', progress: 1, result: { kept: String(keep), dry_run: 'false' } });
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted();
  expect(ids(JSON.parse(job?.result.pruned ?? ''))).toEqual(ids(pruned));
  expect(await active(fleet)).toBe(keep);
});

test('a dry run is answered whole, whatever time it has', async () => {
  const { fleet } = await opened();
  await using _ = fleet;
  const request = { workspace: '', user: '', collection: '', dry_run: true, keep_facts: keep, keep_episodes: null };
  const answer = await prune(request, { ...bareContext(fleet, config), timeLeftMs: () => 0 });
  expect([answer.pruned?.length, answer.kept, await active(fleet)]).toEqual([facts - keep, keep, facts]);
});
