import type { Episode, ErrorSolutionPair, Fact, InvocationSummary, Message, ReceiptTier } from '@agent-mem/contract';
import { missingTier } from './receipt.ts';

/** The user's profile and the three tiers that are fetched, as far as they fit into the context. Plain JSON: it may travel with the steps. */
export interface RecalledMemory {
  /** The user's profile, and when the newest of it was said. Absent: nothing is known, or an agent of an earlier version recalled it. */
  readonly profile?: { readonly text: string; readonly timestamp: string };
  readonly facts: readonly Fact[];
  readonly episodes: readonly Episode[];
  /** What solved errors like those in the question. Absent in what an agent of an earlier version recalled. */
  readonly solutions?: readonly ErrorSolutionPair[];
  /** Oldest first. */
  readonly conversation: readonly InvocationSummary[];
  /** Best first. Absent where single messages are not asked for. */
  readonly messages?: readonly Message[];
  /** What the user wrote before in the conversation, whether or not it is in the context. Absent: nothing, or an agent of an earlier version recalled it. */
  readonly lastQuery?: string | null;
  readonly tiers: {
    /** Absent in what an agent of an earlier version recalled. */
    readonly profile?: ReceiptTier;
    readonly facts: ReceiptTier;
    readonly episodes: ReceiptTier;
    readonly conversation: ReceiptTier;
  };
  /** Ids of all that is in the context. */
  readonly ids: readonly string[];
  readonly ms: number;
}

/** What an invocation without memory recalls. */
export function noMemory(reason: string): RecalledMemory {
  const tier = missingTier(reason, 0);
  return {
    facts: [],
    episodes: [],
    conversation: [],
    tiers: { profile: tier, facts: tier, episodes: tier, conversation: tier },
    ids: [],
    ms: 0,
  };
}
