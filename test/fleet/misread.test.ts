import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { replyTopic, type ServiceName, serviceTopic, topicUrl } from '@agent-mem/contract';
import { startFleet, type TestFleet, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

/** What would be misread: `[service, operation, request, the member with what was probably meant]`. */
const destructive = [
  ['facts', 'purge', { everything: true, user_id: 'x' }, 'user_id: is not known; did you mean user?'],
  ['episodes', 'purge', { everything: true, user_id: 'x' }, 'user_id: is not known; did you mean user?'],
  ['conversations', 'purge', { conversation_id: 'c1', usr: 'x' }, 'usr: is not known; did you mean user?'],
  ['working-memory', 'purge', { everything: true, user_id: 'x' }, 'user_id: is not known; did you mean user?'],
  ['graph', 'purge', { everything: true, user_id: 'x' }, 'user_id: is not known; did you mean user?'],
  ['graph', 'update_settings', { settings: { memroy: 'off' } }, 'settings.memroy: is not known; did you mean memory?'],
  ['graph', 'update_settings', { settings: { memory: 'off' }, user_id: 'x' }, 'user_id: is not known; did you mean user?'],
] as const;

describe('a request with a member that is not known', () => {
  let fleet: TestFleet;
  beforeAll(async () => {
    fleet = await startFleet({ http: true });
    await fleet.caller.call('facts', 'store', { content: 'Anne likes tea' });
  });
  afterAll(() => fleet[Symbol.asyncDispose]());

  const factsOfDefault = async () => (await fleet.caller.call('facts', 'list', {})).facts.map(({ content }) => content);
  const isUntouched = async () => {
    expect(await factsOfDefault()).toContain('Anne likes tea');
    expect((await fleet.caller.call('graph', 'get_settings', {})).effective).toMatchObject({ memory: 'on' });
  };
  const post = async (service: string, operation: string, request: object) => {
    const path = `${fleet.httpUrl}/v1/${service}/${operation.replaceAll('_', '-')}`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(request) });
    return [response.status, await response.json()];
  };
  /** As any client on the bus asks by the command lane. */
  const tell = async (service: ServiceName, envelope: object): Promise<object> => {
    const id = randomUUID();
    const replies: string[] = [];
    const topic = { ...replyTopic(id), persistent: true };
    await using _ = await fleet.ports.bus.subscribe(topic, { name: 'client', type: 'exclusive' }, async ({ payload }) => {
      replies.push(payload);
    });
    const message = { payload: JSON.stringify(envelope), properties: { id, reply_to: topicUrl(topic) } };
    await fleet.ports.bus.publish(serviceTopic(service, 'command'), message);
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    return JSON.parse(replies[0] ?? '');
  };

  it('is refused over HTTP by its name, and has no effect', verifies('request.unknown'), async () => {
    const message = 'user_id: is not known; did you mean user?';
    const refused = [400, expect.objectContaining({ error: { type: 'invalid-argument', message, retryable: false } })];
    expect(await post('facts', 'store', { content: 'Bob likes beer', user_id: 'bob' })).toEqual(refused);
    expect(await factsOfDefault()).toEqual(['Anne likes tea']);
  });

  it.each(destructive)('is refused over HTTP before it destroys: %s.%s %j', async (service, operation, request, message) => {
    const refused = [400, expect.objectContaining({ error: { type: 'invalid-argument', message, retryable: false } })];
    expect(await post(service, operation, request)).toEqual(refused);
    await isUntouched();
  });

  it.each(destructive)('is refused on the bus before it destroys: %s.%s %j', verifies('request.unknown'), async (...wrong) => {
    const [service, operation, request, message] = wrong;
    const error = { type: 'invalid-argument', message: `${operation}.${message}`, retryable: false };
    expect(await tell(service, { [operation]: request })).toEqual({ error, warnings: null });
    expect(await tell(service, { [operation]: {}, user: 'x' })).toMatchObject({ error: { message: /^user: is not known/ } });
    await isUntouched();
  });

  it('is let through on the bus otherwise, and reported in warnings', verifies('request.unknown'), async () => {
    expect(await tell('facts', { store: { content: 'Bob likes beer', user_id: 'bob' } })).toEqual({
      store: expect.objectContaining({ created: true }),
      error: null,
      warnings: ['store.user_id: is not known; did you mean user?'],
    });
    expect(await factsOfDefault()).toContain('Bob likes beer');
    expect(await tell('facts', { list: { user: 'bob' } })).toMatchObject({ list: { facts: [] }, error: null, warnings: null });
  });
});

it('an error names an operation as its caller does', verifies('error.words'), async () => {
  await using fleet = await startFleet({ http: true });
  await fleet.caller.call('graph', 'update_settings', { settings: { memory: 'off' } });
  const store = { content: 'tea' };
  await expect(fleet.caller.call('facts', 'store', store)).rejects.toThrow('(graph.update_settings turns it on)');
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${fleet.httpUrl}/v1/facts/store`, { method: 'POST', headers, body: JSON.stringify(store) });
  expect(await response.text()).toContain('(POST /v1/graph/update-settings turns it on)');
});

it('a start warns, a line each, of variables that were probably meant for it; a flag that is not known erases nothing', {
  ...verifies('start.environment', 'request.unknown'),
}, async () => {
  await using directory = await temporaryDirectory();
  const meant = { HTTP_PROT: 'secret', WORKING_MEMORY_LIMIT: '5' };
  const environment = { ...meant, HTTP_PROXY: 'x', OTEL_SERVICE_NAMES: 'y', HTTP_SERVICE_HOST: 'z' };
  await using fleet = await startFleetProcess({ directory: directory.path, environment });
  expect(fleet.errors().trim().split('\n')).toEqual([
    'agent-mem: HTTP_PROT is not known; did you mean HTTP_PORT?',
    expect.stringMatching(/^agent-mem: WORKING_MEMORY_LIMIT is not known; /),
  ]);
  await rest(fleet.httpUrl, 'facts', 'store', { content: 'Anne likes tea', user: 'anne' });
  const args = ['purge', '--user', 'anne', '--conversation_id', 'c1', '--yes'];
  await using purge = spawnFleet({ directory: directory.path, args });
  expect(await once(purge.child, 'close')).toEqual([2, null]);
  expect(purge.errors()).toContain("unknown option '--conversation_id'");
  expect((await rest(fleet.httpUrl, 'facts', 'list', { user: 'anne' })).facts).toHaveLength(1);
});
