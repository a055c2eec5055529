import type { ResponseOf } from '@agent-mem/contract';
import type { TestFleet } from '@agent-mem/testing';
import type { Sample } from '../locomo/load.ts';
import { membersOf } from '../locomo/replay.ts';

/** Answers the ids of the messages that a question is shown of a conversation, within so many tokens. */
export type Way = (fleet: TestFleet, sample: Sample, question: string, maxTokens: number) => Promise<readonly string[]>;

/** On a busy machine no stage is to be dropped: what is measured here is what is found. */
const timeoutMs = 60_000;
/** What programs without a memory show of a conversation. */
const lastMessages = 20;

/** What stands in the context, by who chooses it. */
export const ways: Readonly<Record<string, Way>> = {
  [`the last ${lastMessages} messages`]: async (...asked) => (await newestFirst(...asked)).slice(0, lastMessages),
  'everything by recency': newestFirst,
  'conversations.BuildContext': async (fleet, sample, query, max_tokens) =>
    shownIn(await built(fleet, sample, { query, max_tokens, strategy: 'hybrid' })),
  'the agent’s conversation tier': async (fleet, sample, query, max_tokens) => {
    const asked = { ...membersOf(sample), query, conversation_id: sample.id, max_tokens };
    const { receipt } = await fleet.caller.call('agent', 'recall', asked, { timeoutMs });
    return receipt?.tiers?.conversation?.items.map(({ id }) => id) ?? [];
  },
};

async function newestFirst(fleet: TestFleet, sample: Sample, query: string, max_tokens: number): Promise<readonly string[]> {
  return shownIn(await built(fleet, sample, { query, max_tokens, strategy: 'recent' })).toReversed();
}

function built(
  { caller }: TestFleet,
  sample: Sample,
  asked: { readonly query: string; readonly max_tokens: number; readonly strategy: 'recent' | 'hybrid' },
) {
  const request = { ...membersOf(sample), conversation_id: sample.id, ...asked };
  return caller.call('conversations', 'build_context', request, { timeoutMs });
}

function shownIn({ relevant_messages, recent_messages }: ResponseOf<'conversations', 'build_context'>): readonly string[] {
  return [...relevant_messages, ...recent_messages].map(({ id }) => id);
}
