import { type Scoped, type ServiceName, scopeOf } from '@agent-mem/contract';
import { defaultScope, type TestFleet } from '@agent-mem/testing';
import type { Asked } from '../answers.ts';
import { keys, memoryOff, pruned } from './settled.ts';

type Question = Omit<Asked, 'answer'>;

const statuses = ['ACTIVE', 'SUPERSEDED', 'DELETED', 'ARCHIVED', 'QUARANTINED', 'EXPIRED'] as const;
const question = (service: ServiceName, operation: string, request: object): Question => ({ service, operation, request });

/** Everything there is to ask about a settled folder. `erasedId`: of the fact that was erased. */
export async function settledQuestions(fleet: TestFleet, erasedId: string): Promise<readonly Question[]> {
  const scopes = [defaultScope, scopeOf(pruned), scopeOf(memoryOff)].map(({ workspace, user, collection }) => ({
    workspace,
    user,
    collection,
  }));
  const all = await Promise.all(
    scopes.map(async (scope) => [
      ...(await aboutFacts(fleet, scope)),
      ...(await aboutEpisodes(fleet, scope)),
      ...(await aboutConversations(fleet, scope)),
      question('graph', 'get_settings', scope),
    ]),
  );
  const trace = { invocation_id: 'inv_01960000-0000-7000-8000-000000000001' };
  return [
    ...all.flat(),
    question('graph', 'get_settings', { conversation_id: 'c-trip' }),
    question('facts', 'retrieve', { query: 'What is the surprise?', conversation_id: 'c-surprise' }),
    question('episodes', 'retrieve', { query: 'Build', error: 'ENOSPC: no space left on device, write' }),
    question('conversations', 'get', { conversation_id: 'c-gone' }),
    question('conversations', 'history', { ...pruned, conversation_id: 'c-erased' }),
    question('facts', 'get', { ...pruned, fact_id: erasedId, include_deleted: true }),
    question('working-memory', 'assemble', trace),
    ...repeats,
    { ...question('graph', 'purge', { ...pruned, id: erasedId }), idempotency_key: keys.purge },
  ];
}

async function aboutFacts({ caller }: TestFleet, scope: Scoped): Promise<readonly Question[]> {
  const { facts } = await caller.call('facts', 'list', { ...scope, statuses, limit: 1000 });
  const versions = await Promise.all(
    facts.map(({ id }) => caller.call('facts', 'history', { ...scope, fact_id: id }).then(({ versions }) => versions)),
  );
  const times = [...new Set(versions.flat().map(({ changed_at }) => changed_at))].sort();
  // A moment of each day, and the moments at which something was changed.
  const moments = [...times.filter((_, index) => index % 5 === 0), '2026-03-04T00:00:00.000Z', '2026-03-08T00:00:00.000Z'];
  return [
    ...statuses.map((status) => question('facts', 'list', { ...scope, statuses: [status] })),
    ...facts.flatMap(({ id, content, status }) => [
      question('facts', 'get', { ...scope, fact_id: id }),
      question('facts', 'get', { ...scope, fact_id: id, include_deleted: true }),
      question('facts', 'history', { ...scope, fact_id: id }),
      ...(status === 'ACTIVE' ? [question('facts', 'retrieve', { ...scope, query: content })] : []),
    ]),
    ...moments.flatMap((as_of) => [
      question('facts', 'list', { ...scope, as_of }),
      question('facts', 'retrieve', { ...scope, as_of, query: 'Where do I live?' }),
    ]),
  ];
}

async function aboutEpisodes({ caller }: TestFleet, scope: Scoped): Promise<readonly Question[]> {
  const { episodes } = await caller.call('episodes', 'list', { ...scope, statuses, limit: 1000 });
  return [
    ...statuses.map((status) => question('episodes', 'list', { ...scope, statuses: [status] })),
    ...episodes.flatMap(({ id, goal, status }) => [
      question('episodes', 'get', { ...scope, episode_id: id }),
      question('episodes', 'get', { ...scope, episode_id: id, include_deleted: true }),
      ...(status === 'ACTIVE' ? [question('episodes', 'retrieve', { ...scope, query: goal })] : []),
    ]),
  ];
}

async function aboutConversations({ caller }: TestFleet, scope: Scoped): Promise<readonly Question[]> {
  const { conversations } = await caller.call('conversations', 'list', { ...scope, limit: 1000 });
  const said = await Promise.all(
    conversations.map(({ id }) => caller.call('conversations', 'history', { ...scope, conversation_id: id })),
  );
  return [
    question('conversations', 'list', scope),
    question('conversations', 'list', { ...scope, statuses: ['ended'] }),
    ...conversations.flatMap(({ id }) => [
      question('conversations', 'get', { ...scope, conversation_id: id }),
      question('conversations', 'history', { ...scope, conversation_id: id }),
    ]),
    ...said.flatMap(({ messages }) =>
      messages.map(({ content }) => question('conversations', 'search', { ...scope, query: content })),
    ),
  ];
}

/** Under their idempotency keys they have no effect, and the first answer. */
const repeats: readonly Question[] = [
  { ...question('facts', 'store', { content: 'Ole likes Darjeeling tea' }), idempotency_key: keys.fact },
  {
    ...question('agent', 'invoke', { conversation_id: 'c-house', question: 'Which tea shall I serve to Ole?' }),
    idempotency_key: keys.invocation,
  },
  // Another request under a key that is taken.
  { ...question('facts', 'store', { content: 'Ole likes coffee' }), idempotency_key: keys.fact },
];

/** What is asked of an interrupted folder once everything is done: its trace is compressed. */
export const interruptedQuestions: readonly Question[] = [
  question('working-memory', 'assemble', { invocation_id: 'inv_01960000-0000-7000-8000-000000000003', max_tokens: 400 }),
];
