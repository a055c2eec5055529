import { type Event, type Init, OperationError } from '@agent-mem/contract';
import { publishEvent, subscribeEvents } from '@agent-mem/messaging';
import { invoke, startFleet, type TemporaryDirectory, type TestFleet, temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

const adapters = ['memory', 'sqlite'] as const;

describe.each(adapters)('the fleet on %s', (bus) => {
  let fleet: TestFleet;
  let directory: TemporaryDirectory;
  beforeEach(async () => {
    directory = await temporaryDirectory();
    fleet = await startFleet({ bus, directory: directory.path, http: true });
  });
  afterEach(async () => {
    await fleet[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const tellAboutAnne = async () => {
    await invoke(fleet.caller, { question: 'My wife is Anne', conversation_id: 'monday', user: 'u1' });
    await invoke(fleet.caller, { question: 'I live in Lisbon', conversation_id: 'monday', user: 'u1' });
    await fleet.settled();
  };
  const factsOf = async (user: string) => (await fleet.caller.call('facts', 'list', { user })).facts;

  it(
    'recalls in another conversation what it was told in the first, and the receipt names it',
    verifies('recall.other-conversation', 'recall.receipt'),
    async () => {
      await tellAboutAnne();
      const known = (await factsOf('u1')).find(({ content }) => content.includes('Anne'));
      const third = await invoke(fleet.caller, { question: 'Who is my wife?', conversation_id: 'tuesday', user: 'u1' });
      expect(third.answer).toContain('Anne');
      expect(third.conversation_id).toBe('tuesday');
      expect(third.receipt?.tiers?.facts?.items.map(({ id }) => id)).toContain(known?.id);
    },
  );

  it('shows nothing of it to another user, workspace or collection', verifies('scope.isolation'), async () => {
    await tellAboutAnne();
    for (const other of [{ user: 'u2' }, { user: 'u1', workspace: 'elsewhere' }, { user: 'u1', collection: 'other' }]) {
      const stranger = await invoke(fleet.caller, { question: 'Who is my wife?', conversation_id: 'monday', ...other });
      expect(stranger.answer).not.toContain('Anne');
      expect(stranger.receipt?.tiers?.facts?.items).toEqual([]);
      expect(stranger.receipt?.tiers?.conversation?.items).toEqual([]);
    }
  });

  it('keeps what an invocation was in its conversation', verifies('invocation.kept'), async () => {
    await tellAboutAnne();
    const { conversation } = await fleet.caller.call('conversations', 'get', { conversation_id: 'monday', user: 'u1' });
    expect(conversation?.invocations.map(({ query }) => query)).toEqual(['My wife is Anne', 'I live in Lisbon']);
  });

  it('has the effects of an event once, however often it comes', verifies('event.once'), async () => {
    const events: Event[] = [];
    await using _ = await subscribeEvents(fleet.ports.bus, 'test', async (event) => void events.push(event));
    await tellAboutAnne();
    const facts = await factsOf('u1');
    const completed = events.filter(({ type }) => type === 'invocation-completed');
    expect(completed).toHaveLength(2);
    // What the event's reader made of it is an event as a sender may write it.
    for (const event of completed) await publishEvent(fleet.ports.bus, event as Init<Event>);
    await fleet.settled();
    expect(await factsOf('u1')).toEqual(facts);
    const { conversation } = await fleet.caller.call('conversations', 'get', { conversation_id: 'monday', user: 'u1' });
    expect(conversation?.invocations).toHaveLength(2);
  });

  it(
    'has one effect and one answer for a command repeated under its key, and refuses the key for another',
    verifies('command.once', 'command.key-taken'),
    async () => {
      const store = (content: string) => fleet.caller.call('facts', 'store', { content }, { idempotencyKey: 'once' });
      const first = await store('The ferry leaves at nine');
      expect(await store('The ferry leaves at nine')).toEqual(first);
      await expect(store('The ferry leaves at ten')).rejects.toThrow(OperationError);
      await expect(store('The ferry leaves at ten')).rejects.toMatchObject({ type: 'already-exists' });
      expect(await factsOf('default')).toHaveLength(1);
    },
  );

  it('answers a request that is out of range with 400 and the field', verifies('request.refused'), async () => {
    const response = await fetch(`${fleet.httpUrl}/v1/facts/retrieve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"who?","top_k":0}',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { type: 'invalid-argument', message: 'top_k: must be from 1 to 100, got 0', retryable: false },
    });
  });

  it('answers an operation that is not built yet with 501 and its name', verifies('operation.unimplemented'), async () => {
    const response = await fetch(`${fleet.httpUrl}/v1/graph/weight-history`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"id":"x"}',
    });
    expect(response.status).toBe(501);
    expect(await response.text()).toContain('weight_history');
  });

  it('leaves memory alone when an invocation asks for that', verifies('invocation.memory-off'), async () => {
    await tellAboutAnne();
    const facts = await factsOf('u1');
    const answer = await invoke(fleet.caller, { question: 'My dog is Rex', user: 'u1', enable_memory: false });
    await fleet.settled();
    expect(answer.receipt?.tiers?.facts?.items ?? []).toEqual([]);
    expect(await factsOf('u1')).toEqual(facts);
  });
});

describe('the fleet on one directory', () => {
  it('recalls after a restart', verifies('recall.restart'), async () => {
    await using directory = await temporaryDirectory();
    {
      await using fleet = await startFleet({ bus: 'sqlite', directory: directory.path });
      await invoke(fleet.caller, { question: 'My wife is Anne', conversation_id: 'monday' });
      await fleet.settled();
    }
    await using fleet = await startFleet({ bus: 'sqlite', directory: directory.path });
    const answer = await invoke(fleet.caller, { question: 'Who is my wife?', conversation_id: 'tuesday' });
    expect(answer.answer).toContain('Anne');
  });

  it('goes on with the events that a stop left', verifies('event.kept'), async () => {
    await using directory = await temporaryDirectory();
    {
      await using fleet = await startFleet({ bus: 'sqlite', directory: directory.path });
      await invoke(fleet.caller, { question: 'My wife is Anne', conversation_id: 'monday' });
    }
    await using fleet = await startFleet({ bus: 'sqlite', directory: directory.path });
    await fleet.settled();
    const { facts } = await fleet.caller.call('facts', 'list', {});
    expect(facts.filter(({ content }) => content.includes('Anne'))).toHaveLength(1);
  });
});
