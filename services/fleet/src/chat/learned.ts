import type { Clock, Fact } from '@agent-mem/contract';
import type { MemoryClient } from '../memory-client/memory-client.ts';

const firstMs = 100;
const slowestMs = 2_000;
/** A model that reads what was said may take its time. */
const forMs = 30_000;

/**
 * Facts that the conversation has taught and that were not reported, as they are stored, for a while: learning begins when the answer is given.
 *
 * @param reported ids of those that were; each fact that is answered is added.
 */
export async function* learnedFacts(
  client: MemoryClient,
  conversation: {
    readonly workspace: string;
    readonly user: string;
    readonly collection: string;
    readonly conversation_id: string;
  },
  reported: Set<string>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): AsyncIterable<Fact> {
  const until = clock.now() + forMs;
  for (let waitMs = firstMs; !signal.aborted && clock.now() < until; waitMs = Math.min(waitMs * 1.5, slowestMs)) {
    const { facts } = await client.call('facts', 'list', { ...conversation, limit: 100 }, { signal });
    for (const fact of facts.toReversed()) {
      if (reported.has(fact.id)) continue;
      reported.add(fact.id);
      yield fact;
    }
    await clock.sleep(waitMs, signal);
  }
}
