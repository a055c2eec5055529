import { type Fact, OperationError } from '@agent-mem/contract';
import { type ChatRequest, scriptedChatModel } from '@agent-mem/llm';
import { type Caller, createCaller } from '@agent-mem/messaging';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';

/** As any client does that is asked to come again. */
async function storeAgain(caller: Caller, content: string, user: string, conversation_id = ''): Promise<string> {
  for (;;) {
    try {
      return (await caller.call('facts', 'store', { content, user, conversation_id }, { timeoutMs: 60_000 })).fact_id;
    } catch (error) {
      if (!OperationError.from(error).retryable) throw error;
    }
  }
}

async function listed(fleet: TestFleet, user: string): Promise<readonly Fact[]> {
  return (await fleet.caller.call('facts', 'list', { user, limit: 1_000 })).facts;
}

test('a thousand stores of a hundred facts at once, by four clients, leave a hundred', async () => {
  await using fleet = await startFleet({ services: ['facts'], bus: 'sqlite' });
  await using clients = new AsyncDisposableStack();
  const callers = await Promise.all(
    [1, 2, 3, 4].map((number) => createCaller(fleet.ports.bus, { clientId: `client-${number}`, clock: fleet.ports.clock })),
  );
  for (const caller of callers) clients.use(caller);
  const contents = Array.from({ length: 100 }, (_, number) => `Locker ${number} opens with code ${number * 13}`);
  const stores = Array.from({ length: 1_000 }, (_, number) => {
    const content = contents[(number * 7) % 100] ?? '';
    const caller = callers[number % 4] ?? fleet.caller;
    return storeAgain(caller, content, 'u1').then((id) => [content, id] as const);
  });
  const answered = await Promise.all(stores);
  await fleet.settled();
  const facts = await listed(fleet, 'u1');
  expect(facts.map(({ content }) => content).toSorted()).toEqual(contents.toSorted());
  const idOf = new Map(facts.map(({ id, content }) => [content, id]));
  expect(answered.filter(([content, id]) => idOf.get(content) !== id)).toEqual([]);
});

/** Says of every memory that each fact is newer. */
function updating({ variables }: ChatRequest): string {
  const { memories, facts } = variables as { memories: { number: number }[]; facts: { number: number }[] };
  const [fact] = facts;
  return JSON.stringify([
    ...memories.map(({ number }) => ({ id: number, event: 'UPDATE', by: fact?.number })),
    ...facts.map(({ number }) => ({ id: number, event: 'ADD' })),
  ]);
}

test.each([
  ['rules', undefined],
  ['a model', scriptedChatModel(updating)],
])('two contradicting facts at once, by %s, leave one with the other in its history', async (_, chatModel) => {
  await using fleet = await startFleet({ services: ['facts'], bus: 'sqlite', chatModel });
  const users = Array.from({ length: 20 }, (_, number) => `u${number}`);
  const contents = ['The user lives in Bern', 'The user lives in Basel', 'The user lives in Chur'];
  for (const user of users.slice(0, 10)) await storeAgain(fleet.caller, 'The user lives in Olten', user);
  await Promise.all(
    users.flatMap((user) => contents.map((content, talk) => storeAgain(fleet.caller, content, user, `talk-${talk}`))),
  );
  await fleet.settled();
  for (const [index, user] of users.entries()) {
    const [current, ...others] = await listed(fleet, user);
    expect(others).toEqual([]);
    const { versions } = await fleet.caller.call('facts', 'history', { fact_id: current?.id ?? '', user });
    const statements = [...contents, ...(index < 10 ? ['The user lives in Olten'] : [])];
    expect([...new Set(versions.map(({ fact }) => fact.content))].toSorted()).toEqual(statements.toSorted());
  }
});
