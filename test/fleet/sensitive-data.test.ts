import { freeTextsOf, type SensitiveFinding, scopeOf } from '@agent-mem/contract';
import { openFleet } from '@agent-mem/fleet';
import { hashEmbedder, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { exportScope } from '@agent-mem/retention';
import { createLogger } from '@agent-mem/runtime';
import { defaultScope, invocationCompleted, invoke, startFleet, type TestFleet } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../verifies.ts';

const card = '4929 3813 3266 4295';
const planted = `pay with ${card} now`;
const noted = JSON.stringify({ note: planted });
const id = 'inv_01890000-0000-7000-8000-000000000000';

/** Also in part. */
const holdsCard = (text: string) => /3813[ -]?3266/.test(text);

/** For each operation that stores texts: a request with the number of a card in all of them. */
const requests = {
  'facts store': {
    content: planted,
    source: planted,
    metadata: { note: planted },
    subject: planted,
    predicate: planted,
    object: planted,
    evidence: { message_id: planted, invocation_id: planted, quote: planted },
    tags: [planted],
    metadata_json: noted,
  },
  'episodes store': {
    goal: planted,
    steps: [planted, planted],
    outcome: planted,
    lessons: planted,
    metadata: { note: planted },
    tags: [planted],
    metadata_json: noted,
  },
  'conversations create': {
    conversation_id: 'c1',
    title: planted,
    tags: [planted],
    metadata: { note: planted },
    metadata_json: noted,
  },
  'conversations update': {
    conversation_id: 'c1',
    invocation_summary: { query: planted, summary: planted, result: planted },
  },
  'conversations append_message': {
    conversation_id: 'c1',
    role: 'assistant',
    content: planted,
    speaker: planted,
    reasoning: planted,
    metadata: { note: planted },
    metadata_json: noted,
    tool_calls: [
      {
        id: 'call_01890000-0000-7000-8000-000000000000',
        tool_name: 'pay',
        arguments: JSON.stringify({ pan: planted, number: 4929381332664295 }),
        tool_result: { result: JSON.stringify([planted]), error: planted },
      },
    ],
  },
  'working-memory append': {
    invocation_id: id,
    items: [{ type: 'observation', content: planted, metadata: { note: planted } }],
    goal: planted,
  },
};

/** Everything that is given to a store, and, where it is `embedded` too, to an embedder, as text. */
function watchStores({ ports }: TestFleet, isEmbedded = true): () => Promise<string> {
  const { keyValue, searchIndex, details, embedder } = ports;
  const spies = [
    vi.spyOn(keyValue, 'set'),
    vi.spyOn(keyValue, 'append'),
    vi.spyOn(keyValue, 'compareAndSet'),
    vi.spyOn(searchIndex, 'put'),
    vi.spyOn(details, 'put'),
    ...(isEmbedded ? [vi.spyOn(embedder, 'embed')] : []),
  ];
  return async () => {
    const scopes = ['default', 'u1'].map((user) => scopeOf({ ...defaultScope, user }));
    const graph = await Promise.all(scopes.map((scope) => Array.fromAsync(exportScope(scope, ports))));
    return JSON.stringify([graph, spies.map(({ mock }) => mock.calls)]);
  };
}

const personal = 'mail ann@example.com now';

/** The same requests with personal data in the card's stead. */
function withMail(request: object): object {
  return JSON.parse(JSON.stringify(request).replaceAll(planted, personal).replaceAll('4929381332664295', '1'));
}

async function send(
  { caller }: Pick<TestFleet, 'caller'>,
  operation: string,
  request: object,
): Promise<readonly SensitiveFinding[]> {
  const [service, name] = operation.split(' ') as ['facts', 'store'];
  // One function sends all operations, which types that follow the operation cannot say.
  return (await caller.call(service, name, { ...request } as never)).sensitive;
}

const operations = Object.keys(requests) as (keyof typeof requests)[];

describe('what is to be stored', () => {
  it.each(operations)('%s: no text of it is left out of the table', (operation) => {
    const [service, name] = operation.split(' ') as ['facts', 'store'];
    const paths = freeTextsOf(service, name).filter((path) => !/(^|\.)(id|message_id|tool_call_id|tool_name)$/.test(path));
    const given = JSON.stringify(requests[operation]);
    for (const path of paths)
      expect(given).toContain(
        `"${path
          .replace(/\.\*$|\[\]$/, '')
          .split('.')
          .at(-1)}"`,
      );
  });

  it.each(operations)(
    '%s: a number of a card reaches no store and no embedder, and that is told',
    verifies('sensitive.filtered'),
    async (operation) => {
      const embedder = hashEmbedder();
      await using fleet = await startFleet({ embedder });
      const stored = watchStores(fleet);
      const sensitive = await send(fleet, operation, requests[operation]);
      await fleet.settled();
      expect((await stored()).includes('[redacted: payment-card]')).toBe(true);
      expect(holdsCard(await stored())).toBe(false);
      expect(sensitive).toEqual([{ kind: 'payment-card', count: expect.any(Number), action: 'redacted' }]);
    },
  );

  it.each(operations)(
    '%s is refused whole where that is set, without the value',
    verifies('sensitive.filtered'),
    async (operation) => {
      await using fleet = await startFleet({ http: true });
      await fleet.caller.call('graph', 'update_settings', { settings: { sensitive_data: 'refuse' } });
      const stored = watchStores(fleet);
      const refused = await send(fleet, operation, requests[operation]).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        type: 'failed-precondition',
        message: expect.stringMatching(/: holds what looks like a payment-card; (?!.*4929)/),
      });
      expect((await stored()).includes('pay with')).toBe(false);
      const figures = await (await fetch(`${fleet.httpUrl}/metrics`)).text();
      expect(figures).toMatch(/agentmem_sensitive_data_total\{service="[a-z-]+",kind="payment-card",action="refused"\} 1/);
    },
  );

  it('is kept as it is where that is allowed, and told', verifies('sensitive.filtered'), async () => {
    await using fleet = await startFleet({ environment: { SENSITIVE_DATA: 'allow' } });
    const { fact_id, sensitive } = await fleet.caller.call('facts', 'store', { content: planted });
    expect(sensitive).toEqual([{ kind: 'payment-card', count: 1, action: 'allowed' }]);
    expect((await fleet.caller.call('facts', 'get', { fact_id })).fact.content).toBe(planted);
  });

  it('is told the same to a repeat under the same key', async () => {
    await using fleet = await startFleet();
    const store = () => fleet.caller.call('facts', 'store', { content: planted }, { idempotencyKey: 'k' });
    const first = await store();
    expect(await store()).toEqual(first);
    expect(first.sensitive).toHaveLength(1);
  });
});

