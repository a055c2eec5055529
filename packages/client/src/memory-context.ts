import type { CallOptions } from './call-options.ts';
import type { MemoryServices, RecallRequest, RecallResponse } from './generated/memory-services.ts';

/** What memory has on a query, as one text for a prompt, with its receipt. */
export type MemoryContext = (
  query: string,
  request?: Omit<RecallRequest, 'query'>,
  options?: CallOptions,
) => Promise<RecallResponse>;

/** The same as `memory.agent.recall`, by the word that a program looks for. */
export function memoryContext({ agent }: Pick<MemoryServices, 'agent'>): MemoryContext {
  return (query, request = {}, options) => agent.recall({ ...request, query }, options);
}
