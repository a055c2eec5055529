/** Working memory: the trace of a running invocation, kept within a budget of tokens. */

export { workingMemoryService } from './service.ts';
