import { OperationError, type OperationName, operationsOf, type ServiceName, scopeOf, services } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import { reindex } from '@agent-mem/maintenance';
import { publishEvent } from '@agent-mem/messaging';
import { exportScope } from '@agent-mem/retention';
import { createLogger } from '@agent-mem/runtime';
import { defaultScope, invocationCompleted, invoke, smallestRequest, startFleet, type TestFleet } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

const id = (prefix: string) => `${prefix}_01890000-0000-7000-8000-000000000000`;
const ofConversation = { conversation_id: 'c1' };

/** Requests that say more than they must, and what becomes of them where memory is off. Of other operations it is the smallest, and what the contract says. */
const table: {
  readonly [Service in ServiceName]?: { readonly [Operation in OperationName<Service>]?: readonly [Outcome, object] };
} = {
  facts: {
    retrieve: ['empty', { query: 'tea' }],
    store: ['refused', { content: 'Ann likes tea' }],
    get: ['works', { fact_id: id('fact') }],
    list: ['works', {}],
    delete: ['works', { fact_id: id('fact') }],
    history: ['works', { fact_id: id('fact') }],
    restore: ['refused', { fact_id: id('fact') }],
    interpret: ['empty', { message: 'tea?' }],
    purge: ['works', { id: id('fact') }],
    update: ['refused', { fact_id: id('fact'), content: 'Ann likes coffee' }],
    store_many: ['refused', { facts: [{ content: 'Ann likes tea' }] }],
  },
  episodes: {
    retrieve: ['empty', { query: 'tea' }],
    store: ['refused', { goal: 'Make tea' }],
    get: ['works', { episode_id: id('epi') }],
    list: ['works', {}],
    delete: ['works', { episode_id: id('epi') }],
    restore: ['refused', { episode_id: id('epi') }],
    history: ['works', { episode_id: id('epi') }],
    purge: ['works', { id: id('epi') }],
  },
  conversations: {
    create: ['refused', ofConversation],
    get: ['empty', ofConversation],
    update: ['refused', { ...ofConversation, invocation_summary: { query: 'tea?' } }],
    append_message: ['refused', { ...ofConversation, role: 'user', content: 'tea' }],
    append_messages: ['refused', { ...ofConversation, messages: [{ role: 'user', content: 'tea' }] }],
    list: ['works', {}],
    history: ['works', ofConversation],
    search: ['empty', { query: 'tea' }],
    end: ['refused', ofConversation],
    delete: ['works', ofConversation],
    tool_calls: ['works', ofConversation],
    build_context: ['empty', ofConversation],
    summarize: ['refused', ofConversation],
    find_similar: ['empty', { query: 'tea' }],
    branch: ['refused', { ...ofConversation, from_message_id: id('msg') }],
    diff: ['works', { ...ofConversation, other_conversation_id: 'c2' }],
    merge: ['refused', { ...ofConversation, branch_id: 'c2' }],
    references: ['refused', { reference: 'src/tea.ts' }],
    insights: ['refused', ofConversation],
    archive: ['works', ofConversation],
    export: ['works', ofConversation],
    import: ['refused', { import_id: 'i1', chunk: '{}' }],
    purge: ['works', ofConversation],
  },
  'working-memory': {
    store_detail: ['refused', { content: 'tea' }],
    retrieve_detail: ['works', { memory_key: 'tea' }],
    purge: ['works', { everything: true }],
  },
  graph: { purge: ['works', { id: id('fact') }] },
  agent: {
    // Below: it answers without memory.
    invoke: ['works', { question: 'Who likes tea?' }],
    cancel: ['works', { id: 'r1' }],
    recall: ['empty', { query: 'tea' }],
    get_receipt: ['works', { receipt_id: id('rcpt') }],
  },
};

type Outcome = 'empty' | 'refused' | 'works';

const operations = (Object.keys(services) as ServiceName[]).flatMap((service) =>
  Object.entries(operationsOf(service)).flatMap(([operation, { whenOff, internal }]) => {
    if (internal) return [];
    const lines: Readonly<Record<string, readonly [Outcome, object]>> = table[service] ?? {};
    const [outcome, request] = lines[operation] ?? [whenOff === 'own' ? 'works' : whenOff, smallestRequest(service, operation)];
    return { service, operation, outcome, request };
  }),
);

