import type { EventContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { readBacklog } from './read-backlog.ts';
import { waitingRows } from './waiting-rows.ts';

/** Has the model read the turns of a conversation that wait, once they are as many as are to be read together. */
export async function readFullBatch(conversationId: string | null, context: EventContext<Config>): Promise<void> {
  const { turns } = context.config.LEARN_EVERY;
  if (!conversationId || turns === null) return;
  const rows = await waitingRows(conversationId, 'turns', context);
  if (rows.length >= turns) await readBacklog(rows, context);
}

/** Has the model read all turns of a conversation that wait for more: no more come. */
export async function readLastTurns(conversationId: string, context: EventContext<Config>): Promise<void> {
  for (;;) {
    const rows = await waitingRows(conversationId, 'turns', context);
    if (rows.length === 0) return;
    await readBacklog(rows, context);
  }
}
