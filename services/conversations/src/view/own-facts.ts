import type { Context } from '../handler.ts';
import type { Shown } from './recalled-messages.ts';

type Reading = Pick<Context, 'graph' | 'scope'>;

/** Whether a conversation has facts that are visible in it alone: such a conversation shares nothing with others. */
export async function hasOwnFacts(conversationId: string, { graph, scope }: Reading): Promise<boolean> {
  return (await graph.count(scope, { kinds: ['Fact'], conversationId, where: { visibility: 'conversation' } })) > 0;
}

/** Leaves out the messages of conversations that share nothing, and those that only such conversations show. */
export async function sharedMessages<Found extends Shown>(found: readonly Found[], context: Reading): Promise<readonly Found[]> {
  const names = [...new Set(found.flatMap(({ node, shownBy }) => [node.conversationId ?? '', ...shownBy.map(({ id }) => id)]))];
  const closed = new Set<string | null>();
  await Promise.all(names.map(async (name) => (await hasOwnFacts(name, context)) && closed.add(name)));
  const isOpen = (name: string | null) => !closed.has(name);
  return found.filter(({ node, shownBy }) => isOpen(node.conversationId) && shownBy.some(({ id }) => isOpen(id)));
}
