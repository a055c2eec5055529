import { newId } from '@agent-mem/contract';
import { defaultScope, startFleet, type TestFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';

const at = (minute: number) => `2026-05-07T10:${String(minute).padStart(2, '0')}:00.000Z`;

/** A job as some service has written it. */
async function stored(fleet: TestFleet, minute: number, properties: Readonly<Record<string, string | number>>) {
  const id = newId('job', Date.parse(at(minute)));
  const times = { createdAt: at(minute), updatedAt: at(minute) };
  const known = { service: 'facts', kind: 'tidy', status: 'queued', ...properties };
  await fleet.ports.graph.commit(defaultScope, { nodes: [{ id, kind: 'Job', ...times, properties: known }] });
  return id;
}

test('jobs of a scope are listed by state, kind and subject, newest first, page by page', async () => {
  await using fleet = await startFleet({ services: ['graph'] });
  const list = (request: object) => fleet.caller.call('graph', 'list_jobs', request);
  const queued = await stored(fleet, 1, {});
  const running = await stored(fleet, 2, { status: 'running', progress: 0.5, subject: 'c1' });
  const other = await stored(fleet, 3, { kind: 'sort', subject: 'c1' });
  const idsOf = async (request: object) => (await list(request)).jobs.map(({ id }) => id);
  expect(await idsOf({})).toEqual([other, running, queued]);
  expect(await idsOf({ statuses: ['running'] })).toEqual([running]);
  expect(await idsOf({ statuses: ['running', 'queued'], kind: 'tidy' })).toEqual([running, queued]);
  expect(await idsOf({ subject: 'c1', kind: 'sort' })).toEqual([other]);
  expect(await idsOf({ collection: 'another' })).toEqual([]);
  const first = await list({ limit: 2 });
  expect(first.jobs.map(({ id }) => id)).toEqual([other, running]);
  expect(await idsOf({ limit: 2, cursor: first.next_cursor })).toEqual([queued]);
});

test('a job is answered as it stands, and cancelled once', async () => {
  await using fleet = await startFleet({ services: ['graph'] });
  const { call } = fleet.caller;
  const id = await stored(fleet, 1, { status: 'running', progress: 0.5, subject: 'c1' });
  const { job } = await call('graph', 'get_job', { job_id: id.slice('job_'.length) });
  expect(job).toEqual({
    id,
    kind: 'tidy',
    status: 'running',
    created_at: at(1),
    updated_at: at(1),
    progress: 0.5,
    error: null,
    result: {},
    subject: 'c1',
  });
  const cancelled = (await call('graph', 'cancel_job', { job_id: id })).job;
  expect(cancelled).toMatchObject({ status: 'cancelled', progress: 0.5 });
  expect((await call('graph', 'cancel_job', { job_id: id })).job).toEqual(cancelled);
  expect((await call('graph', 'get_job', { job_id: id })).job).toEqual(cancelled);
});

test('a job that is unknown, of another scope, or purged with its scope is not found', async () => {
  await using fleet = await startFleet({ services: ['graph'] });
  const { call } = fleet.caller;
  const id = await stored(fleet, 1, {});
  const missing = { type: 'not-found', message: `Job ${id} not found` };
  await expect(call('graph', 'get_job', { job_id: id, collection: 'another' })).rejects.toMatchObject(missing);
  await expect(call('graph', 'cancel_job', { job_id: id, user: 'another' })).rejects.toMatchObject(missing);
  await call('graph', 'purge', { everything: true });
  await expect(call('graph', 'get_job', { job_id: id })).rejects.toMatchObject(missing);
});
