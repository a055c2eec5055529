import { isJsonObject, membersOf, parsedJson, type Scope, scopeOf } from '@agent-mem/contract';
import { type Bus, sentAtOf, type WaitingMessage } from '@agent-mem/messaging';
import { conversationHash } from '@agent-mem/policy';

/** What messages of a bus are to go. */
export interface MeantMessages {
  /** Of one scope; `isUser`: of every scope of its user in its workspace. */
  readonly scope: Scope;
  readonly isUser: boolean;
  /** The hash of a conversation's name; `null`: any. */
  readonly conversation: string | null;
}

/** Erases messages that a bus keeps itself, waiting ones and dead letters, also while a handler has them; a broker's are refused when they arrive. Resolves with how many waited. */
export async function eraseMessages(bus: Pick<Bus, 'erasure'>, meant: MeantMessages, before = Infinity): Promise<number> {
  const isMeant = ({ workspace, user, collection }: Scope) =>
    workspace === meant.scope.workspace && user === meant.scope.user && (meant.isUser || collection === meant.scope.collection);
  const isOlder = (message: WaitingMessage) => sentAtOf(message) < before;
  return (await bus.erasure?.purge((message) => isOlder(message) && isAbout(message, isMeant, meant.conversation))) ?? 0;
}

/**
 * Whether a message that waits is about one of these scopes and, if one is given, about this conversation. A purge that waits itself is
 * not: its caller is owed the certificate.
 */
export function isAbout(
  { payload }: Pick<WaitingMessage, 'payload'>,
  isMeant: (scope: Scope) => boolean,
  /** The hash of its name. */
  conversation: string | null,
): boolean {
  const message = membersOf(parsedJson(payload));
  const isEvent = typeof message.type === 'string' && 'data' in message;
  const operation = Object.entries(message).find(([name, value]) => name !== 'error' && isJsonObject(value));
  if (!isEvent && (!operation || operation[0] === 'purge')) return false;
  const request = isEvent ? message : membersOf(operation?.[1]);
  if (!isMeant(scopeOf({ workspace: name(request.workspace), user: name(request.user), collection: name(request.collection) })))
    return false;
  return conversation === null || [request.conversation_id, request.source].some((each) => isNamed(each, conversation));
}

function isNamed(member: unknown, hash: string): boolean {
  return typeof member === 'string' && conversationHash(member) === hash;
}

function name(member: unknown): string {
  return typeof member === 'string' && member !== '' ? member : 'default';
}
