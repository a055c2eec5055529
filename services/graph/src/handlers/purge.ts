import type { Handler } from '@agent-mem/service-kit';

/** Erases for good whatever belongs to a record, a conversation, a scope or a user, in every store, and certifies it. */
export const purge: Handler<'graph', 'purge', unknown> = (request, context) => context.purge(context, request);