describe('personal data', () => {
  it.each(operations)('%s: is stored as it came by default', async (operation) => {
    await using fleet = await startFleet();
    const stored = watchStores(fleet);
    expect(await send(fleet, operation, withMail(requests[operation]))).toEqual([]);
    expect((await stored()).includes('ann@example.com')).toBe(true);
  });

  it.each(operations)('%s: reaches no store and no embedder where it is to be redacted', async (operation) => {
    await using fleet = await startFleet({ environment: { PERSONAL_DATA: 'redact' } });
    const stored = watchStores(fleet);
    const sensitive = await send(fleet, operation, withMail(requests[operation]));
    await fleet.settled();
    expect((await stored()).includes('[redacted: email]')).toBe(true);
    expect((await stored()).includes('ann@example.com')).toBe(false);
    expect(sensitive).toEqual([{ kind: 'email', count: expect.any(Number), action: 'redacted' }]);
  });

  it.each(operations)('%s: is refused whole where that is set', async (operation) => {
    await using fleet = await startFleet();
    const { effective } = await fleet.caller.call('graph', 'update_settings', { settings: { personal_data: 'refuse' } });
    expect(effective).toMatchObject({ personal_data: 'refuse', sensitive_data: 'redact' });
    const stored = watchStores(fleet);
    await expect(send(fleet, operation, withMail(requests[operation]))).rejects.toMatchObject({
      type: 'failed-precondition',
      message: expect.stringMatching(/: holds what looks like an email; (?!.*ann@)/),
    });
    expect((await stored()).includes('ann@example.com')).toBe(false);
  });

  it('of one element of many is refused alone', async () => {
    await using fleet = await startFleet({ environment: { PERSONAL_DATA: 'refuse' } });
    const facts = [{ content: personal }, { content: 'Ole likes tea' }];
    const { results } = await fleet.caller.call('facts', 'store_many', { facts });
    expect(results.map(({ error }) => error?.type ?? null)).toEqual(['failed-precondition', null]);
  });

  it('of a detail is redacted, also where it is cut between two chunks', async () => {
    await using fleet = await startFleet({ environment: { PERSONAL_DATA: 'redact' } });
    const send = (chunk: string, sequence: number, end: boolean) =>
      fleet.caller.call('working-memory', 'store_detail', { memory_key: 'd', upload_id: 'u', chunk, sequence, end });
    await send('mail ann@exa', 0, false);
    const { sensitive } = await send('mple.com now', 1, true);
    expect(sensitive).toEqual([{ kind: 'email', count: 1, action: 'redacted' }]);
    const stored = await watchStores(fleet)();
    expect(stored.includes('mple.com')).toBe(false);
  });

  it('leaves nothing of an invocation where it is refused, while the model was shown it', async () => {
    const chatModel = scriptedChatModel(() => 'Thought: easy\nFinal Answer: I wrote to ann@example.com.');
    await using fleet = await startFleet({ chatModel, environment: { PERSONAL_DATA: 'refuse' } });
    const stored = watchStores(fleet, false);
    const asked = { question: personal, conversation_id: 'c1', user: 'u1' };
    const { sensitive } = await invoke(fleet.caller, asked);
    await fleet.settled();
    expect(sensitive).toEqual([{ kind: 'email', count: 2, action: 'redacted' }]);
    expect(JSON.stringify(chatModel.requests[0])).toContain('ann@example.com');
    expect((await stored()).includes('ann@example.com')).toBe(false);
  });

  it('in the name of a user is no text: an invocation of theirs is remembered under it', async () => {
    await using fleet = await startFleet({ environment: { PERSONAL_DATA: 'redact' } });
    await invoke(fleet.caller, { question: 'I live in Porto', conversation_id: 'c1', user: 'ann@example.com' });
    await fleet.settled();
    const { facts } = await fleet.caller.call('facts', 'list', { user: 'ann@example.com' });
    expect(facts.map(({ content }) => content)).toEqual(['The user lives in Porto']);
  });
});

