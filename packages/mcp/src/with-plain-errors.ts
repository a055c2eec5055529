import { inWords, OperationError, withoutOperation } from '@agent-mem/contract';
import type { Memory } from './memory.ts';
import { toolWords } from './tools/tool-words.ts';

/** Memory whose errors begin at the field, since a client of MCP does not know the operation. */
export function withPlainErrors(memory: Memory): Memory {
  return {
    ...memory,
    caller: {
      async call(service, operation, request, options) {
        try {
          return await memory.caller.call(service, operation, request, options);
        } catch (error) {
          throw inWords(withoutOperation(operation, OperationError.from(error)), toolWords);
        }
      },
    },
  };
}
