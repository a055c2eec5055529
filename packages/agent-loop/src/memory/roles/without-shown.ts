import { type Fact, sha256 } from '@agent-mem/contract';
import type { FetchedTiers } from '../fetch-tiers.ts';
import { withoutFacts, withoutMessages } from './leave-out.ts';

/** What the caller shows already. */
interface ShownByCaller {
  readonly query: string;
  readonly conversationId: string | null;
  /** Digests of texts. */
  readonly shown: ReadonlySet<string>;
}

/** Leaves out messages whose texts the caller shows already, and, where the query is one of these texts, what its conversation has learned from its words. */
export function withoutShown({ facts, conversation, ...fetched }: FetchedTiers, by: ShownByCaller): FetchedTiers {
  const { query, conversationId, shown } = by;
  if (shown.size === 0) return { ...fetched, facts, conversation };
  const isShown = ({ content }: { readonly content: string | null }) => shown.has(sha256(content ?? ''));
  // A turn that comes again without its block, as after a crash, has taught already.
  const isOfQuery = ({ conversation_id, evidence }: Fact) =>
    conversation_id === conversationId && Boolean(evidence?.quote) && query.includes(evidence?.quote ?? '');
  return {
    ...fetched,
    facts: shown.has(sha256(query)) ? withoutFacts(facts, 'shown', isOfQuery) : facts,
    conversation: withoutMessages(conversation, 'shown', isShown),
  };
}
