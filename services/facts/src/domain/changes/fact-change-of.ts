import { isBlank, OperationError, type UpdateFactRequest } from '@agent-mem/contract';
import type { FactChange } from './fact-change.ts';

/** What each member is once it is cleared. */
const cleared = { metadata: {}, tags: [], valid_from: null, valid_to: null, confidence: 1, key: null } as const;

/** What an update changes: the members that are given, and those that it clears. Throws `invalid-argument` for a member that is both. */
export function factChangeOf(request: UpdateFactRequest): FactChange {
  const { content, metadata, metadata_json, tags, confidence, valid_from, valid_to, trust } = request;
  if (content !== null && isBlank(content)) throw new OperationError('invalid-argument', 'content: must not be blank');
  const given: FactChange = {
    ...(content === null ? {} : { content }),
    ...(trust === null ? {} : { trust }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata, metadata_json }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(confidence === null ? {} : { confidence }),
    ...(valid_from === null ? {} : { valid_from }),
    ...(valid_to === null ? {} : { valid_to }),
  };
  const both = request.clear.find((name) => name in given);
  if (both) throw new OperationError('invalid-argument', `clear: ${both} is given too; give it or clear it`);
  return { ...given, ...Object.fromEntries(request.clear.map((name) => [name, cleared[name]])) };
}
