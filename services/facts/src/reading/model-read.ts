import { type EventContext, readingNode, readingsOf } from '@agent-mem/service-kit';
import type { NodeWrite } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import type { SaidInInvocation } from './said-in-invocation.ts';

/** Notes that the model has read what was said in invocations: the end of the conversation does not ask it again. */
export async function modelReadNotes(
  said: readonly Pick<SaidInInvocation, 'event' | 'done'>[],
  { clock, graph, scope }: Pick<EventContext<Config>, 'clock' | 'graph' | 'scope'>,
): Promise<readonly NodeWrite[]> {
  const at = new Date(clock.now()).toISOString();
  const ids = [...new Set(said.map(({ done }) => done.invocation_id))].filter((id) => id !== '');
  const notes = await readingsOf(graph, scope, 'facts', ids);
  const conversationOf = (id: string) => said.find(({ done }) => done.invocation_id === id)?.event.conversation_id || null;
  return ids.map((id) =>
    readingNode('facts', { id, conversationId: conversationOf(id) }, { state: 'settled', records: [] }, notes.get(id), at),
  );
}
