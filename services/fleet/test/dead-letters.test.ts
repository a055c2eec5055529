import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { serviceTopic } from '@agent-mem/contract';
import type { DeadLetterSummary } from '@agent-mem/messaging';
import { createLogger } from '@agent-mem/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../src/command-line/command-line.ts';
import { type Fleet, openFleet } from '../src/fleet.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-mem-dead-letters-'));
});
afterEach(() => rm(directory, { recursive: true }));

const environment = (overrides: Record<string, string> = {}) => ({
  DATA_DIR: directory,
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  ...overrides,
});

function start(overrides?: Record<string, string>): Promise<Fleet> {
  return openFleet({ services: [], environment: environment(overrides), log: createLogger({ level: 'silent' }) });
}

/** Runs `dead-letters` as a person types it. */
async function deadLetters(words: readonly string[], overrides?: Record<string, string>) {
  const output: string[] = [];
  const errors: string[] = [];
  const code = await run(['dead-letters', ...words], {
    environment: environment(overrides),
    input: new PassThrough(),
    output: new PassThrough(),
    print: (line) => void output.push(line),
    complain: (line) => void errors.push(line),
    untilStopped: () => new Promise(() => {}),
  });
  return { code, output: output.join('\n'), errors: errors.join('\n') };
}

async function listed(): Promise<readonly DeadLetterSummary[]> {
  const { output } = await deadLetters(['list', '--json']);
  return output.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as DeadLetterSummary]));
}

const commands = serviceTopic('facts', 'command');
const text = 'Anne likes tea';
const absent = 'fact_019a0000-0000-7000-8000-000000000000';

/** A command that facts refuses and tells nobody: the fact cannot be restored, since another has its text. Answers how to mend that. */
async function refused({ host: { caller, settled }, ports: { bus } }: Fleet) {
  const { fact_id } = await caller.call('facts', 'store', { content: text });
  await caller.call('facts', 'delete', { fact_id });
  const other = await caller.call('facts', 'store', { content: text });
  const payload = JSON.stringify({ restore: { fact_id } });
  await bus.publish(commands, { payload, key: 'k', properties: { id: 'r1' } });
  await settled();
  return { fact_id, payload, mend: () => caller.call('facts', 'delete', { fact_id: other.fact_id }) };
}

