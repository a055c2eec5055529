import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';

/** Erases messages, invocations and conversations for good. */
export const purge: Handler<'conversations', 'purge', Config> = (request, context) => context.purge(context, request);
