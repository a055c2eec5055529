import { randomUUID } from 'node:crypto';
import type { AgentResponse, Init, WorkingMemoryItem } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, invoke, type TestFleet, turnedClock } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rest } from '../../process/rest.ts';
import { verifies } from '../../verifies.ts';
import type { World } from './world.ts';

/** What every caller may rely on. */
export function promises(world: World): void {
  describe('every caller', () => {
    let fleet: TestFleet;
    beforeAll(async () => {
      fleet = await world.start({ http: true });
    });
    afterAll(() => fleet?.[Symbol.asyncDispose]());
    /** A user whom nobody has met. */
    const someone = () => `user-${randomUUID()}`;
    const call: TestFleet['caller']['call'] = (...asked) => fleet.caller.call(...asked);

    it('is told at once that the deadline has passed, and nothing was done', verifies('request.deadline'), async () => {
      const user = someone();
      const late = call('facts', 'store', { content: 'too late', user }, { timeoutMs: 0 });
      await expect(late).rejects.toMatchObject({ type: 'deadline-exceeded' });
      await fleet.settled();
      expect((await call('facts', 'list', { user })).facts).toEqual([]);
    });

    it('follows an invocation to its one last frame', verifies('invocation.frames', 'invocation.end'), async () => {
      const request = { question: 'My wife is Anne', user: someone(), streaming: true };
      const frames: AgentResponse[] = await Array.fromAsync(fleet.caller.stream('agent', 'invoke', request));
      expect(frames.map(({ end_of_dialog }) => end_of_dialog)).toEqual([...frames.slice(1).map(() => false), true]);
      expect(frames.at(-1)?.answer).toMatch(/\S/);
    });

    it('finds one fact where many stored the same text', verifies('fact.same-text'), async () => {
      const user = someone();
      const stores = Array.from({ length: 20 }, () => call('facts', 'store', { content: 'Water is wet', user }));
      const ids = (await Promise.all(stores)).map(({ fact_id }) => fact_id);
      expect(new Set(ids).size).toBe(1);
      expect((await call('facts', 'list', { user })).facts).toHaveLength(1);
    });

    it(
      'finds one of the facts that contradict each other, with the others in its history, until it restores one',
      verifies('fact.reconciled', 'fact.as-of'),
      async () => {
        const scope = { user: someone() };
        const homes = ['Bern', 'Basel', 'Chur'].map((city) => `The user lives in ${city}`);
        const listed = async (more = {}) => (await call('facts', 'list', { ...scope, ...more })).facts;
        const believed = async () => (await listed()).map(({ content }) => content);
        const query = 'Where does the user live?';
        const olten = await call('facts', 'store', { content: 'The user lives in Olten', ...scope });
        const [stored] = (await call('facts', 'history', { fact_id: olten.fact_id, ...scope })).versions;
        const as_of = stored?.changed_at ?? '';
        await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(as_of)));
        await Promise.all(
          homes.map((content, talk) => call('facts', 'store', { content, conversation_id: `talk-${talk}`, ...scope })),
        );
        await vi.waitFor(async () => expect(await believed()).toHaveLength(1), { timeout: 60_000 });
        const [current] = await listed();
        const { versions } = await call('facts', 'history', { fact_id: current?.id ?? '', ...scope });
        expect(new Set(versions.map(({ fact }) => fact.content))).toEqual(new Set(['The user lives in Olten', ...homes]));

        const then = await call('facts', 'retrieve', { query, as_of, ...scope });
        expect(then.facts.map(({ content }) => content)).toEqual(['The user lives in Olten']);
        expect((await listed({ as_of })).map(({ content }) => content)).toEqual(['The user lives in Olten']);

        await call('facts', 'restore', { fact_id: then.facts[0]?.id ?? '', ...scope });
        expect(await believed()).toEqual(['The user lives in Olten']);
        await vi.waitFor(async () => {
          const { facts } = await call('facts', 'retrieve', { query, ...scope });
          expect(facts.map(({ content }) => content)).toEqual(['The user lives in Olten']);
        });
      },
    );

    it('finds a deleted fact no more, until it is restored', verifies('fact.deleted'), async () => {
      const scope = { user: someone() };
      const { fact_id } = await call('facts', 'store', { content: 'The cellar key is under the mat', ...scope });
      const found = async () => (await call('facts', 'retrieve', { query: 'Where is the cellar key?', ...scope })).facts.length;
      await call('facts', 'delete', { fact_id, ...scope });
      expect(await found()).toBe(0);
      await call('facts', 'restore', { fact_id, ...scope });
      await vi.waitFor(async () => expect(await found()).toBe(1));
    });

    it('shows no message that says what a deleted fact said', verifies('fact.unsaid'), async () => {
      const scope = { user: someone() };
      const said = ['I live in Bergen', 'I have a boat'];
      for (const content of said)
        await call('conversations', 'append_message', { conversation_id: 'talk', role: 'user', content, ...scope });
      const listed = async () => (await call('facts', 'list', scope)).facts;
      await vi.waitFor(async () => expect(await listed()).toHaveLength(2));
      const query = 'Do I live in Bergen, and do I have a boat?';
      const recalled = async () => (await call('agent', 'recall', { query, conversation_id: 'talk', ...scope })).text;
      for (const content of said) expect(await recalled()).toContain(content);
      for (const { id } of await listed()) await call('facts', 'delete', { fact_id: id, ...scope });
      for (const content of said) expect(await recalled()).not.toContain(content);
    });

    it('finds what was attempted for a goal like it', verifies('episode.retrieved'), async () => {
      const user = someone();
      await call('episodes', 'store', { goal: 'Repair the bicycle chain', steps: ['clean', 'oil'], outcome: 'it runs', user });
      await call('episodes', 'store', { goal: 'Book a table for dinner', steps: ['call'], outcome: 'booked', user });
      await vi.waitFor(async () => {
        const { episodes } = await call('episodes', 'retrieve', { query: 'How to repair a bicycle?', user, top_k: 1 });
        expect(episodes.map(({ goal }) => goal)).toEqual(['Repair the bicycle chain']);
      });
    });

    it('finds by an error what got over one like it, and the episode that met it', verifies('episode.solutions'), async () => {
      const user = someone();
      const step = (args: string, observation: string) => ({
        action: 'Connect',
        arguments: args,
        observation,
        success: observation === '',
      });
      const done = {
        question: 'Copy the library',
        answer: 'Copied',
        record_episode: true,
        steps: [step('{"port":1}', 'Error: connection to db-7 port 1 was refused'), step('{"port":2}', '')],
      };
      await publishEvent(
        fleet.ports.bus,
        invocationCompleted({ invocation_id: `inv_${randomUUID()}`, ...done }, { id: randomUUID(), user }),
      );
      await vi.waitFor(async () => {
        const error = 'Connection to db-12 port 93 was refused';
        const { episodes, solutions } = await call('episodes', 'retrieve', { query: '', error, user });
        expect(solutions.map(({ solution }) => solution)).toEqual(['Connect {"port":2}']);
        expect(episodes.map(({ goal }) => goal)).toEqual(['Copy the library']);
      });
    });

    it(
      'finds everywhere what one conversation kept to itself, once that is over',
      verifies('conversation.promotes'),
      async () => {
        const scope = { user: someone() };
        const inMonday = { conversation_id: 'monday', ...scope };
        await call('conversations', 'append_message', { ...inMonday, role: 'user', content: 'I live in Lisbon' });
        await call('facts', 'store', { ...inMonday, content: 'The spare key is under the red pot', visibility: 'conversation' });
        const known = async () => (await call('facts', 'retrieve', { query: 'Where is the spare key?', ...scope })).facts.length;
        expect(await known()).toBe(0);
        await call('conversations', 'end', inMonday);
        await vi.waitFor(async () => {
          expect(await known()).toBeGreaterThan(0);
          const contents = (await call('facts', 'list', scope)).facts.map(({ content }) => content);
          expect(contents.toSorted()).toEqual(['The spare key is under the red pot', 'The user lives in Lisbon']);
        });
      },
    );

    it('gets places without gaps, however many write', verifies('conversation.places'), async () => {
      const scope = { user: someone() };
      const said = { conversation_id: 'places', role: 'user', ...scope } as const;
      const appended = Array.from({ length: 20 }, (_, line) =>
        call('conversations', 'append_message', { ...said, content: `${line}` }),
      );
      const ordinals = (await Promise.all(appended)).map(({ ordinal }) => ordinal);
      expect(ordinals.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      const { messages } = await call('conversations', 'history', { conversation_id: 'places', ...scope });
      expect(messages.map(({ ordinal }) => ordinal)).toEqual(ordinals.toSorted((a, b) => a - b));
    });

    it('is told the id of a conversation that is not there', verifies('conversation.unknown'), async () => {
      await expect(call('conversations', 'get', { conversation_id: 'nowhere', user: someone() })).rejects.toMatchObject({
        type: 'not-found',
        message: 'Conversation nowhere not found',
      });
    });

    it('gets a trace within its budget, with the goal and the newest step', verifies('working-memory.budget'), async () => {
      const invocation_id = `inv_${randomUUID()}`;
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
      const user = someone();
      const contents = Array.from({ length: 25 }, (_, number) => `Parcel ${number}`);
      for (const content of contents) await call('facts', 'store', { content, user });
      const read: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { facts: { content: string }[]; next_cursor: string | null } = await call('facts', 'list', {
          user,
          limit: 10,
          cursor,
        });
        read.push(...page.facts.map(({ content }) => content));
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(read.toSorted()).toEqual(contents.toSorted());
    });

    it(
      'stores and lists a text without a word, finds it by its symbols, and learns from it',
      verifies('text.wordless'),
      async () => {
        const scope = { user: someone() };
        const texts = ['👍', '🎉', '※'];
        for (const text of texts) {
          await call('facts', 'store', { content: text, ...scope });
          await call('episodes', 'store', { goal: text, steps: [text], outcome: text, lessons: text, ...scope });
          await call('conversations', 'append_message', { conversation_id: 'signs', role: 'user', content: text, ...scope });
          expect((await invoke(fleet.caller, { question: text, ...scope })).answer).toMatch(/\S/);
        }
        await call('conversations', 'end', { conversation_id: 'signs', ...scope });
        await fleet.settled();
        const { facts } = await call('facts', 'list', scope);
        expect(facts.map(({ content }) => content).toSorted()).toEqual(texts.toSorted());
        const { episodes } = await call('episodes', 'list', scope);
        expect(episodes.map(({ goal }) => goal)).toEqual(expect.arrayContaining(texts));
        const { messages } = await call('conversations', 'history', { conversation_id: 'signs', ...scope });
        expect(messages.map(({ content }) => content)).toEqual(texts);

        const found = async (query: string) => [
          ...(await call('facts', 'retrieve', { query, ...scope })).facts.map(({ content }) => content),
          ...(await call('episodes', 'retrieve', { query, ...scope })).episodes.map(({ goal }) => goal),
        ];
        await vi.waitFor(async () => expect(await found('👍')).toEqual(['👍', '👍']));
        await expect(call('facts', 'store', { content: '\u200b', ...scope })).rejects.toThrow('content: must not be blank');
        const search = async (query: string) => (await call('conversations', 'search', { query, ...scope })).messages;
        await vi.waitFor(async () => expect((await search('🎉')).map(({ content }) => content)).toContain('🎉'));

        const metrics = await (await fetch(`${fleet.httpUrl}/metrics`)).text();
        expect(metrics).not.toMatch(/^agentmem_dead_letters_total\{.*[1-9]\d*$/m);
      },
    );

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
    await using fleet = await world.start({
      services: ['episodes', 'conversations', 'working-memory', 'agent'],
      // Where another process may host it, it is waited for so long.
      environment: { MEMORY_DEADLINE_MS: '3000', TOOL_TIMEOUT_MS: '3000' },
    });
    const user = `user-${randomUUID()}`;
    const { answer, receipt } = await invoke(fleet.caller, { question: 'Who is my wife?', user });
    expect(answer).toMatch(/\S/);
    expect(receipt?.tiers.facts.error).not.toBeNull();
    expect(receipt?.tiers.episodes.error).toBeNull();
  });

  it('ends a conversation that receives nothing, and opens it again', verifies('conversation.idle'), async () => {
    const clock = world.isTurned ? turnedClock() : undefined;
    await using fleet = await world.start({
      services: ['conversations'],
      ...(clock ? { clock } : {}),
      environment: { CONVERSATION_IDLE_SECONDS: clock ? '60' : '2' },
    });
    const scope = { user: `user-${randomUUID()}` };
    const say = () =>
      fleet.caller.call('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content: 'hello', ...scope });
    const statuses = async () =>
      (await fleet.caller.call('conversations', 'list', scope)).conversations.map(({ status }) => status);
    await say();
    await clock?.advance(120_000);
    await vi.waitFor(async () => expect(await statuses()).toEqual(['ended']));
    await vi.waitFor(async () => {
      await say();
      expect(await statuses()).toEqual(['active']);
    });
  });

  it('answers what runs before it stops', verifies('stop.drained'), async () => {
    const question = 'Are you there?';
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* stream(prompt: unknown) {
      // What earlier fleets left is learned from by the same model.
      if (JSON.stringify(prompt).includes(question)) asked.resolve();
      await gate.promise;
      yield 'Thought: done\nFinal Answer: still here';
    }
    const generate = async (prompt: unknown) => (await Array.fromAsync(stream(prompt))).join('');
    const fleet = await world.start({ http: true, chatModel: { id: 'slow', stream, generate } });
    const answered = rest(fleet.httpUrl, 'agent', 'invoke', { question, enable_memory: false });
    await asked.promise;
    const stopped = fleet[Symbol.asyncDispose]();
    gate.resolve();
    expect((await answered).answer).toBe('still here');
    await stopped;
  });
}