/** What came of it. An operation that is not built yet, or that looks for what is not there, has not been refused for memory being off. */
async function outcomeOf({ caller }: TestFleet, service: ServiceName, operation: string, request: object): Promise<unknown> {
  try {
    if (operation === 'invoke') return await invoke(caller, request);
    // One function asks all operations, which types that follow the operation cannot say.
    return await caller.call(service, operation as never, { user: 'off', ...request } as never);
  } catch (error) {
    return error;
  }
}

function disabledIn(answer: unknown): boolean {
  const { disabled, receipt } = answer as {
    readonly disabled?: boolean;
    readonly receipt?: { readonly disabled?: boolean; readonly tiers?: { readonly facts: { readonly disabled: boolean } } };
  };
  return disabled ?? receipt?.disabled ?? receipt?.tiers?.facts.disabled ?? false;
}

describe('where memory is off for a user', () => {
  it.each(operations)(
    '$service $operation: $outcome',
    verifies('memory.off'),
    async ({ service, operation, outcome, request }) => {
      await using fleet = await startFleet();
      await fleet.caller.call('graph', 'update_settings', { user: 'off', all_collections: true, settings: { memory: 'off' } });
      const came = await outcomeOf(fleet, service, operation, request);
      if (came instanceof OperationError && came.type === 'unimplemented') return;
      if (outcome === 'refused') {
        expect(came).toMatchObject({ type: 'failed-precondition', message: expect.stringMatching(/^Memory is off/) });
      } else if (outcome === 'empty') {
        expect(came).not.toBeInstanceOf(Error);
        expect(disabledIn(came)).toBe(true);
      } else {
        // The smallest request may ask for nothing that is there, or for nothing at all.
        if (came instanceof Error) expect(came).toMatchObject({ type: expect.stringMatching(/^(not-found|invalid-argument)$/) });
        else expect(disabledIn(came)).toBe(false);
      }
    },
  );
});

const about = { user: 'u1', conversation_id: 'c1' };

describe('turning memory off and on', () => {
  it('hides what is known without losing it', verifies('memory.off'), async () => {
    await using fleet = await startFleet();
    const { caller } = fleet;
    await caller.call('facts', 'store', { user: 'u1', content: 'Ann likes tea' });
    const known = async () => (await caller.call('facts', 'retrieve', { user: 'u1', query: 'tea' })).facts.length;
    const turn = async (memory: 'on' | 'off') => caller.call('graph', 'update_settings', { user: 'u1', settings: { memory } });
    expect(await known()).toBe(1);
    expect((await turn('off')).effective).toMatchObject({ memory: 'off', sensitive_data: 'redact' });
    expect(await known()).toBe(0);
    expect((await caller.call('facts', 'list', { user: 'u1' })).facts).toHaveLength(1);
    await turn('on');
    expect(await known()).toBe(1);
  });

  it('tells what was set where, and what holds', verifies('memory.off'), async () => {
    await using fleet = await startFleet({ environment: { SENSITIVE_DATA: 'allow' } });
    const { caller } = fleet;
    const set = (request: object) => caller.call('graph', 'update_settings', { user: 'u1', ...request });
    await set({ all_collections: true, settings: { memory: 'off', sensitive_data: 'refuse' } });
    await set({ collection: 'work', settings: { memory: 'on' } });
    await set({ collection: 'work', conversation_id: 'c1', settings: { sensitive_data: 'redact' } });
    const none = { memory: null, sensitive_data: null };
    expect(await caller.call('graph', 'get_settings', { user: 'u1', collection: 'work', conversation_id: 'c1' })).toMatchObject({
      of_user: { memory: 'off', sensitive_data: 'refuse' },
      of_scope: { memory: 'on', sensitive_data: null },
      of_conversation: { memory: null, sensitive_data: 'redact' },
      effective: { memory: 'on', sensitive_data: 'redact' },
    });
    expect(await caller.call('graph', 'get_settings', { user: 'u1' })).toMatchObject({
      of_user: { memory: 'off', sensitive_data: 'refuse' },
      of_scope: none,
      of_conversation: null,
      effective: { memory: 'off', sensitive_data: 'refuse' },
    });
    await set({ all_collections: true, settings: {} });
    expect((await caller.call('graph', 'get_settings', { user: 'u1' })).effective).toMatchObject({
      memory: 'on',
      sensitive_data: 'allow',
    });
    await expect(set({ all_collections: true, conversation_id: 'c1', settings: {} })).rejects.toMatchObject({
      type: 'invalid-argument',
    });
  });

  it('for one conversation refuses its facts among many, and stores the others', verifies('memory.off'), async () => {
    await using fleet = await startFleet({ services: ['facts', 'graph'] });
    const { caller } = fleet;
    await caller.call('graph', 'update_settings', { ...about, settings: { memory: 'off' } });
    const { results } = await caller.call('facts', 'store_many', {
      user: 'u1',
      facts: [
        { content: 'Ann likes tea', conversation_id: 'c1' },
        { content: 'Bob likes milk', conversation_id: 'c2' },
        { content: 'Eve likes water', source: 'c1' },
      ],
    });
    const off = expect.stringMatching(/^Memory is off/);
    expect(results.map(({ error }) => error?.message ?? null)).toEqual([off, null, off]);
    expect((await caller.call('facts', 'list', { user: 'u1' })).facts.map(({ content }) => content)).toEqual(['Bob likes milk']);
  });

  it('for one conversation leaves the others, whatever name a fact has for it', verifies('memory.off'), async () => {
    await using fleet = await startFleet();
    const { caller } = fleet;
    await caller.call('graph', 'update_settings', { ...about, settings: { memory: 'off' } });
    const said = { role: 'user', content: 'Is there tea?' } as const;
    await expect(caller.call('conversations', 'append_message', { ...about, ...said })).rejects.toThrow(/^Memory is off/);
    await expect(caller.call('facts', 'store', { user: 'u1', source: 'c1', content: 'Tea' })).rejects.toThrow(/^Memory is off/);
    await caller.call('conversations', 'append_message', { ...about, conversation_id: 'c2', ...said });
    await caller.call('facts', 'store', { user: 'u1', source: 'c2', content: 'Tea' });
    const { facts, receipt } = await caller.call('facts', 'retrieve', { user: 'u1', query: 'tea' });
    expect([facts.length, receipt.disabled]).toEqual([1, false]);
  });

  it('is in the archive of the scope, and the place of settings of users is no scope of its own', async () => {
    await using fleet = await startFleet();
    const settings = { memory: 'off' } as const;
    await fleet.caller.call('graph', 'update_settings', { settings });
    await fleet.caller.call('graph', 'update_settings', { all_collections: true, settings });
    const lines = await Array.fromAsync(exportScope(defaultScope, fleet.ports));
    expect(lines.filter((line) => line.includes('"Settings"'))).not.toEqual([]);
    const { ports } = fleet;
    const signal = new AbortController().signal;
    const done = await Array.fromAsync(reindex({ services: [], ports, log: createLogger({ level: 'silent' }), signal }));
    expect(done.map(({ scope }) => scope)).toEqual([defaultScope]);
  });
});

