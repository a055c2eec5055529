import { hash } from 'node:crypto';
import type { Event } from '../generated/messages.ts';
import { type Scoped, scopeKey, scopeOf } from '../scope.ts';
import { operationsOf } from './operation-facts.ts';
import type { ServiceName } from './operation-types.ts';

/** SHA-256, hex, of a text in Unicode's composed form without white space around it: texts that read the same are the same. */
export function textHash(text: string): string {
  return sha256(text.normalize('NFC').trim());
}

/**
 * The key that keeps checked commands in order: the scope, and what the command changes. Facts and episodes go by a hash of their text, since they have no id yet.
 */
export function messageKey(service: ServiceName, operation: string, request: Scoped): string {
  const orderedBy = operationsOf(service)[operation]?.orderedBy ?? null;
  const scope = scopeKey(scopeOf(request));
  const changed = orderedBy ? new Map(Object.entries(request)).get(orderedBy) : null;
  if (typeof changed !== 'string') return scope;
  return `${scope}/${orderedBy === 'content' || orderedBy === 'goal' ? textHash(changed) : changed}`;
}

/** The key that keeps the events of a conversation in order. */
export function eventKey(event: Event): string {
  return `${scopeKey(scopeOf(event))}/${event.conversation_id}`;
}

/** JSON with the members of every object sorted: equal values give equal texts, whatever store or language they came through. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** SHA-256, hex, of a text as it is. */
export function sha256(text: string): string {
  return hash('sha256', text);
}
