import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditEntry, readAuditFiles } from '@agent-mem/access';
import { createMemoryTopics, type MemoryTopics } from '@agent-mem/messaging';
import { startFleet, stubTrustGraphConfig, type TestFleet, temporaryDirectory } from '@agent-mem/testing';
import { openToolServiceClient } from '@agent-mem/trustgraph';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scopeTokens, tampered } from './scope-tokens.ts';

const keys = scopeTokens();
const ours = { workspaces: ['acme'] } as const;
const queues = (flow: string) => ({
  request: `request:tg:memory:acme:${flow}`,
  response: `response:tg:memory:acme:${flow}`,
  'tool-service-request': `request:tg:memory-tool:acme:${flow}`,
  'tool-service-response': `response:tg:memory-tool:acme:${flow}`,
});

let stack: AsyncDisposableStack;
let topics: MemoryTopics;
let fleet: TestFleet;
let audit: string;

/** A fleet that requires credentials, in flows of workspace `acme` with these settings each. */
async function serve(flows: Readonly<Record<string, Readonly<Record<string, string>>>>, hasKeys = true): Promise<void> {
  const directory = stack.use(await temporaryDirectory()).path;
  audit = join(directory, 'audit');
  const publicFile = join(directory, 'scope.pub');
  const privateFile = join(directory, 'scope.key');
  await Promise.all([writeFile(publicFile, keys.pem.public), writeFile(privateFile, keys.pem.private)]);
  topics = stack.use(createMemoryTopics());
  const entries = Object.entries(flows).map(([flow, parameters]) => [flow, JSON.stringify({ topics: queues(flow), parameters })]);
  const config = {
    __workspaces__: { workspace: { acme: '{}' } },
    acme: { 'processor:agent-mem-memory': Object.fromEntries(entries) },
  };
  stack.use(await stubTrustGraphConfig(topics, config));
  const files = { SCOPE_TOKEN_KEY_FILE: privateFile, SCOPE_TOKEN_PUBLIC_KEYS_FILE: publicFile };
  const environment = { AUTH: 'required', AUDIT_LOG: audit, ...(hasKeys && files) };
  fleet = stack.use(await startFleet({ http: true, trustgraphTopics: topics, environment }));
  await vi.waitFor(() => {
    for (const flow of Object.keys(flows)) expect(topics.subscriptions(requestsOf(flow))).toHaveLength(1);
  });
}

const requestsOf = (flow: string) => `non-persistent://tg/request/memory:acme:${flow}`;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

let asked = 0;
async function ask(flow: string, payload: object): Promise<Record<string, unknown>> {
  const id = `r${++asked}`;
  await using producer = await topics.produce(requestsOf(flow));
  await producer.send({ payload: JSON.stringify({ payload }), properties: { id } });
  const answers = () => topics.sent.filter(({ topic, properties }) => topic.includes('/response/') && properties.id === id);
  await vi.waitFor(() => expect(answers()).toHaveLength(1));
  return (JSON.parse(answers()[0]?.payload ?? '') as { payload: Record<string, unknown> }).payload;
}

async function call(flow: string, tool: string, args: Record<string, unknown>): Promise<string> {
  const { 'tool-service-request': request, 'tool-service-response': response } = queues(flow);
  await using client = await openToolServiceClient({ topics, clock: fleet.ports.clock }, { request, response });
  return await client.call({ tool }, args);
}

/** The entries that flows made, as far as they are `most` yet. */
async function entries(most: number): Promise<AuditEntry[]> {
  let found: AuditEntry[] = [];
  await vi.waitFor(async () => {
    found = await Array.fromAsync(readAuditFiles(audit, ''));
    expect(found).toHaveLength(most);
  });
  return found;
}

const store = { facts: { store: { content: 'The ferry leaves at nine' } } };
const list = { facts: { list: {} } };
const named = (flow: string) => `memory-scope-token of the flow acme/${flow}:`;

test('the memory interface refuses each flow whose token does not hold, by name, and writes it down', async () => {
  const bad = {
    expired: [await keys.token({ ...ours, lastsMs: -1_000 }), 'unauthenticated', 'has expired'],
    tampered: [tampered(await keys.token(ours)), 'unauthenticated', 'is not signed by a key of this fleet'],
    another: [await keys.token(), 'permission-denied', "workspace: is not this credential's, which is for w"],
  } as const;
  const settings = Object.entries(bad).map(([flow, [token]]) => [flow, { 'memory-scope-token': token }] as const);
  await serve(Object.fromEntries(settings));
  for (const [flow, [, type, message]] of Object.entries(bad)) {
    expect(await ask(flow, store)).toEqual({ error: { type, message: `${named(flow)} ${message}`, retryable: false } });
    await expect(call(flow, 'RetrieveFacts', { query: 'ferry' })).rejects.toThrow(`${named(flow)} ${message}`);
  }
  const written = await entries(6);
  expect(written.map(({ from, reason }) => [from, reason])).toEqual(
    [
      ['expired', 'expired'],
      ['tampered', 'unknown'],
      ['another', 'scope'],
    ].flatMap(([flow, reason]) => [1, 2].map(() => [`flow acme/${flow}`, reason])),
  );
  expect(await fleet.caller.call('facts', 'list', { workspace: 'acme' })).toMatchObject({ facts: [] });
});

test('a good token allows what its permissions say, for its users and no others', async () => {
  const reads = await keys.token({ ...ours, users: ['anne'], permissions: ['read'] });
  const writes = await keys.token({ ...ours, users: ['anne'] });
  await serve({ reads: { 'memory-scope-token': reads }, writes: { 'memory-scope-token': writes }, none: {} });
  expect(await ask('writes', store)).toMatchObject({ facts: { store: { created: true } } });
  expect(await ask('reads', list)).toMatchObject({ facts: { list: { facts: [{ content: 'The ferry leaves at nine' }] } } });
  expect(await call('reads', 'RetrieveFacts', { query: 'When does the ferry leave?' })).toMatch('The ferry leaves at nine');
  const needsWrite = `${named('reads')} facts.store needs the permission write; this credential has read`;
  expect(await ask('reads', store)).toMatchObject({ error: { type: 'permission-denied', message: needsWrite } });
  await expect(call('reads', 'StoreFact', { fact_content: 'x' })).rejects.toThrow(needsWrite);
  const ben = { facts: { list: { user: 'ben' } } };
  expect(await ask('reads', ben)).toMatchObject({ error: { type: 'permission-denied' } });
  // A flow that names none asks in its whole workspace.
  expect(await ask('none', ben)).toMatchObject({ facts: { list: { facts: [] } } });
  const written = await entries(4);
  expect(written.map(({ operation, outcome, user, who }) => [operation, outcome, user, who])).toEqual([
    ['facts.store', 'done', 'anne', 'token:crm'],
    ['facts.store', 'permission-denied', '', 'token:crm'],
    ['facts.store', 'permission-denied', '', 'token:crm'],
    ['facts.list', 'permission-denied', 'ben', 'token:crm'],
  ]);
});

test('a token that the process has no keys to verify is refused', async () => {
  await serve({ main: { 'memory-scope-token': await keys.token(ours) }, none: {} }, false);
  const message = `${named('main')} cannot be verified: SCOPE_TOKEN_PUBLIC_KEYS_FILE is not set`;
  expect(await ask('main', list)).toEqual({ error: { type: 'unauthenticated', message, retryable: false } });
  expect(await ask('none', list)).toMatchObject({ facts: { list: { facts: [] } } });
});
