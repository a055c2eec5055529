import { createPurge } from '@agent-mem/service-kit';
import { bareContext, defaultScope, startFleet, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';

/** More than is erased at once. */
const facts = 600;
const everyKind = { name: 'graph', kinds: null };

async function opened() {
  const clock = turnedClock();
  const fleet = await startFleet({ services: ['graph'], clock });
  const at = new Date(clock.now()).toISOString();
  const fact = (id: string, conversationId: string) =>
    ({ id, kind: 'Fact', conversationId, createdAt: at, updatedAt: at, properties: {} }) as const;
  for (const conversation of ['talk', 'other']) {
    const nodes = Array.from({ length: facts }, (_, index) => fact(`fact_${conversation}_${index}`, conversation));
    await fleet.ports.graph.commit(defaultScope, { nodes });
  }
  await clock.advance(1_000);
  const count = () => fleet.ports.graph.count(defaultScope, { kinds: ['Fact'] });
  const request = {
    workspace: '',
    user: '',
    collection: '',
    id: null,
    conversation_id: null,
    everything: false,
    all_collections: false,
  };
  /** A request whose time is over at once. */
  const hurried = (what: object, idempotencyKey: string) => {
    const context = { ...bareContext(fleet, {}), idempotencyKey, timeLeftMs: () => 0 };
    return createPurge(everyKind, fleet.ports)(context, { ...request, ...what });
  };
  const jobOf = async (job_id = '') => (await fleet.caller.call('graph', 'get_job', { job_id })).job;
  return { clock, fleet, count, hurried, jobOf };
}

test('a purge that its request has no time for goes on as a job, which then holds the same answer', async () => {
  const { clock, fleet, count, hurried, jobOf } = await opened();
  await using _ = fleet;
  const answer = await hurried({ conversation_id: 'talk' }, 'once');
  expect(answer).toEqual({ job_id: expect.stringMatching(/^job_/) });
  const begun = await count();
  expect([begun > facts, begun < 2 * facts]).toEqual([true, true]);
  // The request again is the same purge.
  expect(await hurried({ conversation_id: 'talk' }, 'once')).toEqual(answer);
  expect(await jobOf(answer.job_id ?? '')).toMatchObject({ kind: 'purge', status: 'queued', subject: null });

  await clock.advance(1_000);
  await fleet.settled();
  expect(await count()).toBe(facts);
  const job = await jobOf(answer.job_id ?? '');
  expect(job).toMatchObject({ status: 'done', progress: 1 });
  const again = await hurried({ conversation_id: 'talk' }, 'once');
  expect({ erased: String(again.erased), certificate: JSON.stringify(again.certificate) }).toEqual(job?.result);
  expect(again.certificate).toMatchObject({ target: 'conversation', target_id: 'talk', counts: { nodes: again.erased } });
  expect(again.erased).toBeGreaterThanOrEqual(facts);
});

test('the job of a purge of everything is not part of it, and outlives it', async () => {
  const { clock, fleet, count, hurried, jobOf } = await opened();
  await using _ = fleet;
  await fleet.ports.keyValue.set(defaultScope, 'entry', 'a value');
  const { job_id } = await hurried({ everything: true }, 'once');
  expect(await count()).toBe(2 * facts);
  await clock.advance(1_000);
  await fleet.settled();
  expect(await count()).toBe(0);
  expect(await jobOf(job_id ?? '')).toMatchObject({ status: 'done', result: { erased: expect.any(String) } });
  const jobs = await fleet.ports.graph.get(defaultScope, [job_id ?? '']);
  expect(jobs[0]?.properties).toMatchObject({ input: {}, memo: {} });
});

test('a purge that is done within its time is answered with its certificate, and no job is made', async () => {
  const { fleet, count } = await opened();
  await using _ = fleet;
  const { certificate, job_id } = await fleet.caller.call('graph', 'purge', { everything: true });
  expect([certificate?.target, job_id, await count()]).toEqual(['scope', null, 0]);
  expect((await fleet.caller.call('graph', 'list_jobs', {})).jobs).toEqual([]);
});