describe('dead-letters', () => {
  it('of a running fleet are listed and shown, replayed when their cause is gone, and dropped', async () => {
    await using fleet = await start();
    const { caller, settled } = fleet.host;
    const { fact_id, payload, mend } = await refused(fleet);
    const [letter, ...others] = await listed();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ subscription: 'facts', key: 'k', attempts: 1, bytes: payload.length });
    expect(letter?.reason).toMatch(/^failed-precondition: Fact .* cannot be restored/);
    const { output: table } = await deadLetters(['list']);
    expect(table.split('\n')).toHaveLength(2);
    expect(table).toMatch(/^ID +AGE +ATTEMPTS +BYTES +TOPIC +SUBSCRIPTION +KEY +REASON\n/);
    expect(table).toContain(`command/facts  facts`);
    const id = letter?.id ?? '';
    const output = await deadLetters(['show', id]);
    expect(output.code).toBe(0);
    for (const part of [id, 'cannot be restored', /id +r1/, `"fact_id": "${fact_id}"`]) expect(output.output).toMatch(part);
    expect(JSON.parse((await deadLetters(['show', id, '--json'])).output)).toMatchObject({ ...letter, payload });

    // Its cause is not gone: it is a dead letter again, another one.
    expect(await deadLetters(['replay', id])).toEqual({ code: 0, output: '1 published again', errors: '' });
    await settled();
    const again = await listed();
    expect(again).toHaveLength(1);
    expect(again[0]?.id).not.toBe(id);

    await mend();
    expect(await deadLetters(['replay', '--all'])).toEqual({ code: 0, output: '1 published again', errors: '' });
    await settled();
    expect((await caller.call('facts', 'get', { fact_id })).fact).toMatchObject({ status: 'ACTIVE', content: text });
    expect(await deadLetters(['list'])).toEqual({ code: 0, output: 'No dead letters', errors: '' });

    await fleet.ports.bus.publish(commands, { payload: '{' });
    await settled();
    const [unreadable] = await listed();
    expect(await deadLetters(['drop', unreadable?.id ?? ''])).toEqual({ code: 0, output: '1 dropped', errors: '' });
    expect(await listed()).toEqual([]);
  });

  it('of data that nobody has open are reached too; a replay then waits for the next start', async () => {
    let outcome: Awaited<ReturnType<typeof refused>> | undefined;
    {
      await using fleet = await start();
      outcome = await refused(fleet);
      await outcome.mend();
    }
    const [letter] = await listed();
    expect(letter).toMatchObject({ subscription: 'facts', key: 'k' });
    expect((await deadLetters(['show', letter?.id ?? ''])).output).toContain('cannot be restored');
    expect((await deadLetters(['replay', letter?.id ?? ''])).code).toBe(0);
    expect(await listed()).toEqual([]);
    await using fleet = await start();
    await fleet.host.settled();
    expect((await fleet.host.caller.call('facts', 'get', { fact_id: outcome.fact_id })).fact).toMatchObject({ status: 'ACTIVE' });
  });

  it('are reached by a terminal that has no secret of a webhook', async () => {
    const file = join(directory, 'agent-mem.yaml');
    await writeFile(file, "webhooks: { crm: { url: 'http://127.0.0.1:9/', scope: '*', secret: { secret: CRM_SECRET } } }");
    await using _ = await start();
    expect(await deadLetters(['list'], { WEBHOOKS_FILE: file })).toEqual({ code: 0, output: 'No dead letters', errors: '' });
  });

  it('are the commands that are refused and name nobody to answer', async () => {
    await using fleet = await start();
    const refusals = [
      ['facts', { update: { fact_id: absent, content: 'x' } }, `not-found: Fact ${absent} not found`],
      ['facts', { store_many: { facts: [] } }, 'invalid-argument: store_many.facts: is required'],
      [
        'conversations',
        { append_messages: { conversation_id: 'c1' } },
        'invalid-argument: append_messages.messages: is required',
      ],
    ] as const;
    for (const [service, asked, reason] of refusals) {
      const payload = JSON.stringify(asked);
      await fleet.ports.bus.publish(serviceTopic(service, 'command'), { payload, properties: { id: 'r1' } });
      await fleet.host.settled();
      expect(await listed()).toMatchObject([{ subscription: service, attempts: 1, bytes: payload.length, reason }]);
      await deadLetters(['drop', '--all']);
    }
  });

  it('are no queries, which change nothing and are asked again', async () => {
    await using fleet = await start();
    const queries = [
      ['episodes', { history: { episode_id: 'epi_019a0000-0000-7000-8000-000000000000' } }],
      ['agent', { recall: { query: '' } }],
      ['agent', { get_receipt: { receipt_id: 'rcpt_0' } }],
    ] as const;
    for (const [service, asked] of queries) {
      const topic = serviceTopic(service, 'query');
      await fleet.ports.bus.publish(topic, { payload: JSON.stringify(asked), properties: { id: 'r1' } });
      await fleet.ports.bus.publish(topic, { payload: '{', properties: { id: 'r2' } });
    }
    await fleet.host.settled();
    expect(await listed()).toEqual([]);
  });

  it('of an update that another fact stood in the way of is done by a replay', async () => {
    await using fleet = await start();
    const { caller, settled } = fleet.host;
    const { fact_id } = await caller.call('facts', 'store', { content: 'Anne likes coffee' });
    const other = await caller.call('facts', 'store', { content: text });
    const payload = JSON.stringify({ update: { fact_id, content: text } });
    await fleet.ports.bus.publish(commands, { payload, key: fact_id, properties: { id: 'r1' } });
    await settled();
    expect(await listed()).toMatchObject([{ reason: expect.stringMatching(/^already-exists: /) }]);
    await caller.call('facts', 'delete', { fact_id: other.fact_id });
    expect((await deadLetters(['replay', '--all'])).code).toBe(0);
    await settled();
    expect((await caller.call('facts', 'get', { fact_id })).fact).toMatchObject({ content: text, version: 2 });
  });

  it('are replayed all at once, each once where they fail again at once, and dropped all at once', async () => {
    await using fleet = await start();
    const payload = JSON.stringify({ update: { fact_id: absent, content: 'x' } });
    for (let letter = 0; letter < 30; letter += 1)
      await fleet.ports.bus.publish(commands, { payload, properties: { id: `r${letter}` } });
    await fleet.host.settled();
    const before = (await listed()).map(({ id }) => id);
    expect(before).toHaveLength(30);
    expect(await deadLetters(['replay', '--all'])).toEqual({ code: 0, output: '30 published again', errors: '' });
    await fleet.host.settled();
    const after = (await listed()).map(({ id }) => id);
    expect(new Set([...before, ...after]).size).toBe(60);
    expect(await deadLetters(['drop', '--all'])).toEqual({ code: 0, output: '30 dropped', errors: '' });
    expect(await listed()).toEqual([]);
  });

  it('with ids that there are not end with 1, with those that there are done', async () => {
    await using fleet = await start();
    await refused(fleet);
    const [letter] = await listed();
    expect(await deadLetters(['show', 'none'])).toEqual({
      code: 1,
      output: '',
      errors: 'agent-mem: There is no dead letter none',
    });
    expect(await deadLetters(['drop', 'none', letter?.id ?? ''])).toEqual({
      code: 1,
      output: '1 dropped',
      errors: 'agent-mem: There is no dead letter none',
    });
  });

  it.each([[[]], [['empty']], [['show']], [['drop']], [['replay']], [['replay', 'x', '--all']], [['list', '--jsn']]])(
    '%j is used wrongly',
    async (words) => {
      const { code, errors } = await deadLetters(words);
      expect(code).toBe(2);
      expect(errors).not.toBe('');
    },
  );

  it('say what is missing, and make no data directory', async () => {
    const elsewhere = join(directory, 'elsewhere');
    const nothing = await deadLetters(['list'], { DATA_DIR: elsewhere });
    const sentence = `There is no data in ${elsewhere}: the first start of a fleet makes it; DATA_DIR or BUS_URL names another place`;
    expect([nothing.code, nothing.errors]).toEqual([1, `agent-mem: ${sentence}`]);
    const memory = await deadLetters(['list'], { BUS_URL: 'memory:' });
    expect(memory).toMatchObject({ code: 1, errors: expect.stringContaining('end with their process') });
  });

  it('of a bus in memory are those of the process that owns the data', async () => {
    await using fleet = await start({ BUS_URL: 'memory:' });
    await refused(fleet);
    expect((await deadLetters(['list'], { BUS_URL: 'memory:' })).output).toContain('cannot be restored');
  });
});

