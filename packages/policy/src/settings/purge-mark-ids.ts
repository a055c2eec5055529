import { conversationNodeId, rememberLately, sha256 } from '@agent-mem/contract';

/**
 * The node that says until when everything of its scope, or of one conversation there, was erased: of all services, or of one.
 * A conversation's name may tell something, so it stands as a hash.
 */
export function purgeMarkId(conversationId: string | null, service: string | null = null): string {
  const parts = ['purged', service, conversationId && conversationHash(conversationId)];
  return parts.filter((part) => part !== null).join(':');
}

/** The node that says that the reply stored under a key was erased with its content. */
export function purgedReplyId(operation: string, key: string): string {
  return `purged:reply:${sha256(JSON.stringify([operation, key]))}`;
}

/** By what a conversation is known where it must not be named. Each request and event of a conversation asks several times. */
export const conversationHash: (conversationId: string) => string = rememberLately(
  (conversationId) => sha256(conversationNodeId(conversationId)),
  { texts: 500, characters: 500 },
);

/** The node of one request for a purge. */
export function purgeNoteId(service: string, key: string): string {
  return `purge:${sha256(JSON.stringify([service, key]))}`;
}
