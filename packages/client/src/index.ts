/** Memory for LLM agents, called over HTTP by fetch alone. */

export type { ErrorType } from '@agent-mem/contract/error';
export type * from './call-options.ts';
export type * from './generated/memory-services.ts';
export type { Memory, MemoryScope } from './memory.ts';
export type { MemoryAdd } from './memory-add.ts';
export type { MemoryContext } from './memory-context.ts';
export { MemoryError, type MemoryErrorOptions } from './memory-error.ts';
export { type FleetOptions, openMemory } from './open-memory.ts';
