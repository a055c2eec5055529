import { invoke, startFleet, type TestFleet } from '@agent-mem/testing';
import type { Exchange } from './load.ts';

/** What was set aside of an exchange, and why. */
export interface Alarm {
  readonly exchange: Exchange;
  readonly kind: 'fact' | 'episode';
  readonly text: string;
  readonly reason: string;
}

/** A task of two steps, so that the exchange is recorded as an episode with the user's words and the agent's own answer. */
const task = [
  { thought: 'look', action: 'Shell', arguments: { run: 'git pull' }, observation: 'Already up to date.', success: true },
  { thought: 'act', action: 'Shell', arguments: { run: 'npm run build' }, observation: 'Built in 3 s', success: true },
];

/**
 * Has each exchange said in a conversation, and its user's message asked of the agent as a task, each in a scope of its own. None of them gives orders
 * to a model: what is quarantined then is a false alarm.
 */
export async function alarmsIn(exchanges: readonly Exchange[]): Promise<readonly Alarm[]> {
  await using fleet = await startFleet();
  const alarms: Alarm[] = [];
  for (const exchange of exchanges) {
    await play(fleet, exchange);
    alarms.push(...(await quarantinedOf(fleet, exchange)));
  }
  return alarms;
}

/** The number of exchanges of which something was set aside. */
export function exchangesWith(alarms: readonly Alarm[]): number {
  return new Set(alarms.map(({ exchange }) => exchange.id)).size;
}

async function play(fleet: TestFleet, { id, before, user, assistant }: Exchange): Promise<void> {
  const conversation = { user: id, conversation_id: 'talk' };
  const said = [
    { role: 'assistant', content: before },
    { role: 'user', content: user },
    { role: 'assistant', content: assistant },
  ] as const;
  for (const { role, content } of said)
    if (content !== undefined) await fleet.caller.call('conversations', 'append_message', { ...conversation, role, content });
  await fleet.settled();
  await invoke(fleet.caller, { user: id, conversation_id: 'task', question: user, history: task });
  await fleet.settled();
  for (const conversation_id of ['talk', 'task']) {
    await fleet.caller.call('conversations', 'end', { user: id, conversation_id });
    await fleet.settled();
  }
}

async function quarantinedOf({ caller }: TestFleet, exchange: Exchange): Promise<readonly Alarm[]> {
  const listed = { user: exchange.id, statuses: ['QUARANTINED'], limit: 100 } as const;
  const [{ facts }, { episodes }] = await Promise.all([
    caller.call('facts', 'list', listed),
    caller.call('episodes', 'list', listed),
  ]);
  return [
    ...facts.map(({ content, quarantine_reason }) => ({
      exchange,
      kind: 'fact' as const,
      text: content,
      reason: quarantine_reason ?? '',
    })),
    ...episodes.map(({ goal, steps, outcome, lessons, quarantine_reason }) => ({
      exchange,
      kind: 'episode' as const,
      text: [goal, ...steps, outcome, lessons].join('\n'),
      reason: quarantine_reason ?? '',
    })),
  ];
}
