import type { Event } from '@agent-mem/contract';
import {
  backlogOf,
  type EventContext,
  type MessageSinceLastEnd,
  messagesSinceLastEnd,
  readingOf,
  readingsOf,
  storedInvocation,
} from '@agent-mem/service-kit';
import { everyStatus } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readFact } from '../domain/fact/fact-node.ts';

/** Facts of the conversation that are looked at for what was learned, the newest. */
const mostFacts = 1_000;

/**
 * What a user said in a conversation that is over and nothing was learned from yet: messages that came without an invocation and were not read, and
 * those of invocations that were to be learned from and stored no fact. The newest of it, oldest first.
 */
export async function unlearnedMessages(
  event: Event,
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
  most: number,
): Promise<readonly MessageSinceLastEnd[]> {
  const messages = await messagesSinceLastEnd(graph, scope, event, most);
  const byUser = messages.filter(({ role, content }) => role === 'user' && content.trim() !== '');
  const alone = byUser.flatMap(({ id, invocationId }) => (invocationId === null ? [id] : []));
  const notes = await readingsOf(graph, scope, 'facts', alone);
  const said = byUser.filter(({ id }) => (readingOf(notes.get(id))?.state ?? 'off') === 'off');
  const ids = [...new Set(said.flatMap(({ invocationId }) => invocationId ?? []))];
  if (ids.length === 0) return said;
  const [invocations, read, waiting, { items: facts }] = await Promise.all([
    graph.get(scope, ids),
    readingsOf(graph, scope, 'facts', ids),
    waitingInvocations(event.conversation_id, { graph, scope }),
    graph.find(scope, {
      kinds: ['Fact'],
      // A fact that was deleted must not be learned again.
      statuses: everyStatus,
      conversationId: event.conversation_id,
      order: 'createdAt',
      descending: true,
      limit: mostFacts,
    }),
  ]);
  const learnt = new Set(facts.map((node) => readFact(node).evidence?.invocation_id));
  const open = new Set(
    invocations
      .filter(({ id, properties }) => storedInvocation.read(properties).learns && !learnt.has(id))
      .filter(({ id }) => !read.has(id) && !waiting.has(id))
      .map(({ id }) => id),
  );
  return said.filter(({ invocationId }) => invocationId === null || open.has(invocationId));
}

/** Invocations that the model is still to read. */
async function waitingInvocations(
  conversationId: string,
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<ReadonlySet<string>> {
  const query = { kinds: ['FactBacklog'], conversationId, order: 'createdAt', descending: true, limit: mostFacts } as const;
  const { items } = await graph.find(scope, query);
  return new Set(items.flatMap((row) => backlogOf(row).event?.data.invocation_completed?.invocation_id ?? []));
}