describe('an agent where memory is off', () => {
  it.each([
    ['the user', { user: 'u1', all_collections: true }],
    ['the scope', { user: 'u1' }],
    ['the conversation', about],
  ])('for %s answers without memory, says so, and leaves nothing', verifies('memory.off'), async (_, extent) => {
    const chatModel = scriptedChatModel(['Thought: easy\nFinal Answer: Earl Grey', 'Thought: easy\nFinal Answer: Earl Grey']);
    await using fleet = await startFleet({ chatModel });
    const { caller, ports, settled } = fleet;
    await caller.call('facts', 'store', { user: 'u1', content: 'Ann likes Darjeeling tea' });
    await caller.call('graph', 'update_settings', { ...extent, settings: { memory: 'off' } });
    const { answer, receipt } = await invoke(caller, { ...about, question: 'Which tea does Ann like? My own name is Quillon' });
    expect(answer).toBe('Earl Grey');
    expect(JSON.stringify(chatModel.requests)).not.toContain('Darjeeling');
    const { facts, episodes, conversation, working_memory } = receipt?.tiers ?? {};
    for (const tier of [facts, episodes, conversation, working_memory]) expect(tier).toMatchObject({ disabled: true });
    await settled();
    const exported = await Array.fromAsync(exportScope(scopeOf({ ...defaultScope, user: 'u1' }), ports));
    expect(exported.join('\n')).not.toContain('Quillon');
  });

  it('an event of another agent is let pass', verifies('memory.off'), async () => {
    await using fleet = await startFleet();
    const { caller, ports, settled } = fleet;
    await caller.call('graph', 'update_settings', { settings: { memory: 'off' } });
    await publishEvent(ports.bus, invocationCompleted({ question: 'My wife is Anne', answer: 'Noted', extract_facts: true }));
    await settled();
    expect((await caller.call('conversations', 'list', {})).conversations).toEqual([]);
    expect((await caller.call('facts', 'list', {})).facts).toEqual([]);
  });
});
