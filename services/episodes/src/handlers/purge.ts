import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';

/** Erases episodes for good, with the errors and solutions that nothing else tells of. */
export const purge: Handler<'episodes', 'purge', Config> = (request, context) => context.purge(context, request);