describe('the routes of dead letters', () => {
  /** The status it answers to a program that asks for the list. */
  function ask(url: string, options: RequestOptions = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = request(`${url}/admin/dead-letters`, options, (response) => resolve(response.resume().statusCode ?? 0));
      asked.on('error', reject).end();
    });
  }

  it('lets no web page in', async () => {
    await using fleet = await start();
    const url = fleet.adminUrl ?? '';
    expect(await ask(url)).toBe(200);
    expect(await ask(url, { headers: { host: 'evil.example' } })).toBe(403);
    expect(await ask(url, { headers: { origin: 'http://evil.example' } })).toBe(403);
    const form = await fetch(`${url}/admin/dead-letters/replay`, { method: 'POST', body: '{"all":true}' });
    expect(form.status).toBe(400);
    const strange = await fetch(`${url}/admin/dead-letters/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"all":true,"except":["x"]}',
    });
    expect([strange.status, await strange.text()]).toEqual([
      400,
      expect.stringContaining('except: is not known; known are ids, all'),
    ]);
    const nothing = await fetch(`${url}/admin/dead-letters/drop`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"ids":[7]}',
    });
    expect([nothing.status, await nothing.json()]).toMatchObject([400, { error: { type: 'invalid-argument' } }]);
  });

  it('lets no other machine in, which shows in an address that is not its own', async () => {
    await using fleet = await start();
    expect(await ask(fleet.adminUrl ?? '', { localAddress: '127.0.0.2' })).toBe(403);
  });

  it('takes ids of any characters', async () => {
    await using fleet = await start();
    const answer = await fetch(`${fleet.adminUrl}/admin/dead-letters/${encodeURIComponent('CAE/+=%')}`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { message: 'There is no dead letter CAE/+=%' } }]);
  });
});
