import type { Init, OperationName, RequestOf, ServiceName } from '@agent-mem/contract';
import type { TestFleet } from '@agent-mem/testing';
import { pruned } from './settled.ts';

/** One request to each operation that is built and clients call, with as many of its members as it can have. */
type EachOperation = {
  readonly [Service in Exclude<ServiceName, 'trustgraph'>]: {
    readonly [Operation in OperationName<Service>]?: Init<RequestOf<Service, Operation>>;
  };
};

/** In the order of asking: what erases or deletes comes last. They speak of what a settled folder holds. */
export async function requestsOn({ caller }: TestFleet): Promise<EachOperation> {
  const scope = { workspace: 'default', user: 'default', collection: 'default' };
  const statuses = ['ACTIVE', 'DELETED'] as const;
  const { facts } = await caller.call('facts', 'list', { statuses, limit: 1000 });
  const { episodes } = await caller.call('episodes', 'list', { statuses, limit: 1000 });
  const fact = (content: string) => ({ ...scope, fact_id: idOf(facts.find((each) => each.content.startsWith(content))) });
  const episode = (goal: string) => ({ ...scope, episode_id: idOf(episodes.find((each) => each.goal === goal)) });
  const recall = { explain: true, include_weights: true, preset: 'default', score_threshold: 0.01 };
  const trace = { ...scope, invocation_id: 'inv_01960000-0000-7000-8000-000000000004' };
  const talk = { ...scope, conversation_id: 'c-surprise' };
  const at = '2026-03-10T09:55:00.000Z';
  return {
    facts: {
      retrieve: { ...scope, query: 'Where does the spare key hang?', top_k: 3, conversation_id: 'c-trip', ...recall },
      store: {
        ...scope,
        content: 'The bell rings at seven',
        source: 'letter-8',
        metadata: { page: '9' },
        timestamp: at,
        confidence: 0.5,
        visibility: 'conversation',
        conversation_id: 'c-bell',
        trust: 'agent',
        subject: 'the bell',
        predicate: 'rings at',
        object: 'seven',
        valid_from: at,
        valid_to: '2027-01-01T00:00:00.000Z',
        evidence: { message_id: '', invocation_id: '', quote: 'It rings at seven.' },
      },
      get: { ...fact('The lake is frozen'), include_deleted: true, include_weights: true },
      list: { ...scope, limit: 5, statuses: ['SUPERSEDED'], include_weights: true, as_of: '2026-03-08T00:00:00.000Z' },
      history: fact('I live in Paris'),
      restore: { ...fact('The lake is frozen'), version: 1 },
      delete: fact('The ferry to Ischia'),
      purge: { ...scope, id: fact('My card is').fact_id },
    },
    episodes: {
      retrieve: {
        ...scope,
        query: 'Deploy the shop',
        state: 'built',
        top_k: 2,
        error: 'ENOSPC: no space left on device',
        ...recall,
      },
      store: {
        ...scope,
        goal: 'Ring the bell',
        steps: ['Climb', 'Pull'],
        outcome: 'It rang',
        lessons: 'Wear gloves',
        metadata: { tower: 'north' },
        timestamp: at,
        success: true,
        conversation_id: 'c-bell',
        invocation_id: 'inv_01960000-0000-7000-8000-000000000005',
        trust: 'tool',
      },
      get: { ...episode('Paint the fence'), include_deleted: true, include_weights: true },
      list: { ...scope, limit: 5, statuses: ['EXPIRED'], include_weights: true },
      restore: episode('Paint the fence'),
      delete: episode('Repair the bicycle'),
      purge: { ...scope, id: episode('Heat the cabin').episode_id },
    },
    conversations: {
      create: { ...scope, conversation_id: 'c-bell', title: 'The bell', tags: ['tower'], metadata: { mood: 'loud' } },
      append_message: {
        ...talk,
        role: 'assistant',
        content: 'The boat leaves at noon.',
        reasoning: 'The plan says so.',
        timestamp: at,
        speaker: 'Anne',
        metadata: { model: 'none' },
        tool_calls: [
          {
            tool_name: 'Plan',
            arguments: '{"day":1}',
            timestamp: at,
            duration_ms: 3,
            success: false,
            tool_result: { success: false, result: 'null', error: 'no such day', timestamp: at },
          },
        ],
      },
      update: {
        ...talk,
        invocation_summary: {
          query: 'When does the boat leave?',
          summary: 'It read the plan.',
          result: 'At noon.',
          timestamp: at,
          invocation_id: 'inv_01960000-0000-7000-8000-000000000006',
        },
      },
      get: { ...scope, conversation_id: 'c-house', limit: 2 },
      list: { ...scope, limit: 5, statuses: ['ended'], tags: ['travel'], include_weights: true },
      history: {
        ...scope,
        conversation_id: 'c-trip',
        limit: 5,
        include_tool_calls: true,
        include_reasoning: false,
        newest_first: true,
      },
      search: { ...scope, query: 'the ferry', top_k: 3, conversation_id: 'c-trip', roles: ['assistant'], ...recall },
      end: talk,
      delete: { ...scope, conversation_id: 'c-over' },
      purge: { ...scope, conversation_id: 'c-build' },
    },
    'working-memory': {
      append: {
        ...trace,
        position: 0,
        goal: 'Find the bell',
        threshold: 500,
        items: [{ type: 'thought', content: 'It is in the tower', timestamp: at, metadata: { critical: 'true' } }],
      },
      assemble: { ...trace, max_tokens: 200, keep_recent: 1, question: 'Where is bell 12?' },
      compress: { ...trace, max_tokens: 100, keep_recent: 1, question: 'Where is bell 12?' },
      store_detail: {
        ...trace,
        content: '{"tower":"north","bells":2}',
        content_type: 'application/json',
        description: 'bells by tower',
        type: 'api_response',
        agent_id: 'sexton',
        source_command: 'count bells',
        conversation_id: 'c-bell',
        metadata: { exit: '0' },
      },
      search_details: { ...scope, query: 'log of the pump', top_k: 3 },
      retrieve_detail: { ...scope, memory_key: 'pump_log_7k2p', pattern: 'pressure 9[56] bar', context_lines: 1, max_bytes: 500 },
      delete_detail: { ...scope, memory_key: 'lamps_x31m' },
      discard: trace,
      purge: { ...scope, conversation_id: 'c-bell' },
    },
    agent: {
      invoke: {
        ...scope,
        question: 'My aunt Ida grows roses, which gift fits?',
        history: [{ thought: 'Look', action: 'Search', arguments: { room: 'garden' }, observation: 'Roses' }],
        streaming: false,
        state: 'asked',
        conversation_id: 'c-ida',
        enable_memory: true,
        metadata: { channel: 'mail' },
      },
      cancel: { ...scope, id: 'inv_01960000-0000-7000-8000-000000000007' },
    },
    graph: {
      get_settings: { ...scope, conversation_id: 'c-trip' },
      update_settings: { ...scope, conversation_id: 'c-bell', settings: { memory: 'on', sensitive_data: 'refuse' } },
      prune: { ...scope, dry_run: true, keep_facts: 100, keep_episodes: 100 },
      purge: { ...pruned, everything: true, all_collections: false },
    },
  };
}

function idOf(record: { readonly id: string } | undefined): string {
  if (!record) throw new Error('A settled folder lacks a record that a message speaks of');
  return record.id;
}
