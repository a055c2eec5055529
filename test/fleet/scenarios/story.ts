import { randomUUID } from 'node:crypto';
import { type Event, type Init, OperationError } from '@agent-mem/contract';
import { publishEvent, subscribeEvents } from '@agent-mem/messaging';
import { invoke, type TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rest } from '../../process/rest.ts';
import { verifies } from '../../verifies.ts';
import type { World } from './world.ts';

/** Two conversations of a user, and what a fleet makes of them. */
export function story(world: World): void {
  describe('the story', () => {
    let fleet: TestFleet;
    beforeAll(async () => {
      fleet = await world.start({ http: true });
    });
    afterAll(() => fleet?.[Symbol.asyncDispose]());

    /** A user whom nobody has met. */
    const someone = () => `user-${randomUUID()}`;
    const factsOf = async (user: string) => (await fleet.caller.call('facts', 'list', { user })).facts;
    const storeAnne = async () => {
      const user = someone();
      await invoke(fleet.caller, { question: 'My wife is Anne', conversation_id: 'monday', user });
      await invoke(fleet.caller, { question: 'I live in Lisbon', conversation_id: 'monday', user });
      await fleet.settled();
      await untilFound(fleet, user);
      return user;
    };

    it(
      'recalls in another conversation what it was told in the first, and the receipt names it',
      verifies('recall.other-conversation', 'recall.receipt'),
      async () => {
        const user = await storeAnne();
        const known = (await factsOf(user)).find(({ content }) => content.includes('Anne'));
        const third = await invoke(fleet.caller, { question: 'Who is my wife?', conversation_id: 'tuesday', user });
        expect(third.answer).toContain('Anne');
        expect(third.conversation_id).toBe('tuesday');
        expect(third.receipt?.tiers?.profile?.items.map(({ id }) => id)).toContain(known?.id);
        expect(third.receipt?.tiers?.facts?.items.map(({ id }) => id)).not.toContain(known?.id);
      },
    );

    it('shows nothing of it to another user, workspace or collection', verifies('scope.isolation'), async () => {
      const user = await storeAnne();
      for (const other of [{ user: someone() }, { user, workspace: 'elsewhere' }, { user, collection: 'other' }]) {
        const stranger = await invoke(fleet.caller, { question: 'Who is my wife?', conversation_id: 'monday', ...other });
        expect(stranger.answer).not.toContain('Anne');
        expect(stranger.receipt?.tiers?.profile?.items).toEqual([]);
        expect(stranger.receipt?.tiers?.facts?.items).toEqual([]);
        expect(stranger.receipt?.tiers?.conversation?.items).toEqual([]);
      }
    });

    it('learns from appended messages as they come, and says what came of them', verifies('message.learned'), async () => {
      const of = { conversation_id: 'monday', user: someone() };
      const append = (content: string) =>
        rest(fleet.httpUrl, 'conversations', 'append_messages', {
          ...of,
          messages: [{ role: 'user', content }],
          wait_ms: 30_000,
        });
      const first = await append('I live in Lisbon');
      expect(first).toMatchObject({ learned: [{ kind: 'fact', content: 'The user lives in Lisbon' }], pending: [] });
      const { facts } = await fleet.caller.call('facts', 'retrieve', { user: of.user, query: 'Where does the user live?' });
      expect(facts.map(({ id }) => id)).toEqual([first.learned[0]?.id]);
      const second = await append('I moved to Porto');
      expect(second).toMatchObject({
        learned: [{ message_id: second.messages[0]?.message_id }],
        changed: [{ id: first.learned[0]?.id, content: 'The user lives in Lisbon', reason: 'superseded' }],
        pending: [],
      });
      await fleet.caller.call('facts', 'delete', { user: of.user, fact_id: second.learned[0]?.id ?? '' });
      await fleet.caller.call('conversations', 'end', of);
      await fleet.settled();
      expect(await factsOf(of.user)).toEqual([]);
    });

    it('keeps what an invocation was in its conversation', verifies('invocation.kept'), async () => {
      const user = await storeAnne();
      const { conversation } = await fleet.caller.call('conversations', 'get', { conversation_id: 'monday', user });
      expect(conversation?.invocations.map(({ query }) => query)).toEqual(['My wife is Anne', 'I live in Lisbon']);
    });

    it('has the effects of an event once, however often it comes', verifies('event.once'), async () => {
      const events: Event[] = [];
      await using _ = await subscribeEvents(fleet.ports.bus, 'test', async (event) => void events.push(event));
      const user = await storeAnne();
      const facts = await factsOf(user);
      const completed = events.filter((event) => event.type === 'invocation-completed' && event.user === user);
      expect(new Set(completed.map(({ id }) => id)).size).toBe(2);
      // What the event's reader made of it is an event as a sender may write it.
      for (const event of completed) await publishEvent(fleet.ports.bus, event as Init<Event>);
      await fleet.settled();
      expect(await factsOf(user)).toEqual(facts);
      const { conversation } = await fleet.caller.call('conversations', 'get', { conversation_id: 'monday', user });
      expect(conversation?.invocations).toHaveLength(2);
    });

    it(
      'has one effect and one answer for a command repeated under its key, and refuses the key for another',
      verifies('command.once', 'command.key-taken'),
      async () => {
        const user = someone();
        const store = (content: string) => fleet.caller.call('facts', 'store', { content, user }, { idempotencyKey: 'once' });
        const first = await store('The ferry leaves at nine');
        expect(await store('The ferry leaves at nine')).toEqual(first);
        await expect(store('The ferry leaves at ten')).rejects.toThrow(OperationError);
        await expect(store('The ferry leaves at ten')).rejects.toMatchObject({ type: 'already-exists' });
        expect(await factsOf(user)).toHaveLength(1);
      },
    );

    it('answers a request that is out of range with 400 and the field', verifies('request.refused'), async () => {
      const response = await post('facts/retrieve', '{"query":"who?","top_k":0}');
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { type: 'invalid-argument', message: 'top_k: must be from 1 to 100, got 0', retryable: false },
      });
    });

    const post = (path: string, body: string) =>
      fetch(`${fleet.httpUrl}/v1/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

    it('leaves memory alone when an invocation asks for that', verifies('invocation.memory-off'), async () => {
      const user = await storeAnne();
      const facts = await factsOf(user);
      const answer = await invoke(fleet.caller, { question: 'My dog is Rex', user, enable_memory: false });
      await fleet.settled();
      expect(answer.receipt?.tiers?.facts?.items ?? []).toEqual([]);
      expect(await factsOf(user)).toEqual(facts);
    });
  });

  if (!world.isDurable) return;
  describe('one fleet after another', () => {
    it('recalls after a restart', verifies('recall.restart'), async () => {
      const user = `user-${randomUUID()}`;
      {
        await using fleet = await world.start();
        await invoke(fleet.caller, { question: 'My wife is Anne', conversation_id: 'monday', user });
        await fleet.settled();
      }
      await using fleet = await world.start();
      await untilFound(fleet, user);
      const answer = await invoke(fleet.caller, { question: 'Who is my wife?', conversation_id: 'tuesday', user });
      expect(answer.answer).toContain('Anne');
    });

    it('goes on with the events that a stop left', verifies('event.kept'), async () => {
      const user = `user-${randomUUID()}`;
      {
        await using fleet = await world.start();
        await invoke(fleet.caller, { question: 'My wife is Anne', conversation_id: 'monday', user });
      }
      await using fleet = await world.start();
      await fleet.settled();
      await untilFound(fleet, user);
      const { facts } = await fleet.caller.call('facts', 'list', { user });
      expect(facts.filter(({ content }) => content.includes('Anne'))).toHaveLength(1);
    });
  });
}

/** A fact is there a moment before it is found: the index follows. */
async function untilFound(fleet: TestFleet, user: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { facts } = await fleet.caller.call('facts', 'retrieve', { query: 'Who is my wife?', user });
      expect(facts.map(({ content }) => content)).toContainEqual(expect.stringContaining('Anne'));
    },
    { timeout: 60_000, interval: 50 },
  );
}
