import { createHash } from 'node:crypto';
import { services } from './generated/services.ts';
import type { OperationName, RequestOf, ServiceName } from './index.ts';
import { scopeKey, scopeOf } from './scope.ts';

/** SHA-256, hex, of a text in Unicode's composed form without white space around it: texts that read the same are the same. */
export function textHash(text: string): string {
  return sha256(text.normalize('NFC').trim());
}

/** SHA-256, hex, of a request: the same for the same members, in whatever order they came. */
export function requestHash<Service extends ServiceName, Name extends OperationName<Service>>(
  service: Service,
  operation: Name,
  request: RequestOf<Service, Name>,
): string {
  return sha256(`${service}.${operation}:${canonicalJson(request)}`);
}

/**
 * The key that keeps commands in order: the scope, and what the command changes. Facts and episodes go by a hash of their text, since they have no id yet.
 */
export function messageKey<Service extends ServiceName, Name extends OperationName<Service>>(
  service: Service,
  operation: Name,
  request: RequestOf<Service, Name>,
): string {
  const operations: Record<string, { orderedBy: string | null }> = services[service].operations;
  const orderedBy = operations[operation]?.orderedBy ?? null;
  const members = request as Record<string, unknown>;
  const scope = scopeKey(scopeOf(members as { workspace: string; user: string; collection: string }));
  const changed = orderedBy ? members[orderedBy] : null;
  if (typeof changed !== 'string') return scope;
  return `${scope}/${orderedBy === 'content' || orderedBy === 'goal' ? textHash(changed) : changed}`;
}

/** JSON with the members of every object sorted. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
