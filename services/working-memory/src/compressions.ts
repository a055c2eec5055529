import { defineRunJournal, type RunJournal } from '@agent-mem/runtime';
import type { Request } from './handler.ts';

/** Traces that are being compressed, by the invocation's id, for as long as the trace lives: it is done even if this process dies. */
export const compressions: RunJournal<Request<'compress'>> = defineRunJournal({ prefix: 'working-memory-compressing/' });
