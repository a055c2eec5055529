import { isAbsent } from '../shapes/absent.ts';
import { type Field, type Shape, shapeOf } from '../shapes/shape.ts';
import { firstMembers } from './first-members.ts';
import { canonicalJson, sha256 } from './identity.ts';
import { operationsOf } from './operation-facts.ts';
import type { ServiceName } from './operation-types.ts';

/**
 * SHA-256, hex, of a checked request: the same for the same members, in whatever order they came. 0.1.0 hashed all members that it had. A member that a later version added
 * counts only where it says something, so that a repeat of a request that an earlier version has answered has the hash stored then.
 */
export function requestHash(service: ServiceName, operation: string, request: object): string {
  const facts = operationsOf(service)[operation];
  const hashed = facts ? hashedMembers(shapeOf(facts.request), request) : request;
  return sha256(`${service}.${operation}:${canonicalJson(hashed)}`);
}

function hashedMembers(shape: Shape, message: object): object {
  const known = firstMembers[shape.name] ?? {};
  const members = Object.entries(message).flatMap(([name, value]: [string, unknown]) => {
    const field = shape.byName.get(name);
    if (!field) return [[name, value] as const];
    // What has a default no more had one then.
    if (Object.hasOwn(known, name)) return [[name, value === null ? known[name] : hashedValue(field, value)] as const];
    return isAbsent(field, value) ? [] : [[name, hashedValue(field, value)] as const];
  });
  return Object.fromEntries(members);
}

function hashedValue({ message, cardinality }: Field, value: unknown): unknown {
  if (!message || typeof value !== 'object' || value === null || cardinality === 'map') return value;
  const shape = shapeOf(message);
  // Of a list of messages each is one.
  return Array.isArray(value) ? value.map((each) => hashedMembers(shape, each as object)) : hashedMembers(shape, value);
}
