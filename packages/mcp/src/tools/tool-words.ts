import type { OperationWords } from '@agent-mem/contract';

/** The tools that do what an error's text calls an operation. */
const tools: Readonly<Record<string, string>> = {
  'facts.retrieve': 'retrieve_facts',
  'facts.store': 'store_fact',
  'facts.delete': 'forget',
  'episodes.retrieve': 'recall_episodes',
  'working-memory.store_detail': 'store_memory',
  'working-memory.retrieve_detail': 'retrieve_memory',
  'working-memory.search_details': 'search_memory',
};

/** `store_fact`, and for what no tool does `graph.update_settings`. */
export const toolWords: OperationWords = (service, operation) => tools[`${service}.${operation}`] ?? `${service}.${operation}`;
