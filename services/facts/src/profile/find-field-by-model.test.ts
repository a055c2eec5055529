import { OperationError } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { readJsonAnswer } from '@agent-mem/service-kit';
import { defaultScope, misread, startFleet } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import { factStored } from '../domain/fact/fact-stored.ts';
import { fieldAnswer } from './find-field-by-model.ts';

const schema = JSON.stringify({ properties: { diet: { description: 'Food' }, body: { description: 'Height and weight' } } });
const toes = 'The user keeps away from lactose';

async function start(answer: (content: string) => string | OperationError, profile_schema = schema) {
  const asked: string[] = [];
  /** What happens while the model thinks about its first answer. */
  let meanwhile = async (): Promise<unknown> => undefined;
  const scripted = scriptedChatModel(({ template, variables }) => {
    if (template !== 'profile-field') return '[]';
    const { content } = variables as { readonly content: string };
    asked.push(content);
    return answer(content);
  });
  const chatModel: typeof scripted = {
    ...scripted,
    async generate(...request) {
      const said = await scripted.generate(...request);
      if (asked.length === 1) await meanwhile();
      return said;
    },
  };
  const fleet = await startFleet({ services: ['facts', 'graph'], chatModel });
  const { call } = fleet.caller;
  if (profile_schema) await call('graph', 'update_settings', { settings: { profile_schema } });
  const store = async (content: string) => {
    const { fact_id } = await call('facts', 'store', { content });
    await fleet.settled();
    return fact_id;
  };
  const entries = async () => {
    const { fields } = await call('facts', 'get_profile', {});
    return fields.flatMap(({ name, entries: shown }) => shown.map(({ fact, by }) => [name, fact?.content, by]));
  };
  return {
    fleet,
    call,
    store,
    entries,
    asked,
    whileItThinks(happens: typeof meanwhile) {
      meanwhile = happens;
    },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

test('the model finds the field of a fact that rules do not understand, once, and it stays', async () => {
  await using world = await start(() => '{"field":"diet"}');
  const fact_id = await world.store(toes);
  expect(await world.entries()).toEqual([['diet', toes, 'model']]);
  await world.store(toes);
  await world.call('facts', 'update', { fact_id, tags: ['food'] });
  await world.fleet.settled();
  expect(await world.entries()).toEqual([['diet', toes, 'model']]);
  expect(world.asked).toEqual([toes]);
});

test('what it puts nowhere stands nowhere, and another text is asked for anew', async () => {
  await using world = await start((content) => (content === toes ? '{"field":null}' : '{"field":"body"}'));
  const fact_id = await world.store("The user's food is a secret");
  expect(await world.entries()).toEqual([['body', "The user's food is a secret", 'model']]);
  await world.call('facts', 'update', { fact_id, content: toes });
  await world.fleet.settled();
  expect(await world.entries()).toEqual([]);
  expect(world.asked).toHaveLength(2);
});

describe('of a text that is no more what the fact says the answer is dropped, where it changes', () => {
  const changed = 'The user keeps away from scales';
  const startChanging = async () => {
    const world = await start((content) => (content === toes ? '{"field":"diet"}' : new OperationError('unavailable', 'away')));
    await world.store('Lactose is a sugar');
    // From now on, reading the profile finds no fields anew.
    expect(await world.entries()).toEqual([]);
    const change = async () => {
      const { facts } = await world.call('facts', 'list', {});
      await world.call('facts', 'update', { fact_id: facts[0]?.id ?? '', content: changed });
    };
    return { world, change };
  };

  test('while the model answers', async () => {
    const { world, change } = await startChanging();
    await using _ = world;
    world.whileItThinks(change);
    await world.store(toes);
    expect(world.asked).toEqual([toes, changed]);
    expect(await world.entries()).toEqual([]);
  });

  test('while the answer is written', async () => {
    const { world, change } = await startChanging();
    await using _ = world;
    const { graph } = world.fleet.ports;
    const commit = graph.commit.bind(graph);
    const shown: unknown[] = [];
    vi.spyOn(graph, 'commit').mockImplementation(async (...asked) => {
      const writesAnswer = asked[1].edges?.some(({ properties }) => properties?.by === 'model');
      if (!writesAnswer || shown.length > 0) return await commit(...asked);
      await change();
      try {
        return await commit(...asked);
      } finally {
        shown.push(await world.entries());
      }
    });
    await world.store(toes);
    expect(world.asked).toEqual([toes, changed]);
    expect(shown).toEqual([[]]);
    expect(await world.entries()).toEqual([]);
  });
});

test.each([
  ['is away', () => new OperationError('unavailable', 'away')],
  ['names a field that there is not', () => '{"field":"shoes"}'],
])('where the model %s, what rules found stands', async (_how, answer) => {
  await using world = await start(answer);
  await world.store('The user is careful with food');
  expect(await world.entries()).toEqual([['diet', 'The user is careful with food', 'rules']]);
});

test('it is not asked for a fact that was deleted before its event came again', async () => {
  await using world = await start(() => '{"field":"shoes"}');
  const fact_id = await world.store(toes);
  const before = world.asked.length;
  await world.call('facts', 'delete', { fact_id });
  const { bus, clock } = world.fleet.ports;
  await publishEvent(bus, factStored(defaultScope, fact_id, null, clock.now()));
  await world.fleet.settled();
  expect(before).toBeGreaterThan(0);
  expect(world.asked).toHaveLength(before);
});

test('it is not asked for what is not of the user, nor for the default fields', async () => {
  await using world = await start(() => '{"field":"diet"}');
  await world.store('Lactose is a sugar');
  expect(world.asked).toEqual([]);
  await using byDefault = await start(() => '{"field":"diet"}', '');
  await byDefault.store(toes);
  expect(byDefault.asked).toEqual([]);
});

const fields = ['diet', 'body'].map((name) => ({ name, description: '', most: 1 }));
const read = (answer: string) => readJsonAnswer(answer, fieldAnswer({ fields }));

test('a field is read however a model dresses it, and what is none is not', () => {
  expect(misread({ field: 'diet' }, read)).toEqual([]);
  expect(misread({ field: null }, read)).toEqual([]);
});

test.each([
  ['{"field":["diet"]}', { value: { field: 'diet' } }],
  ['{"field":"none"}', { value: { field: null } }],
  ['{"field":"mood"}', { unusable: 'unknown-field' }],
  ['{"field":7}', { unusable: 'unknown-field' }],
  ['{}', { unusable: 'unknown-field' }],
])('%s', (answer, field) => {
  expect(read(answer)).toEqual(field);
});
