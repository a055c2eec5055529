import { isBlank, OperationError, type UpdateFactRequest } from '@agent-mem/contract';
import { givenMembers } from '@agent-mem/service-kit';
import type { FactChange } from './fact-change.ts';

/** What each member is once it is cleared. */
const cleared = { metadata: {}, tags: [], valid_from: null, valid_to: null, confidence: 1, key: null } as const;

const changeable = ['content', 'trust', 'metadata', 'metadata_json', 'tags', 'confidence', 'valid_from', 'valid_to'] as const;

/** What an update changes: the members that are given, and those that it clears. Throws `invalid-argument` for a member that is both. */
export function factChangeOf(request: UpdateFactRequest): FactChange {
  const { content, clear } = request;
  if (content !== null && isBlank(content)) throw new OperationError('invalid-argument', 'content: must not be blank');
  const given: FactChange = givenMembers(request, changeable);
  const both = clear.find((name) => name in given);
  if (both) throw new OperationError('invalid-argument', `clear: ${both} is given too; give it or clear it`);
  return { ...given, ...Object.fromEntries(clear.map((name) => [name, cleared[name]])) };
}
