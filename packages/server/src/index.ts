/** Memory for LLM agents in this process: no server, no port, no key. */

export { type ErrorType, OperationError } from '@agent-mem/contract/error';
export type * from './call-options.ts';
export type * from './generated/memory-services.ts';
export { type Memory, type MemoryOptions, openMemory } from './open-memory.ts';
export type { ToolFunction, ToolFunctionContext } from './tool-function.ts';
