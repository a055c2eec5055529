import { isJsonObject, membersOf, parsedJson, type Scope, scopeOf } from '@agent-mem/contract';
import type { WaitingMessage } from '@agent-mem/messaging';

/**
 * Whether a message that waits is about one of these scopes and, if one is given, about this conversation. A purge that waits itself is
 * not: its caller is owed the certificate.
 */
export function isAbout(
  { payload }: Pick<WaitingMessage, 'payload'>,
  isMeant: (scope: Scope) => boolean,
  conversationId: string | null,
): boolean {
  const message = membersOf(parsedJson(payload));
  const isEvent = typeof message.type === 'string' && 'data' in message;
  const operation = Object.entries(message).find(([name, value]) => name !== 'error' && isJsonObject(value));
  if (!isEvent && (!operation || operation[0] === 'purge')) return false;
  const request = isEvent ? message : membersOf(operation?.[1]);
  if (!isMeant(scopeOf({ workspace: name(request.workspace), user: name(request.user), collection: name(request.collection) })))
    return false;
  return conversationId === null || request.conversation_id === conversationId || request.source === conversationId;
}

function name(member: unknown): string {
  return typeof member === 'string' && member !== '' ? member : 'default';
}
