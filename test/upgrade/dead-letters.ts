import type { DeadLetterSummary } from '@agent-mem/messaging';
import type { TestFleet } from '@agent-mem/testing';

/** Each dead letter as an operator sees it, without the id of its message and what is said of ids. */
export async function deadLettersOf({ adminUrl }: Pick<TestFleet, 'adminUrl'>): Promise<readonly object[]> {
  const response = await fetch(`${adminUrl}/admin/dead-letters`);
  const { dead_letters } = (await response.json()) as { dead_letters: readonly DeadLetterSummary[] };
  return dead_letters.map(({ topic, subscription, reason, attempts, key, since }) => ({
    topic,
    subscription,
    reason,
    attempts,
    key,
    since,
  }));
}

/** Removes the cause of the refused command, and has all dead letters tried again; the model, which failed the other, is there by now. */
export async function replayDeadLetters({ caller, adminUrl }: Pick<TestFleet, 'caller' | 'adminUrl'>): Promise<void> {
  const { facts } = await caller.call('facts', 'list', {});
  const inTheWay = facts.find(({ content }) => content === 'The piano is tuned in May');
  if (!inTheWay) throw new Error('The fact that stands in the way of a dead letter is not there');
  await caller.call('facts', 'delete', { fact_id: inTheWay.id });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${adminUrl}/admin/dead-letters/replay`, { method: 'POST', headers, body: '{"all":true}' });
  if (!response.ok) throw new Error(`Dead letters could not be replayed: ${await response.text()}`);
}
