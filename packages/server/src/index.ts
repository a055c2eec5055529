/** Memory for LLM agents in this process: no server, no port, no key. The client to a fleet is in it, too. */

export * from '@agent-mem/client';
export type { MemoryOptions } from './open-here.ts';
export { openMemory } from './open-memory.ts';
export type { ToolFunction, ToolFunctionContext } from './tool-function.ts';
