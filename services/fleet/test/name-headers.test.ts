import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { grpcDefinition } from '@agent-mem/contract';
import { modelAnswer, startFleet, startRecordingUpstream, type TestFleet } from '@agent-mem/testing';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { expect, it } from 'vitest';

/** As Node sends it: a character for each byte. */
const bytesOf = (text: string, encoding: 'utf8' | 'latin1') => Buffer.from(text, encoding).toString('latin1');

async function ask({ httpUrl }: TestFleet, path: string, body: object, headers: OutgoingHttpHeaders) {
  const asking = request(`${httpUrl}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
  // As bytes: Node would encode its headers as it does a text.
  asking.end(Buffer.from(JSON.stringify(body)));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: (await json(answer)) as { readonly error?: { readonly message: string } } };
}

const store = (fleet: TestFleet, user: string | string[]) =>
  ask(fleet, '/v1/facts/store', { content: 'Water is wet' }, { 'x-user': user });

async function factsOf({ caller }: TestFleet, user: string): Promise<number> {
  return (await caller.call('facts', 'list', { user })).facts.length;
}

it('X-User is read as UTF-8', async () => {
  await using fleet = await startFleet({ http: true });
  for (const user of ['José', '山田, 太郎', 'anne'])
    expect([await store(fleet, bytesOf(user, 'utf8')), await factsOf(fleet, user)]).toMatchObject([{ status: 200 }, 1]);
});

it('an X-User in Latin-1 is refused: those bytes may be the UTF-8 of another name', async () => {
  await using fleet = await startFleet({ http: true });
  expect(bytesOf('JosÃ©', 'latin1')).toBe(bytesOf('José', 'utf8'));
  expect(await store(fleet, bytesOf('José', 'latin1'))).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringMatching(/^X-User: must be UTF-8/) } },
  });
});

it('a byte order mark in X-User is a part of the name', async () => {
  await using fleet = await startFleet({ http: true });
  expect((await store(fleet, bytesOf('\ufeffanne', 'utf8'))).status).toBe(200);
  expect([await factsOf(fleet, 'anne'), await factsOf(fleet, '\ufeffanne')]).toEqual([0, 1]);
});

it('an X-User that comes twice is refused, and nothing is stored', async () => {
  await using fleet = await startFleet({ http: true });
  const refused = { status: 400, body: { error: { message: 'X-User: must come once' } } };
  expect(await store(fleet, ['bob', 'carol'])).toMatchObject(refused);
  const scopes = await Array.fromAsync(fleet.ports.graph.scopes());
  expect(scopes).toEqual([]);
});

it('so is the conversation of a proxied request', async () => {
  await using upstream = await startRecordingUpstream(modelAnswer('Hello.'));
  await using fleet = await startFleet({
    http: true,
    environment: { UPSTREAMS: `*=${upstream.url}`, MEMORY_DEADLINE_MS: '60000' },
  });
  const body = { model: 'm', messages: [{ role: 'user', content: 'My tea is sencha.' }] };
  const say = (conversation: string | string[]) =>
    ask(fleet, '/v1/chat/completions', body, { 'x-agent-mem-conversation': conversation });
  expect((await say(bytesOf('Zoé', 'utf8'))).status).toBe(200);
  const history = () => fleet.caller.call('conversations', 'history', { conversation_id: 'Zoé' });
  await expect.poll(async () => (await history()).messages.length).toBe(2);
  const refused = { status: 400, body: { error: { message: 'X-Agent-Mem-Conversation: must come once' } } };
  expect(await say(['a', 'b'])).toMatchObject(refused);
  expect(upstream.requests).toHaveLength(1);
});

it('over gRPC an x-user that comes twice is refused', async () => {
  await using fleet = await startFleet({ grpc: true });
  const { Store: method } = grpcDefinition('facts');
  if (!method) throw new Error('There is no such rpc');
  const client = new Client(fleet.grpcUrl, credentials.createInsecure());
  const storeFor = (...users: readonly string[]) => {
    const metadata = new Metadata();
    for (const user of users) metadata.add('x-user', user);
    return new Promise<Pick<ServiceError, 'code' | 'details'>>((resolve) => {
      const done = (error: ServiceError | null) => resolve(error ?? { code: status.OK, details: '' });
      const asked = { content: 'Water is wet' };
      client.makeUnaryRequest(method.path, method.requestSerialize, method.responseDeserialize, asked, metadata, {}, done);
    });
  };
  try {
    expect(await storeFor('bob', 'carol')).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringMatching(/^x-user: must come once/),
    });
    expect((await storeFor('bob')).code).toBe(status.OK);
    expect(await factsOf(fleet, 'bob')).toBe(1);
  } finally {
    client.close();
  }
});
