import type { Event } from '@agent-mem/contract';
import type { OnEventContext } from '../handler.ts';
import { startSummary } from '../summaries/start-summary.ts';
import { evictOldest } from './evict-oldest.ts';

/** Keeps the conversation within its limit, and has it summarised with every so many messages. */
export async function onMessageAppended(event: Event, context: OnEventContext): Promise<void> {
  await evictOldest(event, context);
  await startSummary(event, context);
}
