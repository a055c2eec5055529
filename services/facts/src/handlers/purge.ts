import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';

/** Erases facts for good: one, those learned in a conversation, or all of the scope. */
export const purge: Handler<'facts', 'purge', Config> = (request, context) => context.purge(context, request);
