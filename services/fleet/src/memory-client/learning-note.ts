import { OperationError } from '@agent-mem/contract';
import type { MemoryClient } from './memory-client.ts';

/** What of a scope a model is still to learn from, and why it does not yet, in one line; `null`: nothing waits, or it cannot be asked. */
export async function learningNote(
  client: MemoryClient,
  scope: { readonly workspace?: string; readonly user?: string; readonly collection?: string },
): Promise<string | null> {
  const settings = await client.call('graph', 'get_settings', scope).catch((error: unknown) => {
    if (error instanceof OperationError) return null;
    throw error;
  });
  const learning = settings?.learning;
  if (!learning || (learning.waiting === 0 && !learning.tokens_spent)) return null;
  const { waiting, tokens_spent } = learning;
  const isOwn = learning.tokens_per_day > 0 && learning.tokens_today >= learning.tokens_per_day;
  const limit = isOwn ? `${learning.tokens_per_day} of this scope` : `${learning.tokens_per_day_in_all} of the fleet`;
  const spent = tokens_spent ? `the day's tokens to learn by are spent (${limit}): rules alone learn until midnight UTC` : null;
  const left = waiting > 0 ? `a model is still to read ${waiting === 1 ? 'one thing' : `${waiting} things`} that was said` : null;
  return [spent, left].filter((part) => part !== null).join('; ');
}