describe('what an invocation leaves', () => {
  it('has no secret in it, while the model was shown what was asked', verifies('sensitive.filtered'), async () => {
    const answers = ['Thought: easy\nFinal Answer: I used 4929 3813 3266 4295.'];
    const chatModel = scriptedChatModel((_request, index) => answers[index] ?? '["The user pays by card"]');
    await using fleet = await startFleet({ chatModel });
    const stored = watchStores(fleet, false);
    const { answer, sensitive } = await invoke(fleet.caller, { question: planted, conversation_id: 'c1', user: 'u1' });
    expect(answer).toContain(card);
    expect(sensitive).toEqual([{ kind: 'payment-card', count: 2, action: 'redacted' }]);
    await fleet.settled();
    expect(JSON.stringify(chatModel.requests[0])).toContain(card);
    expect(holdsCard(JSON.stringify(chatModel.requests.slice(1)))).toBe(false);
    const all = await stored();
    expect(all.includes('[redacted: payment-card]')).toBe(true);
    expect(holdsCard(all)).toBe(false);
  });

  it('has none either where another agent has published it', verifies('sensitive.filtered'), async () => {
    await using fleet = await startFleet();
    const stored = watchStores(fleet);
    const done = { question: `My card is ${card}`, answer: planted, extract_facts: true };
    await publishEvent(fleet.ports.bus, invocationCompleted(done));
    await fleet.settled();
    const all = await stored();
    expect(all.includes('[redacted: payment-card]')).toBe(true);
    expect(holdsCard(all)).toBe(false);
  });
});

it('logs do not hold it', verifies('sensitive.filtered'), async () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  const url = 'memory:';
  const environment = { BUS_URL: url, GRAPH_URL: url, SEARCH_URL: url, KEYVALUE_URL: url, DETAILS_URL: url };
  await using fleet = await openFleet({ services: [], environment, log, serve: { http: false, grpc: false } });
  const { caller } = fleet.host;
  for (const sensitive_data of ['redact', 'refuse'] as const) {
    await caller.call('graph', 'update_settings', { settings: { sensitive_data } });
    for (const operation of operations) await send({ caller }, operation, requests[operation]).catch(() => undefined);
    await invoke(caller, { question: planted });
  }
  await fleet.host.settled();
  expect(lines.length).toBeGreaterThan(operations.length);
  expect(holdsCard(lines.join(''))).toBe(false);
});
