import { createPurge } from '@agent-mem/service-kit';
import { bareContext, defaultScope, startFleet, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';

/** More than is erased at once. */
const facts = 600;
const everyKind = { name: 'graph', kinds: null };

const everything = {
  ...{ workspace: '', user: '', collection: '' },
  ...{ id: null, conversation_id: null, everything: true, all_collections: false },
};

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
  /** A request whose time is over at once. */
  const hurried = (what: object, idempotencyKey: string) => {
    const context = { ...bareContext(fleet, {}), idempotencyKey, timeLeftMs: () => 0 };
    return createPurge(everyKind, fleet.ports)(context, { ...everything, everything: false, ...what });
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

test('what is being purged is found no more from the start, and what is stored elsewhere is', async () => {
  const clock = turnedClock();
  await using fleet = await startFleet({ services: ['graph', 'facts'], clock });
  const { call } = fleet.caller;
  const talk = Array.from({ length: facts }, (_, index) => ({ content: `Locker ${index} holds a blue parcel`, source: 'talk' }));
  const { results } = await call('facts', 'store_many', { facts: talk });
  const { fact_id: other } = await call('facts', 'store', { content: 'Locker X holds a red parcel', source: 'other' });
  await fleet.settled();
  await clock.advance(1_000);
  const context = { ...bareContext(fleet, {}), idempotencyKey: 'once', timeLeftMs: () => 0 };
  const request = { ...everything, everything: false, conversation_id: 'talk' };
  const { job_id } = await createPurge(everyKind, fleet.ports)(context, request);
  const left = await fleet.ports.graph.find(defaultScope, { kinds: ['Fact'], order: 'createdAt', limit: 1_000 });
  expect(left.items.length).toBeGreaterThan(50);
  const there = left.items.find(({ id }) => id !== other)?.id ?? '';
  expect(results.map(({ fact_id }) => fact_id)).toContain(there);

  const found = async () => {
    const [retrieved, listed, similar] = await Promise.all([
      call('facts', 'retrieve', { query: 'Which locker holds a red parcel?', top_k: 100 }),
      call('facts', 'list', { limit: 1_000 }),
      call('graph', 'find_similar', { query: 'Which locker holds a red parcel?', top_k: 100 }),
    ]);
    return [retrieved.facts, listed.facts, similar.nodes].map((each) => each.map(({ id }) => id).toSorted());
  };
  expect(await found()).toEqual([[other], [other], [other]]);
  for (const asked of [
    call('facts', 'get', { fact_id: there }),
    call('graph', 'get', { id: there }),
    call('graph', 'neighbours', { id: there }),
  ])
    await expect(asked).rejects.toMatchObject({ type: 'not-found' });
  const { fact_id: fresh } = await call('facts', 'store', { content: 'Locker Y holds a green parcel', source: 'other' });
  const both = [other, fresh].toSorted();
  await clock.advance(1_000);
  await fleet.settled();
  expect((await call('graph', 'get_job', { job_id: job_id ?? '' })).job?.status).toBe('done');
  expect((await call('facts', 'list', { limit: 1_000 })).facts.map(({ id }) => id).toSorted()).toEqual(both);
  // Its end is the end of its list, too: what an archive brings back afterwards is found.
  expect(await fleet.ports.graph.get(defaultScope, ['purging'])).toMatchObject([{ properties: { purges: [] } }]);
});
