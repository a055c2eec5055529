import { backlogOf, doneBacklog, type EventContext, isGivenUp } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readWaitingInvocations } from './read-waiting-invocations.ts';
import { readWaitingMessages } from './read-waiting-messages.ts';

/**
 * Has the model read what rules have read before: its facts take the place of those that say the same, in one commit that ends the waiting, so
 * nothing is learned twice. Where the model is away it all waits on; where it was for too long, what the rules made stands.
 */
export async function readBacklog(rows: readonly GraphNode[], context: EventContext<Config>): Promise<void> {
  const { clock, config, graph, log, scope } = context;
  const now = clock.now();
  const givenUp = rows.filter((row) => isGivenUp(backlogOf(row), config, now));
  if (givenUp.length > 0) {
    log.warn({ count: givenUp.length }, 'the model was away for LEARN_RETRY_DAYS: the facts of the rules stay');
    await graph.commit(scope, { nodes: givenUp.map((row) => doneBacklog(row, now)) });
  }
  const left = rows.filter((row) => !givenUp.includes(row));
  const [messages, invocations] = [
    left.filter((row) => backlogOf(row).messageId !== null),
    left.filter((row) => backlogOf(row).messageId === null),
  ];
  if (messages.length > 0) await readWaitingMessages(messages, context);
  if (invocations.length > 0) await readWaitingInvocations(invocations, context);
}
