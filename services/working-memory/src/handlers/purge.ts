import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';

/** Erases stored details for good; traces go with the purge of all kinds. */
export const purge: Handler<'working-memory', 'purge', Config> = (request, context) => context.purge(context, request);
