import { defineService } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { finishCompressions } from './finish-compressions.ts';
import { append } from './handlers/append.ts';
import { assemble } from './handlers/assemble.ts';
import { compress } from './handlers/compress.ts';
import { discard } from './handlers/discard.ts';
import { expand } from './handlers/expand.ts';
import { purge } from './handlers/purge.ts';

/** Working memory: the trace of a running invocation, held within a budget of tokens. */
export const workingMemoryService = defineService({
  name: 'working-memory',
  owns: ['Detail'],
  variables,
  handlers: { append, assemble, compress, discard, expand, purge },
  journaled: ['compress'],
  start: finishCompressions,
});
