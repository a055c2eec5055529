import type { Episode, ErrorSolutionPair, Fact, InvocationSummary, Message, ReceiptTier } from '@agent-mem/contract';
import { missingTier } from './receipt.ts';
import type { SaidSession } from './said/said-entry.ts';

/** The user's profile and the three tiers that are fetched, as far as they fit into the context. Plain JSON: it may travel with the steps. */
export interface RecalledMemory {
  /** The user's profile, and when the newest of it was said. Absent: nothing is known, or an agent of an earlier version recalled it. */
  readonly profile?: { readonly text: string; readonly timestamp: string };
  readonly facts: readonly Fact[];
  readonly episodes: readonly Episode[];
  /** What solved errors like those in the question. Absent in what an agent of an earlier version recalled. */
  readonly solutions?: readonly ErrorSolutionPair[];
  /** What earlier turns came to whose messages are not shown, oldest first; all that an agent of an earlier version recalled. */
  readonly conversation: readonly InvocationSummary[];
  /** What the conversation is about. Absent: nothing says it. */
  readonly summary?: string | null;
  /** What was said in the conversation, turns among it, by time. Absent in what an agent of an earlier version recalled. */
  readonly sessions?: readonly SaidSession[];
  /** What was said in other conversations, by time. */
  readonly otherSessions?: readonly SaidSession[];
  /** The messages among it that answer the query, best first. */
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
