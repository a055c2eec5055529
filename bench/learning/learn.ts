import { startFleet } from '@agent-mem/testing';
import { namedModel } from '../named-model.ts';
import type { Exchange } from './load.ts';
import { type Scored, score } from './score.ts';

/** Has each exchange as a conversation of its own, of somebody of their own, ends it, and scores the facts that are believed then. */
export async function learn(exchanges: readonly Exchange[]): Promise<readonly Scored[]> {
  const environment = { ...namedModel()?.environment, LEARN_PERSONAL_DATA: 'all' };
  await using fleet = await startFleet({ services: ['facts', 'conversations'], environment });
  const { caller } = fleet;
  const scored: Scored[] = [];
  for (const exchange of exchanges) {
    const conversation = { user: exchange.id, conversation_id: 'talk' };
    const messages = [
      { role: 'assistant', content: exchange.before },
      { role: 'user', content: exchange.user },
      { role: 'assistant', content: exchange.assistant },
    ] as const;
    for (const { role, content } of messages)
      if (content !== undefined) await caller.call('conversations', 'append_message', { ...conversation, role, content });
    await caller.call('conversations', 'end', conversation);
    await fleet.settled();
    const { facts } = await caller.call('facts', 'list', { user: exchange.id, limit: 100 });
    scored.push(
      score(
        exchange,
        facts.map(({ content }) => content),
      ),
    );
  }
  return scored;
}
