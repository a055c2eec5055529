/** Working memory: the trace of a running invocation, held within a budget of tokens. */

export { workingMemoryService } from './service.ts';
