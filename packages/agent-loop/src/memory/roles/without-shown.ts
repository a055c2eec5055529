import { sha256 } from '@agent-mem/contract';
import type { FetchedTiers } from '../fetch-tiers.ts';
import { withoutMessages } from './leave-out.ts';

/** Leaves out messages whose texts the caller shows already, by the digest of each. */
export function withoutShown({ conversation, ...fetched }: FetchedTiers, shown: ReadonlySet<string>): FetchedTiers {
  if (shown.size === 0) return { ...fetched, conversation };
  const isShown = ({ content }: { readonly content: string | null }) => shown.has(sha256(content ?? ''));
  return { ...fetched, conversation: withoutMessages(conversation, 'shown', isShown) };
}
