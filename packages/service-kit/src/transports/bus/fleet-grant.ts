import type { Grant } from '@agent-mem/access';
import { membersOf, operationsOf, parsedJson, type ServiceName, type Topic } from '@agent-mem/contract';

/** What the fleet's own token of one message has to allow: the operation that it asks for, in the scope that it names. An event asks for none. */
export function fleetGrant({ lane, name }: Topic, payload: string): Grant {
  // What is no JSON has no members: its service refuses it.
  const message = membersOf(parsedJson(payload));
  if (lane === 'event') return { permissions: [], ...scopeOf(message) };
  const [operation = ''] = Object.keys(message);
  // The topics of requests have the names of services.
  const facts = operationsOf(name as ServiceName)[operation];
  return { permissions: facts ? [facts.permission] : [], ...scopeOf(membersOf(message[operation])) };
}

function scopeOf({
  workspace,
  user,
  collection,
  all_collections,
}: Readonly<Record<string, unknown>>): Omit<Grant, 'permissions'> {
  const named = (name: unknown) => [typeof name === 'string' && name !== '' ? name : 'default'];
  return {
    workspaces: named(workspace),
    users: named(user),
    collections: all_collections === true ? null : named(collection),
  };
}
