import { chmod, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { grpcDefinition } from '@agent-mem/contract';
import { createLogger } from '@agent-mem/runtime';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../src/command-line/command-line.ts';
import { type Fleet, openFleet } from '../src/fleet.ts';

let data: TemporaryDirectory;
beforeEach(async () => {
  data = await temporaryDirectory();
});
afterEach(() => data[Symbol.asyncDispose]());

const environment = (overrides: Record<string, string> = {}) => ({
  DATA_DIR: data.path,
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  HOST: '0.0.0.0',
  ...overrides,
});

function start(overrides?: Record<string, string>): Promise<Fleet> {
  return openFleet({ services: [], environment: environment(overrides), log: createLogger({ level: 'silent' }) });
}

/** Runs a command to its end, as a person types it. */
async function command(...words: readonly string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await run(words, {
    environment: environment({ LOG_LEVEL: 'error' }),
    input: new PassThrough(),
    output: new PassThrough(),
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
    untilStopped: () => new Promise<void>(() => {}),
  });
  return { code, printed, complaints };
}

async function newKey(...flags: readonly string[]): Promise<string> {
  const { printed } = await command('keys', 'create', '--name', 'test', ...flags);
  return printed.at(-1) ?? '';
}

const everyScope = ['--workspaces', '*', '--users', '*'] as const;

async function ask(fleet: Fleet, path: string, key: string | null, body: object = {}, headers: Record<string, string> = {}) {
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(`${fleet.httpUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

/** One call of facts over gRPC: the answer, or the code of the refusal. */
async function askGrpc(fleet: Fleet, rpc: string, key: string | null, request: object = {}) {
  const method = grpcDefinition('facts')[rpc];
  if (!method) throw new Error(`The contract has no rpc ${rpc}`);
  const client = new Client(fleet.grpcUrl ?? '', credentials.createInsecure());
  const metadata = new Metadata();
  if (key !== null) metadata.set('authorization', `Bearer ${key}`);
  const { requestSerialize, responseDeserialize } = method;
  try {
    return await new Promise<{ code: number; answer: Record<string, unknown> | null; details: string }>((resolve) => {
      const done = (error: ServiceError | null, answer: object = {}) =>
        resolve({ code: error?.code ?? status.OK, answer: error ? null : { ...answer }, details: error?.details ?? '' });
      client.makeUnaryRequest(method.path, requestSerialize, responseDeserialize, request, metadata, {}, done);
    });
  } finally {
    client.close();
  }
}

describe('a fleet that other machines reach', () => {
  it('does not start where nobody could be let in, and says what to do', async () => {
    await expect(start()).rejects.toThrow(/^HOST 0\.0\.0\.0: .*agent-mem keys create.*AUTH=off/);
    await (await start({ AUTH: 'off' }))[Symbol.asyncDispose]();
    await (await start({ AUTH: 'required' }))[Symbol.asyncDispose]();
    await (await start({ HOST: '127.0.0.1' }))[Symbol.asyncDispose]();
    await newKey();
    await (await start())[Symbol.asyncDispose]();
  });

  it('refuses who shows no key, over HTTP and gRPC, before a body is read; health needs none', async () => {
    await newKey();
    await using fleet = await start();
    const refused = await ask(fleet, '/v1/facts/list', null);
    expect([refused.status, refused.headers.get('www-authenticate'), refused.body.error.type]).toEqual([
      401,
      'Bearer',
      'unauthenticated',
    ]);
    expect((await askGrpc(fleet, 'List', null)).code).toBe(status.UNAUTHENTICATED);
    expect((await ask(fleet, '/v1/agent/invoke', null, { question: 'Who?' }, { accept: 'text/event-stream' })).status).toBe(401);
    for (const path of ['/health', '/health/live', '/health/ready'])
      expect((await fetch(`${fleet.httpUrl}${path}`)).status).toBe(200);
  });

  it('answers a wrong path 404 to who shows a good key, and 401 to all others', async () => {
    const key = await newKey('--permissions', 'read', '--users', 'anne');
    await using fleet = await start({ AUTH: 'required' });
    for (const path of ['/v1/no/route', '/v1/facts/remember', '/v1/facts', '/v1', '/no/route']) {
      const known = await ask(fleet, path, key);
      expect([path, known.status, known.body.error.type]).toEqual([path, 404, 'not-found']);
      expect(known.body.error.message).toMatch(`POST ${path}: there is no such route; `);
      for (const wrong of [null, 'nobody']) expect([path, (await ask(fleet, path, wrong)).status]).toEqual([path, 401]);
    }
  });

  it('checks of a member that a body names twice the value that the service reads: the last', async () => {
    const key = await newKey('--users', 'anne');
    await using fleet = await start({ AUTH: 'required' });
    const store = (body: string) =>
      fetch(`${fleet.httpUrl}/v1/facts/store`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body,
      });
    expect((await store('{"user":"anne","content":"Tea is hot","user":"ben"}')).status).toBe(403);
    expect((await store('{"user":"ben","content":"Tea is hot","user":"anne"}')).status).toBe(200);
  });

  it('keeps two tenants apart, whichever way each asks', async () => {
    const anne = await newKey('--workspaces', 'acme', '--users', 'anne');
    const ben = await newKey('--workspaces', 'bolt', '--users', 'ben');
    await using fleet = await start();
    const stored = await ask(fleet, '/v1/facts/store', anne, { content: 'The launch is on Monday' });
    expect(stored.status).toBe(200);
    const { fact_id } = stored.body;
    expect((await askGrpc(fleet, 'Get', anne, { fact_id })).answer).toMatchObject({
      fact: { content: 'The launch is on Monday' },
    });
    expect((await ask(fleet, '/v1/facts/get', ben, { fact_id })).status).toBe(404);
    expect((await askGrpc(fleet, 'Get', ben, { fact_id })).code).toBe(status.NOT_FOUND);
    expect((await ask(fleet, '/v1/facts/retrieve', ben, { query: 'When is the launch?' })).body.facts).toEqual([]);
    const named = { workspace: 'acme', user: 'anne', fact_id };
    const refused = await ask(fleet, '/v1/facts/get', ben, named);
    expect([refused.status, refused.body.error.message]).toEqual([403, "workspace: is not this credential's, which is for bolt"]);
    expect(await askGrpc(fleet, 'Get', ben, named)).toMatchObject({ code: status.PERMISSION_DENIED, details: /^workspace: / });
  });

  it('has a backend act for many users, and streams the answer of the agent to it', async () => {
    const backend = await newKey('--users', '*');
    await using fleet = await start();
    await ask(fleet, '/v1/facts/store', backend, { content: "Anne's boat is called Bluebell" }, { 'x-user': 'anne' });
    const about = { question: 'What is the name of the boat?' };
    const answered = await ask(fleet, '/v1/agent/invoke', backend, about, { 'x-user': 'anne' });
    expect(answered.body.answer).toContain('Bluebell');
    const other = await ask(fleet, '/v1/agent/invoke', backend, about, { 'x-user': 'ben' });
    expect(other.body.answer).not.toContain('Bluebell');
    const headers = {
      authorization: `Bearer ${backend}`,
      'x-user': 'anne',
      accept: 'text/event-stream',
      'content-type': 'application/json',
    };
    const stream = await fetch(`${fleet.httpUrl}/v1/agent/invoke`, { method: 'POST', headers, body: JSON.stringify(about) });
    expect(await stream.text()).toMatch(/"end_of_dialog":true/);
  });

  it('asks for the permission of each operation', async () => {
    const reader = await newKey('--permissions', 'read');
    await using fleet = await start();
    expect((await ask(fleet, '/v1/facts/list', reader)).status).toBe(200);
    const refused = await ask(fleet, '/v1/facts/store', reader, { content: 'Anne likes tea' });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'POST /v1/facts/store needs the permission write; this credential has read',
    ]);
    expect((await askGrpc(fleet, 'Purge', reader, { user: 'default' })).code).toBe(status.PERMISSION_DENIED);
  });

  it('writes down who did what, and every credential that it refused, and no content', async () => {
    const key = await newKey('--users', 'anne');
    const id = key.slice(3, 15);
    const expired = await newKey('--expires-days', '0').catch(() => '');
    expect(expired).toBe('');
    await using fleet = await start();
    const { fact_id } = (await ask(fleet, '/v1/facts/store', key, { content: 'Anne keeps bees' })).body;
    await ask(fleet, '/v1/facts/get', `${key.slice(0, -4)}aaaa`, { fact_id });
    await ask(fleet, '/v1/facts/get', key, { user: 'ben', fact_id });
    const { printed } = await command('keys', 'rotate', id, '--grace-minutes', '0');
    await ask(fleet, '/v1/facts/list', key);
    await command('keys', 'revoke', id);
    await ask(fleet, '/v1/facts/list', printed[0] ?? '');
    const lines = (await command('audit', '--json')).printed.map((line) => JSON.parse(line));
    expect(lines.map(({ who, operation, outcome, reason }) => [who, operation, outcome, reason])).toEqual([
      ['local', 'keys.create', 'done', ''],
      ['local', 'keys.create', 'invalid-argument', ''],
      [`key:${id}`, 'facts.store', 'done', ''],
      [null, '', 'unauthenticated', 'unknown'],
      [`key:${id}`, 'facts.get', 'permission-denied', 'scope'],
      ['local', 'keys.rotate', 'done', ''],
      [null, '', 'unauthenticated', 'unknown'],
      ['local', 'keys.revoke', 'done', ''],
      [`key:${id}`, '', 'unauthenticated', 'revoked'],
    ]);
    expect(lines[2]).toMatchObject({ user: 'anne', ids: { fact_id }, from: expect.stringContaining('127.0.0.1') });
    expect(JSON.stringify(lines)).not.toMatch(/bees/);
    expect((await command('audit', '--refused', '--about', fact_id)).printed).toHaveLength(2);
  });
});

describe('administrators of a fleet that asks for keys', () => {
  it('are those whose key says so, and who may read its data directory', async () => {
    const writer = await newKey();
    const admin = await newKey('--permissions', 'admin', ...everyScope);
    await using fleet = await start();
    const listed = (key: string | null) =>
      fetch(`${fleet.adminUrl}/admin/keys`, { headers: key === null ? {} : { authorization: `Bearer ${key}` } });
    expect([(await listed(null)).status, (await listed(writer)).status, (await listed(admin)).status]).toEqual([401, 403, 200]);
    expect((await command('keys', 'list')).printed).toHaveLength(3);
    expect((await command('add', '--user', 'anne', 'Anne likes tea')).code).toBe(0);
    expect((await command('check')).printed).toEqual(['The stores agree']);
    expect((await command('dead-letters', 'list')).printed).toEqual(['No dead letters']);
    const plate = JSON.parse(await readFile(join(data.path, 'agent-mem.lock'), 'utf8'));
    expect((await listed(plate.key)).status).toBe(200);
    expect(
      (
        await ask({ ...fleet, httpUrl: fleet.adminUrl }, '/admin/keys', admin, {
          name: 'x',
          permissions: ['read'],
          workspaces: null,
          users: 'anne',
        })
      ).body.error.message,
    ).toBe('users: must be a list of texts, or null for all');
  });

  it('are none whose key is for some scopes alone: they would make themselves a key for the others', async () => {
    const scoped = [];
    for (const flags of [
      ['--users', 'anne', '--workspaces', '*'],
      ['--users', '*', '--workspaces', 'acme'],
      [...everyScope, '--collections', 'mail'],
    ])
      scoped.push(await newKey('--permissions', 'read,admin', ...flags));
    await using fleet = await start();
    for (const key of scoped) {
      const wish = { name: 'x', permissions: ['read'], workspaces: null, users: null, collections: null };
      const made = await ask({ ...fleet, httpUrl: fleet.adminUrl }, '/admin/keys', key, wish);
      expect([made.status, made.body.error.message]).toEqual([403, expect.stringMatching('needs a key for all workspaces')]);
    }
    expect((await command('keys', 'list')).printed).toHaveLength(1 + scoped.length);
  });

  it('are programs on the same machine where nobody is asked for a key; what no route takes is refused by those there are', async () => {
    await using fleet = await start({ HOST: '127.0.0.1' });
    expect((await fetch(`${fleet.adminUrl}/admin/keys`)).status).toBe(200);
    const refusal = async (method: string, path: string) => {
      const response = await fetch(`${fleet.adminUrl}${path}`, { method });
      return [response.status, response.headers.get('allow'), ((await response.json()) as { detail: string }).detail];
    };
    const takes = 'GET, HEAD, POST';
    expect(await refusal('DELETE', '/admin/keys')).toEqual([405, takes, `DELETE /admin/keys: this route takes ${takes}`]);
    expect((await refusal('GET', '/admin/keys/1f3a/revoke')).slice(0, 2)).toEqual([405, 'POST']);
    const [status, , detail] = await refusal('DELETE', '/admin/keys/1f3a');
    expect([status, detail]).toEqual([404, expect.stringContaining('POST /admin/keys/:id/revoke')]);
    const parts = '/admin/dead-letters/…, /admin/keys/…, /admin/maintenance/…';
    for (const path of ['/admin', '/admin/nothing', '/admin/nothing/at/all'])
      expect((await refusal('GET', path))[2]).toBe(`GET ${path}: there is no such route; there are ${parts}`);
  });

  it('make keys that expire at a time, and not in a year', async () => {
    await using fleet = await start({ HOST: '127.0.0.1' });
    const wish = { name: 'x', permissions: ['read'], workspaces: null, users: null, collections: null };
    const made = async (expires_at: string) =>
      (await ask({ ...fleet, httpUrl: fleet.adminUrl }, '/admin/keys', null, { ...wish, expires_at })).body;
    for (const wrong of ['2130', '2130-02-30', 'Jan 1 2130'])
      expect((await made(wrong)).error?.message).toMatch(/^expires_at: must be a time in ISO 8601/);
    expect((await made('2130-01-01T01:00:00+01:00')).key.expires_at).toBe('2130-01-01T00:00:00.000Z');
  });
});

describe('the port for administrators', () => {
  it('has health, metrics and /admin, and the others have no /admin', async () => {
    const key = await newKey('--permissions', 'admin,read', ...everyScope);
    await using fleet = await start();
    const statusOf = async (url: string) => (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status;
    for (const path of ['/health', '/health/live', '/health/ready', '/metrics', '/admin/keys'])
      expect([path, await statusOf(`${fleet.adminUrl}${path}`)]).toEqual([path, 200]);
    for (const path of ['/metrics', '/admin/keys', '/admin/dead-letters'])
      expect([path, await statusOf(`${fleet.httpUrl}${path}`)]).toEqual([path, 404]);
    expect(await (await fetch(`${fleet.httpUrl}/admin/keys`)).json()).toMatchObject({
      error: { message: expect.stringContaining('ADMIN_PORT') },
    });
  });

  it('answers programs on this machine what everybody asks, and nobody else', async () => {
    await using fleet = await start({ AUTH: 'off' });
    expect((await ask({ ...fleet, httpUrl: fleet.adminUrl }, '/v1/facts/list', null)).status).toBe(200);
    expect((await fetch(`${fleet.httpUrl}/metrics`)).status).toBe(200);
    const { port } = new URL(fleet.adminUrl ?? '');
    const elsewhere = await new Promise<number>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: '/v1/facts/list', method: 'POST', localAddress: '127.0.0.2' };
      request(options, (response) => resolve(response.resume().statusCode ?? 0))
        .on('error', reject)
        .end();
    });
    expect(elsewhere).toBe(404);
  });
});

describe('keys on the command line', () => {
  it('come from a file, or go into one that its owner alone can read', async () => {
    const file = join(data.path, 'first-key');
    const create = ['keys', 'create', '--name', 'first', '--key-file', file] as const;
    expect(await command(...create)).toMatchObject({ code: 0, printed: [] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await chmod(file, 0o400);
    expect(await command(...create)).toMatchObject({ code: 0, printed: [] });
    expect((await command('keys', 'list')).printed).toHaveLength(2);
    await using fleet = await start();
    expect((await ask(fleet, '/v1/facts/list', (await readFile(file, 'utf8')).trim())).status).toBe(200);
  });

  it('are not made where their file cannot be written', async () => {
    for (const [file, why] of [
      [join(data.path, 'none', 'key'), 'cannot be written: its folder is not there'],
      [data.path, 'cannot be read: it is a folder'],
    ] as const)
      expect(await command('keys', 'create', '--name', 'first', '--key-file', file)).toMatchObject({
        code: 2,
        complaints: [expect.stringMatching(new RegExp(`--key-file ${file} ${why}$`, 'm'))],
      });
    expect((await command('keys', 'list')).printed).toEqual(['No keys']);
  });

  it('that are the first allow everything, so no flag bounds them', async () => {
    const bounded = ['keys', 'create', '--first'];
    for (const [flag, value] of [
      ['--users', 'anne'],
      ['--permissions', 'read'],
      ['--requests-per-minute', '9'],
    ] as const)
      expect(await command(...bounded, flag, value)).toMatchObject({
        code: 2,
        complaints: [expect.stringContaining(`leave ${flag} out`)],
      });
    expect((await command('keys', 'list')).printed).toEqual(['No keys']);
    expect(await command(...bounded, '--name', 'boss')).toMatchObject({ code: 0, printed: [expect.stringMatching(/^am_/)] });
    expect(await command(...bounded, '--name', 'another')).toMatchObject({
      code: 0,
      printed: [],
      complaints: ['There is a key already: nothing is made'],
    });
    expect((await command('keys', 'list')).printed).toHaveLength(2);
  });

  it('are revoked and rotated by their id; a whole key in its place is neither printed nor written down', async () => {
    const key = await newKey();
    const tryBoth = async () => {
      for (const change of ['revoke', 'rotate'])
        expect(await command('keys', change, key)).toMatchObject({
          code: 1,
          complaints: [expect.stringContaining('id: is a whole key')],
        });
    };
    await tryBoth();
    await using fleet = await start();
    await tryBoth();
    const admin = await newKey('--permissions', 'admin', ...everyScope);
    expect((await ask({ ...fleet, httpUrl: fleet.adminUrl }, `/admin/keys/${key}/revoke`, admin)).status).toBe(400);
    const rotated = await ask({ ...fleet, httpUrl: fleet.adminUrl }, `/admin/keys/${key.slice(3, 15)}/rotate`, admin, {
      grace_ms: 1e20,
    });
    expect([rotated.status, rotated.body.error.message]).toEqual([400, expect.stringMatching(/^grace_ms: /)]);
    expect((await command('audit', '--json')).printed.join()).not.toContain(key.slice(-43));
  });

  it('have the limits of their flags, which a fleet then holds them to, also after a change of the text', async () => {
    const flags = [
      '--requests-per-minute',
      '600',
      '--requests-per-day',
      '2',
      '--request-bytes',
      '4000',
      '--batch',
      '0',
      '--streams',
      '3',
    ];
    const { complaints, printed } = await command('keys', 'create', '--name', 'shop', ...flags);
    expect(complaints).toEqual([
      expect.stringContaining(
        ', requests_per_minute 600, requests_per_day 2, request_bytes 4000, batch 0, streams 3. It is shown this once:',
      ),
    ]);
    const limits = { requests_per_minute: 600, requests_per_day: 2, request_bytes: 4_000, batch: 0, streams: 3 };
    const listed = async () => JSON.parse((await command('keys', 'list', '--json')).printed[0] ?? '{}');
    expect(await listed()).toMatchObject({ name: 'shop', limits });
    const rotated = await command('keys', 'rotate', (await listed()).id);
    expect(await listed()).toMatchObject({ limits });
    await using fleet = await start();
    const asked: unknown[] = [];
    for (const key of [printed.at(-1), rotated.printed.at(-1), printed.at(-1)])
      asked.push((await ask(fleet, '/v1/facts/list', key ?? null)).body.error?.message ?? null);
    expect(asked).toEqual([null, null, expect.stringMatching(/^requests_per_day: this key has asked 2 times/)]);
  });

  it('are printed alone, what they allow beside them', async () => {
    const { printed, complaints } = await command('keys', 'create', '--name', 'shop', '--users', '*');
    expect(printed).toEqual([expect.stringMatching(/^am_[0-9a-f]{12}_[\w-]{43}$/)]);
    expect(complaints).toEqual([
      expect.stringMatching(
        /\(shop\): read, write, feedback; workspaces default, users \*, collections \*\. It is shown this once:$/,
      ),
    ]);
    expect((await command('keys', 'list')).printed[1]).toMatch(
      /shop +read,write,feedback +default +\* +\* +\d{4}-\d\d-\d\d +valid$/,
    );
    await command('keys', 'create', '--name', 'a\u202eb');
    expect((await command('keys', 'list')).printed.at(-1)).toContain('  a\\u202eb  ');
    expect(await command('keys', 'create')).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('--name is required')],
    });
    expect(await command('keys', 'create', '--name', 'shop', '--batch', 'many')).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('--batch must be a whole number, got "many"')],
    });
    expect(await command('keys', 'create', '--name', 'shop', '--expires-days', '9999999999')).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('--expires-days must be at most 36500')],
    });
    expect(await command('keys', 'revoke', 'none')).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('There is no key none')],
    });
  });
});
