import type { AgentResponse, Init, WorkingMemoryItem } from '@agent-mem/contract';
import { invoke, startFleet, type TestFleet, turnedClock } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

describe('what every caller may rely on', () => {
  let fleet: TestFleet;
  beforeAll(async () => {
    fleet = await startFleet({ http: true });
  });
  afterAll(() => fleet[Symbol.asyncDispose]());
  const call: TestFleet['caller']['call'] = (...asked) => fleet.caller.call(...asked);

  it('is told at once that the deadline has passed, and nothing was done', verifies('request.deadline'), async () => {
    const late = call('facts', 'store', { content: 'too late', user: 'deadline' }, { timeoutMs: 0 });
    await expect(late).rejects.toMatchObject({ type: 'deadline-exceeded' });
    await fleet.settled();
    expect((await call('facts', 'list', { user: 'deadline' })).facts).toEqual([]);
  });

  it('follows an invocation to its one last frame', verifies('invocation.frames', 'invocation.end'), async () => {
    const request = { question: 'My wife is Anne', user: 'frames', streaming: true };
    const frames: AgentResponse[] = await Array.fromAsync(fleet.caller.stream('agent', 'invoke', request));
    expect(frames.map(({ end_of_dialog }) => end_of_dialog)).toEqual([...frames.slice(1).map(() => false), true]);
    expect(frames.at(-1)?.answer).toMatch(/\S/);
  });

  it('finds one fact where many stored the same text', verifies('fact.same-text'), async () => {
    const stores = Array.from({ length: 20 }, () => call('facts', 'store', { content: 'Water is wet', user: 'same' }));
    const ids = (await Promise.all(stores)).map(({ fact_id }) => fact_id);
    expect(new Set(ids).size).toBe(1);
    expect((await call('facts', 'list', { user: 'same' })).facts).toHaveLength(1);
  });

  it('finds a deleted fact no more, until it is restored', verifies('fact.deleted'), async () => {
    const scope = { user: 'deleting' };
    const { fact_id } = await call('facts', 'store', { content: 'The cellar key is under the mat', ...scope });
    const found = async () => (await call('facts', 'retrieve', { query: 'Where is the cellar key?', ...scope })).facts.length;
    await call('facts', 'delete', { fact_id, ...scope });
    expect(await found()).toBe(0);
    await call('facts', 'restore', { fact_id, ...scope });
    expect(await found()).toBe(1);
  });

  it('finds what was attempted for a goal like it', verifies('episode.retrieved'), async () => {
    await call('episodes', 'store', { goal: 'Repair the bicycle chain', steps: ['clean', 'oil'], outcome: 'it runs', user: 'e' });
    await call('episodes', 'store', { goal: 'Book a table for dinner', steps: ['call'], outcome: 'booked', user: 'e' });
    const { episodes } = await call('episodes', 'retrieve', { query: 'How to repair a bicycle?', user: 'e', top_k: 1 });
    expect(episodes.map(({ goal }) => goal)).toEqual(['Repair the bicycle chain']);
  });

  it('gets places without gaps, however many write', verifies('conversation.places'), async () => {
    const said = { conversation_id: 'places', role: 'user' } as const;
    const appended = Array.from({ length: 20 }, (_, line) =>
      call('conversations', 'append_message', { ...said, content: `${line}` }),
    );
    const places = (await Promise.all(appended)).map(({ ordinal }) => ordinal);
    expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const { messages } = await call('conversations', 'history', { conversation_id: 'places' });
    expect(messages.map(({ ordinal }) => ordinal)).toEqual(places.toSorted((a, b) => a - b));
  });

  it('is told the id of a conversation that is not there', verifies('conversation.unknown'), async () => {
    await expect(call('conversations', 'get', { conversation_id: 'nowhere' })).rejects.toMatchObject({
      type: 'not-found',
      message: 'Conversation nowhere not found',
    });
  });

  it('gets a trace within its budget, with the goal and the newest step', verifies('working-memory.budget'), async () => {
    const invocation_id = 'inv_0190a0a0-0000-7000-8000-000000000000';
    const items = Array.from({ length: 30 }, (_, page): Init<WorkingMemoryItem>[] => [
      { type: 'thought', content: `I look at page ${page}` },
      { type: 'action', content: `open_page({"page": ${page}})` },
      { type: 'observation', content: `Page ${page} says nothing of use, only ${'this and that, '.repeat(6)}and more` },
    ]);
    await call('working-memory', 'append', { invocation_id, goal: 'Find the ferry', items: items.flat() });
    const assembled = await call('working-memory', 'assemble', { invocation_id, max_tokens: 400 });
    expect(assembled.token_count).toBeLessThanOrEqual(400);
    const texts = assembled.items.map(({ content }) => content);
    expect(texts).toContain('Find the ferry');
    expect(texts).toContain('open_page({"page": 29})');
  });

  it('reads a list to its end, each item once', verifies('list.pages'), async () => {
    const contents = Array.from({ length: 25 }, (_, number) => `Parcel ${number}`);
    for (const content of contents) await call('facts', 'store', { content, user: 'pages' });
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { facts: { content: string }[]; next_cursor: string | null } = await call('facts', 'list', {
        user: 'pages',
        limit: 10,
        cursor,
      });
      read.push(...page.facts.map(({ content }) => content));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(read.toSorted()).toEqual(contents.toSorted());
  });

  it('reads health and figures over HTTP', verifies('http.health'), async () => {
    for (const path of ['live', 'ready']) expect((await fetch(`${fleet.httpUrl}/health/${path}`)).status).toBe(200);
    expect(await (await fetch(`${fleet.httpUrl}/metrics`)).text()).toContain('agentmem_');
  });

  it('is refused as a web page of another origin', verifies('http.local-only'), async () => {
    const headers = { 'content-type': 'application/json', origin: 'http://elsewhere.example' };
    const response = await fetch(`${fleet.httpUrl}/v1/facts/list`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(403);
  });
});

it('answers without the tier that is not there, and the receipt says so', verifies('invocation.tier-left-out'), async () => {
  await using fleet = await startFleet({
    services: ['episodes', 'conversations', 'working-memory', 'agent'],
    environment: { MEMORY_DEADLINE_MS: '50' },
  });
  const { answer, receipt } = await invoke(fleet.caller, { question: 'Who is my wife?' });
  expect(answer).toMatch(/\S/);
  expect(receipt?.tiers.facts.error).not.toBeNull();
  expect(receipt?.tiers.episodes.error).toBeNull();
});

it('ends a conversation that receives nothing, and opens it again', verifies('conversation.idle'), async () => {
  const clock = turnedClock();
  await using fleet = await startFleet({ services: ['conversations'], clock, environment: { CONVERSATION_IDLE_SECONDS: '60' } });
  const say = () =>
    fleet.caller.call('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content: 'hello' });
  const statuses = async () => (await fleet.caller.call('conversations', 'list', {})).conversations.map(({ status }) => status);
  await say();
  await clock.advance(120_000);
  await expect.poll(statuses).toEqual(['ended']);
  await say();
  expect(await statuses()).toEqual(['active']);
});

it('answers what runs before it stops', verifies('stop.drained'), async () => {
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* stream() {
    asked.resolve();
    await gate.promise;
    yield 'Thought: done\nFinal Answer: still here';
  }
  const generate = async () => (await Array.fromAsync(stream())).join('');
  const fleet = await startFleet({ chatModel: { id: 'slow', stream, generate } });
  const answered = invoke(fleet.caller, { question: 'Are you there?', enable_memory: false });
  await asked.promise;
  const stopped = fleet[Symbol.asyncDispose]();
  gate.resolve();
  expect((await answered).answer).toBe('still here');
  await stopped;
});
