import { OperationError } from '@agent-mem/contract';
import { hashEmbedder, type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { readConfig } from '@agent-mem/runtime';
import { bareContext, defaultScope, invocationCompleted, startFleet, temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import { variables } from '../config.ts';
import { readBacklog } from './read-backlog.ts';
import { waitingRows } from './waiting-rows.ts';

const down = () => new OperationError('unavailable', 'The server answers 500');
const anne = "The user's wife is named Anne";
const minuteMs = 60_000;

/** Conversations and facts, with a model that reads as it is told to at the moment, and has nothing to compare. */
async function start(
  options: { environment?: Record<string, string>; directory?: string; clock?: ReturnType<typeof turnedClock> } = {},
) {
  const { clock = turnedClock(Date.parse('2026-05-07T09:30:00Z')), directory, environment } = options;
  const answer: { reading: (template: string) => ScriptedAnswer } = { reading: down };
  const chatModel = scriptedChatModel(({ template }) => (template === 'reconcile-facts' ? 'nothing' : answer.reading(template)));
  const bus = directory ? ({ bus: 'sqlite', directory } as const) : {};
  const services = ['conversations', 'facts', 'graph'];
  const fleet = await startFleet({ services, embedder: hashEmbedder(), chatModel, clock, environment, http: true, ...bus });
  const { call } = fleet.caller;
  return {
    clock,
    fleet,
    call,
    answer,
    asked: () => chatModel.requests.filter(({ template }) => template === 'extract-facts' || template === 'conversation-facts'),
    facts: async () => {
      const { facts } = await call('facts', 'list', {});
      return facts.map(({ content }) => content).toSorted();
    },
    metrics: async () => await (await fetch(`${fleet.httpUrl}/metrics`)).text(),
    waiting: async () => await fleet.ports.graph.count(defaultScope, { kinds: ['FactBacklog'] }),
    say: (content: string, wait_ms = 0) =>
      call('conversations', 'append_messages', { conversation_id: 'c1', messages: [{ role: 'user', content }], wait_ms }),
    async invoke(question: string, number = 1) {
      const done = {
        question,
        answer: 'I see',
        invocation_id: `inv_0190a0a0-0000-7000-8000-00000000000${number}`,
        extract_facts: true,
      };
      await publishEvent(fleet.ports.bus, invocationCompleted(done, { id: `event-${number}` }));
      await fleet.settled();
    },
    async later(ms: number) {
      await clock.advance(ms);
      await fleet.settled();
    },
    /** So many minutes, in each of which what is due is done once. */
    async minutes(count: number) {
      for (let minute = 0; minute < count; minute++) {
        await clock.leap(minuteMs);
        await fleet.settled();
      }
    },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

describe('a model that is away', () => {
  test('costs no memory: the rules learn at once, later events go on, and the model reads the same when it is back', async () => {
    await using world = await start();
    await world.invoke('My wife is Anne. Bees are what both of us keep');
    expect(await world.facts()).toEqual([anne]);
    expect(await world.waiting()).toBe(1);
    await world.say('I live in Porto');
    await world.fleet.settled();
    expect(await world.facts()).toEqual(['The user lives in Porto', anne]);
    expect(await world.waiting()).toBe(2);

    const ofMessages = '[{"message":1,"fact":"The user lives in Porto"}]';
    world.answer.reading = (template) =>
      template === 'conversation-facts' ? ofMessages : JSON.stringify([anne, 'The user and their wife keep bees']);
    await world.later(15_000);
    expect(await world.waiting()).toBe(0);
    expect(await world.facts()).toEqual(['The user and their wife keep bees', 'The user lives in Porto', anne]);
  });

  test('learns nothing of health when it is back', async () => {
    await using world = await start();
    await world.invoke('I am diabetic. Bees are what Anne and I keep');
    await world.say('The doctor calls it diabetes');
    await world.fleet.settled();
    expect([await world.facts(), await world.waiting()]).toEqual([[], 2]);
    const ofMessages = '[{"message":1,"fact":"The user has diabetes"},{"message":1,"fact":"The user has a doctor"}]';
    world.answer.reading = (template) =>
      template === 'conversation-facts' ? ofMessages : JSON.stringify(['The user is diabetic', 'The user and Anne keep bees']);
    await world.later(15_000);
    expect(await world.waiting()).toBe(0);
    expect(await world.facts()).toEqual(['The user and Anne keep bees', 'The user has a doctor']);
  });

  test('is asked at growing pauses, and never uses up the attempts of the event', async () => {
    await using world = await start();
    await world.invoke('My wife is Anne');
    await world.minutes(120);
    const inTwoHours = world.asked().length;
    expect(inTwoHours).toBeGreaterThan(8);
    expect(inTwoHours).toBeLessThan(20);
    world.answer.reading = () => '["The user is married to Anne"]';
    await world.minutes(20);
    expect(await world.waiting()).toBe(0);
    expect(world.asked()).toHaveLength(inTwoHours + 1);
  });

  test('is asked no more after LEARN_RETRY_DAYS: what the rules made stands', async () => {
    await using world = await start({ environment: { LEARN_RETRY_DAYS: '0' } });
    await world.invoke('My wife is Anne');
    expect(await world.waiting()).toBe(1);
    world.answer.reading = () => '["The user is married to Anne"]';
    await world.later(15_000);
    expect([await world.waiting(), world.asked().length, await world.facts()]).toEqual([0, 1, [anne]]);
  });

  test('that hangs holds up one event, and not those behind it', async () => {
    await using world = await start();
    world.answer.reading = () => ({ hang: true });
    await world.say('I live in Porto');
    await vi.waitFor(() => expect(world.asked()).toHaveLength(1));
    await world.clock.advance(121_000);
    await world.say('I like tea', 30_000);
    expect(await world.facts()).toEqual(['The user likes tea', 'The user lives in Porto']);
    expect(world.asked()).toHaveLength(1);
  });

  test('is said to the caller who waits, with what the rules learned', async () => {
    await using world = await start();
    const answer = await world.say('I live in Porto', 30_000);
    expect(answer).toMatchObject({
      learned: [{ content: 'The user lives in Porto' }],
      refused: [{ id: '', reason: 'model-away' }],
      nothing_learned: [],
    });
    expect(answer.pending).toEqual([]);
    const { nothing_learned } = await world.say('Ever since that fall I would not get on a horse', 30_000);
    expect(nothing_learned).toMatchObject([{ kind: 'fact', reason: 'model-away' }]);
  });

  test('reads at the end of a conversation too, once it is back', async () => {
    await using directory = await temporaryDirectory();
    const clock = turnedClock();
    {
      await using before = await startFleet({ services: ['conversations'], bus: 'sqlite', directory: directory.path, clock });
      const said = { conversation_id: 'c1', role: 'user', content: 'I moved to Porto, where I build violins' } as const;
      await before.caller.call('conversations', 'append_message', said);
    }
    await using world = await start({ directory: directory.path, clock });
    await world.fleet.settled();
    await world.call('conversations', 'end', { conversation_id: 'c1' });
    await world.fleet.settled();
    expect(await world.waiting()).toBe(1);
    expect(await world.facts()).toHaveLength(1);
    world.answer.reading = () =>
      '[{"message":1,"fact":"The user moved to Porto"},{"message":1,"fact":"The user builds violins in Porto"}]';
    await world.later(15_000);
    expect(await world.waiting()).toBe(0);
    expect(await world.facts()).toEqual(['The user builds violins in Porto', 'The user moved to Porto']);
  });
});

describe('what the rules had made of the same', () => {
  test('is confirmed where the model says it too, gives way where it says it in other words, and is left where it does not', async () => {
    await using world = await start();
    await world.invoke('My wife is Anne. I live in Porto. I like tea');
    expect(await world.facts()).toHaveLength(3);
    const [before] = (await world.call('facts', 'list', {})).facts.filter(({ content }) => content === anne);
    world.answer.reading = () => JSON.stringify([anne, 'The user lives in Porto, Portugal']);
    await world.later(15_000);
    expect(await world.facts()).toEqual(['The user likes tea', 'The user lives in Porto, Portugal', anne]);
    const { facts } = await world.call('facts', 'list', { statuses: ['ACTIVE', 'SUPERSEDED'] });
    const by = facts.find(({ content }) => content === 'The user lives in Porto, Portugal');
    expect(facts.find(({ content }) => content === 'The user lives in Porto')).toMatchObject({
      status: 'SUPERSEDED',
      replaced_by: by?.id,
    });
    expect(facts.find(({ content }) => content === anne)).toMatchObject({ id: before?.id });
    const { facts: found } = await world.call('facts', 'retrieve', { query: 'Where does the user live?' });
    expect(found.map(({ content }) => content)).not.toContain('The user lives in Porto');
  });

  test('stays deleted, and stays as its user corrected it', async () => {
    await using world = await start();
    await world.invoke('My wife is Anne. I live in Porto');
    const { facts } = await world.call('facts', 'list', {});
    const idOf = (content: string) => facts.find((fact) => fact.content === content)?.id ?? '';
    await world.call('facts', 'delete', { fact_id: idOf(anne) });
    await world.call('facts', 'update', { fact_id: idOf('The user lives in Porto'), content: 'The user lives in Braga' });
    world.answer.reading = () => JSON.stringify([anne, 'The user lives in Porto']);
    await world.later(15_000);
    expect(await world.waiting()).toBe(0);
    expect(await world.facts()).toEqual(['The user lives in Braga']);
  });

  test('is read of no message that was deleted meanwhile', async () => {
    await using world = await start();
    const { messages } = await world.say('I live in Porto');
    await world.fleet.settled();
    await world.call('conversations', 'purge', { id: messages[0]?.message_id ?? '' });
    world.answer.reading = () => '[{"message":1,"fact":"The user lives in Porto, Portugal"}]';
    await world.later(15_000);
    expect(await world.waiting()).toBe(0);
    expect(world.asked()).toHaveLength(1);
  });

  test('is erased with the conversation, and what waits of it too', async () => {
    await using world = await start();
    await world.invoke('My wife is Anne');
    await world.call('facts', 'purge', { conversation_id: 'c1' });
    const nodes = await Array.fromAsync(world.fleet.ports.graph.dump(defaultScope));
    expect(JSON.stringify(nodes.filter((record) => 'node' in record && record.node.kind === 'FactBacklog'))).not.toContain(
      'Anne',
    );
    expect(await world.waiting()).toBe(0);
  });
});

describe('turns that are learned from together', () => {
  test.each([{ LEARN_EVERY: '3' }])('go to the model with one question once there are enough: %j', async (environment) => {
    await using world = await start({ environment });
    world.answer.reading = () => JSON.stringify([anne, 'The user likes green tea', 'The user lives in Porto']);
    await world.invoke('My wife is Anne', 1);
    await world.invoke('I like tea', 2);
    expect(world.asked()).toEqual([]);
    expect(await world.facts()).toEqual(['The user likes tea', anne]);
    await world.invoke('I live in Porto', 3);
    expect(world.asked()).toHaveLength(1);
    expect(world.asked()[0]?.variables).toEqual({
      message: 'My wife is Anne\n\nI like tea\n\nI live in Porto',
      observations: [],
      most: 9,
      said_at: 'Thursday, 2026-05-07 09:30 UTC',
    });
    const { facts } = await world.call('facts', 'list', {});
    expect(facts.map(({ content, evidence }) => [content, evidence?.invocation_id.at(-1)]).toSorted()).toEqual([
      ['The user likes green tea', '2'],
      ['The user lives in Porto', '3'],
      [anne, '1'],
    ]);
    expect(await world.waiting()).toBe(0);
  });

  test('wait for a time, where that is set', async () => {
    await using world = await start({ environment: { LEARN_EVERY: '10m' } });
    world.answer.reading = () => '[{"message":2,"fact":"The user drinks green tea"}]';
    await world.say('I live in Porto');
    await world.later(5 * minuteMs);
    await world.say('I like tea');
    await world.later(4 * minuteMs);
    expect(world.asked()).toEqual([]);
    await world.later(2 * minuteMs);
    expect(world.asked()).toHaveLength(1);
    expect(await world.waiting()).toBe(0);
  });

  test('do not wait for more at the end of their conversation, nor where a caller waits', async () => {
    await using world = await start({ environment: { LEARN_EVERY: '20' } });
    world.answer.reading = () => '[{"message":1,"fact":"The user lives in Porto"}]';
    const { learned } = await world.say('I moved to Porto', 30_000);
    expect(learned).toMatchObject([{ content: 'The user lives in Porto' }]);
    expect(world.asked()).toHaveLength(1);
    world.answer.reading = () => '[{"message":1,"fact":"The user drinks green tea"}]';
    await world.say('I like tea');
    await world.fleet.settled();
    expect(world.asked()).toHaveLength(1);
    await world.call('conversations', 'end', { conversation_id: 'c1' });
    await world.fleet.settled();
    expect([world.asked().length, await world.waiting()]).toEqual([2, 0]);
  });
});

describe('tokens of a day', () => {
  const dayMs = 86_400_000;
  const learning = async ({ call }: Awaited<ReturnType<typeof start>>) => (await call('graph', 'get_settings', {})).learning;

  test.each([
    ['of the fleet', { LEARN_TOKENS_PER_DAY: '100' }, null],
    ['of the scope', {}, 100],
  ])('%s are a limit: the rest waits for the next day, rules go on, and all say so', async (_, environment, ofScope) => {
    // Ten minutes before midnight.
    const clock = turnedClock(Math.floor(Date.parse('2026-05-07T00:00:00Z') / dayMs) * dayMs - 10 * minuteMs);
    await using world = await start({ clock, environment });
    if (ofScope) await world.call('graph', 'update_settings', { settings: { learn_tokens_per_day: ofScope } });
    world.answer.reading = () => '[{"message":1,"fact":"The user lives in Porto"}]';
    await world.say('I moved to Porto');
    await world.fleet.settled();
    expect(world.asked()).toHaveLength(1);
    expect(await learning(world)).toMatchObject({ waiting: 0, tokens_spent: true });

    const answer = await world.say('I like tea', 30_000);
    expect(answer).toMatchObject({ learned: [{ content: 'The user likes tea' }], refused: [{ id: '', reason: 'tokens-spent' }] });
    expect(world.asked()).toHaveLength(1);
    expect(await learning(world)).toMatchObject({ waiting: 1, tokens_spent: true });
    const metrics = await world.metrics();
    expect(metrics).toMatch(/agentmem_learning_waits_total\{[^}]*template="conversation-facts",reason="tokens"\} 1/);

    world.answer.reading = () => '[{"message":1,"fact":"The user drinks green tea"}]';
    await world.later(11 * minuteMs);
    expect(world.asked()).toHaveLength(2);
    expect(await learning(world)).toMatchObject({ waiting: 0 });
  });

  test('of another scope are its own', async () => {
    await using world = await start();
    await world.call('graph', 'update_settings', { user: 'u2', settings: { learn_tokens_per_day: 1 } });
    world.answer.reading = () => '[]';
    await world.say('I moved to Porto');
    await world.fleet.settled();
    await world.say('I like tea');
    await world.fleet.settled();
    expect(world.asked()).toHaveLength(2);
  });
});

describe('a crash', () => {
  const inPorto = 'The user lives in Porto, Portugal';

  test('between the rules and the model costs nothing: another process goes on, and an event that comes again has no second effect', async () => {
    await using directory = await temporaryDirectory();
    const clock = turnedClock();
    {
      await using world = await start({ directory: directory.path, clock });
      await world.invoke('I live in Porto');
      await world.invoke('I live in Porto');
      expect([await world.facts(), await world.waiting()]).toEqual([['The user lives in Porto'], 1]);
    }
    await using world = await start({ directory: directory.path, clock });
    world.answer.reading = () => JSON.stringify([inPorto]);
    await world.later(15_000);
    expect([await world.facts(), await world.waiting()]).toEqual([[inPorto], 0]);
    await world.invoke('I live in Porto');
    await world.later(60_000);
    expect([await world.facts(), world.asked().length]).toEqual([[inPorto], 1]);
  });

  test.each(['an invocation', 'a message'])(
    'in the middle of it, and the next process beside it, learn %s once',
    async (what) => {
      await using world = await start();
      if (what === 'a message') await world.say('I live in Porto');
      else await world.invoke('I live in Porto');
      await world.fleet.settled();
      const rows = await waitingRows('c1', 'model', { graph: world.fleet.ports.graph, scope: defaultScope });
      expect(rows).toHaveLength(1);
      world.answer.reading = () => JSON.stringify(what === 'a message' ? [{ message: 1, fact: inPorto }] : [inPorto]);
      await world.clock.advance(5_000);
      const read = () => readBacklog(rows, bareContext(world.fleet, readConfig(variables, {})));
      const ended = await Promise.allSettled([read(), read()]);
      expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await world.later(60_000);
      expect([await world.facts(), await world.waiting()]).toEqual([[inPorto], 0]);
    },
  );
});
